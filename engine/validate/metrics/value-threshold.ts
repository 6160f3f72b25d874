import { canonicalJson } from "../../canonical-json.ts";
import type { FieldReader } from "../field-reader.ts";
import { hasValueWithoutPods } from "../../sources/registry.ts";
import { milliIn } from "../fields/quantities.ts";
import { checkSources } from "./metrics.ts";

/** The part of a value threshold that is compared with others. */
export interface ReadThreshold {
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

export function readValueThreshold(reader: FieldReader): ReadThreshold {
  const metric = reader.object("metric");
  if (metric) checkSources(metric);
  const comparison = reader.text("comparison");
  const increment = reader.number("increment");
  const isUpper = comparison?.startsWith("Greater") ?? false;
  if (comparison && increment) warnOfUnusual(reader, isUpper, increment);
  const about = canonicalJson([reader.raw("metric"), reader.text("valueType")]);
  const wakes = hasValueWithoutPods(metric?.text("type") ?? "") && (increment ?? 0) > 0;
  return { reader, wakes, increment, isUpper, value: milliIn(reader, "value"), about };
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
export function warnOfOverlaps(thresholds: readonly ReadThreshold[]): void {
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
