// Generated from crds/autoscalers.autoscaling.trimtab.dev.yaml by hack/generate/generate.ts; edit that and run it again.

/**
 * Scales a workload by metrics, as a HorizontalPodAutoscaler does. It acts through the workload's
 * scale subresource; the workload lives in the namespace of this object.
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
  scaleTargetRef?: ScaleTargetRef;
  targetSelector?: TargetSelector;
  /**
   * Capacity that counts, too: the bounds, the metrics and the rate limits are those of all
   * workloads that one of these matches (200 each at most), and of the target, which alone is
   * scaled: it gets as many replicas more or fewer as all of them together should have. So nobody
   * works against a deployment that moves replicas from one workload to another. Of a metric of the
   * pods those of all of them count. Each is asked for by workload: 128 questions in a period are
   * the limit, and beyond it such a metric fails.
   *
   * @maxItems 8
   */
  monitorSelectors?: MonitorSelector[];
  /**
   * The fewest replicas; 1 by default. With 0 the workload may idle, which takes a metric of type
   * Object or External, or a threshold on one that adds replicas: the others measure pods, and so
   * without one they never start one again.
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
   * What the size goes by. Each metric asks for a count, and the largest one wins. With neither
   * metrics nor thresholds the pods' cpu is kept at 80% of what they request.
   *
   * @maxItems 32
   */
  metrics?: MetricSpec[];
  /**
   * Rules that add or take away replicas, beside metrics or instead of them: a value that a metric
   * must be beyond for some time, or an intention that is approached one replica at a time. Up
   * comes before down.
   *
   * @maxItems 32
   */
  thresholds?: Threshold[];
  behavior?: Behavior;
  cooldown?: Cooldown;
  rollout?: Rollout;
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
 * and many custom resources have. Either this or targetSelector.
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
 * The workloads of which one is scaled: the largest, and of equals the oldest. Another one takes
 * its place once it has at least two replicas more, and more than a tenth. This object claims all
 * that it matches, 200 at most; status.target shows which one is scaled. Deployments, StatefulSets,
 * ReplicaSets, ReplicationControllers, and kinds that the installation may watch. Either this or
 * scaleTargetRef.
 */
export interface TargetSelector {
  /**
   * API group and version of the workloads, such as apps/v1; v1 only for ReplicationControllers.
   */
  apiVersion: string;
  /**
   * Kind of the workloads, such as Deployment.
   */
  kind: string;
  /**
   * Labels that a workload must have, with exactly these values.
   */
  matchLabels?: {
    [k: string]: string;
  };
  /**
   * Further requirements on a workload's labels; all of them must hold.
   *
   * @maxItems 16
   */
  matchExpressions?: WorkloadRequirement[];
}
/**
 * One requirement on a label.
 */
export interface WorkloadRequirement {
  /**
   * The label's key, such as app.kubernetes.io/name.
   */
  key: string;
  /**
   * In and NotIn compare the value with values; Exists and DoesNotExist look at the key alone.
   */
  operator: "In" | "NotIn" | "Exists" | "DoesNotExist";
  /**
   * The values for In and NotIn; none for Exists and DoesNotExist.
   *
   * @maxItems 16
   */
  values?: string[];
}
/**
 * Workloads of one kind, by their labels.
 */
export interface MonitorSelector {
  /**
   * API group and version of the workloads, such as apps/v1; v1 only for ReplicationControllers.
   */
  apiVersion: string;
  /**
   * Kind of the workloads, such as Deployment.
   */
  kind: string;
  /**
   * Labels that a workload must have, with exactly these values.
   */
  matchLabels?: {
    [k: string]: string;
  };
  /**
   * Further requirements on a workload's labels; all of them must hold.
   *
   * @maxItems 16
   */
  matchExpressions?: WorkloadRequirement[];
}
/**
 * One metric. It has the one source that type names.
 */
export interface MetricSpec {
  /**
   * The kind of metric, and so the name of its source.
   */
  type: "Resource" | "ContainerResource" | "Pods" | "Object" | "External";
  resource?: ResourceMetricSource;
  containerResource?: ContainerResourceMetricSource;
  pods?: PodsMetricSource;
  object?: ObjectMetricSource;
  external?: ExternalMetricSource;
}
/**
 * A resource that pods request, and the use of it to aim for, on average over the pods.
 */
