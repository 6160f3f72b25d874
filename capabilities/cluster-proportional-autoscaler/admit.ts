import type { ScaleTargetRef } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { validateClusterProportionalAutoscaler } from "../../engine/validate/cluster-proportional-autoscaler.ts";
import type { FieldError } from "../../engine/field-error.ts";
import type { LabelSelector } from "../../engine/observation/selectors/label-selector.ts";
import type { Rules } from "../admission/review-spec.ts";
import type { ClusterSizes } from "./cluster-sizes.ts";
import { nodesForbidden } from "./driver.ts";

type Sizes = Pick<ClusterSizes, "matchesNone"> | null;

export const rulesWith = (sizes: Sizes): Rules => ({
  kind: "ClusterProportionalAutoscaler",
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
  advise: spec => Promise.resolve(adviseOnNodes(sizes, spec)),
});

/** Only warnings: the right, or such nodes, may be yet to come. */
function adviseOnNodes(sizes: Sizes, spec: unknown): FieldError[] {
  if (sizes === null) {
    const [message = "", remedy = ""] = nodesForbidden.message.split("; ");
    return [{ path: "spec", code: nodesForbidden.reason, message, remedy, severity: "warning" }];
  }
  const { nodeSelector } = spec as { readonly nodeSelector?: LabelSelector | null };
  if (!nodeSelector || !sizes.matchesNone(nodeSelector)) return [];
  const message = "no node has these labels, so there is nothing to count now";
  const remedy = "correct the labels, unless such nodes are yet to come";
  const severity = "warning";
  return [{ path: "spec.nodeSelector", code: "NodeSelectorEmpty", message, remedy, severity }];
}
