import type { StepOutcome } from "../../../cli/evaluate/autoscaler-case.ts";

/**
 * The part of a decision that the promise of an algorithm covers: the counts, and not the words.
 *
 * votes  a count, or Abstain or Failed, for each metric and each threshold
 */
export interface Expectation {
  readonly scaleTo: number | null;
  readonly desiredReplicas: number;
  readonly votes: readonly (number | string)[];
}

export const expectationOf = ({ scaleTo, desiredReplicas, trace }: StepOutcome): Expectation => ({
  ...{ scaleTo, desiredReplicas },
  votes: trace.flatMap(part => {
    if (!("type" in part)) return [];
    return [part.type === "Count" ? part.replicas : part.type];
  }),
});
