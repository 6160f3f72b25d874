// engine/validate/metrics/: the rules for metrics and thresholds.
// engine/validate/ and cli/evaluate/ import it.

import { alternatives, type FieldReader, show } from "../field-reader.ts";
import { checkQuantity } from "../fields/quantities.ts";
import { metricAlias, readName } from "../names/names.ts";
import { hasValueWithoutPods, metricTypes } from "../../sources/registry.ts";
import { sourceKey } from "../../spec/metric.ts";
import { checkFallback } from "./fallback.ts";
import { checkMetricTarget } from "./metric-target.ts";
import { sourceRules } from "./source-rules.ts";

export interface Others {
  /** Whether the target may have no pods to measure. */
  readonly mayIdle: boolean;
  /** Whether it may have none in the window of a schedule. */
  readonly mayIdleInWindow: boolean;
  readonly hasThresholds: boolean;
  /** Whether a threshold can end a count of 0. */
  readonly thresholdWakes: boolean;
  /** undefined: it is invalid. */
  readonly syncPeriodSeconds: number | undefined;
}

export function checkMetrics(spec: FieldReader, others: Others): void {
  const metrics = spec.objects("metrics");
  for (const metric of metrics) {
    checkMetric(metric);
    checkFallback(metric, spec.number("maxReplicas"), others.syncPeriodSeconds);
  }
  checkNamesDiffer(spec, metrics);
  if (spec.isEmpty("metrics") && !others.hasThresholds && spec.isEmpty("schedules")) {
    spec.warn("metrics", {
      code: "MetricsDefaulted",
      message: "there is no metric, so the pods' cpu is kept at 80% of what they request",
      remedy: `write metrics: [{type: Resource, resource: ${sourceRules.Resource.example.metric}}] or another metric`,
    });
  }
  checkIdling(spec, metrics, others);
}

/** Without a metric, the minimum in force is the size: one above 0 ends a count of 0. */
function checkMinima(spec: FieldReader, mayIdle: boolean): void {
  const isAboveZero = (schedule: FieldReader) => (schedule.number("minReplicas") ?? 0) > 0;
  if (!mayIdle || spec.objects("schedules").some(isAboveZero)) return;
  spec.report("schedules", {
    code: "IdleForGood",
    message:
      "without a metric the minimum counts, and none is above 0, so nothing would ever start a replica",
    remedy: "write minReplicas: 1 or more, in the spec or in a schedule",
  });
}

/** Whether something can end a count of 0, if the spec allows one. */
function checkIdling(
  spec: FieldReader,
  metrics: readonly FieldReader[],
  { mayIdle, mayIdleInWindow, hasThresholds, thresholdWakes }: Others,
): void {
  const wakes = metrics.some(metric => hasValueWithoutPods(metric.text("type") ?? ""));
  if (spec.has("idle") && !wakes) {
    spec.report("idle", {
      code: "IdleWithoutMetric",
      message: `there is no metric of type ${outside} whose activation it could wait for`,
      remedy: "remove idle, or add such a metric",
    });
  }
  if (!mayIdle) warnOfIdling(spec, metrics);
  if (wakes || thresholdWakes) return;
  const hasSource = hasThresholds || !spec.isEmpty("metrics");
  if (!hasSource && !spec.isEmpty("schedules")) {
    checkMinima(spec, mayIdle);
    return;
  }
  const refuse = (field: string, minimum: string, effect: string): void =>
    spec.report(field, {
      code: "IdleForGood",
      message: `${minimum} is 0, but no metric is of type ${outside}: without pods the others measure nothing, and so nothing would ${effect}`,
      remedy: `write minReplicas: 1, or add an ${outside} metric, or a threshold on one that adds replicas`,
    });
  if (mayIdle) refuse("metrics", "minReplicas", "ever start one");
  if (mayIdleInWindow) refuse("schedules", "minReplicas of a schedule", "start one in its window");
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

const outside = alternatives(metricTypes.filter(hasValueWithoutPods));

function checkActivation(metric: FieldReader, type: string | undefined): void {
  const activation = metric.object("activation");
  if (activation) checkQuantity(activation, "value");
  if (!metric.has("activation") || type === undefined || hasValueWithoutPods(type)) return;
  metric.report("activation", {
    code: "ActivationForbidden",
    message: `a metric of type ${type} measures pods, so it measures nothing at 0 and cannot start one`,
    remedy: `remove activation, or use a metric of type ${outside}`,
  });
}

function checkMaxAge(metric: FieldReader, type: string | undefined): void {
  if (!metric.has("maxAgeSeconds") || type !== "ExternalScaler") return;
  metric.report("maxAgeSeconds", {
    code: "MaxAgeForbidden",
    message: "an external scaler answers with what is true now, without a time",
    remedy: "remove maxAgeSeconds",
  });
}

function checkNamesDiffer(spec: FieldReader, metrics: readonly FieldReader[]): void {
  const names = metrics.flatMap(metric => metric.text("name") ?? []);
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated === undefined) return;
  spec.report("metrics", {
    code: "MetricAliasRepeated",
    message: `two metrics have the same name, ${show(repeated)}`,
    remedy: "give each a name of its own",
  });
}

/** Upstream checks only the first of several sources; this checks each, as a human reviewer would. */
function checkMetric(metric: FieldReader): void {
  readName(metric, "name", metricAlias);
  const type = metric.text("type");
  checkActivation(metric, type);
  checkMaxAge(metric, type);
  const hasSeveral = metricTypes.filter(each => metric.has(sourceKey(each))).length > 1;
  for (const each of metricTypes) {
    const { identify, targetRule, example } = sourceRules[each];
    const key = sourceKey(each);
    const isNamed = type === each;
    if (isNamed) metric.requireSource(key, type, example.metric);
    const reader = metric.object(key);
    if (reader !== undefined) {
      identify(reader);
      checkMetricTarget(reader, targetRule);
    }
    if (type !== undefined && !isNamed && hasSeveral) metric.forbidSource(key, type, "metric");
  }
}
