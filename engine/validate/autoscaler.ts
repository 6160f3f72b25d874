// engine/validate/: the rules for a spec, with a path and a remedy for each violation.
// capabilities/ and cli/validate/ import it.

import { MAX_REPLICAS } from "../pipeline/stages/bound.ts";
import type { FieldError } from "../field-error.ts";
import { checkBehavior } from "./fields/behavior.ts";
import { checkBoundsAgree } from "./fields/bounds.ts";
import { FieldReader } from "./field-reader.ts";
import { checkCooldown } from "./fields/cooldown.ts";
import { checkMetrics } from "./metrics/metrics.ts";
import { checkQuestions } from "./metrics/query-limit.ts";
import { checkRollout } from "./fields/rollout.ts";
import { checkThresholds } from "./metrics/thresholds.ts";
import { checkTargets } from "./fields/workload-selectors.ts";

/**
 * Finds all problems of an Autoscaler's `spec` at once: the harmful violations of the CRD's schema,
 * its CEL rules, and warnings for what is legal but unwise. For specs that no API server has seen
 * (files) or that an older one accepted (etcd). Unknown fields are ignored. Never throws.
 *
 * Codes besides the reader's own: MaxBelowMin, IdleForGood, TargetAmbiguous, SelectorEmpty,
 * LabelKeyMalformed, LabelValueMalformed, ValuesMissing, ValuesForbidden, ApiGroupMissing,
 * ApiVersionMalformed, KindMalformed, NameMalformed, SourceMissing, SourceForbidden,
 * ResourceNameMalformed, ContainerNameMalformed, MetricNameMalformed, MetricTargetMissing,
 * MetricTargetAmbiguous, QuantityMalformed, QuantityNotPositive, QuantityNegative,
 * PercentageMalformed, ThresholdNameMalformed, Duplicate, ValueTypeUnknown, IncrementZero,
 * DurationBelowResolution, IntentionMetricMissing, IntentionMetricForbidden, TooManyQuestions.
 * Warnings: BoundsEqual, MetricsDefaulted, ResourceUnmeasured, MemoryAboveRequest,
 * TargetTypeIgnored, TargetTypeUnreadable, TargetFieldIgnored, SelectorMalformed, WindowBelowSync,
 * PeriodBelowSync, ToleranceLarge, CooldownBelowSync, HoldUnused, IncrementUnusual,
 * ThresholdsOverlap.
 */
export function validateAutoscaler(spec: unknown): FieldError[] {
  const found: FieldError[] = [];
  const reader = FieldReader.of("spec", spec, found);
  if (reader === undefined) return found;

  checkTargets(reader);
  const { min } = checkBounds(reader);
  reader.oneOf("mode", ["Active", "DryRun", "Paused"]);
  const syncPeriodSeconds = reader.has("syncPeriodSeconds")
    ? reader.integer("syncPeriodSeconds", { min: 3, max: 3600 })
    : 15;
  const { isAnyGiven: hasThresholds, wakes: thresholdWakes } = checkThresholds(
    reader,
    syncPeriodSeconds,
  );
  checkMetrics(reader, { mayIdle: min === 0, hasThresholds, thresholdWakes });
  checkQuestions(reader);
  checkBehavior(reader, syncPeriodSeconds);
  checkCooldown(reader, syncPeriodSeconds);
  checkRollout(reader);
  reader.oneOf("zeroReadings", ["Trust", "Doubt"]);
  reader.oneOf("compatibility", ["None", "HPA-1.36"]);
  return found;
}

function checkBounds(spec: FieldReader): { readonly min: number | undefined } {
  const min = spec.has("minReplicas")
    ? spec.integer("minReplicas", { min: 0, max: MAX_REPLICAS })
    : 1;
  spec.require("maxReplicas", "maxReplicas: 10");
  const max = spec.integer("maxReplicas", { min: 1, max: MAX_REPLICAS });
  checkBoundsAgree(spec, min, max);
  if (min !== undefined && max === min) {
    spec.warn("maxReplicas", {
      code: "BoundsEqual",
      message: `maxReplicas and minReplicas are both ${max}, so no metric has any influence`,
      remedy: `write more than ${max}, unless the size shall stay as it is`,
    });
  }
  return { min };
}
