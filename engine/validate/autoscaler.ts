// engine/validate/: the rules for a spec, with a path and a remedy for each violation.

import { rules } from "../../crds/generated/autoscaler.rules.js";
import * as structure from "../../crds/generated/autoscaler.validator.js";
import type { FieldError } from "../model/values/result.ts";
import { defaultSyncPeriodSeconds } from "../spec/defaults.ts";
import { checkBehavior, checkCooldown, checkRollout } from "./fields/behavior.ts";
import { rulesAt, violationsIn } from "./crd-rules.ts";
import { checkCombine } from "./fields/combine.ts";
import type { FieldReader, Parts } from "../schema/field-reader.ts";
import { checkMetrics } from "./metrics/metrics.ts";
import { checkSchedules } from "./fields/schedules.ts";
import { checkThresholds } from "./metrics/thresholds.ts";
import { type ObjectRules, validateSpec } from "./validate-object.ts";

/**
 * Codes in addition to the codes of `conform` and of the CRD's rules: QuantityMalformed, QuantityNegative (of a tolerance),
 * CronMalformed, CronNeverComes, ScheduleEndless, and the codes of `ExpressionError`.
 * Warnings: BoundsEqual, MetricsDefaulted, ResourceUnmeasured, MemoryAboveRequest,
 * TargetTypeIgnored, TargetTypeUnreadable, TargetFieldIgnored, SelectorMalformed, WindowBelowSync,
 * PeriodBelowSync, ToleranceLarge, CooldownBelowSync, HoldUnused, IncrementUnusual,
 * ThresholdsOverlap, FallbackBelowSync, FallbackOutOfBounds, FallbackUnused, IdlingUnused, ExpressionConstant,
 * MetricUnread, ExpressionNeedsPods, PoliciesBelowMultiple, OrderUnmeasured, ScheduleHidden,
 * ScheduleCapUnused, StartupUnprotected, QuantityUnlikely.
 */
export const validateAutoscaler = (spec: unknown): FieldError[] =>
  validateSpec(autoscalerRules, spec);

/** Whether an expression can contain this name of a metric. */
export const isMetricName = (name: string): boolean =>
  violationsIn(rulesAt(rules, ["spec", "metrics", "[]", "name"]), name, []).length === 0;

export const autoscalerRules: ObjectRules = { structure, rules, checkSpec };

function* checkSpec(spec: FieldReader): Parts {
  warnOfEqualBounds(spec);
  const syncPeriodSeconds = spec.has("syncPeriodSeconds")
    ? spec.number("syncPeriodSeconds")
    : defaultSyncPeriodSeconds;
  const thresholds = checkThresholds(spec, syncPeriodSeconds);
  const { mayIdleInWindow } = yield* checkSchedules(spec);
  const mayIdle = minReplicasOf(spec) === 0;
  checkMetrics(spec, { mayIdle, ...thresholds, syncPeriodSeconds });
  const mayIdleEver = mayIdle || mayIdleInWindow;
  checkCombine(spec, mayIdleEver && !thresholds.thresholdWakes);
  checkBehavior(spec, syncPeriodSeconds);
  checkCooldown(spec, syncPeriodSeconds);
  checkRollout(spec);
  checkScaleDownOrder(spec);
  warnOfStartup(spec);
}

const minReplicasOf = (spec: FieldReader): number | undefined =>
  spec.has("minReplicas") ? spec.number("minReplicas") : 1;

/** Both periods at 0: the load of a start then counts, and asks for pods whose starts count again. */
function warnOfStartup(spec: FieldReader): void {
  const keys = ["cpuInitializationPeriodSeconds", "initialReadinessDelaySeconds"];
  if (!keys.every(key => spec.number(key) === 0)) return;
  spec.warn("cpuInitializationPeriodSeconds", {
    code: "StartupUnprotected",
    message:
      "and initialReadinessDelaySeconds are both 0, so the cpu of a start counts as load, and each new pod asks for more",
    remedy: "write the seconds that a start takes into one of them",
  });
}

function warnOfEqualBounds(spec: FieldReader): void {
  const max = spec.number("maxReplicas");
  // A window may have other bounds.
  if (max === undefined || max !== minReplicasOf(spec) || !spec.isEmpty("schedules")) return;
  spec.warn("maxReplicas", {
    code: "BoundsEqual",
    message: `maxReplicas and minReplicas are both ${max}, so no metric has any influence`,
    remedy: `write more than ${max}, unless the size shall stay as it is`,
  });
}

/** Metrics, and intentions of thresholds, with a sample of each pod. */
const ofPods = new Set(["Resource", "ContainerResource", "Pods"]);

function checkScaleDownOrder(spec: FieldReader): void {
  if (spec.text("scaleDownOrder") !== "LeastLoaded" || measuresPods(spec)) return;
  spec.warn("scaleDownOrder", {
    code: "OrderUnmeasured",
    message: "has no effect, because no metric measures each pod",
    remedy: "add a metric of type Resource, ContainerResource or Pods, or write Newest or Zone",
  });
}

function measuresPods(spec: FieldReader): boolean {
  const thresholds = spec.objects("thresholds");
  const values = thresholds.map(threshold => threshold.object("value")?.object("metric"));
  const metrics = [...spec.objects("metrics"), ...values];
  // Every intention is about the pods, and without metrics and thresholds the metric is cpu.
  const hasIntention = thresholds.some(threshold => threshold.text("type") === "Intention");
  const isDefault = spec.isEmpty("metrics") && spec.isEmpty("thresholds");
  return (
    isDefault || hasIntention || metrics.some(metric => ofPods.has(metric?.text("type") ?? ""))
  );
}
