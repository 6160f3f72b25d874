import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";

import { crdTypes } from "./crd-types.ts";

const root = resolve(import.meta.dirname, "../..");

/** Each CRD and the file that holds its types, from the root of the repository. */
export const generated = [
  {
    crd: "crds/clusterproportionalautoscalers.autoscaling.trimtab.dev.yaml",
    types: "crds/generated/cluster-proportional-autoscaler.ts",
  },
] as const;

export const generateTypes = async (crd: string): Promise<string> =>
  crdTypes(await readFile(resolve(root, crd), "utf8"), crd);

if (import.meta.main) {
  for (const { crd, types } of generated) {
    await writeFile(resolve(root, types), await generateTypes(crd));
    console.log(types);
  }
}
