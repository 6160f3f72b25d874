import type { ScaleTargetRef } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { validateClusterProportionalAutoscaler } from "../../engine/validate/cluster-proportional-autoscaler.ts";
import type { Rules } from "../admit.ts";

export const rules: Rules = {
  validate: validateClusterProportionalAutoscaler,
  targets: spec => {
    const { scaleTargetRefs } = (spec ?? {}) as { readonly scaleTargetRefs?: unknown };
    const refs = Array.isArray(scaleTargetRefs)
      ? (scaleTargetRefs as (ScaleTargetRef | null)[])
      : [];
    return refs.flatMap((ref, index) =>
      ref === null ? [] : [{ ref, path: `spec.scaleTargetRefs[${index}]` }],
    );
  },
};
