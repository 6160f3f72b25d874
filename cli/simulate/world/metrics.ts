import { hasValueWithoutPods, nameOf, resourceOf } from "../../../engine/sources/registry.ts";
import { milliUnits } from "../../../engine/model/values/quantity.ts";
import { err, ok, type Result, type EpochMs } from "../../../engine/model/values/result.ts";
import { intendedMetric } from "../../../engine/votes/asked-metrics.ts";
import type { MetricTarget } from "../../../engine/model/spec/autoscaler-spec.ts";
import type { DefaultedSpec } from "../../../engine/spec/defaults.ts";
import { type Metric, type MetricType, sourceIn } from "../../../engine/model/spec/metric.ts";
import type { Answer } from "../../../engine/model/observation/observation.ts";
import type { PodSample } from "../../../engine/model/observation/pod-sample.ts";
import { allOrError } from "../all-or-error.ts";
import type { LoadHistory } from "./load-history.ts";
import type { Pods } from "./pods.ts";

/**
 * How one metric of an object follows from the load.
 *
 * Pods    a sample of each pod: its share
 * Shared  one value: the whole load, of which each pod has a part
 * Value   one value that falls when there are more pods: the share of a ready pod
 */
export interface MetricPlan {
  readonly kind: "Pods" | "Shared" | "Value";
  readonly answer: "Samples" | "Value" | "Values" | "Scaler";
  readonly column: number;
  /** Thousandths of the metric for one unit of the load. */
  readonly milliPerUnit: number;
  /** What a pod shows: its part of the load, or at most what it bears. */
  readonly shown: "perPod" | "limited";
}

export interface MetricSettings {
  readonly columns: readonly string[];
  readonly podCapacity: number;
  /** By the name of a metric: what one unit of the load is in it. */
  readonly factors: ReadonlyMap<string, number>;
  /** Whether pods use no more CPU than what they bear: their limit hides the rest of the load. */
  readonly saturates: boolean;
}

/** The request of each pod, in thousandths: a fine scale, since only the percentage counts. */
export const podRequest = 1_000_000n;

/** What a metric is compared with. */
interface Use {
  readonly metric: Metric;
  readonly valueType: string;
  /** Whether only its server knows the target. */
  readonly isTargetElsewhere?: boolean;
}

/** One plan for each metric that the object asks for. Errors: a sentence about the first one that the load lacks. */
export function planMetrics(spec: DefaultedSpec, settings: MetricSettings) {
  const uses = usesOf(spec);
  const names = new Set(uses.map(({ metric }) => plainName(metric)));
  return allOrError(uses.map(use => planFor(use, settings, names.size === 1)));
}

/** In the order of `askedMetrics`. */
const usesOf = ({ metrics, thresholds }: DefaultedSpec): readonly Use[] => [
  ...metrics.map(metric => {
    const { target } = sourceIn(metric);
    const isOwn = target?.averageValue != null || target?.value != null;
    const isTargetElsewhere = metric.type === "ExternalScaler" && !isOwn;
    return { metric, valueType: typeOf(target, metric), isTargetElsewhere };
  }),
  ...thresholds.map(threshold => {
    if (threshold.type === "Value") {
      const { metric, valueType } = threshold.value;
      return { metric, valueType: valueType ?? defaultType(metric) };
    }
    const metric = intendedMetric(threshold.intention);
    return { metric, valueType: typeOf(sourceIn(metric).target, metric) };
  }),
];

/** Source  upstream: an average takes precedence, except for Object, where the type decides. */
function typeOf(target: MetricTarget | undefined, metric: Metric): string {
  if (metric.type === "Object") return target?.type ?? "Value";
  if (metric.type === "ExternalScaler" && target?.value == null) return "AverageValue";
  if (target?.averageValue != null) return "AverageValue";
  return target?.averageUtilization == null ? "Value" : "Utilization";
}

const defaultType = ({ type }: Metric): string =>
  hasValueWithoutPods(type) ? "Value" : "AverageValue";

const answers: Readonly<Record<MetricType, MetricPlan["answer"]>> = {
  Resource: "Samples",
  ContainerResource: "Samples",
  Pods: "Samples",
  Object: "Value",
  External: "Values",
  ExternalScaler: "Scaler",
  Prometheus: "Value",
};

