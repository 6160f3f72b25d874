import type { Vote } from "../model/decision.ts";
import { notQueried, type Observation, type Workload } from "../model/observation/observation.ts";
import { milliUnits } from "../model/values/quantity.ts";
import { nextTarget, type UsedWorkload } from "./choose-target.ts";
import { toleranceOf } from "../arithmetic/usage-ratio.ts";
import type { AutoscalerProfile } from "../model/spec/profile.ts";
import type { Settings } from "../model/spec/settings.ts";
import type { EpochMs } from "../model/values/result.ts";
import { nameOf, hasValueWithoutPods } from "../sources/registry.ts";
import type { DefaultedSpec } from "../spec/defaults.ts";
import type { MetricSpec, ThresholdSpec } from "../model/spec/autoscaler-spec.ts";
import { sourceIn, sourceKey } from "../model/spec/metric.ts";
import { isBelow } from "./threshold-reading.ts";
import { intendedMetric } from "./asked-metrics.ts";
import { formulaSource } from "./formula-votes.ts";
import type { MetricContext } from "../model/metric-vote.ts";
import { metricVotes } from "./metric-votes.ts";

/** The target of several workloads as if it were the only one; null: it is, or has no replicas. */
export function targetAlone({ others, ...observation }: Observation): Observation | null {
  const { workloads = [], pods, scale } = observation;
  const [target] = workloads;
  if (!others || workloads.length < 2 || !pods.ok || scale.specReplicas === 0) return null;
  const own = pods.value.filter(pod => target?.has(pod));
  return { ...observation, workloads: [], pods: { ok: true, value: own } };
}

/**
 * Raises a vote about a total so that the target keeps what it needs by itself. The pods of other
 * workloads may be ready without serving, so an average or a sum over all of them does not show
 * what the serving ones need.
 *
 * alone  the votes about the target, as if it were the only workload: what a HorizontalPodAutoscaler
 *        would ask for
 */
export function withOwnNeed(
  vote: Vote,
  alone: readonly Vote[],
  spec: Pick<DefaultedSpec, "metrics" | "formula">,
  observation: Observation,
): Vote {
  if (vote.type !== "Count" || vote.input !== undefined) return vote;
  const { scale, others, workloads = [] } = observation;
  const own = alone.filter(({ source, input }) => source === vote.source && input === undefined);
  const need = needOf(own, scale.specReplicas);
  const isShared = sourcesWithoutPods(spec).has(vote.source) || vote.reason !== undefined;
  const kept = isShared ? partOf(vote.reason ? vote.replicas : need, workloads) : need;
  const replicas = (others?.specReplicas ?? 0) + kept;
  if (kept === 0 || replicas <= vote.replicas) return vote;
  const message = `${vote.message}; the target needs ${kept} by itself: ${replicas} with the others`;
  return { ...vote, replicas, message };
}

/** A failed vote might ask for any count, so it keeps the current one (I2). */
function needOf(votes: readonly Vote[], current: number): number {
  const counts = votes.flatMap(vote => (vote.type === "Count" ? [vote.replicas] : []));
  const isFailed = votes.some(({ type }) => type === "Failed");
  return Math.max(0, ...counts, ...(isFailed ? [current] : []));
}

/** The sources that do not show which workload has the load. */
function sourcesWithoutPods({ metrics, formula }: Pick<DefaultedSpec, "metrics" | "formula">) {
  const shared = metrics.filter(({ type }) => hasValueWithoutPods(type));
  const names = new Set(shared.flatMap(({ name }) => name ?? []));
  const isRead = formula?.readings.some(({ name }) => names.has(name)) ?? false;
  return new Set([...shared.map(nameOf), ...(isRead ? [formulaSource] : [])]);
}

/**
 * The target's part of what the whole load needs: without an announcement, it may be the only one
 * that serves, or serve nothing. So it keeps what the load needs, and gets no more for it.
 */
