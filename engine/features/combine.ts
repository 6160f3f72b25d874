// engine/features/: one file for each step of a decision; decide.ts lists them in order.

import { combine, type Vote } from "../model/decision.ts";
import { held, type Stage } from "../model/feature.ts";

interface VoteContext {
  readonly votes: readonly Vote[];
  /** The count to which a feature brings the target down without a vote; null or absent: none. */
  readonly cap?: number | null;
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
export const combineMetrics: Stage<VoteContext & { readonly keptForNow?: number }> = {
  ...combineVotes,
  run: ({ count }, { votes, cap = null, keptForNow = 0 }) => {
    const step = combine(votes, count);
    const isFinal = cap === null && (count === 0 || keptForNow < count);
    return { step, isLast: step.reason === "ScaleDownBlocked" && isFinal };
  },
};