function planFor(
  { metric, valueType, isTargetElsewhere = false }: Use,
  { columns, podCapacity, factors, saturates }: MetricSettings,
  isOnlyOne: boolean,
): Result<MetricPlan, string> {
  const name = plainName(metric);
  const answer = answers[metric.type];
  const kind = answer === "Samples" ? "Pods" : valueType === "AverageValue" ? "Shared" : "Value";
  const named = columns.indexOf(name);
  const factor = factors.get(name);
  const isUtilization = valueType === "Utilization";
  if (named < 0 && factor === undefined && !isUtilization && !isOnlyOne) {
    return err(
      `the load has no ${nameOf(metric)}; add a column "${name}" to it, or write what one unit of the load is in this metric, such as --metric ${name}=1`,
    );
  }
  if (isTargetElsewhere) {
    return err(
      `the target of ${nameOf(metric)} is up to the scaler, which a simulation does not ask; write target: {type: AverageValue, averageValue: 10} or the like`,
    );
  }
  const column = Math.max(0, named);
  const perUnit = isUtilization ? Number(podRequest) / podCapacity : 1000;
  const shown = saturates ? shownUnderLimit(metric, { isUtilization, column }) : "perPod";
  return ok({ kind, answer, column, milliPerUnit: (factor ?? 1) * perUnit, shown });
}

/** What a pod bears of another column is unknown, unless it is a share of its request. */
const shownUnderLimit = (
  metric: Metric,
  { isUtilization, column }: { readonly isUtilization: boolean; readonly column: number },
): MetricPlan["shown"] =>
  resourceOf(metric)?.resource === "cpu" && (isUtilization || column === 0) ? "limited" : "perPod";

/** The name of a metric in the load; a query is its own name, and a scaler has that of its source. */
export function plainName(metric: Metric): string {
  const { metric: identifier, metricName, query, source } = sourceIn(metric);
  const named = identifier?.name ?? metricName ?? query ?? source;
  return resourceOf(metric)?.resource ?? named ?? metric.type;
}

/** The load of a pod that is at its target; null: the target is not one for each pod. */
export function loadOfPod(
  { averageUtilization, averageValue }: MetricTarget,
  { milliPerUnit }: MetricPlan,
): number | null {
  if (averageUtilization != null) {
    return ((averageUtilization / 100) * Number(podRequest)) / milliPerUnit;
  }
  const milli = averageValue == null ? null : milliUnits(averageValue);
  return milli?.ok ? Number(milli.value) / milliPerUnit : null;
}

const unknown: Answer = { kind: "Failed", message: "the load has a gap here" };

const milli = (amount: number): bigint => BigInt(Math.round(amount));

interface Measuring {
  readonly pods: Pods;
  readonly history: LoadHistory;
  readonly windowMs: number;
}

/** What the metrics APIs answer, if the newest measurement is of `time`. */
export function answerTo(
  { kind, answer, column, milliPerUnit, shown }: MetricPlan,
  time: EpochMs,
  { pods, history, windowMs }: Measuring,
): Answer {
  const means = history.means(column, time - windowMs, time);
  if (!means) return unknown;
  if (kind === "Pods") {
    const samples = new Map<string, PodSample>();
    const shared = { value: milli(means[shown] * milliPerUnit), time, windowMs };
    for (const { pod, readyAt } of pods.newest()) {
      if (readyAt >= time) continue;
      if (readyAt <= time - windowMs) samples.set(pod.name, shared);
      else {
        const own = history.means(column, readyAt, time)?.[shown] ?? 0;
        samples.set(pod.name, { ...shared, value: milli(own * milliPerUnit) });
      }
    }
    return samples.size === 0 ? noSamples : { kind: "Samples", samples };
  }
  const amount = kind === "Shared" ? means.total : means.perPod;
  const value = milli(amount * milliPerUnit);
  if (answer === "Scaler") {
    return {
      ...{ kind: "Scaler", isActive: value > 0n },
      metrics: [{ name: "load", target: 0n, values: [value] }],
    };
  }
  const measured = { time, windowMs };
  return answer === "Value"
    ? { kind: "Value", value, measured }
    : { kind: "Values", values: [value], measured };
}

const noSamples: Answer = { kind: "Failed", message: "no pod has been measured yet" };
