import { readFileSync } from "node:fs";
import { resolve } from "node:path";

export const crdFolder = resolve(import.meta.dirname, "../../../crds");
export const productGroup = "autoscaling.trimtab.dev";

/** A file of crds/ with another group and without a short name: no operator processes its objects. */
export const inGroup = (apiGroup: string, file: string): string =>
  readFileSync(`${crdFolder}/${file}`, "utf8")
    .replaceAll(productGroup, apiGroup)
    .replace(/shortNames: .*/, "");
