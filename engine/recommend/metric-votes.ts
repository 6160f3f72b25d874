import type { MetricSpec } from "../spec/autoscaler-spec.ts";
import type { Metric, MetricIdentifier } from "../spec/metric.ts";
import { selectorProblem } from "../observation/selectors/metric-selector.ts";
import type { Answer, Observation } from "../observation/observation.ts";
import { type EpochMs, err, type Result } from "../result.ts";
import { countFromExternal } from "./metrics/external-metric.ts";
import type { Counted, MetricContext, MetricStatus, MetricVote } from "./metric-vote.ts";
import { countFromObject } from "./metrics/object-metric.ts";
import { countFromPods } from "./metrics/pods-metric.ts";
import { countFromResource } from "./metrics/resource-metric.ts";
import { sourceOf } from "./vote-source.ts";
import { isStaying, trustedSamples } from "./trusted-samples.ts";

/**
 * One vote for each metric of the spec, in order. If the pods are unknown, there is a single failed
 * vote, and nothing is measured.
 */
export function metricVotes(
  metrics: readonly MetricSpec[],
  { pods, answers, toldAt }: Observation,
  context: Omit<MetricContext, "pods">,
): readonly MetricVote[] {
  if (!pods.ok) {
    const { reason, message } = pods.error;
    const vote = { source: "selector", kind: "Failed", reason, message } as const;
    return [{ vote, status: null }];
  }
  const { profile } = context;
  const counted = profile.leavingPods === "Dropped" ? pods.value.filter(isStaying) : pods.value;
  const known = { ...context, pods: counted };
  return metrics.map((metric, index) => {
    const answer = answers[index] ?? { kind: "Failed", message: "the metric was not queried" };
    return metricVote(metric, trusted(answer, toldAt ?? context.now, known), known);
  });
}

function trusted(answer: Answer, toldAt: EpochMs, { profile, pods }: MetricContext): Answer {
  if (answer.kind !== "Samples" || profile.samples === "All") return answer;
  const samples = trustedSamples(answer.samples, pods, toldAt);
  return samples.ok
    ? { kind: "Samples", samples: samples.value }
    : { kind: "Failed", message: samples.error };
}

function metricVote(metric: MetricSpec, answer: Answer, context: MetricContext): MetricVote {
  const source = sourceOf(metric);
  const problem = selectorFailure(metric);
  const counted = problem === null ? count(metric, answer, context) : err(problem);
  if (counted.ok) {
    const { replicas, message } = counted.value;
    const vote = { source, kind: "Count", replicas, message } as const;
    return { vote, status: statusOf(metric, counted.value) };
  }
  const reason = failureReason(metric);
  const vote = { source, kind: "Failed", reason, message: counted.error } as const;
  return { vote, status: { type: "" } };
}

/** Why a metric cannot be queried, as a sentence; null: it can. */
export function selectorFailure(metric: Metric): string | null {
  const selector = identifierOf(metric)?.selector;
  const problem = selector ? selectorProblem(selector) : null;
  return problem === null ? null : `the metric's selector: ${problem}`;
}

/** null: the metric is a resource. */
export function identifierOf(metric: Metric): MetricIdentifier | null {
  if (metric.type === "Pods") return metric.pods.metric;
  if (metric.type === "Object") return metric.object.metric;
  return metric.type === "External" ? metric.external.metric : null;
}

function count(
  metric: MetricSpec,
  answer: Answer,
  context: MetricContext,
): Result<Counted, string> {
  switch (metric.type) {
    case "Resource":
      return countFromResource(metric.resource, null, answer, context);
    case "ContainerResource": {
      const { container } = metric.containerResource;
      return countFromResource(metric.containerResource, container, answer, context);
    }
    case "Pods":
      return countFromPods(metric.pods, answer, context);
    case "Object":
      return countFromObject(metric.object, answer, context);
    case "External":
      return countFromExternal(metric.external, answer, context);
    default:
      return err("an unknown type of metric");
  }
}

/** Upstream's reasons. The last one is only possible with a schema that accepts any type. */
export function failureReason({ type }: Metric): string {
  const known = ["Resource", "ContainerResource", "Pods", "Object", "External"].includes(type);
  return known ? `FailedGet${type}Metric` : "InvalidMetricSourceType";
}

function statusOf(spec: MetricSpec, { current }: Counted): MetricStatus {
  switch (spec.type) {
    case "Resource":
      return { type: "Resource", resource: { name: spec.resource.name, current } };
    case "ContainerResource": {
      const { name, container } = spec.containerResource;
      return { type: "ContainerResource", containerResource: { name, container, current } };
    }
    case "Pods":
      return { type: "Pods", pods: { metric: withoutNull(spec.pods.metric), current } };
    case "Object": {
      const { metric, describedObject } = spec.object;
      return { type: "Object", object: { metric: withoutNull(metric), describedObject, current } };
    }
    case "External":
      return { type: "External", external: { metric: withoutNull(spec.external.metric), current } };
  }
}

/** A null selector counts as absent. */
const withoutNull = ({ name, selector }: MetricIdentifier): MetricIdentifier => ({
  name,
  ...(selector && { selector }),
});
