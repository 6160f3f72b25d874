import { type Fields, fieldsOf, jsonIn, listOf } from "../../../engine/model/values/json-values.ts";
import type { Path } from "../../../engine/schema/object-schema.ts";
import { valueAt } from "../../../engine/schema/structure.ts";
import { configMapData } from "../../simulate/proportional/manifest.ts";

export interface Flag {
  readonly name: string;
  readonly value: string;
  /** Where it is in the Deployment. */
  readonly path: Path;
}

const containers = ["spec", "template", "spec", "containers"];
const program = "cluster-proportional-autoscaler";

/** The index of the container that runs the autoscaler; null: none does. */
export function programOf(deployment: Fields): number | null {
  const list = containersOf(deployment);
  const index = list.findIndex(container => {
    const { image, command, args } = fieldsOf(container);
    const words = [image, ...listOf(command), ...listOf(args)];
    return words.some(word => typeof word === "string" && word.includes(program));
  });
  return index < 0 ? null : index;
}

const containersOf = (deployment: Fields): readonly unknown[] =>
  listOf(valueAt(deployment, containers));

/** `--name=value`, `--name value` and `--name`, by name; the last one counts, as in Go. */
export function flagsOf(deployment: Fields): ReadonlyMap<string, Flag> {
  const index = programOf(deployment) ?? 0;
  const container = containersOf(deployment)[index];
  const flags = new Map<string, Flag>();
  for (const key of ["command", "args"]) {
    const words = listOf(fieldsOf(container)[key]);
    for (const [at, word] of words.entries()) {
      const [, name, value] = /^--?([a-z][\w-]*)(?:=(.*))?$/s.exec(String(word)) ?? [];
      if (name === undefined) continue;
      const next = words[at + 1];
      const following = typeof next === "string" && !next.startsWith("-") ? next : "true";
      const path = [...containers, String(index), key, String(at)];
      // In the order of those that count.
      flags.delete(name);
      flags.set(name, { name, value: value ?? following, path });
    }
  }
  return flags;
}

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
  const given = jsonIn(json) as Fields | null | undefined;
  if (given == null) return null;
  const entries = Object.entries(given).map(([mode, value]) => [mode, JSON.stringify(value)]);
  return Object.fromEntries(entries) as Texts;
}
