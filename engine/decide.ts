import { chainOf, type Staged } from "./chain.ts";
import { toleranceOf } from "./arithmetic/usage-ratio.ts";
import { autoscalerFeatures, proportionalFeatures } from "./features/features.ts";
import { beginHistory } from "./history/begin-history.ts";
import { stabilizationRule, windowsOf } from "./history/recommendation-range.ts";
import { withoutFuture } from "./memory.ts";
import type { Vote } from "./model/decision.ts";
import type { DecisionOutcome } from "./model/feature.ts";
import { type History, update } from "./model/history.ts";
import type { MetricStatus } from "./model/metric-vote.ts";
import type { ClusterSize } from "./model/observation/node-tally.ts";
import { type Observation, totalOf } from "./model/observation/observation.ts";
import { type AutoscalerProfile, profiles } from "./model/spec/profile.ts";
import type {
  ProportionalParameters,
  ProportionalProfile,
} from "./model/spec/proportional-parameters.ts";
import type { Settings } from "./model/spec/settings.ts";
import type { EpochMs } from "./model/values/result.ts";
import { earliest } from "./model/values/time.ts";
import { noPauses, type Pauses } from "./model/pauses.ts";
import { proportionalBounds, proportionalVotes } from "./proportional/proportional.ts";
import type { Behavior, DefaultedSpec } from "./spec/defaults.ts";
import { autoscalerVotes } from "./votes/autoscaler-votes.ts";

const autoscaler = chainOf(autoscalerFeatures);
const proportional = chainOf(proportionalFeatures);

interface Input {
  readonly now: EpochMs;
  readonly history: History;
  /** Absent: the object is not paused. */
  readonly pauses?: Pauses | undefined;
}

export interface ProportionalInput extends Input {
  readonly size: ClusterSize;
  readonly parameters: ProportionalParameters;
  readonly profile: ProportionalProfile;
  readonly behavior: Behavior;
  readonly currentReplicas: number;
}

export interface AutoscalerInput extends Input {
  readonly spec: DefaultedSpec;
  readonly settings: Settings;
  readonly profile: AutoscalerProfile;
  readonly observation: Observation;
}

export interface AutoscalerOutcome extends DecisionOutcome {
  readonly currentMetrics: readonly MetricStatus[];
}

/** How many replicas the target of a ClusterProportionalAutoscaler should have, and why. */
export function decideProportional(input: ProportionalInput): DecisionOutcome {
  const { now, parameters, profile, behavior, currentReplicas, pauses = noPauses } = input;
  const context = {
    ...{ now, currentReplicas, behavior, scaleDownPause: pauses.scaleDown },
    rule: windowsOf(behavior),
    bounds: proportionalBounds(parameters, profile),
    // Upstream has no policies, so its profile has no arithmetic of its own for them.
    profile: profiles["Trimtab-1"],
  };
  const past = withoutFuture(input.history, now);
  const begun = beginHistory(past, "Intervals", currentReplicas, now);
  const history = proportional.observe(begun, context);
  const keptForNow = proportional.keeps(history, context);
  const votes = proportionalVotes(parameters, input.size, profile);
  const begin = { count: currentReplicas, history };
  const staged = proportional.run(begin, { ...context, keptForNow, cap: null, votes });
  const outcome = outcomeOf(now, votes, staged);
  const terms = proportional.terms(outcome, context);
  return { ...outcome, history: update(outcome.history, { terms }) };
}

/**
 * How many replicas the target of an Autoscaler should have, and why. With monitored objects, the votes
 * are about the total of all of them.
 *
 * Source  upstream horizontal.go, reconcileAutoscaler.
 */
export function decideAutoscaler(input: AutoscalerInput): AutoscalerOutcome {
  const { now, spec: given, profile, observation, pauses = noPauses } = input;
  const spec = autoscaler.inForce(given, now);
  const { minReplicas, maxReplicas, behavior } = spec;
  const settings = { ...input.settings, ...spec.startup };
  const { specReplicas, statusReplicas } = totalOf(observation);
  const observed = {
    ...{ now, spec, given, settings, profile, observation, behavior },
    currentReplicas: specReplicas,
    rule: stabilizationRule(behavior, settings),
    scaleDownPause: pauses.scaleDown,
  };
  const past = withoutFuture(input.history, now);
  const begun = beginHistory(past, profile.history, observation.scale.specReplicas, now);
  const before = autoscaler.observe(begun, observed);
  const context = {
    ...observed,
    bounds: autoscaler.bounds({ minReplicas, maxReplicas }, before, observed),
  };
  const conclude = (outcome: AutoscalerOutcome): AutoscalerOutcome => {
    const terms = autoscaler.terms(outcome, context);
    const history = update(outcome.history, { terms });
    const concluded = autoscaler.conclude({ ...outcome, history }, context);
    const { selection } = observation;
    return selection ? { ...concluded, selection } : concluded;
  };

  const answer = autoscaler.answers(before, context);
  if (answer) {
    const { step, history = before } = answer;
    const outcome = outcomeOf(now, [], { steps: [step], history, due: null });
    return conclude({ ...outcome, currentMetrics: [] });
  }
  const counted = autoscalerVotes(spec, observation, before, {
    ...{ now, specReplicas, statusReplicas, settings, profile },
    tolerance: toleranceOf(behavior, settings),
    ...(spec.hasOwnStartup ? { showsStarting: true } : {}),
  });
  const { votes, history, currentMetrics, fallbacks, wakeAt, loads } = counted;
  const staged = autoscaler.run(
    { count: specReplicas, history },
    {
      ...{ ...context, ...counted },
      keptForNow: autoscaler.keeps(before, context),
      cap: autoscaler.caps(before, context),
    },
  );
  const outcome = outcomeOf(now, votes, { ...staged, due: earliest([staged.due, wakeAt]) });
  const decision = fallbacks.length > 0 ? { ...outcome.decision, fallbacks } : outcome.decision;
  const measured = observation.forecast ? { currentMetrics, loads } : { currentMetrics };
  return conclude({ ...outcome, decision, wakeAt, ...measured });
}

function outcomeOf(time: EpochMs, votes: readonly Vote[], staged: Staged): DecisionOutcome {
  const { steps, history, due } = staged;
  const from = steps.at(0)?.before ?? 0;
  const to = steps.at(-1)?.after ?? from;
  return { decision: { time, from, to, votes, steps }, history, due };
}

/** Whether a decision only corrects a count that is outside the bounds. It needs no votes, so it may come between two syncs. */
export const isCorrection = ({ decision }: Pick<DecisionOutcome, "decision">): boolean =>
  decision.votes.length === 0 && decision.to !== decision.from;
