import type { ExternalMetricSource } from "../../spec/autoscaler-spec.ts";
import type { Answer } from "../../observation/observation.ts";
import { formatMilli } from "../../observation/values/quantity.ts";
import { err, ok, type Result } from "../../result.ts";
import { MAX_INT64, wrapInt64 } from "../../casts.ts";
import type { AutoscalerProfile } from "../../spec/profile.ts";
import type { Counted, MetricContext } from "../metric-vote.ts";
import { targetMilli } from "../metric-target.ts";
import { noSamples } from "./resource-metric.ts";
import { countFromValue, countFromValuePerPod } from "./total-value.ts";

/**
 * The count for a metric from outside the cluster. Its series are summed. averageValue takes
 * precedence over value, whatever target.type says.
 *
 * Source  upstream horizontal.go, computeStatusForExternalMetric.
 */
export function countFromExternal(
  { target }: ExternalMetricSource,
  answer: Answer,
  context: MetricContext,
): Result<Counted, string> {
  if (answer.kind !== "Values") return err(noSamples(answer));
  const isPerPod = target.averageValue != null;
  const wanted = targetMilli(isPerPod ? target.averageValue : target.value);
  if (!wanted.ok) return wanted;
  if (!isPerPod) {
    return countFromValue({ value: sum(answer.values), target: wanted.value }, context);
  }
  const value = sumOfShares(answer.values, context.profile);
  if (value < 0n)
    return err(`the values add up to ${formatMilli(value)}, which cannot be shared out`);
  const total = { value, target: wanted.value };
  return ok(countFromValuePerPod(total, context, { saturates: true }));
}

const saturated = (total: bigint): bigint => (total > MAX_INT64 ? MAX_INT64 : total);

/** Source  GetExternalMetricReplicas: on overflow, the sum saturates at the largest int64. */
function sum(values: readonly bigint[]): bigint {
  let total = 0n;
  for (const value of values) {
    if (value > 0n && total > MAX_INT64 - value) return MAX_INT64;
    total = wrapInt64(total + value);
  }
  return total;
}

/** Source  GetExternalPerPodMetricReplicas: it treats any negative sum as an overflow. */
function sumOfShares(values: readonly bigint[], { negativeShares }: AutoscalerProfile): bigint {
  if (negativeShares === "Refused")
    return saturated(values.reduce((sum, value) => sum + value, 0n));
  let total = 0n;
  for (const value of values) {
    total = wrapInt64(total + value);
    if (total < 0n) return MAX_INT64;
  }
  return total;
}
