import type { LabelSelector } from "./observation/label-selector.ts";
import type {
  ContainerResource,
  DescribedMetric,
  IdentifiedMetric,
  NamedResource,
} from "./metric.ts";
import type { ThresholdSpec } from "./threshold-spec.ts";

/**
 * As much of an Autoscaler's spec as a decision needs, in the words of autoscaling/v2. It has
 * passed the schema: a metric carries the source that its type names. null is the same as absent.
 */
export interface AutoscalerSpec {
  /** What they match is chosen and counted before there is a decision. */
  readonly targetSelector?: LabelSelector | null;
  readonly monitorSelectors?: readonly LabelSelector[] | null;
  readonly minReplicas?: number | null;
  readonly maxReplicas: number;
  readonly syncPeriodSeconds?: number | null;
  readonly metrics?: readonly MetricSpec[] | null;
  readonly thresholds?: readonly ThresholdSpec[] | null;
  readonly behavior?: BehaviorSpec | null;
  readonly cooldown?: CooldownSpec | null;
  readonly rollout?: RolloutSpec | null;
  readonly compatibility?: Compatibility | null;
  /** Whether pods that all read 0 right after a load are believed at once; Trust. */
  readonly zeroReadings?: "Trust" | "Doubt" | null;
}

/** Whose arithmetic: our own, or that of one upstream release, defects included. */
export type Compatibility = "None" | "HPA-1.36";

/** A metric with its target. */
export type MetricSpec =
  | { readonly type: "Resource"; readonly resource: ResourceMetricSource }
  | { readonly type: "ContainerResource"; readonly containerResource: ContainerMetricSource }
  | { readonly type: "Pods"; readonly pods: PodsMetricSource }
  | { readonly type: "Object"; readonly object: ObjectMetricSource }
  | { readonly type: "External"; readonly external: ExternalMetricSource };

export interface ResourceMetricSource extends NamedResource {
  readonly target: MetricTarget;
}

export type ContainerMetricSource = ContainerResource & ResourceMetricSource;

export interface PodsMetricSource extends IdentifiedMetric {
  readonly target: MetricTarget;
}

export type ObjectMetricSource = DescribedMetric & PodsMetricSource;

export type ExternalMetricSource = PodsMetricSource;

/** Quantities as Kubernetes writes them; averageUtilization in percent of the request. */
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

/** Seconds since the latest change of ours, in either direction; absent: none. */
export interface CooldownSpec {
  readonly scaleUpSeconds?: number | null;
  readonly scaleDownSeconds?: number | null;
}

/** Whether a target may get smaller while its pods are replaced, and for how long at most it may not. */
export interface RolloutSpec {
  readonly scaleDown?: "Allow" | "Hold" | null;
  readonly maxHoldSeconds?: number | null;
}

/** autoscaling/v2 HPAScalingRules. */
export interface ScalingRules {
  readonly stabilizationWindowSeconds: number | null;
  readonly selectPolicy: "Max" | "Min" | "Disabled" | null;
  readonly policies: readonly ScalingPolicy[] | null;
  /** A quantity: the fraction of the target by which usage may be off. null: the settings' own. */
  readonly tolerance: string | null;
}

export interface ScalingPolicy {
  readonly type: "Pods" | "Percent";
  readonly value: number;
  readonly periodSeconds: number;
}
