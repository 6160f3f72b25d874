// engine/validate/: the rules for a spec, with a path and a remedy for each violation.
// capabilities/ and cli/ import it.

import * as structure from "../../crds/generated/autoscaler.validator.js";
import type { FieldError } from "../field-error.ts";
import { defaultSyncPeriodSeconds } from "../spec/defaults.ts";
import {
  checkBehavior,
  checkCooldown,
  checkRollout,
  checkScaleUpFromZero,
} from "./fields/behavior.ts";
import { checkCombine } from "./fields/combine.ts";
import { checkBoundsAgree } from "./fields/proportional-parameters.ts";
import { checkReplicaMultiple } from "./fields/replica-multiple.ts";
import type { FieldReader } from "./field-reader.ts";
import { checkMetrics } from "./metrics/metrics.ts";
import { checkQuestions } from "./metrics/query-limit.ts";
import { checkSchedules, type SpecBounds } from "./fields/schedules.ts";
import { checkScaleDownOrder } from "./fields/scale-down-order.ts";
import { checkThresholds } from "./metrics/thresholds.ts";
import { checkTargets } from "./fields/label-selector.ts";
import { type ObjectRules, type Parts, validateSpec } from "./validate-object.ts";

/**
 * Codes besides those of `conform`: MaxBelowMin, IdleForGood, TargetAmbiguous, SelectorEmpty,
 * LabelKeyMalformed, LabelValueMalformed, ValuesMissing, ValuesForbidden, ApiGroupMissing,
 * ApiVersionMalformed, KindMalformed, NameMalformed, SourceMissing, SourceForbidden,
 * ResourceNameMalformed, ContainerNameMalformed, MetricNameMalformed, MetricAliasMalformed,
 * MetricAliasRepeated, MetricTargetMissing,
 * MetricTargetAmbiguous, QuantityMalformed, QuantityNotPositive, QuantityNegative,
 * PercentageMalformed, ThresholdNameMalformed, Duplicate, ValueTypeUnknown, IncrementZero,
 * DurationBelowResolution, IntentionMetricMissing, IntentionMetricForbidden, TooManyQuestions,
 * ScheduleNameMalformed, ScheduleUnbounded, ScheduleCrossesBounds, ScheduleEndless,
 * TimeZoneMalformed, TimeZoneUnknown, CronMalformed, CronNeverComes, IdleWithoutMetric,
 * ActivationForbidden, CombineForbidden, MultipleOutOfBounds, MultipleOfTotal,
 * IncrementBelowMultiple, OrderUnsupported, and those of `ExpressionError`.
 * Warnings: BoundsEqual, MetricsDefaulted, ResourceUnmeasured, MemoryAboveRequest,
 * TargetTypeIgnored, TargetTypeUnreadable, TargetFieldIgnored, SelectorMalformed, WindowBelowSync,
 * PeriodBelowSync, ToleranceLarge, CooldownBelowSync, HoldUnused, IncrementUnusual,
 * ThresholdsOverlap, FallbackBelowSync, FallbackOutOfBounds, IdlingUnused, ExpressionConstant,
 * MetricUnread, ExpressionNeedsPods, PoliciesBelowMultiple, OrderUnmeasured, ScheduleHidden,
 * ScheduleCapUnused, StartupUnprotected.
 */
export const validateAutoscaler = (spec: unknown): FieldError[] =>
  validateSpec(autoscalerRules, spec);

export const autoscalerRules: ObjectRules = { structure, checkSpec };

function* checkSpec(spec: FieldReader): Parts {
  checkTargets(spec);
  yield;
  const bounds = checkBounds(spec);
  const syncPeriodSeconds = spec.has("syncPeriodSeconds")
    ? spec.number("syncPeriodSeconds")
    : defaultSyncPeriodSeconds;
  const thresholds = checkThresholds(spec, syncPeriodSeconds);
  const { mayIdleInWindow } = yield* checkSchedules(spec, bounds);
  checkMetrics(spec, {
    ...{ mayIdle: bounds.min === 0, mayIdleInWindow, ...thresholds, syncPeriodSeconds },
  });
  const mayIdleEver = bounds.min === 0 || mayIdleInWindow;
  checkCombine(spec, { mustWake: mayIdleEver && !thresholds.thresholdWakes });
  if (mayIdleEver) checkScaleUpFromZero(spec, "a minReplicas", "minReplicas");
  checkReplicaMultiple(spec, bounds);
  checkQuestions(spec);
  checkBehavior(spec, syncPeriodSeconds);
  checkCooldown(spec, syncPeriodSeconds);
  checkRollout(spec);
  checkScaleDownOrder(spec);
  warnOfStartup(spec);
}

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

function checkBounds(spec: FieldReader): SpecBounds {
  const min = spec.has("minReplicas") ? spec.number("minReplicas") : 1;
  const max = spec.number("maxReplicas");
  checkBoundsAgree(spec, min, max);
  // A window may have other bounds.
  if (min !== undefined && max === min && spec.isEmpty("schedules")) {
    spec.warn("maxReplicas", {
      code: "BoundsEqual",
      message: `maxReplicas and minReplicas are both ${max}, so no metric has any influence`,
      remedy: `write more than ${max}, unless the size shall stay as it is`,
    });
  }
  return { min, max };
}
