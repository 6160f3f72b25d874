// engine/validate/metrics/: warnings about metrics and thresholds.
// engine/validate/ imports it.

import type { FieldReader } from "../field-reader.ts";
import { metricTypes } from "../../sources/registry.ts";
import { sourceKey } from "../../spec/metric.ts";
import { checkFallback } from "./fallback.ts";
import { warnOfTarget } from "./metric-target.ts";
import { sourceRules } from "./source-rules.ts";

export interface Others {
  /** Whether the target may have no pods to measure. */
  readonly mayIdle: boolean;
  readonly hasThresholds: boolean;
  /** undefined: it is invalid. */
  readonly syncPeriodSeconds: number | undefined;
}

export function checkMetrics(spec: FieldReader, others: Others): void {
  const metrics = spec.objects("metrics");
  for (const metric of metrics) {
    checkMetric(metric);
    checkFallback(metric, spec.number("maxReplicas"), others.syncPeriodSeconds);
  }
  if (spec.isEmpty("metrics") && !others.hasThresholds && spec.isEmpty("schedules")) {
    spec.warn("metrics", {
      code: "MetricsDefaulted",
      message: "there is no metric, so the pods' cpu is kept at 80% of what they request",
      remedy:
        "write metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}}] or another metric",
    });
  }
  if (!others.mayIdle) warnOfIdling(spec, metrics);
}

/** Neither has an effect while the minimum is above 0. */
function warnOfIdling(spec: FieldReader, metrics: readonly FieldReader[]): void {
  const unused = (reader: FieldReader, key: string): void => {
    if (!reader.has(key)) return;
    reader.warn(key, {
      code: "IdlingUnused",
      message: "has no effect, because minReplicas is not 0",
      remedy: `write minReplicas: 0, or remove ${key}`,
    });
  };
  unused(spec, "idle");
  for (const metric of metrics) unused(metric, "activation");
}

function checkMetric(metric: FieldReader): void {
  for (const { source, fields } of checkSources(metric)) warnOfTarget(fields, source.targetRule);
}

/** Warns of each source of a metric, without its target. */
export function checkSources(metric: FieldReader) {
  return metricTypes.flatMap(type => {
    const fields = metric.object(sourceKey(type));
    if (fields === undefined) return [];
    const source = sourceRules[type];
    source.advise?.(fields);
    return { source, fields };
  });
}
