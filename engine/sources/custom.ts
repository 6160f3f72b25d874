import type { Answer } from "../model/observation/observation.ts";
import type { Counted, MetricContext } from "../model/metric-vote.ts";
import { countFromPlainAverage, noSamples, sampled } from "../arithmetic/resource-metric.ts";
import { sampleOfPods } from "../arithmetic/threshold-sample.ts";
import { countFromValue, countFromValuePerPod } from "../arithmetic/total-value.ts";
import { targetMilli } from "../arithmetic/usage-ratio.ts";
import { err, ok, type Result } from "../model/values/result.ts";
import type { Targeted } from "../model/spec/autoscaler-spec.ts";
import type { SourceFields } from "../model/spec/metric.ts";
import { shownIdentifier, totalSource, valueIn } from "./external.ts";
import type { MetricSource } from "./metric-source.ts";
import { parseObjectValue, parsePodValues } from "./parse-answer.ts";

const remedy = () =>
  "see whether `kubectl get apiservices` shows custom.metrics.k8s.io as available";

/** A custom metric of each pod. */
export const pods: MetricSource<SourceFields["Pods"]> = {
  name: ({ metric: { name } }) => `pods metric ${name}`,
  hasValueWithoutPods: false,
  query: ({ metric: identifier }) => ({ kind: "PodValues", metric: identifier }),
  asksEachWorkload: true,
  parse: parsePodValues,
  identity: ({ metric: identifier }) => ({ metric: shownIdentifier(identifier) }),
  count: countFromPods,
  sample: (_, answer, request) => sampleOfPods(null, answer, request),
  remedy,
};

/**
 * The count for a custom metric of each pod; readiness does not matter.
 *
 * Source  upstream horizontal.go, computeStatusForPodsMetric.
 */
export function countFromPods(
  { metric, target }: SourceFields["Pods"] & Targeted,
  answer: Answer,
  context: MetricContext,
): Result<Counted, string> {
  if (answer.kind !== "Samples") return err(noSamples(answer));
  if (context.pods.length === 0) return err("the selector matches no pods");
  const given = sampled(answer.samples, { isCpu: false }, context);
  return countFromPlainAverage(metric.name, target, given);
}

/** A custom metric of another object in the namespace. */
export const object: MetricSource<SourceFields["Object"]> = {
  ...totalSource(valueIn),
  name: ({ describedObject: { kind }, metric: { name } }) => `${kind} metric ${name}`,
  query: ({ metric: identifier, describedObject }) => ({
    ...{ kind: "ObjectValue", metric: identifier, object: describedObject },
  }),
  parse: parseObjectValue,
  identity: ({ metric: identifier, describedObject }) => ({
    ...{ metric: shownIdentifier(identifier), describedObject },
  }),
  count: countFromObject,
  remedy,
};

/**
 * The count for a metric of another object. The target's type and field must agree here.
 *
 * Source  upstream horizontal.go, computeStatusForObjectMetric.
 */
export function countFromObject(
  { target }: SourceFields["Object"] & Targeted,
  answer: Answer,
  context: MetricContext,
): Result<Counted, string> {
  if (answer.kind !== "Value") return err(noSamples(answer));
  const { type, value, averageValue } = target;
  const perPod = type === "AverageValue" ? averageValue : null;
  const wanted = targetMilli(type === "Value" ? value : perPod);
  if (!wanted.ok) return wanted;
  const total = { value: answer.value, target: wanted.value };
  if (type === "Value") return countFromValue(total, context);
  return ok(countFromValuePerPod(total, context, { saturates: false }));
}
