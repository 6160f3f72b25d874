import type { ClusterProportionalAutoscalerSpec } from "../../../crds/generated/cluster-proportional-autoscaler.ts";
import { parametersFromConfigMap } from "../../../engine/recommend/proportional/config-map/config-map-parameters.ts";
import { proportionalBehavior } from "../../../engine/spec/defaults.ts";
import type { Fields } from "../../../engine/validate/field-reader.ts";
import { valueAt } from "../../../engine/validate/structure.ts";
import { withParameters } from "../../simulate/proportional/manifest.ts";
import type { ProportionalObject } from "../../simulate/proportional/proportional-run.ts";
import { flagsOf } from "../kinds/proportional/command-flags.ts";
import { configMapOf, defaultData } from "../kinds/proportional/config-map.ts";

/**
 * Upstream's controller, by its flags and its ConfigMap.
 *
 * Errors  why its parameters are unknown, as the end of a sentence.
 */
export function upstreamOf(
  deployment: Fields,
  objects: readonly Fields[],
): ProportionalObject | string {
  const flags = flagsOf(deployment);
  const { name: configMap, data } = configMapOf(deployment, flags, objects);
  const given = data ?? defaultData(flags.get("default-params")?.value ?? "");
  if (given === null) {
    return `its parameters are in the ConfigMap ${configMap}, which is not in the input; convert both together`;
  }
  const algorithm = "CPA-1.10";
  const read = parametersFromConfigMap(given, algorithm);
  if (!read.ok) return `${read.error.path} of its parameters ${read.error.message}`;
  return {
    ...{ name: nameOf(deployment), kind: "Deployment", algorithm, parameters: read.value },
    behavior: proportionalBehavior({}, algorithm),
  };
}

/** The result of a conversion; it names a ConfigMap only if that is not in the input. */
export function convertedOf(result: Fields): ProportionalObject | string {
  const spec = result["spec"] as ClusterProportionalAutoscalerSpec;
  const manifest = { place: "the result", name: nameOf(result), namespace: undefined, spec };
  const object = withParameters(manifest, []);
  return object.ok ? object.value : object.error;
}

const nameOf = ({ metadata }: Fields): string => String(valueAt(metadata, ["name"]));
