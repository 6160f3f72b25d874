// Generated from crds/autoscalers.autoscaling.trimtab.dev.yaml by hack/generate/generate.ts; edit that and run it again.

/**
 * Scales a workload by what its pods use of their resources, as a HorizontalPodAutoscaler does. It
 * acts through the workload's scale subresource; the workload lives in the namespace of this
 * object.
 */
export interface Autoscaler {
  /**
   * The version of this API, autoscaling.trimtab.dev/v1alpha1.
   */
  apiVersion?: string;
  /**
   * Always Autoscaler.
   */
  kind?: string;
  metadata?: ObjectMeta;
  spec: AutoscalerSpec;
  status?: AutoscalerStatus;
}
/**
 * The metadata that every Kubernetes object has, as far as it is read here.
 */
export interface ObjectMeta {
  name?: string;
  namespace?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  labels?: {
    [k: string]: string;
  };
  annotations?: {
    [k: string]: string;
  };
}
/**
 * What to scale, by what, and within which bounds.
 */
export interface AutoscalerSpec {
  scaleTargetRef: ScaleTargetRef;
  /**
   * The fewest replicas; 1 by default. With 0 the workload may idle; but one without pods uses no
   * resources, and so no metric of type Resource ever starts one again.
   */
  minReplicas?: number;
  /**
   * The most replicas, at least minReplicas.
   */
  maxReplicas: number;
  /**
   * Active, the default, writes the replica count. DryRun decides and shows what it would write.
   * Paused does neither. DryRun and Paused hold no claim on the target: something else may scale it
   * meanwhile.
   */
  mode?: "Active" | "DryRun" | "Paused";
  /**
   * How often the metrics are looked at; every 15 seconds by default.
   */
  syncPeriodSeconds?: number;
  /**
   * What the size goes by. Each metric asks for a count, and the largest one wins. Without metrics
   * the pods' cpu is kept at 80% of what they request.
   *
   * @maxItems 32
   */
  metrics?: MetricSpec[];
  behavior?: Behavior;
  /**
   * Trust, the default, believes what the metrics say. Doubt takes pods that all read 0 at once
   * right after a load for missing data, for two sync periods: a broken exporter reads like an idle
   * service.
   */
  zeroReadings?: "Trust" | "Doubt";
  /**
   * None, the default, is the arithmetic of a HorizontalPodAutoscaler with documented improvements.
   * HPA-1.36 is that of Kubernetes 1.36 to the letter.
   */
  compatibility?: "None" | "HPA-1.36";
}
/**
 * The workload to scale. It needs a scale subresource, as Deployments, StatefulSets, ReplicaSets
 * and many custom resources have.
 */
export interface ScaleTargetRef {
  /**
   * API group and version of the workload, such as apps/v1; v1 only for a ReplicationController.
   */
  apiVersion: string;
  /**
   * Kind of the workload, such as Deployment.
   */
  kind: string;
  /**
   * Name of the workload, in the namespace of this object.
   */
  name: string;
}
/**
 * One metric.
 */
export interface MetricSpec {
  /**
   * The kind of metric; Resource is what the pods use of a resource.
   */
  type: "Resource";
  resource: ResourceMetricSource;
}
/**
 * A resource that pods request, and the use of it to aim for.
 */
export interface ResourceMetricSource {
  /**
   * The resource, such as cpu or memory.
   */
  name: string;
  target: MetricTarget;
}
/**
 * The use to aim for, on average over the pods.
 */
export interface MetricTarget {
  /**
   * Utilization aims for averageUtilization, AverageValue for averageValue.
   */
  type: "Utilization" | "AverageValue";
  /**
   * The pods' use in percent of what they request. It may exceed 100 where the limits of the pods
   * exceed their requests.
   */
  averageUtilization?: number;
  /**
   * The use of one pod as a quantity, such as 500m of cpu or 64Mi of memory.
   */
  averageValue?: number | string;
}
/**
 * How fast the count may follow the metrics, up and down.
 */
export interface Behavior {
  scaleUp?: ScalingRules;
  scaleDown?: ScalingRules;
}
/**
 * The rules for one direction. What is left out has the default of that direction.
 */
export interface ScalingRules {
  /**
   * Of all counts recommended in so many seconds the most cautious one holds: the lowest one
   * upward, the highest one downward. By default 0 upward and 300 downward.
   */
  stabilizationWindowSeconds?: number;
  /**
   * Which policy counts: Max, the default, the one that allows the largest change; Min the
   * smallest; Disabled allows none in this direction.
   */
  selectPolicy?: "Max" | "Min" | "Disabled";
  /**
   * How large a change may be. By default 4 pods or 100 percent in 15 seconds upward, and 100
   * percent in 15 seconds downward.
   *
   * @minItems 1
   * @maxItems 16
   */
  policies?: ScalingPolicy[];
  /**
   * By which part of its target a metric may miss it without a change, such as 0.05 for 5%. By
   * default 0.1. A number or a quantity, at least 0.
   */
  tolerance?: number | string;
}
/**
 * The largest change in any period of this length.
 */
export interface ScalingPolicy {
  /**
   * Whether value counts pods, or percent of the count at the start of the period.
   */
  type: "Pods" | "Percent";
  /**
   * The largest change; above 100 percent is legal.
   */
  value: number;
  /**
   * The length of the period.
   */
  periodSeconds: number;
}
/**
 * What was seen, decided and done. Written by the operator.
 */
