import type { Answer } from "../model/observation/observation.ts";
import { formatSelector } from "../model/selectors/selector-text.ts";
import { formatMilli, milliUnits } from "../model/values/quantity.ts";
import { inUnitOf } from "../model/values/quantity-text.ts";
import { shortKey } from "../model/values/short-text.ts";
import type { Evidence, ThresholdTimer } from "../model/threshold-timer.ts";
import type { Comparison, ValueThreshold } from "../model/spec/autoscaler-spec.ts";
import { sourceIn } from "../model/spec/metric.ts";
import { withSource, nameOf, resourceOf } from "../sources/registry.ts";
import { failureReason, metricSelectorProblem } from "./metric-votes.ts";
import type { SampleContext, ThresholdSample } from "../arithmetic/threshold-sample.ts";
import { err, type Result } from "../model/values/result.ts";
import { negativeTotalProblem } from "../arithmetic/trusted-samples.ts";

/**
 * One evaluation of a threshold's metric.
 *
 * says     the comparison, if there is a value to compare: "60 > 50"
 * needs    the smallest count at which the value no longer exceeds the limit; null: unknown
 * failure  why there is no value
 */
export interface Reading {
  readonly evidence: Evidence;
  readonly says: string;
  readonly needs: number | null;
  readonly failure: Failure | null;
}

export interface Failure {
  readonly reason: string;
  readonly message: string;
}

export const comparisonSigns: Readonly<Record<Comparison, string>> = {
  GreaterThan: ">",
  GreaterThanOrEqual: "≥",
  LessThan: "<",
  LessThanOrEqual: "≤",
};

export const isBelow = (comparison: Comparison): boolean =>
  comparison === "LessThan" || comparison === "LessThanOrEqual";

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

const WHOLE_REQUEST = 100_000n;

/** A pod without a sample counts so that it does not argue for a scale-down, as for a metric. */
function fillOf({ comparison, increment }: ValueThreshold, limit: bigint): bigint | null {
  if (increment > 0 || !isBelow(comparison)) return null;
  return limit > WHOLE_REQUEST ? limit : WHOLE_REQUEST;
}

/** The value that a threshold compares. Errors: a sentence: there is nothing to compare. */
const sampleOf = (
  threshold: ValueThreshold,
  limit: bigint,
  answer: Answer,
  context: SampleContext,
): Result<ThresholdSample, string> =>
  withSource(threshold.metric, (source, fields) => {
    const { valueType, increment } = threshold;
    const about = { context, isDown: increment < 0, fill: fillOf(threshold, limit) };
    return source.sample(fields, answer, { ...about, ...(valueType ? { valueType } : {}) });
  }) ?? err("an unknown type of metric");

export function readThreshold(
  threshold: ValueThreshold,
  answer: Answer,
  context: SampleContext & { readonly syncPeriodSeconds: number },
): Reading {
  const { metric, comparison, durationSeconds } = threshold;
  const none = { evidence: { kind: "Missing" }, says: "", needs: null } as const;
  const missing = (message: string): Reading => ({
    ...{ ...none, failure: { reason: failureReason(metric), message } },
  });
  const problem = metricSelectorProblem(metric);
  if (problem !== null) return missing(problem);
  const limit = milliUnits(threshold.value);
  if (!limit.ok) return missing(limit.error);
  const negative = limit.value < 0n ? null : negativeTotalProblem(answer);
  if (negative !== null) return missing(negative);
  const sample = sampleOf(threshold, limit.value, answer, context);
  if (!sample.ok) return missing(sample.error);

  const { time, windowMs } = sample.value;
  const coarse = tooCoarse(windowMs, durationSeconds);
  if (coarse) return { ...none, failure: failureOf(coarse) };
  const oldest = context.askedAt - gapMs(threshold, context.syncPeriodSeconds);
  if (time < oldest) return missing(tooOld);
  const agrees = isBeyond(sample.value, comparison, limit.value);
  return {
    evidence: { kind: agrees ? "Agrees" : "Differs", time },
    says: comparisonOf(threshold, sample.value, agrees),
    needs: neededReplicas(sample.value, comparison, limit.value),
    failure: null,
  };
}

// A constant text: a message that counts up would cause a status write every time.
const tooOld =
  "the newest sample is older than the threshold's duration; look why nothing newer is measured, and at the clocks";

/** The error for a duration shorter than a sample's measurement window; null: none. */
export function tooCoarse(windowMs: number, durationSeconds: number) {
  const seconds = Math.floor(windowMs / 1000);
  if (seconds <= durationSeconds) return null;
  return belowResolution(`each sample is measured over ${seconds} s`, seconds, durationSeconds);
}

/** The failure of a timer whose samples keep being too far apart for a run; null: none. */
export function tooSparse({ gapSeconds }: ThresholdTimer, durationSeconds: number): Failure | null {
  // One long gap is an outage.
  if (gapSeconds.length < 2) return null;
  const seconds = Math.min(...gapSeconds);
  return failureOf(belowResolution(`the samples are ${seconds} s apart`, seconds, durationSeconds));
}

const belowResolution = (fact: string, seconds: number, durationSeconds: number) => ({
  code: "DurationBelowResolution",
  message: `${fact}, so ${durationSeconds} s are too short to tell anything`,
  remedy: `write durationSeconds: ${seconds} or more`,
});

const failureOf = ({ code, message, remedy }: ReturnType<typeof belowResolution>): Failure => ({
  ...{ reason: code, message: `${message}; ${remedy}` },
});

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

/** More replicas lower an average. A pod without a sample counts as exactly at the limit. */
function neededReplicas(
  { amount, per, sharedBy }: ThresholdSample,
  comparison: Comparison,
  limit: bigint,
): number | null {
  const capacity = limit * per;
  if (sharedBy === null || isBelow(comparison) || capacity <= 0n) return null;
  const total = amount * BigInt(sharedBy.measured);
  // At exactly the limit, only GreaterThan is no longer true.
  const exceeding = comparison === "GreaterThan" ? total - 1n : total;
  const least = total > 0n ? exceeding / capacity + 1n : 0n;
  return Number(least) + sharedBy.absent;
}

function comparisonOf(
  { metric, valueType, comparison, value: written }: ValueThreshold,
  { amount, per, filled = 0 }: ThresholdSample,
  agrees: boolean,
): string {
  const milli = amount / per;
  const isPercent = valueType === "Utilization";
  const { resource, container } = resourceOf(metric) ?? {};
  const inUnit = inUnitOf(written, resource !== undefined && container === null ? resource : "");
  const percent = `${milli / 1000n}%${filled > 0 ? ` (${filled} without samples in full)` : ""}`;
  const value = isPercent ? percent : inUnit(formatMilli(milli));
  const limit = isPercent ? `${written}%` : inUnit(written);
  return agrees
    ? `${value} ${comparisonSigns[comparison]} ${limit}`
    : `${value}, not ${comparisonSigns[comparison]} ${limit}`;
}
