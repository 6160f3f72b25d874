import type { Range, Step } from "./decision.ts";

/** Replica counts are int32 everywhere in Kubernetes. */
export const MAX_REPLICAS = 2_147_483_647;

/** What becomes of a count in a range: the cap first, then the floor, as upstream. */
export const within = (count: number, { atLeast = 0, atMost = MAX_REPLICAS }: Range): number =>
  Math.max(atLeast, Math.min(atMost, count));

export interface Bounds {
  readonly minReplicas: number;
  /** null: unlimited. */
  readonly maxReplicas: number | null;
}

/**
 * The last stage, so that a written count lies within the bounds whatever came before (I1).
 * Without bounds only int32 limits the count.
 *
 * @param floorReason "BelowMinReplicas" where the current count breaks the floor already
 *
 * Source  reasons: upstream horizontal.go, convertDesiredReplicasWithRules.
 */
export function bound(
  desired: number,
  bounds: Bounds | null,
  floorReason: "TooFewReplicas" | "BelowMinReplicas" = "TooFewReplicas",
): Step {
  const max = bounds?.maxReplicas ?? MAX_REPLICAS;
  const min = bounds?.minReplicas ?? 0;
  const range = bounds === null ? {} : rangeOf(bounds);
  const after = within(desired, range);
  const step = (reason: string, message: string): Step => ({
    step: "bound",
    before: desired,
    after,
    ...range,
    reason,
    message,
  });
  if (after < desired) return step("TooManyReplicas", `${desired} is more than the maximum ${max}`);
  if (after > desired) return step(floorReason, `${desired} is less than the minimum ${min}`);
  return step("DesiredWithinRange", bounds === null ? "no bounds here" : "within the bounds");
}

/**
 * The count that a target must have at once because its current one breaks the bounds: a person has
 * edited one or the other. null: it does not, or it is 0, which is no mistake.
 *
 * Source  upstream horizontal.go, reconcileAutoscaler: neither metrics nor windows nor rates.
 */
export function enforceBounds(currentReplicas: number, bounds: Bounds): Step | null {
  const { minReplicas, maxReplicas } = bounds;
  const step = (after: number, reason: string, message: string): Step => ({
    step: "bound",
    before: currentReplicas,
    after,
    ...rangeOf(bounds),
    reason,
    message,
  });
  if (currentReplicas === 0) return null;
  if (maxReplicas !== null && currentReplicas > maxReplicas) {
    return step(maxReplicas, "AboveMaxReplicas", `the current size is above ${maxReplicas}`);
  }
  if (currentReplicas < minReplicas) {
    return step(minReplicas, "BelowMinReplicas", `the current size is below ${minReplicas}`);
  }
  return null;
}

const rangeOf = ({ minReplicas, maxReplicas }: Bounds): Range => ({
  atLeast: minReplicas,
  ...(maxReplicas === null ? {} : { atMost: maxReplicas }),
});
