import type { Answer } from "../../observation/observation.ts";
import { formatSelector } from "../../observation/selectors/format-selector.ts";
import { formatMilli, milliUnits } from "../../observation/values/quantity.ts";
import { inUnitOf } from "../../observation/values/quantity-text.ts";
import { shortKey } from "../../short-text.ts";
import type { Evidence } from "../../history/threshold-timer.ts";
import type { Comparison, ValueThreshold } from "../../spec/threshold-spec.ts";
import { sourceIn } from "../../spec/metric.ts";
import { withSource } from "../../sources/registry.ts";
import { failureReason, metricSelectorProblem } from "../metric-votes.ts";
import { nameOf, resourceOf } from "../../sources/metric-name.ts";
import type { SampleContext, ThresholdSample } from "./threshold-sample.ts";
import { err, type Result } from "../../result.ts";

/**
 * One evaluation of a threshold's metric.
 *
 * says     the comparison, if there is a value to compare: "60 > 50"
 * failure  why there is no value
 */
export interface Reading {
  readonly evidence: Evidence;
  readonly says: string;
  readonly failure: { readonly reason: string; readonly message: string } | null;
}

/** How each comparison is written. */
export const comparisonSigns: Readonly<Record<Comparison, string>> = {
  GreaterThan: ">",
  GreaterThanOrEqual: "≥",
  LessThan: "<",
  LessThanOrEqual: "≤",
};

/** The condition in readable form: "external metric rps > 50 for 30 s: +1". */
export function conditionOf(threshold: ValueThreshold): string {
  const { metric, comparison, durationSeconds, increment } = threshold;
  const { metric: identifier, describedObject: object } = sourceIn(metric);
  const selector = identifier?.selector;
  const about = [
    ...(threshold.valueType ? [threshold.valueType, "of"] : []),
    nameOf(metric),
    ...(object ? [`of ${object.apiVersion ?? ""} ${object.name}`] : []),
    ...(selector ? [`of {${formatSelector(selector)}}`] : []),
  ].join(" ");
  const signed = increment > 0 ? `+${increment}` : String(increment);
  const holds = `${comparisonSigns[comparison]} ${threshold.value} for ${durationSeconds} s`;
  return shortKey(`${about} ${holds}: ${signed}`);
}

/**
 * The condition's state is unknown across a longer gap between two samples, or if the newest sample
 * is older.
 */
export const gapMs = ({ durationSeconds }: ValueThreshold, syncPeriodSeconds: number): number =>
  (durationSeconds + syncPeriodSeconds) * 1000;

/** The value that a threshold compares. Errors: a sentence: there is nothing to compare. */
const sampleOf = (
  { metric, valueType }: ValueThreshold,
  answer: Answer,
  context: SampleContext,
): Result<ThresholdSample, string> =>
  withSource(metric, (source, fields) => {
    const request = { context, ...(valueType ? { valueType } : {}) };
    return source.sample(fields, answer, request);
  }) ?? err("an unknown type of metric");

export function readThreshold(
  threshold: ValueThreshold,
  answer: Answer,
  context: SampleContext & { readonly syncPeriodSeconds: number },
): Reading {
  const { metric, durationSeconds } = threshold;
  const missing = (message: string, reason = failureReason(metric)): Reading => ({
    ...{ evidence: { kind: "Missing" }, says: "", failure: { reason, message } },
  });
  const problem = metricSelectorProblem(metric);
  if (problem !== null) return missing(problem);
  const limit = milliUnits(threshold.value);
  if (!limit.ok) return missing(limit.error);
  const sample = sampleOf(threshold, answer, context);
  if (!sample.ok) return missing(sample.error);

  const { time, windowMs } = sample.value;
  const coarse = tooCoarse(windowMs, durationSeconds);
  if (coarse) return missing(`${coarse.message}; ${coarse.remedy}`, coarse.code);
  if (time < context.askedAt - gapMs(threshold, context.syncPeriodSeconds)) return missing(tooOld);
  const agrees = isBeyond(sample.value, threshold.comparison, limit.value);
  return {
    evidence: { kind: agrees ? "Agrees" : "Differs", time },
    says: comparisonOf(threshold, sample.value, agrees),
    failure: null,
  };
}

// A constant text: a message that counts up would cause a status write every time.
const tooOld =
  "the newest sample is older than the threshold's duration; look why nothing newer is measured, and at the clocks";

/** The error for a duration shorter than a sample's measurement window; null: none. */
export function tooCoarse(windowMs: number, durationSeconds: number) {
  const windowSeconds = Math.floor(windowMs / 1000);
  if (windowSeconds <= durationSeconds) return null;
  return {
    code: "DurationBelowResolution",
    message: `each sample is measured over ${windowSeconds} s, so ${durationSeconds} s are too short to tell anything`,
    remedy: `write durationSeconds: ${windowSeconds} or more`,
  };
}

function isBeyond({ amount, per }: ThresholdSample, comparison: Comparison, limit: bigint) {
  const wanted = limit * per;
  switch (comparison) {
    case "GreaterThan":
      return amount > wanted;
    case "GreaterThanOrEqual":
      return amount >= wanted;
    case "LessThan":
      return amount < wanted;
    case "LessThanOrEqual":
      return amount <= wanted;
  }
}

function comparisonOf(
  { metric, valueType, comparison, value: written }: ValueThreshold,
  { amount, per }: ThresholdSample,
  agrees: boolean,
): string {
  const milli = amount / per;
  const isPercent = valueType === "Utilization";
  const { resource, container } = resourceOf(metric) ?? {};
  const inUnit = inUnitOf(written, resource !== undefined && container === null ? resource : "");
  const value = isPercent ? `${milli / 1000n}%` : inUnit(formatMilli(milli));
  const limit = isPercent ? `${written}%` : inUnit(written);
  return agrees
    ? `${value} ${comparisonSigns[comparison]} ${limit}`
    : `${value}, not ${comparisonSigns[comparison]} ${limit}`;
}
