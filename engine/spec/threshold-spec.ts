import type {
  Intention as StoredIntention,
  MetricFallback as StoredFallback,
  ValueThreshold as StoredThreshold,
} from "../../crds/generated/autoscaler.ts";
import type { Metric, MetricIdentifier } from "./metric.ts";

/** A rule of the 2015 proposal. It has passed the schema: it carries what its type names. */
export type ThresholdSpec = {
  readonly name: string;
  readonly fallback?: Readonly<StoredFallback> | null;
} & (
  | { readonly type: "Value"; readonly value: ValueThreshold }
  | { readonly type: "Intention"; readonly intention: Intention }
);

export type Comparison = StoredThreshold["comparison"];

/** Which value of a metric to compare, as in autoscaling/v2. */
export type ValueType = NonNullable<StoredThreshold["valueType"]>;

type SameFields = Pick<StoredThreshold, "comparison" | "durationSeconds" | "increment">;

/** Adds or removes replicas after a metric has been beyond a value for some time. */
export interface ValueThreshold extends Readonly<SameFields> {
  readonly metric: Metric;
  readonly valueType?: ValueType | null;
  /** A quantity; for Utilization, a whole percentage of the requests. */
  readonly value: string;
}

/** Approaches a value, one replica at a time. */
export interface Intention extends Readonly<Pick<StoredIntention, "intent">> {
  readonly metric?: MetricIdentifier | null;
  /** A quantity for each pod; for a utilization, a whole percentage of the requests. */
  readonly value: string;
}
