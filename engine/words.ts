import { autoscalerFeatures, proportionalFeatures } from "./features/features.ts";
import type { Decision } from "./model/decision.ts";
import type { StepReason } from "./model/feature.ts";

/** The reasons of all features, by code. */
export const stageReasons: ReadonlyMap<string, StepReason> = new Map(
  [...autoscalerFeatures, ...proportionalFeatures].flatMap(({ reasons }) =>
    Object.entries(reasons),
  ),
);

/**
 * The codes of the reasons that can keep a decision from the count that its votes ask for. OnTarget: nothing does;
 * the votes ask for the current count.
 */
export const limitReasons: readonly string[] = [
  "OnTarget",
  ...[...stageReasons].flatMap(([code, { followsVotes }]) => (followsVotes ? [] : [code])),
];

/** Reasons without a count from the votes, or without a usable one. */
const withoutVotes: readonly string[] = ["AllAbstain", "ScaleDownBlocked", "ScalingDisabled"];

/** Why a decision changes nothing, or less than its votes ask for; empty if it follows the votes. */
export function limitReasonsOf({ steps }: Decision): readonly string[] {
  const combined = steps.find(({ step }) => step === "combine");
  // An out-of-bounds count is corrected without a vote: nothing is held.
  if (!combined) return [];
  if (withoutVotes.includes(combined.reason)) return [combined.reason].filter(isLimitReason);
  const effects = steps
    .filter(({ step, before, after }) => step !== "combine" && before !== after)
    .map(({ reason }) => reason)
    .filter(isLimitReason);
  return effects.length === 0 && combined.before === combined.after ? ["OnTarget"] : effects;
}

const isLimitReason = (reason: string): boolean => limitReasons.includes(reason);
