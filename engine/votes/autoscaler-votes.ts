// engine/votes/: one vote for each metric or threshold of a spec.

import { type ActiveFallback, type Vote, failedOf, winnerOf } from "../model/decision.ts";
import { earliest } from "../model/values/time.ts";
import type { DefaultedSpec } from "../spec/defaults.ts";
import type { ThresholdSpec } from "../model/spec/autoscaler-spec.ts";
import { followsMinimum } from "./asked-metrics.ts";
import { type History, update } from "../model/history.ts";
import { advanced } from "../model/idle-clock.ts";
import type { Observation } from "../model/observation/observation.ts";
import type { AnySlot } from "../model/slot.ts";
import type { EpochMs } from "../model/values/result.ts";
import { idleMemory, idleSeconds, withActivity, withIdleThresholds } from "./activity.ts";
import { failureMemory, withFallbacks } from "./fallback.ts";
import { withFormula } from "./formula-votes.ts";
import type {
  MeasuredLoad,
  MetricContext,
  MetricStatus,
  MetricVote,
} from "../model/metric-vote.ts";
import { pointMemory, metricVotes, pointClocks } from "./metric-votes.ts";
import { targetAlone, withOwnNeed } from "./own-need.ts";
import { type MeasuredThreshold, thresholdVotes } from "./threshold-votes.ts";
import { timerMemory, keeping } from "./value-thresholds.ts";

/** What the sources remember. */
export const voteMemory: readonly AnySlot[] = [timerMemory, idleMemory, failureMemory, pointMemory];

/**
 * The votes of all sources of an Autoscaler, and what `stabilize` needs of them.
 *
 * windowed  the recommendation that the windows record, to which thresholds that remove replicas
 *           contribute nothing; null: none. Absent: what the votes ask for
 * loads     what was measured of each metric, if there is a forecast to compare it with; otherwise empty
 * fired     the largest count that an upward threshold asks for after its duration; null: none does
 */
export interface AutoscalerVotes {
  readonly votes: readonly Vote[];
  readonly windowed?: number | null;
  readonly fired: number | null;
  readonly loads: readonly (MeasuredLoad | null)[];
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
  const found = sourceVotes(spec, observation, before, context);
  const { metrics, thresholds: covered, points, timers, ...known } = found;
  const raised = withOwnNeeds(spec, observation, before, context);
  const voted = metrics.map(raised);
  const measured = covered.measured.map(one => ({ ...one, vote: raised(one.vote) }));
  const asked = winnerOf([...voted, ...measured.map(votedBy)])?.replicas ?? Infinity;
  const thresholds = measured.map(one => withKept(one, asked));
  const downward = thresholds.filter(({ isUpward }) => isUpward === false);
  const others = thresholds.filter(({ isUpward }) => isUpward !== false);
  const lasting = [...voted, ...others.map(votedBy)];
  const hasValues = thresholds.some(({ isUpward }) => isUpward !== undefined);
  const fired = winnerOf(others.filter(({ hasFired }) => hasFired).map(votedBy));
  const { failures } = known;
  return {
    votes: [...lasting, ...downward.map(votedBy)],
    ...(hasValues ? { windowed: recommendationOf(lasting, spec, context) } : {}),
    fired: fired?.replicas ?? null,
    loads: observation.forecast ? known.measured.map(({ load }) => load ?? null) : [],
    currentMetrics: known.measured.flatMap(({ status }) => status ?? []),
    fallbacks: [...known.active, ...covered.active],
    wakeAt: earliest([known.takesOverAt, covered.takesOverAt]),
    history: update(before, {
      thresholds: timers,
      idle: advanced(
        before.idle,
        idleSeconds(spec) === null ? "Active" : known.activity,
        context.now,
      ),
      failures: observation.pods.ok ? [...failures, ...covered.failures] : before.failures,
      points,
    }),
  };
}

function sourceVotes(
  spec: DefaultedSpec,
  observation: Observation,
  before: History,
  context: Context,
) {
  const isLimited = context.profile.samples === "Trusted";
  const points = isLimited
    ? pointClocks(spec.metrics, observation, { now: context.now, points: before.points })
    : before.points;
  const covered = withFallbacks(
    spec.metrics,
    metricVotes(spec.metrics, observation, { ...context, points }),
    observation,
    { ...context, failures: before.failures },
  );
  const { measured } = covered;
  const voted = measured.map(votedBy);
  const estimated = measured.map(({ isEstimated }) => isEstimated);
  const { votes, activity } = withActivity(spec, voted, observation, { ...context, estimated });
  // If the pods are unknown, the only vote is about them.
  const formula = observation.pods.ok ? spec.formula : null;
  const activated = (metric: MetricVote, index: number): MetricVote => ({
    ...metric,
    vote: votes[index] ?? metric.vote,
  });
  const metrics = withFormula(formula, spec.metrics, measured.map(activated), context);
  const { covered: given, timers } = thresholdVotes(spec, observation, before, context);
  const about = { activity, specReplicas: context.specReplicas };
  const thresholds = { ...given, measured: withIdleThresholds(spec, given.measured, about) };
  return { ...covered, metrics, activity, points, thresholds, timers };
}

/** Raises each vote about several workloads by what the target needs by itself. */
function withOwnNeeds(
  spec: DefaultedSpec,
  observation: Observation,
  before: History,
  context: Context,
): (vote: Vote) => Vote {
  const alone = targetAlone(observation);
  if (!alone) return vote => vote;
  const { metrics, thresholds } = sourceVotes(spec, alone, before, { ...context, ...alone.scale });
  const isProposal = ({ isUpward }: MeasuredThreshold): boolean => isUpward === undefined;
  const own = [...metrics, ...thresholds.measured.filter(isProposal).map(votedBy)];
  return vote => withOwnNeed(vote, own, spec, observation);
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

/** With the bounds of the active window, whose minimum is then all that the spec asks for. */
function minimumVote({ minReplicas }: DefaultedSpec, history: History): AutoscalerVotes {
  const message = `there is no metric, so the minimum counts: ${minReplicas}`;
  const vote = { source: "schedules", type: "Count", replicas: minReplicas, message } as const;
  return {
    ...{ votes: [vote], fired: null, loads: [], currentMetrics: [], fallbacks: [] },
    ...{ wakeAt: null, history: update(history, noSources) },
  };
}

const noSources = { thresholds: [], idle: null, failures: [], points: [] } as const;