export interface ResourceMetricSource {
  /**
   * The resource, cpu or memory.
   */
  name: string;
  target: MetricTarget;
}
/**
 * What to aim for. The field that is set says it; type should name that field, and for a metric of
 * type Object must.
 */
export interface MetricTarget {
  /**
   * The field that counts, Utilization for averageUtilization.
   */
  type: "Utilization" | "Value" | "AverageValue";
  /**
   * The metric as a whole, as a quantity such as 1k. For Object and External.
   */
  value?: number | string;
  /**
   * The metric divided by the number of pods, as a quantity such as 500m of cpu or 64Mi of memory.
   * For every type of metric; for Resource and ContainerResource instead of averageUtilization.
   */
  averageValue?: number | string;
  /**
   * The pods' use in percent of what they request. It may exceed 100 where the limits of the pods
   * exceed their requests. For Resource and ContainerResource.
   */
  averageUtilization?: number;
}
/**
 * A resource that one container of every pod requests, and the use of it to aim for, on average
 * over the pods.
 */
export interface ContainerResourceMetricSource {
  /**
   * The resource, cpu or memory.
   */
  name: string;
  /**
   * The name of the container, the same in all pods.
   */
  container: string;
  target: MetricTarget;
}
/**
 * A metric that the custom metrics API has of every pod. What it aims for is their average.
 */
export interface PodsMetricSource {
  metric: MetricIdentifier;
  target: MetricTarget;
}
/**
 * Which metric, in the words of the API that serves it.
 */
export interface MetricIdentifier {
  /**
   * The name of the metric.
   */
  name: string;
  selector?: LabelSelector;
}
/**
 * Narrows the metric down to the series with these labels. Not checked before it is used: a
 * malformed one makes the metric fail.
 */
export interface LabelSelector {
  /**
   * Labels that a series must have, with exactly these values.
   */
  matchLabels?: {
    [k: string]: string | null;
  };
  /**
   * Further requirements on a series' labels; all of them must hold.
   *
   * @maxItems 32
   */
  matchExpressions?: LabelRequirement[];
}
/**
 * One requirement on a label.
 */
export interface LabelRequirement {
  /**
   * The label's key.
   */
  key?: string;
  /**
   * One of In, NotIn, Exists and DoesNotExist. The first two compare the value with values.
   */
  operator?: string;
  /**
   * The values for In and NotIn; none for Exists and DoesNotExist.
   *
   * @maxItems 64
   */
  values?: string[];
}
/**
 * A metric that the custom metrics API has of one object in this namespace, such as an Ingress.
 */
export interface ObjectMetricSource {
  describedObject: DescribedObject;
  metric: MetricIdentifier;
  target: MetricTarget;
}
/**
 * The object, in the namespace of the workload.
 */
export interface DescribedObject {
  /**
   * API group and version of the object, such as networking.k8s.io/v1.
   */
  apiVersion?: string;
  /**
   * Kind of the object, such as Ingress.
   */
  kind: string;
  /**
   * Name of the object.
   */
  name: string;
}
/**
 * A metric of something outside the cluster, such as the length of a queue, from the external
 * metrics API. Several series are added up.
 */
export interface ExternalMetricSource {
  metric: MetricIdentifier;
  target: MetricTarget;
}
/**
 * One rule. It has the part that type names.
 */
export interface Threshold {
  /**
   * What the threshold is called in the votes; a threshold of another name waits anew.
   */
  name: string;
  /**
   * Value or Intention.
   */
  type: "Value" | "Intention";
  value?: ValueThreshold;
  intention?: Intention;
}
/**
 * When the metric has been beyond a value in every sample of durationSeconds, increment is added to
 * the current count. That count is asked for until it is reached or a threshold of the other
 * direction fires; then the wait begins anew. No stabilization window holds it back; rate policies
 * and bounds do.
 */
