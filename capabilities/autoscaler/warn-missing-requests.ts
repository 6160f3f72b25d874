import type { AutoscalerSpec } from "../../crds/generated/autoscaler.ts";
import { fromStoredSpec } from "../../engine/spec/autoscaler-fields.ts";
import type { MetricSpec, Targeted } from "../../engine/spec/autoscaler-spec.ts";
import { withDefaults } from "../../engine/spec/defaults.ts";
import type { FieldError } from "../../engine/field-error.ts";
import { type MeteredResource, sourceIn } from "../../engine/spec/metric.ts";
import { resourceOf } from "../../engine/sources/metric-name.ts";
import { requestOf } from "../../engine/observation/pod-requests.ts";
import { intendedMetric } from "../../engine/recommend/intention.ts";
import type { ThresholdSpec } from "../../engine/spec/threshold-spec.ts";
import { upstreamSettings } from "../../engine/spec/settings.ts";
import type { Surroundings } from "../admission/review-spec.ts";
import type { SomePods } from "./some-pods.ts";

/** Warns about percentages if existing pods do not request the resource. */
export async function warnMissingRequests(
  pods: Pick<SomePods, "read">,
  spec: unknown,
  { namespace, selectors: [labelSelector = ""] }: Surroundings,
): Promise<FieldError[]> {
  const given = fromStoredSpec(spec as AutoscalerSpec);
  const { metrics, thresholds } = withDefaults(given, upstreamSettings);
  const asked = [
    ...metrics.map((metric, index) => {
      const path = (given.metrics ?? []).length > 0 ? `spec.metrics[${index}]` : "spec.metrics";
      return { of: percentageOf(metric), path };
    }),
    ...thresholds.map((threshold, index) => {
      return { of: percentageIn(threshold), path: `spec.thresholds[${index}]` };
    }),
  ];
  const percentages = asked.flatMap(({ of, path }) => (of ? [{ ...of, path }] : []));
  // The first pods that the selector matches may be those of another workload.
  const isOfAll = given.selectionStrategy !== "OwnerReference";
  if (percentages.length === 0 || labelSelector === "" || !isOfAll) return [];
  const read = await pods.read(namespace, labelSelector);
  // Only advice: the controller reports the same for pods that it uses.
  if (!read.ok) return [];
  return percentages.flatMap(({ path: at, resource, container }) => {
    const [missing] = read.value.flatMap(({ name, requests }) => {
      const request = requestOf(requests, resource, container);
      return request.ok ? [] : [`pod ${name} has ${request.error}`];
    });
    if (missing === undefined) return [];
    const message = `${missing}, so there is nothing to take a percentage of`;
    const remedy = `let every container request ${resource}, or aim for an averageValue`;
    return [{ path: at, code: "RequestMissing", message, remedy, severity: "warning" } as const];
  });
}

function percentageIn(threshold: ThresholdSpec): MeteredResource | null {
  if (threshold.type === "Intention") return percentageOf(intendedMetric(threshold.intention));
  const { metric, valueType } = threshold.value;
  return valueType === "Utilization" ? resourceOf(metric) : null;
}

function percentageOf(metric: MetricSpec): MeteredResource | null {
  const { target } = sourceIn<Targeted>(metric);
  return target?.averageUtilization == null ? null : resourceOf(metric);
}
