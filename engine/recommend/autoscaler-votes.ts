// engine/recommend/: one vote for each metric, threshold or parameter of a spec.
// engine/pipeline/ imports it.

import type { Vote } from "../pipeline/decision.ts";
import type { DefaultedSpec } from "../spec/defaults.ts";
import type { History } from "../history/history.ts";
import { type Answer, notQueried, type Observation } from "../observation/observation.ts";
import { intentionVote } from "./intention.ts";
import type { MetricContext, MetricStatus } from "./metric-vote.ts";
import { metricVotes } from "./metric-votes.ts";
import { isStaying } from "./trusted-samples.ts";
import {
  interrupted,
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
  readonly currentMetrics: readonly MetricStatus[];
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
  const measured = metricVotes(spec.metrics, observation, context);
  const values = valueVotes(spec, observation, before, context);
  return {
    windowed: [...measured.map(({ vote }) => vote), ...intentionVotes(spec, observation, context)],
    unwindowed: values.votes,
    currentMetrics: measured.flatMap(({ status }) => status ?? []),
    history: { ...before, thresholds: values.timers },
  };
}

/** Empty if the pods are unknown: the metrics' failed vote already covers that. */
function intentionVotes(
  spec: DefaultedSpec,
  observation: Observation,
  context: Context,
): readonly Vote[] {
  if (!observation.pods.ok) return [];
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
  { thresholds: timers, scaleEvents }: History,
  { now, specReplicas, settings }: Context,
): ThresholdVotes {
  const { pods, askedAt = now } = observation;
  if (!pods.ok) return { votes: [], timers: interrupted(timers) };
  const values = spec.thresholds.flatMap((threshold, index) => {
    if (threshold.type !== "Value") return [];
    const { name, value } = threshold;
    const answer = answerTo(spec, observation, index);
    const isPartial = value.increment < 0 && hasSilentWorkload(answer, observation);
    return { name, value, answer: isPartial ? unmeasured : answer };
  });
  const { syncPeriodSeconds } = spec;
  const seen = { now, askedAt, specReplicas, pods: pods.value, settings };
  const changedAt = scaleEvents.at(-1)?.time ?? null;
  return valueThresholdVotes(values, {
    ...{ ...seen, syncPeriodSeconds, bounds: spec, timers, changedAt },
  });
}

/** It may be the one that serves, so the others argue for no fewer (I2). */
function hasSilentWorkload(answer: Answer, { pods, workloads = [] }: Observation): boolean {
  if (answer.kind !== "Samples" || !pods.ok) return false;
  const staying = pods.value.filter(isStaying);
  return workloads.some(has => {
    const its = staying.filter(({ labels }) => has(labels));
    return its.length > 0 && !its.some(({ name }) => answer.samples.has(name));
  });
}

const unmeasured: Answer = { kind: "Failed", message: "some workloads have no samples at all" };

const answerTo = ({ metrics }: DefaultedSpec, { answers }: Observation, index: number): Answer =>
  answers[metrics.length + index] ?? notQueried;
