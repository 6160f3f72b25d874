import { bound } from "./bound.ts";
import { combine } from "./combine.ts";
import type { Decision } from "./decision.ts";
import type { History } from "./history.ts";
import type { ClusterSize } from "./observation/cluster-size.ts";
import type { ProportionalParameters, ProportionalProfile } from "./recommend/parameters.ts";
import { proportionalBounds, proportionalVotes } from "./recommend/proportional.ts";
import type { EpochMs } from "./result.ts";
import { scaleDownStabilizationSeconds } from "./defaults.ts";
import { stabilize } from "./stabilize.ts";

export interface ProportionalInput {
  readonly now: EpochMs;
  readonly size: ClusterSize;
  readonly parameters: ProportionalParameters;
  readonly profile: ProportionalProfile;
  readonly currentReplicas: number;
  readonly history: History;
}

export interface DecisionOutcome {
  readonly decision: Decision;
  /** What the next decision for this target must be given. */
  readonly history: History;
  /** The earliest time at which the decision could change with nothing else changing. */
  readonly due: EpochMs | null;
}

/**
 * How many replicas a target of a ClusterProportionalAutoscaler should have, and why: the order of
 * the stages and nothing else. Same input, same output (I5). Only the first and the last line know
 * of cluster proportions; a limit on the rate comes between `stabilize` and `bound`.
 */
export function decideProportional(input: ProportionalInput): DecisionOutcome {
  const { now, parameters, profile, currentReplicas } = input;

  const votes = proportionalVotes(parameters, input.size, profile);
  const combined = combine(votes, currentReplicas);
  const stabilized = stabilize({
    recommended: combined.after,
    currentReplicas,
    now,
    scaleDownStabilizationSeconds: scaleDownStabilizationSeconds(profile),
    history: input.history,
  });
  const bounded = bound(stabilized.step.after, proportionalBounds(parameters, profile));

  const steps = [combined, stabilized.step, bounded];
  const decision = { time: now, from: currentReplicas, to: bounded.after, votes, steps };
  return { decision, history: stabilized.history, due: stabilized.due };
}
