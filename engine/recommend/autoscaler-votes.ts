// engine/recommend/: one vote for each metric, threshold or parameter of a spec.
// engine/pipeline/ imports it.

import { isSameJson } from "../canonical-json.ts";
import type { ActiveFallback, Vote } from "../pipeline/decision.ts";
import type { DefaultedSpec } from "../spec/defaults.ts";
import { followsMinimum } from "./asked-metrics.ts";
import type { History } from "../history/history.ts";
import { type Answer, notQueried, type Observation } from "../observation/observation.ts";
import type { EpochMs } from "../result.ts";
import { withActivity } from "./activity.ts";
import { withFallbacks } from "./fallback.ts";
import { withFormula } from "./formula-votes.ts";
import { intentionVote } from "./intention.ts";
import type { MetricContext, MetricStatus, MetricVote } from "./metric-vote.ts";
import { metricVotes } from "./metric-votes.ts";
import { isRunningAndReady, podsPerhapsWithout, podsWithout } from "./metrics/group-pods.ts";
import { isStaying } from "./trusted-samples.ts";
import {
  interrupted,
  type ThresholdContext,
  thresholdSource,
  type ThresholdVotes,
  valueThresholdVotes,
} from "./thresholds/value-thresholds.ts";

/**
 * The votes of all sources of an Autoscaler.
 *
 * windowed    metrics and intentions: the stabilization windows apply to these
 * unwindowed  value thresholds, whose own duration is their stabilization
 */
export interface AutoscalerVotes {
  readonly windowed: readonly Vote[];
  readonly unwindowed: readonly Vote[];
  /** The largest count that a firing value threshold asks for; null: none fires. */
  readonly fired: number | null;
  readonly currentMetrics: readonly MetricStatus[];
  readonly fallbacks: readonly ActiveFallback[];
  /** When the next fallback takes over; null: none will. */
  readonly wakeAt: EpochMs | null;
  /** Includes the state of the sources. */
  readonly history: History;
}

type Context = Omit<MetricContext, "pods">;

export function autoscalerVotes(
  spec: DefaultedSpec,
  observation: Observation,
  before: History,
  context: Context,
): AutoscalerVotes {
  if (followsMinimum(spec)) return minimumVote(spec, before);
  const { measured, failures, active, takesOverAt } = withFallbacks(
    spec.metrics,
    metricVotes(spec.metrics, observation, context),
    observation,
    { ...context, failures: before.failures },
  );
  const voted = measured.map(({ vote }) => vote);
  const estimated = measured.map(({ isEstimated }) => isEstimated);
  const { votes, isIdle } = withActivity(spec, voted, observation, { ...context, estimated });
  // If the pods are unknown, the only vote is about them.
  const formula = observation.pods.ok ? spec.formula : null;
  const activated = (metric: MetricVote, index: number): MetricVote => ({
    ...metric,
    vote: votes[index] ?? metric.vote,
  });
  const metrics = formula
    ? withFormula(formula, spec.metrics, measured.map(activated), context)
    : votes;
  const windowed = [...metrics, ...intentionVotes(spec, observation, context)];
  const about = { ...context, others: windowed };
  const values = valueVotes(spec, observation, before.thresholds, about);
  return {
    ...{ windowed, unwindowed: values.votes, fired: values.fired },
    currentMetrics: measured.flatMap(({ status }) => status ?? []),
    ...{ fallbacks: active, wakeAt: takesOverAt },
    history: remembering(before, {
      thresholds: values.timers,
      idleSince: isIdle ? (before.idleSince ?? context.now) : null,
      failures,
    }),
  };
}

/** With the bounds of the active window, whose minimum is then all that the spec asks for. */
function minimumVote({ minReplicas }: DefaultedSpec, history: History): AutoscalerVotes {
  const message = `there is no metric, so the minimum counts: ${minReplicas}`;
  const vote = { source: "schedules", type: "Count", replicas: minReplicas, message } as const;
  return {
    ...{ windowed: [vote], unwindowed: [], fired: null, currentMetrics: [], fallbacks: [] },
    ...{ wakeAt: null, history: remembering(history, noSources) },
  };
}

const noSources = { thresholds: [], idleSince: null, failures: [] } as const;

/** The same history if the sources have nothing new to remember. */
function remembering(
  before: History,
  now: Pick<History, "thresholds" | "idleSince" | "failures">,
): History {
  const { thresholds, idleSince, failures } = now;
  const isSame =
    idleSince === before.idleSince &&
    isSameJson(thresholds, before.thresholds) &&
    isSameJson(failures, before.failures);
  return isSame ? before : { ...before, ...now };
}

/** Empty if the pods are unknown: the metrics' failed vote already covers that. */
function intentionVotes(
  spec: DefaultedSpec,
  observation: Observation,
  context: Context,
): readonly Vote[] {
  if (!observation.pods.ok || spec.thresholds.length === 0) return [];
  return spec.thresholds.flatMap((threshold, index) => {
    if (threshold.type !== "Intention") return [];
    const { name, intention } = threshold;
    const about = { ...observation, answers: [answerTo(spec, observation, index)] };
    return intentionVote(thresholdSource(name), intention, about, context);
  });
}

function valueVotes(
  spec: DefaultedSpec,
  observation: Observation,
  timers: History["thresholds"],
  { now, specReplicas, settings, others }: Context & Pick<ThresholdContext, "others">,
): ThresholdVotes {
  const { pods, workloads, askedAt = now } = observation;
  if (!pods.ok) return { votes: [], fired: null, timers: interrupted(timers) };
  if (spec.thresholds.length === 0) return { votes: [], fired: null, timers: [] };
  const values = spec.thresholds.flatMap((threshold, index) => {
    if (threshold.type !== "Value") return [];
    const { name, value } = threshold;
    const answer = answerTo(spec, observation, index);
    const isPartial = value.increment < 0 && hasSilentWorkload(answer, observation);
    return { name, value, answer: isPartial ? unmeasured : answer };
  });
  const { syncPeriodSeconds } = spec;
  const staying = pods.value.filter(isStaying);
  const notServing = podsWithout(isRunningAndReady, staying, workloads).size;
  const perhapsNotServing = podsPerhapsWithout(isRunningAndReady, staying, workloads).size;
  const sharing = { specReplicas, notServing, perhapsNotServing };
  const seen = { now, askedAt, ...sharing, pods: pods.value, settings };
  return valueThresholdVotes(values, { ...seen, syncPeriodSeconds, bounds: spec, timers, others });
}

/** It may be the one that serves, so the others argue for no fewer (I2). */
function hasSilentWorkload(answer: Answer, { pods, workloads = [] }: Observation): boolean {
  if (answer.kind !== "Samples" || !pods.ok) return false;
  const staying = pods.value.filter(isStaying);
  return workloads.some(has => {
    const its = staying.filter(has);
    return its.length > 0 && !its.some(({ name }) => answer.samples.has(name));
  });
}

const unmeasured: Answer = { kind: "Failed", message: "some workloads have no samples at all" };

const answerTo = ({ metrics }: DefaultedSpec, { answers }: Observation, index: number): Answer =>
  answers[metrics.length + index] ?? notQueried;
