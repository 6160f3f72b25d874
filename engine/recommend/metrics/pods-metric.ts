import type { PodsMetricSource } from "../../spec/autoscaler-spec.ts";
import type { Answer } from "../../observation/observation.ts";
import { err, type Result } from "../../result.ts";
import { groupPods } from "./group-pods.ts";
import type { Counted, MetricContext } from "../metric-vote.ts";
import { countFromPlainAverage, noSamples } from "./resource-metric.ts";

/**
 * The count for a custom metric of each pod; readiness does not matter.
 *
 * Source  upstream horizontal.go, computeStatusForPodsMetric.
 */
export function countFromPods(
  { metric, target }: PodsMetricSource,
  answer: Answer,
  context: MetricContext,
): Result<Counted, string> {
  if (answer.kind !== "Samples") return err(noSamples(answer));
  const { now, settings, pods } = context;
  if (pods.length === 0) return err("the selector matches no pods");
  const groups = groupPods(pods, answer.samples, { isCpu: false, now, settings });
  return countFromPlainAverage(metric.name, target, { samples: answer.samples, groups, context });
}
