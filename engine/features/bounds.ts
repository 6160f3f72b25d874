import {
  type Bounds,
  type Decision,
  keptIn,
  MAX_REPLICAS,
  rangeOf,
  type Step,
} from "../model/decision.ts";
import type { DefaultedSpec } from "../spec/defaults.ts";
import type { AutoscalerProfile } from "../model/spec/profile.ts";
import type { Stage, StepReason } from "../model/feature.ts";

interface BoundContext {
  readonly currentReplicas: number;
  readonly bounds: Bounds | null;
  readonly spec?: Pick<DefaultedSpec, "behavior">;
  readonly profile: Pick<AutoscalerProfile, "boundChanges">;
}

interface EnforcedContext extends BoundContext {
  readonly profile: Pick<AutoscalerProfile, "boundChanges" | "ownZeros">;
}

const clause = (bound: string) => (after: number) => `the ${bound} is ${after}`;
const maximum: StepReason = {
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
  terms: ({ decision }, { profile }) =>
    profile.boundChanges === "Free" && isByBounds(decision) ? { cause: "Bounds" } : {},
};

/** The same for metrics: a count that is out of bounds is corrected without votes. */
export const enforceBounds: Stage<EnforcedContext> = {
  ...keepInBounds,
  answers: (_, { currentReplicas, bounds, profile }) => {
    const step = bounds && corrected(currentReplicas, bounds, profile);
    return step && { step };
  },
};

/** Whether no vote asks for a change in this direction. */
function isByBounds({ from, to, votes, steps }: Decision): boolean {
  const asked = steps.find(({ step }) => step === "bound")?.before ?? from;
  return to !== from && (votes.length === 0 || (to > from ? asked <= from : asked >= from));
}

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
  const kept = keptIn("bound", desired, bounds === null ? {} : rangeOf(bounds));
  const { after } = kept;
  const step = (reason: string, message: string): Step => ({ ...kept, reason, message });
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
function corrected(
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
