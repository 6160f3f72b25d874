import type { FieldReader } from "../field-reader.ts";
import { examples, metricSources, metricTypes } from "./metric-sources.ts";

/** Other fields that the metrics depend on. */
interface Others {
  /** Whether the target may have no pods to measure. */
  readonly mayIdle: boolean;
  readonly hasThresholds: boolean;
  /** Whether a threshold can end a count of 0. */
  readonly thresholdWakes: boolean;
}

/** The list of autoscaling/v2, by its rules. */
export function checkMetrics(
  spec: FieldReader,
  { mayIdle, hasThresholds, thresholdWakes }: Others,
): void {
  const metrics = spec.objects("metrics", { max: 32 }) ?? [];
  for (const metric of metrics) checkMetric(metric);
  const list = spec.raw("metrics");
  const isEmpty = !spec.has("metrics") || (Array.isArray(list) && list.length === 0);
  if (isEmpty && !hasThresholds) {
    spec.warn("metrics", {
      code: "MetricsDefaulted",
      message: "there is no metric, so the pods' cpu is kept at 80% of what they request",
      remedy: `write metrics: [{type: Resource, resource: ${examples.Resource}}] or another metric`,
    });
  }
  const wakes = metrics.some(metric => ["Object", "External"].includes(String(metric.raw("type"))));
  if (mayIdle && !wakes && !thresholdWakes) {
    spec.report("metrics", {
      code: "IdleForGood",
      message:
        "minReplicas is 0, but no metric is of type Object or External: without pods the others measure nothing, and so nothing would ever start one",
      remedy:
        "write minReplicas: 1, or add an Object or External metric, or a threshold on one that adds replicas",
    });
  }
}

/** Upstream checks only the first of several sources; this checks each, as a human reviewer would. */
function checkMetric(metric: FieldReader): void {
  metric.require("type", "type: Resource");
  const type = metric.oneOf("type", metricTypes);
  const given = metricSources.filter(({ key }) => metric.has(key));
  for (const source of metricSources) {
    const { key } = source;
    const isNamed = type === source.type;
    if (isNamed && !metric.has(key)) {
      metric.report(key, {
        code: "SourceMissing",
        message: `is required for type ${type}`,
        remedy: `write ${key}: ${examples[type]}`,
      });
    }
    const reader = metric.object(key);
    if (reader !== undefined) source.check(reader);
    if (!isNamed && metric.has(key) && given.length > 1) {
      metric.report(key, {
        code: "SourceForbidden",
        message: `${key} is no part of a metric of type ${String(metric.raw("type"))}`,
        remedy: "remove it, or make it a metric of its own",
      });
    }
  }
}
