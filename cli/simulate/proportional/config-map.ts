import { type Fields, isFields } from "../../../engine/validate/field-reader.ts";
import { valueAt } from "../../../engine/validate/structure.ts";

/** The data of a ConfigMap among the objects of files, which may lack a namespace; null: it is not there. */
export function configMapData(
  objects: readonly Fields[],
  name: string,
  namespace: unknown,
): Readonly<Record<string, string>> | null {
  const found = objects.find(object => isConfigMap(object, name, namespace));
  const data = found?.["data"];
  return isFields(data) ? (data as Readonly<Record<string, string>>) : null;
}

const isConfigMap = (object: Fields, name: string, namespace: unknown): boolean =>
  object["kind"] === "ConfigMap" &&
  valueAt(object["metadata"], ["name"]) === name &&
  [undefined, namespace].includes(valueAt(object["metadata"], ["namespace"]));
