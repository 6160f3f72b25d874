import type { Step } from "./decision.ts";

/** Replica counts are int32 everywhere in Kubernetes. */
export const MAX_REPLICAS = 2_147_483_647;

export interface Bounds {
  readonly minReplicas: number;
  /** null: unlimited. */
  readonly maxReplicas: number | null;
}

/**
 * The last stage, so that a written count lies within the bounds whatever came before (I1).
 * The cap first, then the floor, as upstream. Without bounds only int32 limits the count.
 *
 * Source  reasons: upstream horizontal.go, convertDesiredReplicasWithRules.
 */
export function bound(desired: number, bounds: Bounds | null): Step {
  const max = bounds?.maxReplicas ?? MAX_REPLICAS;
  const min = bounds?.minReplicas ?? 0;
  const after = Math.max(min, Math.min(max, desired));
  const step = (reason: string, message: string): Step => ({
    step: "bound",
    before: desired,
    after,
    reason,
    message,
  });
  if (after < desired) return step("TooManyReplicas", `${desired} is more than the maximum ${max}`);
  if (after > desired) return step("TooFewReplicas", `${desired} is less than the minimum ${min}`);
  return step("DesiredWithinRange", bounds === null ? "no bounds here" : "within the bounds");
}
