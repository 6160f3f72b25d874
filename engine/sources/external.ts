import { MAX_INT64, wrapInt64 } from "../model/values/casts.ts";
import type { Answer } from "../model/observation/observation.ts";
import type { Counted, MetricContext } from "../model/metric-vote.ts";
import { targetMilli } from "../arithmetic/usage-ratio.ts";
import { noSamples } from "../arithmetic/resource-metric.ts";
import { countFromValue, countFromValuePerPod } from "../arithmetic/total-value.ts";
import { type SampleRequest, sampleOfTotal } from "../arithmetic/threshold-sample.ts";
import { err, ok, type Result } from "../model/values/result.ts";
import type { Targeted } from "../model/spec/autoscaler-spec.ts";
import type { MetricIdentifier, SourceFields } from "../model/spec/metric.ts";
import type { MetricSource } from "./metric-source.ts";
import { parseExternalValues } from "./parse-answer.ts";

/** What sources of a total have in common. totalOf: the total in an answer; a sentence if there is none. */
export const totalSource = (totalOf: (answer: Answer) => Result<bigint, string>) =>
  ({
    hasValueWithoutPods: true,
    asksEachWorkload: false,
    sample: (_: unknown, answer: Answer, request: SampleRequest) => {
      const total = totalOf(answer);
      const measured = "measured" in answer ? answer.measured : undefined;
      return total.ok ? ok(sampleOfTotal(total.value, measured, request)) : total;
    },
  }) satisfies Partial<MetricSource<never>>;

/** The only value of an answer. */
export const valueIn = (answer: Answer): Result<bigint, string> =>
  answer.kind === "Value" ? ok(answer.value) : err(noSamples(answer));

/** A null selector counts as absent. */
export const shownIdentifier = ({ name, selector }: MetricIdentifier): MetricIdentifier => ({
  name,
  ...(selector && { selector }),
});

/** A metric of something outside the cluster; its series add up. */
export const external: MetricSource<SourceFields["External"]> = {
  ...totalSource(answer =>
    answer.kind === "Values"
      ? ok(answer.values.reduce((total, value) => total + value, 0n))
      : err(noSamples(answer)),
  ),
  name: ({ metric: { name } }) => `external metric ${name}`,
  query: ({ metric: identifier }) => ({ kind: "ExternalValues", metric: identifier }),
  parse: parseExternalValues,
  identity: ({ metric: identifier }) => ({ metric: shownIdentifier(identifier) }),
  count: countFromExternal,
  remedy: () => "see whether `kubectl get apiservices` shows external.metrics.k8s.io as available",
};

/** The count for a metric from outside the cluster. Its series are summed. */
export function countFromExternal(
  spec: SourceFields["External"] & Targeted,
  answer: Answer,
  context: MetricContext,
): Result<Counted, string> {
  if (answer.kind !== "Values") return err(noSamples(answer));
  return countFromTotal(spec, answer.values, context);
}

/**
 * averageValue takes precedence over value, whatever target.type says.
 *
 * Source  upstream horizontal.go, computeStatusForExternalMetric.
 */
export function countFromTotal(
  { target }: Targeted,
  values: readonly bigint[],
  context: MetricContext,
): Result<Counted, string> {
  const isPerPod = target.averageValue != null;
  const wanted = targetMilli(isPerPod ? target.averageValue : target.value);
  if (!wanted.ok) return wanted;
  return countFromSum(values, { isPerPod, target: wanted.value }, context);
}

/** The count for values that are summed. isPerPod: each pod is to have the target; false: all together. */
export function countFromSum(
  values: readonly bigint[],
  { isPerPod, target }: { readonly isPerPod: boolean; readonly target: bigint },
  context: MetricContext,
): Result<Counted, string> {
  if (!isPerPod) return countFromValue({ value: sum(values), target }, context);
  const value = context.profile.samples === "All" ? wrappedSum(values) : sum(values);
  return ok(countFromValuePerPod({ value, target }, context, { saturates: true }));
}

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
function wrappedSum(values: readonly bigint[]): bigint {
  let total = 0n;
  for (const value of values) {
    total = wrapInt64(total + value);
    if (total < 0n) return MAX_INT64;
  }
  return total;
}
