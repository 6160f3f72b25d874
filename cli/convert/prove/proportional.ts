import type { ClusterProportionalAutoscalerSpec } from "../../../crds/generated/cluster-proportional-autoscaler.ts";
import { parametersFromConfigMap } from "../../../engine/recommend/proportional/config-map/config-map-parameters.ts";
import { resolveParameters } from "../../../engine/recommend/proportional/resolve-parameters.ts";
import type { Fields } from "../../../engine/validate/field-reader.ts";
import { flagsOf } from "../kinds/proportional/command-flags.ts";
import { configMapOf, defaultData } from "../kinds/proportional/config-map.ts";
import type { Proportional } from "./cluster-sizes.ts";

/**
 * Upstream's controller, by its flags and its ConfigMap.
 *
 * Errors  why its parameters are unknown, as the end of a sentence.
 */
export function upstreamOf(deployment: Fields, objects: readonly Fields[]): Proportional | string {
  const flags = flagsOf(deployment);
  const { name, data } = configMapOf(deployment, flags, objects);
  const given = data ?? defaultData(flags.get("default-params")?.value ?? "");
  if (given === null) {
    return `its parameters are in the ConfigMap ${name}, which is not in the input; convert both together`;
  }
  const read = parametersFromConfigMap(given, "CPA-1.10");
  if (read.ok) return { parameters: read.value, profile: "CPA-1.10" };
  return `${read.error.path} of its parameters ${read.error.message}`;
}

/** The result of a conversion; it names a ConfigMap only if that is not in the input. */
export function convertedOf(result: Fields): Proportional | string {
  const spec = result["spec"] as ClusterProportionalAutoscalerSpec;
  const { parameters, state } = resolveParameters(spec, { kind: "absent" }, undefined);
  return parameters === null
    ? state.message
    : { parameters, profile: spec.algorithm ?? "Trimtab-1" };
}