export interface ValueThreshold {
  metric: ThresholdMetric;
  /**
   * What is compared. Value, the default for Object and External, is the metric as a whole;
   * AverageValue, the default for the others, its part for each pod; Utilization the pods' use in
   * percent of what they request.
   */
  valueType?: "Value" | "AverageValue" | "Utilization";
  /**
   * How the metric compares with value where the threshold is passed.
   */
  comparison: "GreaterThan" | "GreaterThanOrEqual" | "LessThan" | "LessThanOrEqual";
  /**
   * The value to compare with, as a quantity such as 50 or 500m; of a Utilization a whole
   * percentage.
   */
  value: number | string;
  /**
   * For how long every sample must be beyond value, by the samples' own timestamps; at least
   * syncPeriodSeconds.
   */
  durationSeconds: number;
  /**
   * How many replicas are added, or taken away if negative.
   */
  increment: number;
}
/**
 * The metric, as in metrics but without a target. It has the one source that type names.
 */
export interface ThresholdMetric {
  /**
   * The kind of metric, and so the name of its source.
   */
  type: "Resource" | "ContainerResource" | "Pods" | "Object" | "External";
  resource?: ThresholdResource;
  containerResource?: ThresholdContainerResource;
  pods?: ThresholdPodsMetric;
  object?: ThresholdObjectMetric;
  external?: ThresholdExternalMetric;
}
/**
 * A resource that pods use, on average over the pods.
 */
export interface ThresholdResource {
  /**
   * The resource, cpu or memory.
   */
  name: string;
}
/**
 * A resource that one container of every pod uses, on average over the pods.
 */
export interface ThresholdContainerResource {
  /**
   * The resource, cpu or memory.
   */
  name: string;
  /**
   * The name of the container, the same in all pods.
   */
  container: string;
}
/**
 * A metric that the custom metrics API has of every pod, on average over the pods.
 */
export interface ThresholdPodsMetric {
  metric: MetricIdentifier;
}
/**
 * A metric that the custom metrics API has of one object in this namespace, such as an Ingress.
 */
export interface ThresholdObjectMetric {
  describedObject: DescribedObject;
  metric: MetricIdentifier;
}
/**
 * A metric of something outside the cluster, such as the length of a queue, from the external
 * metrics API. Several series are added up.
 */
export interface ThresholdExternalMetric {
  metric: MetricIdentifier;
}
/**
 * What is aimed for. One replica is added or taken away at a time; it is taken away only where
 * those left still meet the intention. The stabilization windows apply, as for metrics.
 */
