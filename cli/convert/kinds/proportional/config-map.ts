import type { Fields } from "../../../../engine/json-values.ts";
import { valueAt } from "../../../../engine/validate/structure.ts";
import { configMapData } from "../../../simulate/proportional/manifest.ts";
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
  return { name, data: configMapData(objects, name, namespace) };
}

/** The value of `--default-params`, with each mode as a text of its own, as in a ConfigMap; null: not JSON. */
export function defaultData(json: string): Texts | null {
  try {
    const entries = Object.entries(JSON.parse(json) as Fields);
    return Object.fromEntries(entries.map(([mode, value]) => [mode, JSON.stringify(value)]));
  } catch {
    return null;
  }
}
