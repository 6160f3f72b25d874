import type { AutoscalerSpec } from "../../../crds/generated/autoscaler.ts";
import { type PodRequests, requestOf } from "../../model/observation/pod-requests.ts";
import type { MetricSpec, Targeted, ThresholdSpec } from "../../model/spec/autoscaler-spec.ts";
import { type MeteredResource, sourceIn } from "../../model/spec/metric.ts";
import { upstreamSettings } from "../../model/spec/settings.ts";
import type { FieldError } from "../../model/values/result.ts";
import { resourceOf } from "../../sources/registry.ts";
import { fromStoredSpec } from "../../spec/autoscaler-fields.ts";
import { withDefaults } from "../../spec/defaults.ts";
import { intendedMetric } from "../../votes/asked-metrics.ts";

/** A metric or threshold that aims for a percentage of what pods request. */
export interface Percentage extends MeteredResource {
  readonly path: string;
}

export function percentagesIn(spec: AutoscalerSpec): Percentage[] {
  const given = fromStoredSpec(spec);
  // The text of an expression may have been made safe for a terminal, which joins its lines.
  const { metrics, thresholds } = withDefaults({ ...given, combine: null }, upstreamSettings);
  const asked = [
    ...metrics.map((metric, index) => {
      const path = (given.metrics ?? []).length > 0 ? `spec.metrics[${index}]` : "spec.metrics";
      return { of: percentageOf(metric), path };
    }),
    ...thresholds.map((threshold, index) => {
      return { of: percentageIn(threshold), path: `spec.thresholds[${index}]` };
    }),
  ];
  return asked.flatMap(({ of, path }) => (of ? [{ ...of, path }] : []));
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

/** A warning about the first of the pods that does not request the resource. */
export function missingRequest(
  { path, resource, container }: Percentage,
  pods: readonly { readonly name: string; readonly requests: PodRequests }[],
): FieldError[] {
  const [missing] = pods.flatMap(({ name, requests }) => {
    const request = requestOf(requests, resource, container);
    return request.ok ? [] : [`${name} has ${request.error}`];
  });
  if (missing === undefined) return [];
  const message = `${missing}, so there is nothing to take a percentage of`;
  const remedy = `let every container request ${resource}, or aim for an averageValue`;
  return [{ path, code: "RequestMissing", message, remedy, severity: "warning" }];
}
