import type { Step, Vote } from "./decision.ts";

/**
 * One count from all votes: the largest wins.
 *
 * A failed vote might have been the largest, so the count may then rise but not fall (I2). When all
 * abstain, the current count holds.
 *
 * Source  upstream horizontal.go, computeReplicasForMetrics: the highest proposal; an invalid
 *         metric refuses a scale-down.
 */
export function combine(votes: readonly Vote[], currentReplicas: number): Step {
  const failed = votes.filter(vote => vote.kind === "Failed");
  const step = (after: number, reason: string, message: string): Step => ({
    step: "combine",
    before: currentReplicas,
    after,
    reason,
    message,
  });

  // The first of equals, so that the same votes always name the same winner.
  const [largest] = votes
    .filter(vote => vote.kind === "Count")
    .sort((a, b) => b.replicas - a.replicas);
  if (failed.length > 0 && (largest === undefined || largest.replicas <= currentReplicas)) {
    const sources = failed.map(vote => vote.source).join(", ");
    return step(currentReplicas, "ScaleDownBlocked", `no answer from ${sources}`);
  }
  if (largest === undefined) return step(currentReplicas, "AllAbstain", "no vote: size held");
  return step(largest.replicas, "LargestVote", `${largest.source}: ${largest.message}`);
}
