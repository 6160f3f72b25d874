// engine/recommend/: one vote for each metric, threshold or parameter of a spec.
// engine/pipeline/ imports it.

import { isSameJson } from "../canonical-json.ts";
import type { ActiveFallback, Vote } from "../pipeline/decision.ts";
import { earlier } from "../pipeline/stage.ts";
import { failedOf, winnerOf } from "../pipeline/stages/combine.ts";
import type { DefaultedSpec } from "../spec/defaults.ts";
import type { ThresholdSpec } from "../spec/threshold-spec.ts";
import type { History } from "../history/history.ts";
import { advanced } from "../history/idle-clock.ts";
import { type Answer, notQueried, type Observation } from "../observation/observation.ts";
import type { EpochMs } from "../result.ts";
import { withActivity } from "./activity.ts";
import { type WithFallbacks, withFallbacks } from "./fallback.ts";
import { withFormula } from "./formula-votes.ts";
import { intendedMetric, intentionVote } from "./intention.ts";
import type { MetricContext, MetricStatus, MetricVote } from "./metric-vote.ts";
import { metricVotes, pointClocks } from "./metric-votes.ts";
import { isRunningAndReady, podsPerhapsWithout, podsWithout } from "./metrics/group-pods.ts";
import { isStaying } from "./trusted-samples.ts";
import {
  interrupted,
  keeping,
  thresholdSource,
  type ThresholdVote,
  valueThresholdVote,
} from "./thresholds/value-thresholds.ts";

/**
 * The votes of all sources of an Autoscaler, and what `stabilize` needs of them.
 *
 * windowed  the recommendation that the windows record, to which thresholds that remove replicas
 *           contribute nothing; null: none. Absent: what the votes ask for
 * fired     the largest count that an upward threshold asks for after its duration; null: none does
 */
export interface AutoscalerVotes {
  readonly votes: readonly Vote[];
  readonly windowed?: number | null;
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
  const isLimited = context.profile.samples === "Trusted";
  const points = isLimited
    ? pointClocks(spec.metrics, observation, { now: context.now, points: before.points })
    : before.points;
  const { measured, failures, active, takesOverAt } = withFallbacks(
    spec.metrics,
    metricVotes(spec.metrics, observation, { ...context, points }),
    observation,
    { ...context, failures: before.failures },
  );
  const voted = measured.map(({ vote }) => vote);
  const estimated = measured.map(({ isEstimated }) => isEstimated);
  const { votes, activity } = withActivity(spec, voted, observation, { ...context, estimated });
  // If the pods are unknown, the only vote is about them.
  const formula = observation.pods.ok ? spec.formula : null;
  const activated = (metric: MetricVote, index: number): MetricVote => ({
    ...metric,
    vote: votes[index] ?? metric.vote,
  });
  const metrics = formula
    ? withFormula(formula, spec.metrics, measured.map(activated), context)
    : votes;
  const { covered, timers } = thresholdVotes(spec, observation, before, context);
  const asked = winnerOf([...metrics, ...covered.measured.map(votedBy)])?.replicas ?? Infinity;
  const thresholds = covered.measured.map(one => withKept(one, asked));
  const downward = thresholds.filter(({ isUpward }) => isUpward === false);
  const others = thresholds.filter(({ isUpward }) => isUpward !== false);
  const lasting = [...metrics, ...others.map(votedBy)];
  const hasValues = thresholds.some(({ isUpward }) => isUpward !== undefined);
  const fired = winnerOf(others.filter(({ hasFired }) => hasFired).map(votedBy));
  return {
    votes: [...lasting, ...downward.map(votedBy)],
    ...(hasValues ? { windowed: recommendationOf(lasting, spec, context) } : {}),
    fired: fired?.replicas ?? null,
    currentMetrics: measured.flatMap(({ status }) => status ?? []),
    fallbacks: [...active, ...covered.active],
    wakeAt: earlier(takesOverAt, covered.takesOverAt),
    history: remembering(before, {
      thresholds: timers,
      idle: advanced(before.idle, activity, context.now),
      failures: observation.pods.ok ? [...failures, ...covered.failures] : before.failures,
      points,
    }),
  };
}

const withKept = (one: MeasuredThreshold, asked: number): MeasuredThreshold =>
  (one.keeps ?? 0) > asked ? { ...one, vote: keeping(one.vote, one.keeps ?? 0) } : one;

