// engine/validate/metrics/: warnings about metrics and thresholds.

import type { FieldReader } from "../../schema/field-reader.ts";
import { metricTypes } from "../../sources/registry.ts";
import { sourceKey } from "../../model/spec/metric.ts";
import { warnOfTarget, sourceRules } from "./source-rules.ts";

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
    for (const { source, fields } of checkSources(metric)) warnOfTarget(fields, source.targetRule);
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

/** The schema has checked the fields. `syncPeriodSeconds` is undefined if it is invalid. */
export function checkFallback(
  metric: FieldReader,
  maxReplicas: number | undefined,
  syncPeriodSeconds: number | undefined,
): void {
  const fallback = metric.object("fallback");
  const seconds = fallback?.number("failureDurationSeconds");
  const replicas = fallback?.number("replicas");
  if (seconds !== undefined && syncPeriodSeconds !== undefined && seconds < syncPeriodSeconds) {
    fallback?.warn("failureDurationSeconds", {
      code: "FallbackBelowSync",
      message: `the metric is read every ${syncPeriodSeconds} seconds, so a single failure is enough for the fallback`,
      remedy: `write more than ${syncPeriodSeconds}`,
    });
  }
  if (replicas !== undefined && maxReplicas !== undefined && replicas > maxReplicas) {
    fallback?.warn("replicas", {
      code: "FallbackOutOfBounds",
      message: `${replicas} is more than maxReplicas ${maxReplicas}, which limits a fallback, too`,
      remedy: `write ${maxReplicas} or less, or raise maxReplicas`,
    });
  }
}
