import { MAX_REPLICAS, type Vote } from "../model/decision.ts";
import type { CountedSize } from "../model/observation/node-tally.ts";
import { amount } from "../model/values/quantity-text.ts";
import type {
  LadderParameters,
  LadderStep,
  ProportionalProfile,
} from "../model/spec/proportional-parameters.ts";

/**
 * Replicas from a table: for cores and for nodes, the last step at or below the size.
 *
 * Units   steps in any order, as the user wrote them; size: whole cores and nodes.
 * Errors  a Failed vote if the step's count exceeds int32; upstream wraps around.
 * Source  upstream ladder_controller.go, getExpectedReplicasFromEntries. A missing or empty list
 *         counts as 0 under `CPA-1.10` and abstains under `Trimtab-1`.
 */
export function votesFromLadder(
  parameters: LadderParameters,
  size: CountedSize,
  profile: ProportionalProfile,
): readonly Vote[] {
  return [
    vote("cores", size.cores, parameters.coresToReplicas, profile),
    vote("nodes", size.nodes, parameters.nodesToReplicas, profile),
  ];
}

/**
 * The step that applies at a size: the highest at or below it, else the lowest of all; undefined
 * without steps. Among equal thresholds, the last one written applies (below all of them: the
 * first), as upstream's unstable sort gives for up to 12 steps; beyond 12 its order is undefined.
 */
export function stepAt<Step extends { readonly size: number | bigint }>(
  steps: readonly Step[],
  size: number | bigint,
): Step | undefined {
  let reached: Step | undefined;
  let lowest: Step | undefined;
  for (const step of steps) {
    if (step.size <= size && step.size >= (reached?.size ?? step.size)) reached = step;
    if (lowest === undefined || step.size < lowest.size) lowest = step;
  }
  return reached ?? lowest;
}

function vote(
  source: "cores" | "nodes",
  size: number,
  steps: readonly LadderStep[],
  profile: ProportionalProfile,
): Vote {
  const step = stepAt(steps, size);
  if (step === undefined) {
    const message = `no ${source}ToReplicas`;
    return profile === "CPA-1.10"
      ? { source, type: "Count", replicas: 0, message: `${message}: 0` }
      : { source, type: "Abstain", message };
  }
  const isReached = step.size <= size;
  return stepVote(source, amount(size, source), { ...step, written: `${step.size}`, isReached });
}

/** The vote of the step that applies, in any dimension. */
export function stepVote(
  source: string,
  counted: string,
  step: { readonly replicas: number; readonly written: string; readonly isReached: boolean },
): Vote {
  const { replicas, written } = step;
  const where = step.isReached ? `from ${written} on` : `below the first step, ${written}`;
  const message = `${counted}, ${where}: ${replicas}`;
  return replicas > MAX_REPLICAS
    ? { source, type: "Failed", reason: "ReplicasOverflow", message: `${message} is too many` }
    : { source, type: "Count", replicas, message };
}
