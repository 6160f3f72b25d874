import type { ClusterProportionalAutoscalerSpec } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { validateClusterProportionalAutoscaler } from "../../engine/validate/cluster-proportional-autoscaler.ts";
import type { Rules } from "../admit.ts";

export const rules: Rules = {
  validate: validateClusterProportionalAutoscaler,
  targets: spec =>
    (spec as ClusterProportionalAutoscalerSpec).scaleTargetRefs.map((ref, index) => ({
      ref,
      path: `spec.scaleTargetRefs[${index}]`,
    })),
};
