import type { ObjectMetricSource } from "../../spec/autoscaler-spec.ts";
import type { Answer } from "../../observation/observation.ts";
import { err, ok, type Result } from "../../result.ts";
import type { Counted, MetricContext } from "../metric-vote.ts";
import { targetMilli } from "../metric-target.ts";
import { noSamples } from "./resource-metric.ts";
import { countFromValue, countFromValuePerPod } from "./total-value.ts";

/**
 * The count for a metric of another object. The target's type and field must agree here.
 *
 * Source  upstream horizontal.go, computeStatusForObjectMetric.
 */
export function countFromObject(
  { target }: ObjectMetricSource,
  answer: Answer,
  context: MetricContext,
): Result<Counted, string> {
  if (answer.kind !== "Value") return err(noSamples(answer));
  const { value } = answer;
  const wanted = targetMilli(target.type === "Value" ? target.value : perPod(target));
  if (!wanted.ok) return wanted;
  const total = { value, target: wanted.value };
  if (target.type === "Value") return countFromValue(total, context);
  return ok(countFromValuePerPod(total, context, { saturates: false }));
}

const perPod = ({ type, averageValue }: ObjectMetricSource["target"]): string | null =>
  type === "AverageValue" ? (averageValue ?? null) : null;
