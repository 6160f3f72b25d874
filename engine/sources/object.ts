import type { Answer } from "../observation/observation.ts";
import type { Counted, MetricContext } from "../recommend/metric-vote.ts";
import { targetMilli } from "../recommend/metric-target.ts";
import { noSamples } from "../recommend/metrics/resource-metric.ts";
import { countFromValue, countFromValuePerPod } from "../recommend/metrics/total-value.ts";
import { err, ok, type Result } from "../result.ts";
import type { Targeted } from "../spec/autoscaler-spec.ts";
import type { ObjectReference } from "../spec/metric.ts";
import { totalSource, totalTarget, valueIn } from "./external.ts";
import type { MetricSource } from "./metric-source.ts";
import { parseObjectValue } from "./answers/parse.ts";
import { type IdentifiedMetric, shownIdentifier, warnOfIdentifier } from "./pods.ts";

export interface DescribedMetric extends IdentifiedMetric {
  readonly describedObject: ObjectReference;
}

declare module "../spec/metric.ts" {
  interface SourceFields {
    readonly Object: DescribedMetric;
  }
}

const metric = "metric: {name: requests_per_second}";
const target = "target: {type: Value, value: 1k}";
const ingress = "describedObject: {apiVersion: networking.k8s.io/v1, kind: Ingress, name: web}";

/** A custom metric of another object in the namespace. */
export const object: MetricSource<DescribedMetric> = {
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
  advise: warnOfIdentifier,
  targetRule: { ...totalTarget, typeDecides: true },
  example: { metric: `{${ingress}, ${metric}, ${target}}`, threshold: `{${ingress}, ${metric}}` },
  remedy: () => "see whether `kubectl get apiservices` shows custom.metrics.k8s.io as available",
  requiredTexts: ["metric.name", "describedObject.kind"],
};

/**
 * The count for a metric of another object. The target's type and field must agree here.
 *
 * Source  upstream horizontal.go, computeStatusForObjectMetric.
 */
export function countFromObject(
  { target }: DescribedMetric & Targeted,
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
