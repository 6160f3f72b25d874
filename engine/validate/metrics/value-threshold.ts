import { canonicalJson } from "../../canonical-json.ts";
import { type FieldReader, listed } from "../field-reader.ts";
import { hasValueWithoutPods, metricSources, metricTypes } from "../../sources/registry.ts";
import { type MetricType, sourceKey } from "../../spec/metric.ts";
import { sourceRules } from "./source-rules.ts";
import { checkPercentage, checkQuantity } from "../fields/quantities.ts";

const rate = "metric: {name: requests_per_second}";

export const examples = {
  Value: `{metric: {type: External, external: {${rate}}}, comparison: GreaterThan, value: 50, durationSeconds: 30, increment: 1}`,
  Intention: "{intent: CPUUtilization, value: 70}",
} as const;

/** The part of a value threshold that is compared with others. */
export interface ReadThreshold {
  readonly reader: FieldReader;
  readonly duration: number | undefined;
  /** Whether it can add replicas to a count of 0. */
  readonly wakes: boolean;
  readonly increment: number | undefined;
  readonly isUpper: boolean;
  /** In thousandths. */
  readonly value: bigint | undefined;
  /** The same text means the same value to compare. */
  readonly about: string;
}

export function checkValueThreshold(reader: FieldReader): ReadThreshold {
  const metric = reader.object("metric");
  const metricType = metric && checkMetric(metric);
  const valueType = reader.text("valueType");
  const comparison = reader.text("comparison");
  const value = checkQuantity(reader, "value");
  const duration = reader.number("durationSeconds");
  const increment = checkIncrement(reader);
  checkValueType(reader, metricType, valueType);
  if (valueType === "Utilization" && value !== undefined) checkPercentage(reader, "value");
  const isUpper = comparison?.startsWith("Greater") ?? false;
  if (comparison && increment) warnOfUnusual(reader, isUpper, increment);
  const about = canonicalJson([reader.raw("metric"), valueType]);
  const wakes = hasValueWithoutPods(metricType ?? "") && (increment ?? 0) > 0;
  return { reader, duration, wakes, increment, isUpper, value, about };
}

function checkMetric(metric: FieldReader): MetricType | undefined {
  const type = metricTypes.find(each => each === metric.text("type"));
  for (const each of metricTypes) {
    const { identify, example } = sourceRules[each];
    const key = sourceKey(each);
    if (type === each) metric.requireSource(key, type, example.threshold);
    const reader = metric.object(key);
    if (reader !== undefined) identify(reader);
  }
  if (metricTypes.filter(each => metric.has(sourceKey(each))).length > 1) {
    metric.report("", {
      code: "SourceForbidden",
      message: "a metric has one source, but several are set",
      remedy: "keep the one that type names and remove the others",
    });
  }
  return type;
}

function checkValueType(
  reader: FieldReader,
  metricType: MetricType | undefined,
  valueType: string | undefined,
): void {
  if (metricType === undefined || valueType === undefined) return;
  if (metricSources[metricType].valueTypes.some(each => each === valueType)) return;
  reader.report("valueType", {
    code: "ValueTypeUnknown",
    message: "this type of metric has no such value",
    remedy: `write ${valueTypesOf.join(", ")}`,
  });
}

/** Each set of value types, and the types of metrics that have it. */
const valueTypesOf = [...new Set(metricTypes.map(valuesOf))].map(values => {
  const types = metricTypes.filter(type => valuesOf(type) === values);
  return `${values} for ${listed(types, "and")}`;
});

function valuesOf(type: MetricType): string {
  return metricSources[type].valueTypes.join(" or ");
}

function checkIncrement(reader: FieldReader): number | undefined {
  const increment = reader.number("increment");
  if (increment !== 0) return increment;
  reader.report("increment", {
    code: "IncrementZero",
    message: "adds and takes away nothing",
    remedy: "write 1 to add a replica, or -1 to take one away",
  });
  return undefined;
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
