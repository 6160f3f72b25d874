import { readFileSync } from "node:fs";
import { resolve } from "node:path";

import { apiRequest, type ApiTarget } from "../../../hack/cluster/api.ts";
import { eventually } from "../eventually.ts";

export const crdFolder = resolve(import.meta.dirname, "../../../crds");
export const productGroup = "autoscaling.trimtab.dev";

/** A file of crds/ with another group and without a short name: no operator processes its objects. */
export const inGroup = (apiGroup: string, file: string): string =>
  readFileSync(`${crdFolder}/${file}`, "utf8")
    .replaceAll(productGroup, apiGroup)
    .replace(/shortNames: .*/, "");

/** The API server serves a CRD a moment after accepting it. */
export async function untilServed(target: ApiTarget, path: string): Promise<void> {
  await eventually(async () => {
    const { code } = await apiRequest(target, "GET", path);
    if (code !== 200) throw new Error(`${path} is not served: ${code}`);
  });
}