const votedBy = ({ vote }: { readonly vote: Vote }): Vote => vote;

/**
 * If a vote fails, it might have been larger, so a count below the current one is no recommendation.
 * An upward threshold that does not agree asks for nothing; a metric without an opinion does not.
 */
function recommendationOf(
  votes: readonly Vote[],
  { metrics, thresholds }: DefaultedSpec,
  { specReplicas }: Context,
): number | null {
  const largest = winnerOf(votes)?.replicas ?? null;
  const isIncomplete = failedOf(votes).length > 0;
  if (isIncomplete && (largest ?? 0) < specReplicas) return null;
  if (largest !== null) return Math.max(0, largest);
  const hasMetrics = metrics.length > 0 || thresholds.some(({ type }) => type === "Intention");
  const isUpward = (one: ThresholdSpec): boolean => one.type === "Value" && one.value.increment > 0;
  return hasMetrics || !thresholds.some(isUpward) ? null : 0;
}

/** The same history if the sources have nothing new to remember. */
function remembering(
  before: History,
  now: Pick<History, "thresholds" | "idle" | "failures" | "points">,
): History {
  const { thresholds, idle, failures, points } = now;
  const isSame =
    idle === before.idle &&
    isSameJson(thresholds, before.thresholds) &&
    isSameJson(failures, before.failures) &&
    isSameJson(points, before.points);
  return isSame ? before : { ...before, ...now };
}

/** An intention has only a vote. */
type MeasuredThreshold = Pick<ThresholdVote, "vote"> & Partial<ThresholdVote>;

interface VotesOfThresholds {
  readonly covered: WithFallbacks<MeasuredThreshold>;
  readonly timers: History["thresholds"];
}

/** Without votes if the pods are unknown: the metrics' failed vote already covers that. */
function thresholdVotes(
  spec: DefaultedSpec,
  observation: Observation,
  before: History,
  context: Context,
): VotesOfThresholds {
  const { thresholds } = spec;
  const answers = thresholds.map((_, index) => answerTo(spec, observation, index));
  const measured = observation.pods.ok ? measuredThresholds(spec, observation, before, context) : [];
  const sources = thresholds.map(threshold => ({
    ...(threshold.type === "Value" ? threshold.value.metric : intendedMetric(threshold.intention)),
    clock: thresholdSource(threshold.name),
    // A value threshold can only add, so its absence proves little after some time.
    fallback: threshold.fallback ?? (threshold.type === "Value" ? ("Abstain" as const) : null),
  }));
  const about = { pods: observation.pods, answers };
  const covered = withFallbacks(sources, measured, about, {
    ...context,
    failures: before.failures,
  });
  const timers = measured.flatMap(({ timer }) => timer ?? []);
  return { covered, timers: observation.pods.ok ? timers : interrupted(before.thresholds) };
}

function measuredThresholds(
  spec: DefaultedSpec,
  observation: Observation,
  { thresholds: timers }: History,
  context: Context,
): readonly MeasuredThreshold[] {
  const { pods, workloads, askedAt = context.now } = observation;
  if (!pods.ok || spec.thresholds.length === 0) return [];
  const { now, specReplicas, statusReplicas, settings } = context;
  const staying = pods.value.filter(isStaying);
  const about = {
    ...{ now, askedAt, specReplicas, pods: pods.value, settings, timers, bounds: spec },
    syncPeriodSeconds: spec.syncPeriodSeconds,
    notServing: podsWithout(isRunningAndReady, staying, workloads).size,
    perhapsNotServing: podsPerhapsWithout(isRunningAndReady, staying, workloads).size,
    notReady:
      staying.filter(pod => !isRunningAndReady(pod)).length +
      Math.max(0, specReplicas - statusReplicas),
  };
  return spec.thresholds.map((threshold, index) => {
    const { name } = threshold;
    const answer = answerTo(spec, observation, index);
    if (threshold.type === "Intention") {
      const asked = { ...observation, answers: [answer] };
      return { vote: intentionVote(thresholdSource(name), threshold.intention, asked, context) };
    }
    const { value } = threshold;
    const isPartial = value.increment < 0 && hasSilentWorkload(answer, observation);
    return valueThresholdVote({ name, value, answer: isPartial ? unmeasured : answer }, about);
  });
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
