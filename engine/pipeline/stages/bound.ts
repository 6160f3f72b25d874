import type { Range, Step } from "../decision.ts";
import type { DefaultedSpec } from "../../spec/defaults.ts";
import type { AutoscalerProfile } from "../../spec/profile.ts";
import type { Stage, StageReason } from "../stage.ts";

/** Replica counts are int32 everywhere in Kubernetes. */
export const MAX_REPLICAS = 2_147_483_647;

/** Clamps a count to a range: the cap first, then the floor, as in upstream. */
export const within = (count: number, { atLeast = 0, atMost = MAX_REPLICAS }: Range): number =>
  Math.max(atLeast, Math.min(atMost, count));

export interface Bounds {
  readonly minReplicas: number;
  /** null: unlimited. */
  readonly maxReplicas: number | null;
}

interface BoundContext {
  readonly currentReplicas: number;
  readonly bounds: Bounds | null;
  readonly spec?: Pick<DefaultedSpec, "behavior">;
}

const clause = (bound: string) => (after: number) => `the ${bound} is ${after}`;
const maximum: StageReason = {
  ...{ phrase: "limited by the maximum", word: "max", effect: "maximum" },
  clause: clause("maximum"),
};
const minimum = { phrase: "raised to the minimum", word: "min", clause: clause("minimum") };

/**
 * The last stage. It keeps the written count within the bounds whatever the earlier stages return
 * (I1).
 *
 * Source  upstream horizontal.go: with `behavior`, raising a 0 to the floor does not count as
 *         limited scaling.
 */
export const keepInBounds: Stage<BoundContext> = {
  name: "bound",
  reasons: {
    TooManyReplicas: maximum,
    AboveMaxReplicas: { ...maximum, followsVotes: true },
    TooFewReplicas: minimum,
    BelowMinReplicas: minimum,
  },
  run: ({ count }, { currentReplicas, bounds, spec }) => {
    const isBroken = bounds !== null && currentReplicas < bounds.minReplicas;
    const floorReason = isBroken && spec?.behavior ? "BelowMinReplicas" : "TooFewReplicas";
    return { step: bound(count, bounds, floorReason) };
  },
};

/**
 * Clamps a count to the bounds. Without bounds, only int32 limits it.
 *
 * @param floorReason "BelowMinReplicas" if the current count is already below the floor
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
    ...{ step: "bound", before: desired, after, ...range, reason, message },
  });
  if (after < desired) return step("TooManyReplicas", `${desired} is more than the maximum ${max}`);
  if (after > desired) return step(floorReason, `${desired} is less than the minimum ${min}`);
  return step("DesiredWithinRange", bounds === null ? "no bounds here" : "within the bounds");
}

/**
 * Corrects a current count that is out of bounds because a person edited the count or the bounds.
 * null: the count is within the bounds. A person's 0 never gets here; see `ownZeros` for others.
 *
 * Source  upstream horizontal.go, reconcileAutoscaler: neither metrics nor windows nor rates apply.
 */
export function enforceBounds(
  currentReplicas: number,
  bounds: Bounds,
  { ownZeros }: Pick<AutoscalerProfile, "ownZeros">,
): Step | null {
  const { minReplicas, maxReplicas } = bounds;
  const range = rangeOf(bounds);
  const step = (after: number, reason: string, message: string): Step => ({
    ...{ step: "bound", before: currentReplicas, after, ...range, reason, message },
  });
  if (currentReplicas === 0 && ownZeros === "NeedVotes") return null;
  if (maxReplicas !== null && currentReplicas > maxReplicas) {
    return step(maxReplicas, "AboveMaxReplicas", `the current size is above ${maxReplicas}`);
  }
  if (currentReplicas < minReplicas) {
    return step(minReplicas, "BelowMinReplicas", `the current size is below ${minReplicas}`);
  }
  return null;
}

export const rangeOf = ({ minReplicas, maxReplicas }: Bounds): Range => ({
  atLeast: minReplicas,
  ...(maxReplicas === null ? {} : { atMost: maxReplicas }),
});
