import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

import { parseAllDocuments } from "yaml";

import type { ApiObject } from "../../../hack/cluster/api.ts";

export const crdFolder = resolve(import.meta.dirname, "../../../crds");
export const productGroup = "autoscaling.trimtab.dev";

/** A file of crds/ with another group and without a short name: no operator processes its objects. */
export const inGroup = (apiGroup: string, file: string): string =>
  readFileSync(`${crdFolder}/${file}`, "utf8")
    .replaceAll(productGroup, apiGroup)
    .replace(/shortNames: .*/, "");

/** The objects of all samples whose file names have this prefix, each with a name of its own. */
export const sampleObjects = (apiGroup: string, prefix: string) =>
  readdirSync(`${crdFolder}/samples`)
    .filter(file => file.startsWith(prefix))
    .flatMap(file =>
      parseAllDocuments(inGroup(apiGroup, `samples/${file}`)).map((document, index) => {
        const object = document.toJS() as ApiObject;
        const name = `${file.replace(".yaml", "")}-${index}`;
        return { file, name, object: { ...object, metadata: { ...object.metadata, name } } };
      }),
    );