export interface Intention {
  /**
   * CPUUtilization and MemoryUtilization are the pods' use in percent of what they request;
   * RequestsPerSecondPerPod is the metric http_requests_per_second of the pods, unless metric names
   * another one; PodsMetric is the metric of the pods that metric names.
   */
  intent: "CPUUtilization" | "MemoryUtilization" | "RequestsPerSecondPerPod" | "PodsMetric";
  metric?: MetricIdentifier;
  /**
   * What each pod should have, as a quantity such as 50 or 500m; of a utilization a whole
   * percentage.
   */
  value: number | string;
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
 * How long the size stays after each change of it by this object, in whichever direction that was.
 * Without it, not at all. A count outside of the bounds is corrected at once all the same.
 */
export interface Cooldown {
  /**
   * No replica is added for so many seconds after a change; 0 by default.
   */
  scaleUpSeconds?: number;
  /**
   * None is taken away for so many seconds after a change; 0 by default.
   */
  scaleDownSeconds?: number;
}
/**
 * What happens while the workload's pods are replaced by new ones. Replicas are added as ever.
 */
export interface Rollout {
  /**
   * Allow, the default, takes replicas away as ever. Hold takes none away while a Deployment or a
   * StatefulSet rolls out, until it is done or has missed its progress deadline, and while the
   * workload has the annotation autoscaling.trimtab.dev/rollout with the value InProgress. The
   * annotation is not seen on kinds that the operator may not watch.
   */
  scaleDown?: "Allow" | "Hold";
  /**
   * For how long one rollout holds the size at most; 3600 by default.
   */
  maxHoldSeconds?: number;
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
  target?: SelectedTarget;
  monitored?: MonitoredCapacity;
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
   * changed the count. ScaledToZero, where that is allowed: the count is 0 because of the metrics,
   * and not because a person wrote it.
   *
   * @maxItems 16
   */
  conditions?: Condition[];
  decision?: TargetDecision;
  history?: TargetHistory;
  dryRunHistory?: TargetHistory;
}
/**
 * The workload that targetSelector has come to; absent with a scaleTargetRef.
 */
export interface SelectedTarget {
  /**
   * Its API group and version.
   */
  apiVersion: string;
  /**
   * Its kind.
   */
  kind: string;
  /**
   * Its name.
   */
  name: string;
  /**
   * Since when it is the one.
   */
  since?: string;
}
/**
 * All workloads that monitorSelectors matches, and the target; bounds and metrics are those of all
 * of them. Absent without monitorSelectors.
 */
export interface MonitoredCapacity {
  /**
   * How many workloads they are.
   */
  objects: number;
  /**
   * Replicas that they ask for, all together.
   */
  replicas: number;
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
  containerResource?: ContainerResourceMetricStatus;
  pods?: PodsMetricStatus;
  object?: ObjectMetricStatus;
  external?: ExternalMetricStatus;
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
 * What was read, in the form of what is aimed for.
 */
export interface MetricValueStatus {
  /**
   * The metric as a whole, as a quantity.
   */
  value?: string;
  /**
   * Its average over the pods, as a quantity.
   */
  averageValue?: string;
  /**
   * The pods' use in percent of what they request.
   */
  averageUtilization?: number;
}
/**
 * What one container of every pod uses of a resource.
 */
export interface ContainerResourceMetricStatus {
  /**
   * The resource.
   */
  name: string;
  /**
   * The container.
   */
  container: string;
  current: MetricValueStatus;
}
/**
 * A metric of every pod.
 */
export interface PodsMetricStatus {
  metric: MetricIdentifierStatus;
  current: MetricValueStatus;
}
/**
 * The metric, as the spec names it.
 */
export interface MetricIdentifierStatus {
  /**
   * Its name.
   */
  name: string;
  selector?: LabelSelectorStatus;
}
/**
 * The labels to which it is narrowed down.
 */
export interface LabelSelectorStatus {}
/**
 * A metric of one object.
 */
export interface ObjectMetricStatus {
  describedObject: DescribedObjectStatus;
  metric: MetricIdentifierStatus;
  current: MetricValueStatus;
}
/**
 * The object, as the spec names it.
 */
export interface DescribedObjectStatus {
  /**
   * Its API version.
   */
  apiVersion?: string;
  /**
   * Its kind.
   */
  kind: string;
  /**
   * Its name.
   */
  name: string;
}
/**
 * A metric of something outside the cluster.
 */
export interface ExternalMetricStatus {
  metric: MetricIdentifierStatus;
  current: MetricValueStatus;
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
   * The stage, one of combine, stabilize, rollout, cooldown, limit and bound; monitor before and
   * target after them, where other workloads are monitored.
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
   * Replicas of the other workloads that are monitored, in the stages monitor and target.
   */
  others?: number;
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
 * What the next decision needs to know of earlier ones: in Active history, and in DryRun
 * dryRunHistory, which begins as a copy of it. The operator's memory across restarts: not for other
 * programs.
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
  rollout?: TargetRollout;
  /**
   * What the value thresholds wait for.
   *
   * @maxItems 256
   */
  thresholds?: TargetThreshold[];
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
 * A rollout that holds the size.
 */
export interface TargetRollout {
  /**
   * Since when it has been seen.
   */
  since?: string;
}
/**
 * How far one threshold has come.
 */
export interface TargetThreshold {
  /**
   * The threshold's name.
   */
  name?: string;
  /**
   * What it waits for; of another condition nothing here says anything.
   */
  condition?: string;
  /**
   * The first sample of the unbroken run of those that agree.
   */
  since?: string;
  /**
   * The newest sample when this was written.
   */
  last?: string;
  /**
   * The count that it fired for, until that is reached.
   */
  level?: number;
  /**
   * Samples up to then do not count any more.
   */
  notBefore?: string;
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
