import type { DecisionOutcome } from "./decide.ts";

/**
 * Whether a decision only corrects a count that is outside the bounds: those need no votes, and may
 * be made between two syncs.
 */
export const isCorrection = ({ decision }: Pick<DecisionOutcome, "decision">): boolean =>
  decision.votes.length === 0 && decision.to !== decision.from;