function partOf(need: number, [target, ...others]: readonly Workload[]): number {
  if (target?.isServing) return Math.max(0, need - replicasOf(others.filter(isServing)));
  return others.some(isServing) ? 0 : Math.min(need, target?.specReplicas ?? 0);
}

export const isServing = (workload: Workload): boolean => workload.isServing === true;

export const replicasOf = (workloads: readonly Workload[]): number =>
  workloads.reduce((sum, { specReplicas }) => sum + specReplicas, 0);

export interface ChoiceContext {
  readonly now: EpochMs;
  readonly spec: DefaultedSpec;
  readonly settings: Settings;
  readonly profile: AutoscalerProfile;
  readonly observation: Observation;
}

/** Which of several workloads to scale next; null: their sizes decide. */
export function nextTargetOf(
  { now, spec, settings, profile, observation }: ChoiceContext,
  votes: readonly Vote[],
): string | null {
  if (spec.targetSelection === "Largest" || votes.length === 0) return null;
  const tolerance = toleranceOf(spec.behavior, settings);
  const about = { now, tolerance, settings: { ...settings, ...spec.startup }, profile };
  const used = usageOfEach(spec, observation, about);
  return used && nextTarget(used);
}

/**
 * The usage of each workload by all that is measured for each pod, the target first: the highest
 * ratio counts. null: there is only one workload, or nothing is measured for each pod.
 */
function usageOfEach(
  spec: Pick<DefaultedSpec, "metrics" | "thresholds">,
  observation: Observation,
  context: Omit<MetricContext, "pods" | "workloads" | "specReplicas" | "statusReplicas">,
): readonly UsedWorkload[] | null {
  const { pods, workloads = [] } = observation;
  const measured = measuredOfPods(spec, observation);
  if (workloads.length < 2 || !pods.ok || measured.length === 0) return null;
  const metrics = measured.map(({ metric }) => metric);
  const answers = measured.map(({ answer }) => answer);
  return workloads.map(({ has, ...workload }) => {
    const its = { ok: true, value: pods.value.filter(has) } as const;
    const alone = { ...observation, workloads: [], pods: its, answers };
    const votes = metricVotes(metrics, alone, { ...context, ...workload });
    const ratios = votes.flatMap(({ usageRatio }) => usageRatio ?? []);
    return { ...workload, usageRatio: ratios.length > 0 ? Math.max(...ratios) : null };
  });
}

/**
 * A limit below which replicas are removed may be far below the usage of pods without requests, as for
 * memory. So such limits count only if there is nothing else.
 */
function measuredOfPods(
  { metrics, thresholds }: Pick<DefaultedSpec, "metrics" | "thresholds">,
  { answers }: Observation,
) {
  const targeted = [
    ...metrics.map(metric => ({ metric, isLow: false })),
    ...thresholds.map(targetedMetric),
  ];
  const measured = targeted.flatMap((one, index) =>
    one && !hasValueWithoutPods(one.metric.type)
      ? { ...one, answer: answers[index] ?? notQueried }
      : [],
  );
  const others = measured.filter(({ isLow }) => !isLow);
  return others.length > 0 ? others : measured;
}

/** A threshold as a metric, with its limit as the target; null: a higher value does not mean more load. */
function targetedMetric(threshold: ThresholdSpec): { metric: MetricSpec; isLow: boolean } | null {
  if (threshold.type === "Intention") {
    return { metric: intendedMetric(threshold.intention), isLow: false };
  }
  const { metric, comparison, increment, value, valueType } = threshold.value;
  const limit = milliUnits(value);
  const isLow = increment < 0;
  if (isLow !== isBelow(comparison) || !limit.ok || limit.value <= 0n) return null;
  const target =
    valueType === "Utilization"
      ? { type: valueType, averageUtilization: Number(value) }
      : { type: "AverageValue", averageValue: value };
  const source = { ...sourceIn(metric), target };
  const { type } = metric;
  return { metric: { type, [sourceKey(type)]: source } as unknown as MetricSpec, isLow };
}
