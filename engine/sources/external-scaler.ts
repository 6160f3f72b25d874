import {
  type Answer,
  notQueried,
  type RawAnswer,
  type RawScalerMetric,
  type ScalerMetric,
} from "../model/observation/observation.ts";
import { milliUnits } from "../model/values/quantity.ts";
import { targetMilli } from "../arithmetic/usage-ratio.ts";
import type { Counted, MetricContext } from "../model/metric-vote.ts";
import { noSamples } from "../arithmetic/resource-metric.ts";
import { negativeTotalProblem } from "../arithmetic/trusted-samples.ts";
import { err, ok, type Result } from "../model/values/result.ts";
import type { Targeted } from "../model/spec/autoscaler-spec.ts";
import type { SourceFields } from "../model/spec/metric.ts";
import { countFromSum, totalSource } from "./external.ts";
import type { MetricSource } from "./metric-source.ts";

/**
 * A server that speaks KEDA's externalscaler.proto, under the name that the platform team gave it. It names the
 * metrics and, unless the object does, their targets.
 */
export const externalScaler: MetricSource<SourceFields["ExternalScaler"]> = {
  ...totalSource(answer => {
    if (answer.kind !== "Scaler") return err(noSamples(answer));
    const only = onlyOf(answer.metrics);
    return only.ok ? ok(only.value.values.reduce((sum, value) => sum + value, 0n)) : only;
  }),
  name: ({ source, metricName }) =>
    metricName === undefined ? `external scaler ${source}` : `${metricName} of ${source}`,
  query: ({ source, metadata = {}, metricName = null, push = false }) => ({
    ...{ kind: "ScalerMetrics", source, metadata, metricName, push },
  }),
  parse: parseScalerMetrics,
  identity: ({ source, metricName }) => ({
    ...{ source },
    ...(metricName === undefined ? {} : { metricName }),
  }),
  count: countFromScaler,
  remedy: () =>
    "check the metadata of the metric, or ask the platform team about the metric source",
};

function parseScalerMetrics(raw: RawAnswer): Answer {
  if (raw.kind !== "ScalerMetrics") return raw.kind === "Failed" ? raw : notQueried;
  const metrics: ScalerMetric[] = [];
  for (const each of raw.metrics) {
    const metric = parseMetric(each);
    if (!metric.ok) return { kind: "Failed", message: `metric ${each.name}: ${metric.error}` };
    metrics.push(metric.value);
  }
  return { kind: "Scaler", isActive: raw.isActive, metrics };
}

/** Without a value, a metric is not 0 (I2). */
function parseMetric({ name, target, values }: RawScalerMetric): Result<ScalerMetric, string> {
  if (values.length === 0) return err("the scaler returned no value");
  const amounts: bigint[] = [];
  for (const text of [target, ...values]) {
    const amount = milliUnits(text);
    if (!amount.ok) return amount;
    amounts.push(amount.value);
  }
  const [wanted = 0n, ...found] = amounts;
  return ok({ name, target: wanted, values: found });
}

/**
 * The largest count of the scaler's metrics. Whether it is active matters for the step between 0 and 1: while
 * it is not, a workload at 0 stays there, and while it is, one replica is the least.
 *
 * Source  KEDA, pkg/scaling/executor/scale_scaledobjects.go, RequestScale.
 */
export function countFromScaler(
  { target = {} }: SourceFields["ExternalScaler"] & Partial<Targeted>,
  answer: Answer,
  context: MetricContext,
): Result<Counted, string> {
  if (answer.kind !== "Scaler") return err(noSamples(answer));
  const { isActive, metrics } = answer;
  if (context.specReplicas === 0 && isActive === false) {
    return ok({ replicas: 0, message: "not active", current: {} });
  }
  const problem = negativeTotalProblem(answer);
  const largest = problem === null ? largestOf(metrics, target, context) : err(problem);
  if (!largest.ok) {
    // An active scaler whose metrics are not known wakes a workload; then they count.
    const wakes = isActive === true && context.specReplicas === 0;
    const message = `active: 1, although ${largest.error}`;
    return wakes ? ok({ replicas: 1, message, current: {} }) : largest;
  }
  if (isActive !== true || largest.value.replicas > 0) return largest;
  return ok({ ...largest.value, replicas: 1, message: `${largest.value.message}, but active: 1` });
}

function largestOf(
  metrics: readonly ScalerMetric[],
  target: Targeted["target"],
  context: MetricContext,
): Result<Counted, string> {
  let largest: Counted | null = null;
  for (const metric of metrics) {
    const wanted = targetOf(metric, target, metrics);
    if (!wanted.ok) return wanted;
    const isPerPod = target.averageValue != null || target.type !== "Value";
    const counted = countFromSum(metric.values, { isPerPod, target: wanted.value }, context);
    if (!counted.ok) return counted;
    if (largest !== null && largest.replicas >= counted.value.replicas) continue;
    if (metrics.length === 1) return counted;
    const { replicas, current, message, isEstimated } = counted.value;
    // Without the total: an expression would read the value of now one, now another metric.
    largest = {
      ...{ replicas, current, message: `${metric.name}: ${message}` },
      ...(isEstimated ? { isEstimated } : {}),
    };
  }
  return largest === null ? err("the scaler names no metric") : ok(largest);
}

/** The object's own target counts for one metric; the scaler's, for each pod unless the type is Value. */
function targetOf(
  { name, target: named }: ScalerMetric,
  { averageValue, value }: Targeted["target"],
  metrics: readonly ScalerMetric[],
): Result<bigint, string> {
  const own = averageValue ?? value;
  if (own == null) {
    return named > 0n ? ok(named) : err(`the scaler names no target for ${name}; write one`);
  }
  const only = onlyOf(metrics);
  return only.ok ? targetMilli(own) : only;
}

function onlyOf(metrics: readonly ScalerMetric[]): Result<ScalerMetric, string> {
  const [first] = metrics;
  if (first === undefined) return err("the scaler names no metric");
  if (metrics.length === 1) return ok(first);
  const names = metrics.map(({ name }) => name).join(", ");
  return err(`the scaler names several metrics (${names}); write metricName to select one`);
}
