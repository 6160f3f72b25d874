import type { History } from "../model/history.ts";
import {
  type Answer,
  notQueried,
  type Observation,
  type Workload,
} from "../model/observation/observation.ts";
import type { Pod } from "../model/observation/pod.ts";
import type { DefaultedSpec } from "../spec/defaults.ts";
import { withFallbacks } from "./fallback.ts";
import { metricVotes, withAge } from "./metric-votes.ts";
import { intendedMetric } from "./asked-metrics.ts";
import type { MetricContext } from "../model/metric-vote.ts";
import { isRunningAndReady, podsPerhapsWithout, podsWithout } from "../arithmetic/group-pods.ts";
import { isServing, replicasOf, targetAlone } from "./own-need.ts";
import { isStaying } from "../arithmetic/trusted-samples.ts";
import {
  interrupted,
  thresholdSource,
  type ThresholdVote,
  valueThresholdVote,
} from "./value-thresholds.ts";

type Context = Omit<MetricContext, "pods">;

/** An intention has only a vote. */
export type MeasuredThreshold = Pick<ThresholdVote, "vote"> & Partial<ThresholdVote>;

/** Without votes if the pods are unknown: the metrics' failed vote already covers that. */
export function thresholdVotes(
  spec: DefaultedSpec,
  observation: Observation,
  before: History,
  context: Context,
) {
  const { thresholds } = spec;
  const answers = thresholds.map((_, index) => answerTo(spec, observation, index));
  const measured = observation.pods.ok
    ? measuredThresholds(spec, observation, before, context)
    : [];
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
  const { pods, scale, askedAt = context.now } = observation;
  if (!pods.ok || spec.thresholds.length === 0) return [];
  const { now, specReplicas, settings } = context;
  const staying = pods.value.filter(isStaying);
  const target = targetAlone(observation)?.pods;
  const alone = target?.ok ? target.value : null;
  const own = (alone ?? pods.value).filter(isStaying);
  const about = {
    ...{ now, askedAt, specReplicas, pods: pods.value, settings, timers, bounds: spec },
    syncPeriodSeconds: spec.syncPeriodSeconds,
    ...sharingOf(observation.workloads ?? [], staying),
    // Not every custom resource reports its replicas.
    notCreated: scale.specReplicas - Math.max(scale.statusReplicas, own.length),
    unready: own.filter(pod => !isRunningAndReady(pod)),
  };
  return spec.thresholds.flatMap((threshold, index): MeasuredThreshold | MeasuredThreshold[] => {
    const { name } = threshold;
    const answer = answerTo(spec, observation, index);
    if (threshold.type === "Intention") {
      // The proposal of its metric; `stepIntentions` then moves the count toward it.
      const asked = { ...observation, answers: [answer] };
      const proposed = metricVotes([intendedMetric(threshold.intention)], asked, context);
      return proposed.map(({ vote }) => ({ vote: { ...vote, source: thresholdSource(name) } }));
    }
    const { value } = threshold;
    const compared = value.increment < 0 || isMeasured(answer, alone) ? alone : null;
    const measured = compared ? { ...about, pods: compared } : about;
    const voted = valueThresholdVote({ name, value, answer }, measured);
    return { ...voted, vote: withAge(voted.vote, answer, measured.pods, now) };
  });
}

/**
 * Which replicas share a total: those of the announced workloads. Without an announcement, all of them
 * do, or only those of the target, as pods can be ready without serving. The pods of a workload without
 * a ready one have no part in it.
 */
function sharingOf(workloads: readonly Workload[], staying: readonly Pod[]) {
  const [target] = workloads;
  if (!target || workloads.length < 2) return {};
  const announced = workloads.filter(isServing);
  const shares = announced.length > 0 ? announced : workloads;
  const has = shares.map(one => one.has);
  const pods = staying.filter(pod => has.some(its => its(pod)));
  const all = replicasOf(shares);
  // During a rollout there can be more pods than replicas.
  const without = (some: ReadonlySet<Pod>): number => Math.max(Math.min(1, all), all - some.size);
  const known = without(podsWithout(isRunningAndReady, pods, has));
  const sure = without(podsPerhapsWithout(isRunningAndReady, pods, has));
  return { sharing: { known, fewest: announced.length > 0 ? sure : target.specReplicas } };
}

/** Whether any of these pods has a sample. A target without samples grows by those of the others. */
const isMeasured = (answer: Answer, pods: readonly Pod[] | null): boolean =>
  answer.kind === "Samples" && (pods ?? []).some(({ name }) => answer.samples.has(name));

const answerTo = ({ metrics }: DefaultedSpec, { answers }: Observation, index: number): Answer =>
  answers[metrics.length + index] ?? notQueried;
