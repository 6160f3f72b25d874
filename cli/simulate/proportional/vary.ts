import type {
  ClusterProportionalAutoscalerSpec as Spec,
  Linear,
} from "../../../crds/generated/cluster-proportional-autoscaler.ts";
import { validateClusterProportionalAutoscaler } from "../../../engine/validate/cluster-proportional-autoscaler.ts";
import { variationsOf, windows } from "../search/combinations.ts";
import { isError } from "../../../engine/field-error.ts";
import type { ProportionalManifest } from "./manifest.ts";

const ratios = [
  ...(["nodesPerReplica", "coresPerReplica", "podsPerReplica", "namespacesPerReplica"] as const),
  ...(["minReplicas", "maxReplicas"] as const),
] satisfies readonly (keyof Linear)[];

const withRatio =
  (ratio: keyof Linear) =>
  (spec: Spec, value: number): Spec => ({ ...spec, linear: { ...spec.linear, [ratio]: value } });

const variations = {
  ...Object.fromEntries(ratios.map(ratio => [ratio, withRatio(ratio)])),
  ...windows,
};

/** Errors: a sentence about a part of the text. */
export const proportionalGrid = (object: ProportionalManifest, text: string) =>
  variationsOf<Spec, ProportionalManifest>(object, text, {
    variations,
    problemOf: variable => problemOf(object, variable),
    errorIn: spec => validateClusterProportionalAutoscaler(spec).find(isError),
  });

/** Why the object has no such value, as the end of a sentence; null: it has one. */
function problemOf({ name, spec }: ProportionalManifest, variable: string): string | null {
  if (variable in windows) {
    return spec.algorithm === "CPA-1.10"
      ? `${name} has no ${variable}, because CPA-1.10 scales at once; write algorithm: Trimtab-1`
      : null;
  }
  return spec.linear
    ? null
    : `${name} has no linear parameters in its spec; vary scaleUpWindow and scaleDownWindow`;
}
