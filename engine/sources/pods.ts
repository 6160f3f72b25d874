import type { Answer } from "../observation/observation.ts";
import type { Counted, MetricContext } from "../recommend/metric-vote.ts";
import { countFromPlainAverage, noSamples, sampled } from "../recommend/metrics/resource-metric.ts";
import { sampleOfPods } from "../recommend/thresholds/threshold-sample.ts";
import { err, type Result } from "../result.ts";
import type { Targeted } from "../spec/autoscaler-spec.ts";
import type { MetricIdentifier } from "../spec/metric.ts";
import type { MetricSource } from "./metric-source.ts";
import { parsePodValues } from "./answers/parse.ts";

export interface IdentifiedMetric {
  readonly metric: MetricIdentifier;
}

declare module "../spec/metric.ts" {
  interface SourceFields {
    readonly Pods: IdentifiedMetric;
  }
}

/** A null selector counts as absent. */
export const shownIdentifier = ({ name, selector }: MetricIdentifier): MetricIdentifier => ({
  name,
  ...(selector && { selector }),
});

export const pods: MetricSource<IdentifiedMetric> = {
  name: ({ metric: { name } }) => `pods metric ${name}`,
  hasValueWithoutPods: false,
  query: ({ metric: identifier }) => ({ kind: "PodValues", metric: identifier }),
  asksEachWorkload: true,
  parse: parsePodValues,
  identity: ({ metric: identifier }) => ({ metric: shownIdentifier(identifier) }),
  count: countFromPods,
  sample: (_, answer, request) => sampleOfPods(null, answer, request),
  remedy: () => "see whether `kubectl get apiservices` shows custom.metrics.k8s.io as available",
};

/**
 * The count for a custom metric of each pod; readiness does not matter.
 *
 * Source  upstream horizontal.go, computeStatusForPodsMetric.
 */
export function countFromPods(
  { metric, target }: IdentifiedMetric & Targeted,
  answer: Answer,
  context: MetricContext,
): Result<Counted, string> {
  if (answer.kind !== "Samples") return err(noSamples(answer));
  if (context.pods.length === 0) return err("the selector matches no pods");
  const given = sampled(answer.samples, { isCpu: false }, context);
  return countFromPlainAverage(metric.name, target, given);
}
