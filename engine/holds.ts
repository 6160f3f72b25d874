import type { Decision } from "./decision.ts";

/**
 * What can stand between what a decision's votes ask for and the count that it comes to: the reasons
 * of its steps. OnTarget: nothing does, the votes ask for the count that is there.
 */
export const holdReasons = [
  "OnTarget",
  "AllAbstain",
  "ScaleDownBlocked",
  "ScalingDisabled",
  "ScaleUpStabilized",
  "ScaleDownStabilized",
  "RolloutInProgress",
  "ScaleUpCooldown",
  "ScaleDownCooldown",
  "HeldByThresholds",
  "ScaleUpLimit",
  "ScaleDownLimit",
  "TooManyReplicas",
  "TooFewReplicas",
  "BelowMinReplicas",
] as const;

export type HoldReason = (typeof holdReasons)[number];

/** Why there was nothing to compute a count from, or none to go by. */
const withoutVotes: readonly string[] = ["AllAbstain", "ScaleDownBlocked", "ScalingDisabled"];

/** Why a decision changes nothing, or less than its votes ask for; none where it does as they ask. */
export function holdsOf({ steps }: Decision): readonly HoldReason[] {
  const combined = steps.find(({ step }) => step === "combine");
  // A count outside of its bounds is corrected without a vote: nobody was held.
  if (!combined) return [];
  if (withoutVotes.includes(combined.reason)) return [combined.reason].filter(isHoldReason);
  const effects = steps
    .filter(({ step, before, after }) => step !== "combine" && before !== after)
    .map(({ reason }) => reason)
    .filter(isHoldReason);
  return effects.length === 0 && combined.before === combined.after ? ["OnTarget"] : effects;
}

const isHoldReason = (reason: string): reason is HoldReason =>
  holdReasons.some(known => known === reason);
