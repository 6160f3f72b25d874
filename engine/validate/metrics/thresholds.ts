import type { FieldReader } from "../../schema/field-reader.ts";
import { checkFallback, checkSources } from "./metrics.ts";
import { warnOfMalformedSelector } from "./source-rules.ts";
import { canonicalJson } from "../../model/values/json-values.ts";
import { hasValueWithoutPods } from "../../sources/registry.ts";

/** Warns of thresholds as in the 2015 proposal. `syncPeriodSeconds` is undefined if it is invalid. */
export function checkThresholds(spec: FieldReader, syncPeriodSeconds: number | undefined) {
  const thresholds = spec.objects("thresholds");
  const values = thresholds.flatMap(threshold => {
    checkFallback(threshold, spec.number("maxReplicas"), syncPeriodSeconds);
    const identifier = threshold.object("intention")?.object("metric");
    if (identifier) warnOfMalformedSelector(identifier);
    const value = threshold.object("value");
    const read = value && readValueThreshold(value);
    if ((read?.increment ?? 0) < 0) warnOfUnusedFallback(threshold);
    return read ?? [];
  });
  warnOfOverlaps(values);
  const thresholdWakes = values.some(({ wakes }) => wakes);
  return { hasThresholds: thresholds.length > 0, thresholdWakes };
}

function warnOfUnusedFallback(threshold: FieldReader): void {
  if (!threshold.has("fallback")) return;
  threshold.warn("fallback", {
    code: "FallbackUnused",
    message:
      "a threshold that removes replicas asks for nothing while it fails, so this has no effect",
    remedy: "remove it",
  });
}

/** The part of a value threshold that is compared with others. */
interface ReadThreshold {
  readonly reader: FieldReader;
  /** Whether it can add replicas to a count of 0. */
  readonly wakes: boolean;
  readonly increment: number | undefined;
  readonly isUpper: boolean;
  /** In thousandths. */
  readonly value: bigint | undefined;
  /** The same text means the same value to compare. */
  readonly about: string;
}

function readValueThreshold(reader: FieldReader): ReadThreshold {
  const metric = reader.object("metric");
  if (metric) checkSources(metric);
  const comparison = reader.text("comparison");
  const increment = reader.number("increment");
  const isUpper = comparison?.startsWith("Greater") ?? false;
  if (comparison && increment) warnOfUnusual(reader, isUpper, increment);
  const about = canonicalJson([reader.raw("metric"), reader.text("valueType")]);
  const wakes = hasValueWithoutPods(metric?.text("type") ?? "") && (increment ?? 0) > 0;
  return { reader, wakes, increment, isUpper, value: reader.milli("value"), about };
}

function warnOfUnusual(reader: FieldReader, isUpper: boolean, increment: number): void {
  if (increment > 0 === isUpper) return;
  reader.warn("increment", {
    code: "IncrementUnusual",
    message: isUpper
      ? "takes replicas away when the metric rises"
      : "adds replicas when the metric falls",
    remedy: `write ${-increment}, unless fewer replicas bring the metric ${isUpper ? "down" : "up"}`,
  });
}

/** Between the two values nothing happens; without a gap, the count never settles. */
function warnOfOverlaps(thresholds: readonly ReadThreshold[]): void {
  const lowers = thresholds.filter(({ isUpper, increment = 0 }) => !isUpper && increment < 0);
  for (const upper of thresholds.filter(({ isUpper, increment = 0 }) => isUpper && increment > 0)) {
    const { about, value } = upper;
    if (value === undefined) continue;
    const lower = lowers.find(
      other => other.about === about && other.value !== undefined && value <= other.value,
    );
    if (lower === undefined) continue;
    upper.reader.warn("value", {
      code: "ThresholdsOverlap",
      message: `replicas are added above ${String(upper.reader.raw("value"))} and taken away below ${String(lower.reader.raw("value"))}, so the size never comes to rest`,
      remedy: "leave a gap between the two values",
    });
  }
}
