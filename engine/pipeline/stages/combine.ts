// engine/pipeline/stages/: one file for each stage of a decision; decide.ts lists them in order.
// engine/pipeline/ imports it.

import type { Step, Vote } from "../decision.ts";
import { held, type Stage } from "../stage.ts";

interface VoteContext {
  readonly votes: readonly Vote[];
  /** null or absent: the count need not come down to a maximum. */
  readonly descent?: unknown;
}

interface KeepingContext {
  readonly keptForNow?: number;
}

/** The first stage: it begins with the current count. */
export const combineVotes: Stage<VoteContext> = {
  name: "combine",
  reasons: {
    AllAbstain: {
      phrase: "nothing asks for another size",
      word: "no vote",
      clause: () => "nothing asks for another size",
    },
    ScaleDownBlocked: held("scale-down is blocked", "blocked", {
      clause: (_, message) => `${message}, and so nothing may be taken away`,
    }),
  },
  run: ({ count }, { votes }) => ({ step: combine(votes, count) }),
};

/**
 * The same for metrics: a blocked vote changes nothing and records no recommendation, except for what
 * is kept for now (see `stabilize`). It does not keep a count above the maximum of a schedule,
 * which no metric argues for.
 *
 * Source  upstream horizontal.go, reconcileAutoscaler.
 */
export const combineMetrics: Stage<VoteContext & KeepingContext> = {
  ...combineVotes,
  run: ({ count }, { votes, descent = null, keptForNow = 0 }) => {
    const step = combine(votes, count);
    const isFinal = descent === null && (count === 0 || keptForNow < count);
    return { step, isLast: step.reason === "ScaleDownBlocked" && isFinal };
  },
};

/**
 * Combines all votes into one count: the largest vote wins.
 *
 * A failed vote might have been the largest, so the count may then rise but not fall (I2). If all
 * votes abstain, the current count stays.
 *
 * Source  upstream horizontal.go, computeReplicasForMetrics: the highest proposal, at least 0; an
 *         invalid metric blocks scale-down.
 */
export function combine(votes: readonly Vote[], currentReplicas: number): Step {
  const failed = failedOf(votes);
  const step = (after: number, reason: string, message: string): Step => ({
    ...{ step: "combine", before: currentReplicas, after, reason, message },
  });
  const winner = winnerOf(votes);
  if (failed.length > 0 && (winner === null || winner.replicas < currentReplicas)) {
    const sources = failed.map(vote => vote.source).join(", ");
    return step(currentReplicas, "ScaleDownBlocked", `no answer from ${sources}`);
  }
  if (winner === null) return step(currentReplicas, "AllAbstain", "no vote: size held");
  return step(Math.max(0, winner.replicas), "LargestVote", `${winner.source}: ${winner.message}`);
}

type Count = Extract<Vote, { type: "Count" }>;

/** The largest count; null if no vote is a count. */
export const winnerOf = (votes: readonly Vote[]): Count | null =>
  votes
    .filter(vote => vote.type === "Count")
    .filter(takesPart)
    .reduce(larger, null);

/** The failed votes. The inputs of an expression are left out: its own vote fails if it needs them. */
export const failedOf = (votes: readonly Vote[]): readonly Vote[] =>
  votes.filter(vote => vote.type === "Failed").filter(takesPart);

const takesPart = ({ input }: Vote): boolean => input === undefined;

/** The first of equal votes wins, except that, as in upstream, any vote replaces a 0. */
const larger = (best: Count | null, vote: Count): Count =>
  best === null || best.replicas === 0 || vote.replicas > best.replicas ? vote : best;
