import { stringify } from "yaml";

import type { Path } from "../../engine/schema/object-schema.ts";
import { valueAt } from "../../engine/schema/structure.ts";
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
  const kind = String(valueAt(manifest, ["kind"]));
  const place = kind === "ScaledObject" ? placeInScaledObject : placeInSpec;
  const [name, namespace] = ["name", "namespace"].map(key => valueAt(manifest, ["metadata", key]));
  // Every API server serves this version, whatever the file has.
  const resource = kind === "HorizontalPodAutoscaler" ? "hpa.v2.autoscaling" : kind.toLowerCase();
  const within = isName(namespace) ? ` --namespace ${namespace}` : "";
  return {
    operations: operationsFor(manifest, edits.map(place)),
    command: isName(name)
      ? `kubectl patch ${resource} ${name}${within} --type json --patch-file patch.yaml`
      : null,
  };
}

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
