import { type Fields, isFields } from "../../../../engine/validate/field-reader.ts";
import { valueAt } from "../../../../engine/validate/structure.ts";
import type { Flag } from "./command-flags.ts";

type Texts = Readonly<Record<string, string>>;

/** What `--configmap` names, and its data if it is among the objects. */
export function configMapOf(
  deployment: Fields,
  flags: ReadonlyMap<string, Flag>,
  objects: readonly Fields[],
): { readonly name: string; readonly data: Texts | null } {
  const name = flags.get("configmap")?.value ?? "";
  const ownNamespace = valueAt(deployment["metadata"], ["namespace"]) ?? undefined;
  const namespace = flags.get("namespace")?.value ?? ownNamespace;
  const data = objects.find(object => isConfigMap(object, name, namespace))?.["data"];
  return { name, data: isFields(data) ? (data as Texts) : null };
}

const isConfigMap = (object: Fields, name: string, namespace: unknown): boolean =>
  object["kind"] === "ConfigMap" &&
  valueAt(object["metadata"], ["name"]) === name &&
  [undefined, namespace].includes(valueAt(object["metadata"], ["namespace"]));

/** The value of `--default-params`, with each mode as a text of its own, as in a ConfigMap; null: not JSON. */
export function defaultData(json: string): Texts | null {
  try {
    const entries = Object.entries(JSON.parse(json) as Fields);
    return Object.fromEntries(entries.map(([mode, value]) => [mode, JSON.stringify(value)]));
  } catch {
    return null;
  }
}