export interface AutoscalerStatus {
  /**
   * The generation of the spec that this status describes.
   */
  observedGeneration?: number;
  /**
   * The latest decision in a few words; the Why column.
   */
  summary?: string;
  /**
   * Replicas the workload asked for when it was last looked at.
   */
  currentReplicas?: number;
  /**
   * Replicas it should have. In DryRun, what would have been written.
   */
  desiredReplicas?: number;
  /**
   * When its replica count was last changed by this object.
   */
  lastScaleTime?: string;
  /**
   * The metrics as they were last read, in the order of spec.metrics.
   *
   * @maxItems 256
   */
  currentMetrics?: MetricStatus[];
  /**
   * Ready: the spec is valid, the target was found, and this object is its only writer. Stalled:
   * there is something that waiting will not mend. AbleToScale: the workload can be read and
   * written. ScalingActive: a count can be computed. ScalingLimited: a bound or a rate limit
   * changed the count.
   *
   * @maxItems 16
   */
  conditions?: Condition[];
  decision?: TargetDecision;
  history?: TargetHistory;
}
/**
 * One metric as it was last read.
 */
export interface MetricStatus {
  /**
   * The kind of metric; empty if it could not be read.
   */
  type: string;
  resource?: ResourceMetricStatus;
}
/**
 * What the pods use of a resource.
 */
export interface ResourceMetricStatus {
  /**
   * The resource.
   */
  name: string;
  current: MetricValueStatus;
}
/**
 * The use, on average over the pods.
 */
export interface MetricValueStatus {
  /**
   * In percent of what they request.
   */
  averageUtilization?: number;
  /**
   * As a quantity.
   */
  averageValue?: string;
}
/**
 * One aspect of the current state.
 */
export interface Condition {
  /**
   * What the condition is about, such as Ready.
   */
  type: string;
  /**
   * True, False or Unknown.
   */
  status: string;
  /**
   * The generation of the spec that the condition describes.
   */
  observedGeneration?: number;
  /**
   * When the status last changed.
   */
  lastTransitionTime?: string;
  /**
   * Why, as one CamelCase word for programs.
   */
  reason?: string;
  /**
   * Why, as a sentence for people.
   */
  message?: string;
}
/**
 * Why the workload has the size it has: replaying the steps from the votes gives the result.
 */
export interface TargetDecision {
  /**
   * When it was decided.
   */
  time: string;
  /**
   * Replicas before.
   */
  from: number;
  /**
   * Replicas after.
   */
  to: number;
  /**
   * What each source asked for.
   *
   * @maxItems 256
   */
  votes: TargetVote[];
  /**
   * What each stage made of it, in the order in which they ran.
   *
   * @maxItems 32
   */
  steps: TargetStep[];
}
/**
 * What one source asked for.
 */
export interface TargetVote {
  /**
   * The source, such as cpu.
   */
  source: string;
  /**
   * Count (it asks for replicas), Abstain (it has no opinion) or Failed (it could not be asked).
   */
  kind: string;
  /**
   * The count it asks for.
   */
  replicas?: number;
  /**
   * Why it failed, as one CamelCase word.
   */
  reason?: string;
  /**
   * How it came to that, for people.
   */
  message: string;
}
/**
 * What one stage made of the count.
 */
export interface TargetStep {
  /**
   * The stage, one of combine, stabilize, limit and bound.
   */
  step: string;
  /**
   * Replicas before the stage.
   */
  before: number;
  /**
   * Replicas after it.
   */
  after: number;
  /**
   * The smallest count that the stage lets through; absent where it lets any.
   */
  atLeast?: number;
  /**
   * The largest count that it lets through; absent where it lets any.
   */
  atMost?: number;
  /**
   * Why, as one CamelCase word.
   */
  reason: string;
  /**
   * Why, for people.
   */
  message: string;
}
/**
 * What the next decision needs to know of earlier ones. The operator's memory across restarts: not
 * for other programs.
 */
export interface TargetHistory {
  /**
   * The format of this history.
   */
  version: number;
  /**
   * The workload it belongs to; a re-created one starts anew.
   */
  targetUID: string;
  /**
   * The highest counts asked for in the window for scaling down, oldest first.
   *
   * @maxItems 256
   */
  recommendations?: TargetRecommendation[];
  /**
   * The lowest counts asked for in the window for scaling up, oldest first.
   *
   * @maxItems 256
   */
  lowestRecommendations?: TargetRecommendation[];
  /**
   * Changes written, for the rate limits, oldest first.
   *
   * @maxItems 256
   */
  scaleEvents?: TargetScaleEvent[];
  pending?: TargetPendingScale;
}
/**
 * A count that stood from a moment until the next one's.
 */
export interface TargetRecommendation {
  /**
   * Replicas.
   */
  value?: number;
  /**
   * From when on.
   */
  since?: string;
}
/**
 * A change that was written.
 */
export interface TargetScaleEvent {
  /**
   * When.
   */
  time?: string;
  /**
   * Replicas added, negative if taken away.
   */
  change?: number;
  span?: TargetScaleEventSpan;
}
/**
 * Only where the event stands for several changes since then, for one that came at any time since
 * then, or for one that may not have happened: what they are at most in either direction.
 */
export interface TargetScaleEventSpan {
  /**
   * When the first of them was.
   */
  since: string;
  /**
   * Replicas added at most.
   */
  up: number;
  /**
   * Replicas taken away at most, negative.
   */
  down: number;
}
/**
 * A change that is about to be written, recorded first so that a crash cannot lose it.
 */
export interface TargetPendingScale {
  /**
   * Replicas before.
   */
  from?: number;
  /**
   * Replicas after.
   */
  to?: number;
  /**
   * When it was recorded.
   */
  time?: string;
  /**
   * The workload it is for.
   */
  targetUID?: string;
}
