import type { Metric, MetricIdentifier } from "./metric.ts";

/** A rule of the 2015 proposal. It has passed the schema: it carries what its type names. */
export type ThresholdSpec =
  | { readonly name: string; readonly type: "Value"; readonly value: ValueThreshold }
  | { readonly name: string; readonly type: "Intention"; readonly intention: Intention };

export type Comparison = "GreaterThan" | "GreaterThanOrEqual" | "LessThan" | "LessThanOrEqual";

/** Which value of a metric to compare, as in autoscaling/v2. */
export type ValueType = "Value" | "AverageValue" | "Utilization";

/** Adds or removes replicas after a metric has been beyond a value for some time. */
export interface ValueThreshold {
  readonly metric: Metric;
  readonly valueType?: ValueType | null;
  readonly comparison: Comparison;
  /** A quantity; for Utilization, a whole percentage of the requests. */
  readonly value: string;
  readonly durationSeconds: number;
  readonly increment: number;
}

/** Approaches a value, one replica at a time. */
export interface Intention {
  readonly intent: Intent;
  readonly metric?: MetricIdentifier | null;
  /** A quantity for each pod; for a utilization, a whole percentage of the requests. */
  readonly value: string;
}

export type Intent =
  | "CPUUtilization"
  | "MemoryUtilization"
  | "RequestsPerSecondPerPod"
  | "PodsMetric";
