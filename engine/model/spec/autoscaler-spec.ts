import type {
  AutoscalerSpec as StoredSpec,
  Intention as StoredIntention,
  MetricFallback as StoredFallback,
  Schedule as StoredSchedule,
  ValueThreshold as StoredThreshold,
} from "../../../crds/generated/autoscaler.ts";
import type { ScalingPolicy as StoredPolicy } from "../../../crds/generated/shared.ts";
import type { LabelSelector } from "../selectors/label-selector.ts";
import type { Metric, MetricIdentifier, MetricWith } from "./metric.ts";

/** The fields of the CRD with the same type here. */
type SameFields = Omit<
  StoredSpec,
  | ("scaleTargetRef" | "mode" | "maxReplicas" | "targetSelector" | "monitorSelectors")
  | ("metrics" | "thresholds" | "behavior")
>;

type OrNull<Fields> = { readonly [Key in keyof Fields]?: Fields[Key] | null };

/** Without the version of the workloads. */
interface WorkloadsSelector extends TargetKind {
  readonly selector?: LabelSelector;
}

interface TargetKind {
  readonly apiVersion?: string;
  readonly kind?: string;
}

/**
 * The part of an Autoscaler's spec that a decision needs, with the field names of autoscaling/v2.
 * It has passed the schema: a metric carries the source that its type names. null means absent.
 */
export interface AutoscalerSpec extends OrNull<SameFields> {
  readonly scaleTargetRef?: TargetKind | null;
  /** Both selectors are resolved before the decision. */
  readonly targetSelector?: WorkloadsSelector | null;
  readonly monitorSelectors?: readonly WorkloadsSelector[] | null;
  readonly maxReplicas: number;
  readonly metrics?: readonly MetricSpec[] | null;
  readonly thresholds?: readonly ThresholdSpec[] | null;
  readonly behavior?: BehaviorSpec | null;
}

/** Which of several workloads is the target. */
export type TargetSelection = NonNullable<StoredSpec["targetSelection"]>;

/** Whether decisions are written, only shown, or not made. */
export type Mode = NonNullable<StoredSpec["mode"]>;

/** Which pods a target loses first. */
export type ScaleDownOrder = NonNullable<StoredSpec["scaleDownOrder"]>;

/** Whose arithmetic to use: Trimtab's own, or that of one upstream release, defects included. */
export type Algorithm = NonNullable<StoredSpec["algorithm"]>;

export type MetricSpec = MetricWith<Targeted> & MetricRules;

/** The fields of a metric that do not depend on its type. */
export interface MetricRules {
  /** Unique within the object, and an identifier; absent: nothing refers to the metric. */
  readonly name?: string;
  readonly fallback?: MetricFallback | null;
  readonly activation?: MetricActivation | null;
  /** Null: the limit follows from the distances between the metric's points. */
  readonly maxAgeSeconds?: number | null;
}

/** Up to this value of the whole metric, it asks for nothing. A quantity. */
export interface MetricActivation {
  readonly value: string;
}

/** What a metric asks for once it has failed for some time. */
export type MetricFallback = Readonly<StoredFallback>;

export interface Targeted {
  readonly target: MetricTarget;
}

/** Quantities in Kubernetes notation; averageUtilization is a percentage of the request. */
export interface MetricTarget {
  readonly type?: string;
  readonly value?: string | null;
  readonly averageValue?: string | null;
  readonly averageUtilization?: number | null;
}

export interface BehaviorSpec {
  readonly scaleUp?: Partial<ScalingRules> | null;
  readonly scaleDown?: Partial<ScalingRules> | null;
}

/** A window in time, and the bounds that it sets. */
export type Schedule = Readonly<StoredSchedule>;

/** autoscaling/v2 HPAScalingRules. */
export interface ScalingRules {
  readonly stabilizationWindowSeconds: number | null;
  readonly selectPolicy: "Max" | "Min" | "Disabled" | null;
  readonly policies: readonly ScalingPolicy[] | null;
  /** A quantity: by which fraction of the target usage may deviate. null: the default from the settings. */
  readonly tolerance: string | null;
}

export type ScalingPolicy = Readonly<StoredPolicy>;

/** A rule of the 2015 proposal. It has passed the schema: it carries what its type names. */
export type ThresholdSpec = {
  readonly name: string;
  readonly fallback?: MetricFallback | null;
} & (
  | { readonly type: "Value"; readonly value: ValueThreshold }
  | { readonly type: "Intention"; readonly intention: Intention }
);

export type Comparison = StoredThreshold["comparison"];

/** Which value of a metric to compare, as in autoscaling/v2. */
export type ValueType = NonNullable<StoredThreshold["valueType"]>;

/** Adds or removes replicas after a metric has been beyond a value for some time. */
export interface ValueThreshold extends Readonly<
  Pick<StoredThreshold, "comparison" | "durationSeconds" | "increment">
> {
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
