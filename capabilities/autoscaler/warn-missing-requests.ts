import type { AutoscalerSpec } from "../../crds/generated/autoscaler.ts";
import { fromStoredSpec } from "../../engine/spec/autoscaler-fields.ts";
import type { MetricSpec, Targeted } from "../../engine/spec/autoscaler-spec.ts";
import { withDefaults } from "../../engine/spec/defaults.ts";
import type { FieldError } from "../../engine/field-error.ts";
import { type MeteredResource, sourceIn } from "../../engine/spec/metric.ts";
import { resourceOf } from "../../engine/sources/metric-name.ts";
import { type RawPod, trimPod } from "../../engine/observation/pod.ts";
import { requestOf } from "../../engine/observation/pod-requests.ts";
import { intendedMetric } from "../../engine/recommend/intention.ts";
import type { ThresholdSpec } from "../../engine/spec/threshold-spec.ts";
import { upstreamSettings } from "../../engine/spec/settings.ts";
import { mostBytes } from "../../kube/transport/response-size.ts";
import { resourcePath } from "../../kube/watch/object.ts";
import type { Transport } from "../../kube/transport/transport.ts";
import type { Surroundings } from "../admission/review-spec.ts";

interface PodList {
  readonly items?: readonly RawPod[] | null;
}

/** Pods of one target mostly come from one template. */
const pods = 3;
const deadlineMs = 2_000;

/** Warns about percentages if existing pods do not request the resource. */
export async function warnMissingRequests(
  transport: Transport,
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
  if (percentages.length === 0 || labelSelector === "") return [];
  const path = resourcePath({ group: "", version: "v1", plural: "pods", namespace });
  const query = { labelSelector, limit: pods };
  const answer = await transport.request({
    ...{ method: "GET", path, query, deadlineMs, tries: 1, mostBytes: mostBytes.page },
  });
  // Only advice: the controller reports the same for pods that it uses.
  if (!answer.ok) return [];
  const items = (answer.value as PodList | null)?.items ?? [];
  return percentages.flatMap(({ path: at, resource, container }) => {
    const [missing] = items.map(trimPod).flatMap(({ name, requests }) => {
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
