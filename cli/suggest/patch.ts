import { stringify } from "yaml";

import { isFields } from "../../engine/model/values/json-values.ts";
import type { Path } from "../../engine/schema/object-schema.ts";
import { valueAt } from "../../engine/schema/structure.ts";
import type { SimulatedObject } from "../simulate/objects.ts";
import { withValueAt } from "../objects/read-objects.ts";
import { printableJson } from "../terminal/printable.ts";
import { type Edit, type Operation, operationsFor } from "./edits.ts";

/** A change of the object that a person has. */
export interface Patch {
  readonly operations: readonly Operation[];
  /** The command that applies it to a cluster; null: the file has no name of an object. */
  readonly command: string | null;
}

/**
 * The edits of an Autoscaler's spec as a JSON Patch of the object that they were derived from: an Autoscaler, a
 * HorizontalPodAutoscaler of autoscaling/v2, or a ScaledObject.
 */
export function patchOf(manifest: unknown, edits: readonly Edit[]): Patch {
  const kind = kindOf(manifest);
  const [name, namespace] = ["name", "namespace"].map(key => valueAt(manifest, ["metadata", key]));
  // Every API server serves this version, whatever the file has.
  const resource = kind === "HorizontalPodAutoscaler" ? "hpa.v2.autoscaling" : kind.toLowerCase();
  const within = isName(namespace) ? ` --namespace ${namespace}` : "";
  return {
    operations: operationsFor(manifest, placed(manifest, edits)),
    command: isName(name)
      ? `kubectl patch ${resource} ${name}${within} --type json --patch-file patch.yaml`
      : null,
  };
}

/** An HPA of an older version is patched in the form of autoscaling/v2, which is what was simulated. */
export function patchedForm(manifest: unknown, object: SimulatedObject): unknown {
  if (!isFields(manifest) || object.kind !== "HorizontalPodAutoscaler") return manifest;
  if (manifest["apiVersion"] === "autoscaling/v2") return manifest;
  // The algorithm is that of the simulation.
  const spec = { ...object.spec, algorithm: undefined };
  return { ...manifest, apiVersion: "autoscaling/v2", spec };
}

/** The same as the fields that change, which Git and Kustomize merge. A list is whole. */
export function mergePatchOf(manifest: unknown, edits: readonly Edit[]): object {
  const all = placed(manifest, edits);
  const changed = all.reduce((whole, { path, value }) => withValueAt(whole, path, value), manifest);
  const [apiVersion, name, namespace] = [
    ["apiVersion"],
    ["metadata", "name"],
    ["metadata", "namespace"],
  ].map(path => valueAt(manifest, path));
  const head = { apiVersion, kind: kindOf(manifest), metadata: { name, namespace } };
  return all.reduce<object>((patch, { path }) => {
    const list = path.findIndex((_, at) => Array.isArray(valueAt(changed, path.slice(0, at))));
    const field = list < 0 ? path : path.slice(0, list);
    return withValueAt(patch, field, valueAt(changed, field)) as object;
  }, head);
}

const kindOf = (manifest: unknown): string => String(valueAt(manifest, ["kind"]));

/** The edits of an Autoscaler's spec where the object has these fields. */
const placed = (manifest: unknown, edits: readonly Edit[]): readonly Edit[] =>
  edits.map(kindOf(manifest) === "ScaledObject" ? placeInScaledObject : placeInSpec);

/** What a shell takes as one word. */
const isName = (name: unknown): name is string =>
  typeof name === "string" && name.length <= 253 && /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/.test(name);

const placeInSpec = ({ path, value }: Edit): Edit => ({ path: ["spec", ...path], value });

const bounds: Readonly<Record<string, string>> = {
  minReplicas: "minReplicaCount",
  maxReplicas: "maxReplicaCount",
};

/** Source  the ScaledObject of KEDA 2.21: a trigger's value is a text. */
function placeInScaledObject({ path, value }: Edit): Edit {
  const [first = "", index = ""] = path;
  if (first === "behavior") {
    return { path: ["spec", "advanced", "horizontalPodAutoscalerConfig", ...path], value };
  }
  if (first === "metrics") {
    return { path: ["spec", "triggers", index, "metadata", "value"], value: String(value) };
  }
  return { path: ["spec", bounds[first] ?? first] satisfies Path, value };
}

/** YAML of ASCII characters alone: names come from other people. */
export const patchText = ({ operations }: Patch): string =>
  stringify(
    operations.map(each => JSON.parse(printableJson(each)) as unknown),
    { lineWidth: 0 },
  );
