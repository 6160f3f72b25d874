import { list, plain, record, time as epochTime } from "../model/codec.ts";
import type { SerializedPoint } from "../model/generated/history.ts";
import { slot } from "../model/slot.ts";
import { allowsNoOlder, isRecent, pointClock, type PointClock } from "../model/point-clock.ts";
import type { MetricSpec } from "../model/spec/autoscaler-spec.ts";
import { type Metric, sourceIn } from "../model/spec/metric.ts";
import { selectorProblem } from "../model/selectors/label-selector.ts";
import { type Answer, notQueried, type Observation } from "../model/observation/observation.ts";
import type { Vote } from "../model/decision.ts";
import type { Pod } from "../model/observation/pod.ts";
import { ZERO_TIME } from "../model/values/time.ts";
import { type EpochMs, err } from "../model/values/result.ts";
import { nameOf, questionOf, withSource } from "../sources/registry.ts";
import type { MetricContext, MetricStatus, MetricValue, MetricVote } from "../model/metric-vote.ts";
import { besideUnready } from "../arithmetic/total-value.ts";
import {
  isStaying,
  negativeTotalProblem,
  oldTotalProblem,
  trustedSamples,
} from "../arithmetic/trusted-samples.ts";

/**
 * One vote for each metric of the spec, in order. If the pods are unknown, there is a single failed
 * vote, and nothing is measured.
 */
export function metricVotes(
  metrics: readonly MetricSpec[],
  { pods, workloads = [], answers, askedAt }: Observation,
  context: Omit<MetricContext, "pods">,
): readonly MetricVote[] {
  if (!pods.ok) {
    const { reason, message } = pods.error;
    const vote = { source: "selector", type: "Failed", reason, message } as const;
    return [{ vote, status: null }];
  }
  const { profile } = context;
  const counted = profile.leavingPods === "Dropped" ? pods.value.filter(isStaying) : pods.value;
  const known = { ...context, pods: counted, workloads: workloads.map(({ has }) => has) };
  return metrics.map((metric, index) => {
    const given = answers[index] ?? notQueried;
    const answer = trusted(metric, given, askedAt ?? context.now, known);
    const voted = metricVote(metric, answer, known);
    return { ...voted, vote: withAge(voted.vote, answer, counted, context.now) };
  });
}

/** The vote, and how old the samples are that it is about. */
export function withAge(vote: Vote, answer: Answer, pods: readonly Pod[], now: EpochMs): Vote {
  if (vote.type !== "Count") return vote;
  const times =
    answer.kind === "Samples"
      ? pods.map(({ name }) => answer.samples.get(name)?.time ?? ZERO_TIME)
      : [timeOf(answer) ?? ZERO_TIME];
  const known = times.filter(time => time !== ZERO_TIME);
  if (known.length === 0) return vote;
  const sumMs = known.reduce((sum, time) => sum + Math.max(0, now - time), 0);
  return { ...vote, sampleAgeSeconds: Math.round(sumMs / known.length / 1000) };
}

function trusted(
  metric: MetricSpec,
  answer: Answer,
  askedAt: EpochMs,
  { profile, pods, points = [] }: MetricContext,
): Answer {
  const maxAgeSeconds = metric.maxAgeSeconds ?? null;
  if (answer.kind === "Failed") return answer;
  // Upstream trusts all of them, unless the object asks for a limit, which upstream does not have.
  if (profile.samples === "All" && maxAgeSeconds === null) return answer;
  if (answer.kind !== "Samples") {
    const clock = points.find(point => point.metric === questionOf(metric));
    const limit = { maxAgeSeconds, clock };
    const problem =
      oldTotalProblem(answer.measured, askedAt, limit) ?? negativeTotalProblem(answer);
    return problem === null ? answer : { kind: "Failed", message: problem };
  }
  const samples = trustedSamples(answer.samples, pods, askedAt, maxAgeSeconds);
  return samples.ok
    ? { kind: "Samples", samples: samples.value }
    : { kind: "Failed", message: samples.error };
}

function metricVote(metric: MetricSpec, answer: Answer, context: MetricContext): MetricVote {
  const source = nameOf(metric);
  const problem = metricSelectorProblem(metric);
  const counted = problem === null ? count(metric, answer, context) : err(problem);
  if (counted.ok) {
    const { replicas, message, current, ...measured } = counted.value;
    const vote = { source, type: "Count", replicas, message } as const;
    return { vote, status: statusOf(metric, current), ...measured };
  }
  const reason = failureReason(metric);
  const vote = { source, type: "Failed", reason, message: counted.error } as const;
  return { vote, status: { type: "" } };
}

/** Why a metric cannot be queried, as a sentence; null: it can. */
export function metricSelectorProblem(metric: Metric): string | null {
  const selector = sourceIn(metric).metric?.selector;
  const problem = selector ? selectorProblem(selector) : null;
  return problem === null ? null : `the metric's selector: ${problem}`;
}

const count = (metric: MetricSpec, answer: Answer, context: MetricContext) =>
  withSource(metric, (source, fields) => {
    const countOf = (given: MetricContext) => source.count(fields, answer, given);
    return source.hasValueWithoutPods ? besideUnready(context, countOf) : countOf(context);
  }) ?? err("an unknown type of metric");

/** Upstream's reasons. The last one is only possible with a schema that accepts any type. */
export const failureReason = (metric: Metric): string =>
  withSource(metric, () => `FailedGet${metric.type}Metric`) ?? "InvalidMetricSourceType";

const statusOf = (spec: MetricSpec, current: MetricValue): MetricStatus | null =>
  withSource(spec, (source, fields, key) => {
    const shown = { ...source.identity(fields), current };
    return { type: spec.type, [key]: shown } as unknown as MetricStatus;
  });

/** How far apart the points of metrics are whose values belong to no pod, after these answers. */
export function pointClocks(
  metrics: readonly MetricSpec[],
  { answers, askedAt }: Observation,
  { now, points }: { readonly now: EpochMs; readonly points: readonly PointClock[] },
): readonly PointClock[] {
  const at = askedAt ?? now;
  const clocks = metrics.flatMap((spec, index) => {
    const time = spec.maxAgeSeconds == null ? timeOf(answers[index]) : null;
    // To know what a metric asks takes longer than all else here, and most metrics need no clock.
    if (points.length === 0 && (time === null || isRecent(time, at))) return [];
    const metric = questionOf(spec);
    const before = points.find(point => point.metric === metric);
    return (time === null ? before : pointClock(before, { metric, time }, at)) ?? [];
  });
  return [...new Map(clocks.map(clock => [clock.metric, clock])).values()];
}

const timeOf = (answer: Answer | undefined): EpochMs | null =>
  answer && "measured" in answer ? (answer.measured?.time ?? null) : null;

export const pointMemory = slot({
  name: "points",
  codec: list(
    record<SerializedPoint, PointClock>(
      { metric: plain, time: epochTime, gapSeconds: list<number, number>(plain) },
      { gapSeconds: [] },
    ),
  ),
  isAsSafe: allowsNoOlder,
  clock: "Runs",
});
