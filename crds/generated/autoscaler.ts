// Generated from crds/autoscalers.autoscaling.trimtab.dev.yaml by hack/generate/generate.ts; edit that and run it again.

import type { ObjectMeta, ScaleTargetRef, ScalingPolicy, Condition, TargetDecision, TargetHistory } from "./shared.ts";

/**
 * Scales a workload by metrics, as a HorizontalPodAutoscaler does. It acts through the workload's
 * scale subresource; the workload is in the same namespace as this object.
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
  /**
   * The metadata that every Kubernetes object has, as far as it is read here.
   */
  metadata?: ObjectMeta;
  spec: AutoscalerSpec;
  status?: AutoscalerStatus;
}
/**
 * What to scale, by which metrics or thresholds, and within which bounds.
 */
export interface AutoscalerSpec {
  /**
   * The workload to scale. It needs a scale subresource, as Deployments, StatefulSets, ReplicaSets
   * and many custom resources have. Set either this or targetSelector.
   */
  scaleTargetRef?: ScaleTargetRef;
  targetSelector?: TargetSelector;
  /**
   * Other workloads that count. The bounds, the metrics and the rate limits apply to the target and
   * all workloads that match one of these selectors (at most 200 each) together. Only the target is
   * scaled, by the difference between the desired and the current total, so the operator does not
   * work against a deployment that moves replicas from one workload to another. The target keeps at
   * least minReplicas (at least 1), or its count if that is smaller, unless the total is 0. Metrics
   * of pods count the pods of all these workloads. Each such metric is queried per workload, with
   * at most 128 queries per sync period; beyond that, it fails.
   *
   * @maxItems 8
   */
  monitorSelectors?: MonitorSelector[];
  /**
   * Minimum number of replicas; 1 by default. 0 lets the workload idle (see idle). It requires a
   * metric of type Object, External, Prometheus or ExternalScaler, or a threshold on one that adds
   * replicas; metrics of other types measure pods, so at 0 they could never scale up again.
   */
  minReplicas?: number;
  /**
   * Maximum number of replicas, at least minReplicas.
   */
  maxReplicas: number;
  /**
   * The replica count is rounded up to a multiple of this number, so that replicas come in whole
   * groups, such as one per zone. The bounds in force are the smallest and the largest multiple
   * within minReplicas and maxReplicas. A policy in behavior allows at least one group in its
   * period. 1 by default.
   */
  replicaMultiple?: number;
  /**
   * Active, the default, writes the replica count. DryRun decides and shows what it would write.
   * Paused does neither. Active and Paused claim the target, so no other object of Trimtab scales
   * it. DryRun holds no claim.
   */
  mode?: "Active" | "DryRun" | "Paused";
  /**
   * How often the metrics are evaluated, in seconds; 15 by default. The moment follows new samples.
   * A count outside the bounds does not wait for it.
   */
  syncPeriodSeconds?: number;
  /**
   * How long after its start a pod's CPU usage counts only while the pod is ready, and only if
   * measured since it became ready, in seconds. It overrides the installation's setting, 300 unless
   * changed.
   */
  cpuInitializationPeriodSeconds?: number;
  /**
   * How long after its start a pod may become ready for the first time, in seconds: a pod that
   * became unready within this time counts as not yet ready, and its CPU usage does not count. The
   * field overrides the installation's setting, 30 unless changed.
   */
  initialReadinessDelaySeconds?: number;
  /**
   * The metrics that determine the replica count. Each metric asks for a count, and the largest one
   * wins, unless combine says otherwise. Without metrics and thresholds, the target is 80% CPU
   * utilization, relative to the pods' requests.
   *
   * @maxItems 32
   */
  metrics?: MetricSpec[];
  combine?: Combine;
  /**
   * Rules that add or remove replicas, in addition to metrics or instead of them: a value that a
   * metric must be beyond for some time, or an intention that is approached one replica at a time.
   * Scaling up takes precedence over scaling down.
   *
   * @maxItems 32
   */
  thresholds?: Threshold[];
  behavior?: Behavior;
  /**
   * Windows in time that replace the bounds. The first active window in the list counts; if a
   * window does not set a bound, the bound of the spec applies. A minimum applies as soon as the
   * window begins. When a window lowers the maximum, the replica count falls to it as fast as the
   * scale-down policies allow; until then, the maximum in force is the replica count that was last
   * written.
   *
   * @maxItems 50
   */
  schedules?: Schedule[];
  cooldown?: Cooldown;
  idle?: IdleSpec;
  rollout?: Rollout;
  healthGate?: HealthGate;
  forecast?: ForecastSpec;
  /**
   * Which of the workloads that targetSelector matches is scaled. HighestUsage, the default: the
   * one whose own pods have the highest usage, by the metrics, intentions and thresholds of pods,
   * among those that monitorSelectors match; without such a metric, the largest. A workload with
   * the annotation or label autoscaling.trimtab.dev/serving and the value true comes first.
   * Announced: only that workload; while none has it, the target stays. Largest: the one with the
   * most replicas or, of several, the oldest; the target changes only to one that has at least two
   * replicas more, and more than a tenth more. The target never falls below what its own pods need.
   */
  targetSelection?: "HighestUsage" | "Announced" | "Largest";
  /**
   * Which pods belong to a workload, for all metrics and thresholds. LabelSelector, the default:
   * all pods that the workload's selector matches. OwnerReference: only the pods among them that
   * the workload controls, itself or through a ReplicaSet, a StatefulSet or a
   * ReplicationController. Pods of other workloads and of Jobs, and pods without a controller, are
   * left out.
   */
  selectionStrategy?: "LabelSelector" | "OwnerReference";
  /**
   * Which pods the workload loses first when its count falls; if absent, its controller chooses.
   * LeastLoaded: pods with the smallest sample of the first metric that measures each pod. Newest:
   * pods that started last. Zone: pods of the zone with the most pods. The operator sets the
   * annotation controller.kubernetes.io/pod-deletion-cost on as few pods as possible and clears it
   * afterwards. It marks only pods that the workload controls. For Deployments, ReplicaSets, and
   * others whose pods belong to a ReplicaSet. The chart's rbac.scaleDownOrder must be true.
   */
  scaleDownOrder?: "LeastLoaded" | "Newest" | "Zone";
  /**
   * Which rules decide. Trimtab-1, the default, decides as a HorizontalPodAutoscaler does, with
   * documented improvements. Its decisions never change except for defects that the changelog
   * names. HPA-1.36 decides exactly as Kubernetes 1.36 does.
   */
  algorithm?: "Trimtab-1" | "HPA-1.36";
}
/**
 * Selects the workload to scale; targetSelection says which one of several matches. This object
 * claims all workloads that match, at most 200; status.target shows which one is scaled. The kind
 * is Deployment, StatefulSet, ReplicaSet, ReplicationController, or a kind that the installation
 * may watch. Set either this or scaleTargetRef.
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
  selector?: WorkloadSelector;
}
/**
 * Selects the workloads by their labels; it must not be empty.
 */
export interface WorkloadSelector {
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
   * In and NotIn compare the value with values; Exists and DoesNotExist check only the key.
   */
  operator: "In" | "NotIn" | "Exists" | "DoesNotExist";
  /**
   * The values for In and NotIn; omit them for Exists and DoesNotExist.
   *
   * @maxItems 16
   */
  values?: string[];
}
/**
 * Selects workloads of one kind by their labels.
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
  selector?: WorkloadSelector;
}
/**
 * One metric, with the single source that type names.
 */
export interface MetricSpec {
  /**
   * The type of the metric, which names its source.
   */
  type:
    | "Resource"
    | "ContainerResource"
    | "Pods"
    | "Object"
    | "External"
    | "Prometheus"
    | "ExternalScaler";
  /**
   * A name for the metric within this object, such as queue: letters, digits and _, not beginning
   * with a digit. The name current and the reserved words of CEL, such as in, are refused.
   */
  name?: string;
  resource?: ResourceMetricSource;
  containerResource?: ContainerResourceMetricSource;
  pods?: PodsMetricSource;
  object?: ObjectMetricSource;
  external?: ExternalMetricSource;
  prometheus?: PrometheusMetricSource;
  externalScaler?: ExternalScalerMetricSource;
  fallback?: MetricFallback;
  /**
   * How old a value may be, in seconds; the metric fails once it is older. Without it, a value of
   * an Object, External or Prometheus metric may be five minutes old or, up to an hour, three times
   * as old as its points are apart; a sample of a pod may be three of its windows old. Not for
   * ExternalScaler.
   */
  maxAgeSeconds?: number;
  activation?: MetricActivation;
}
/**
 * A resource that pods request, and its target usage, averaged over the pods.
 */
export interface ResourceMetricSource {
  /**
   * The resource, cpu or memory.
   */
  name: string;
  target: MetricTarget;
}
/**
 * The target value. The field that is set determines it; type should name that field, and must do
 * so for a metric of type Object.
 */
export interface MetricTarget {
  /**
   * The field that applies; Utilization means averageUtilization.
   */
  type: "Utilization" | "Value" | "AverageValue";
  /**
   * Target for the metric as a whole, as a quantity such as 1k. For Object, External, Prometheus
   * and ExternalScaler.
   */
  value?: number | string;
  /**
   * Target for the metric divided by the number of pods, as a quantity such as 500m of cpu or 64Mi
   * of memory. For every type of metric; for Resource and ContainerResource, instead of
   * averageUtilization.
   */
  averageValue?: number | string;
  /**
   * Target for the pods' usage in percent of their requests. It may exceed 100 if the pods' limits
   * exceed their requests. For Resource and ContainerResource.
   */
  averageUtilization?: number;
}
/**
 * A resource that one container of every pod requests, and its target usage, averaged over the
 * pods.
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
 * A metric that the custom metrics API has for every pod. The target applies to the average over
 * the pods.
 */
export interface PodsMetricSource {
  metric: MetricIdentifier;
  target: MetricTarget;
}
/**
 * Identifies the metric in the API that serves it.
 */
export interface MetricIdentifier {
  /**
   * The name of the metric.
   */
  name: string;
  selector?: LabelSelector;
}
/**
 * Restricts the metric to the series with these labels. It is not validated before it is used; a
 * malformed selector makes the metric fail.
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
   * The values for In and NotIn; omit them for Exists and DoesNotExist.
   *
   * @maxItems 64
   */
  values?: string[];
}
/**
 * A metric that the custom metrics API has for one object in this namespace, such as an Ingress.
 */
export interface ObjectMetricSource {
  describedObject: DescribedObject;
  metric: MetricIdentifier;
  target: MetricTarget;
}
/**
 * The object, in the namespace of the workload. The metric of an object without a namespace, such
 * as a Node, is asked for in that namespace, too.
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
 * A metric from the external metrics API, for something outside the cluster, such as the length of
 * a queue. Multiple series are added up.
 */
export interface ExternalMetricSource {
  metric: MetricIdentifier;
  target: MetricTarget;
}
/**
 * The result of a query to a Prometheus that the platform team has configured.
 */
export interface PrometheusMetricSource {
  /**
   * The name of a metric source, which says where it is and how to authenticate. The platform team
   * configures it.
   */
  source: string;
  /**
   * PromQL with one number as its result: one series, or a scalar. Several series are an error; add
   * them up with sum(). A source may restrict all selectors, for example to the namespace of the
   * object; then at most 32 levels of brackets are allowed.
   */
  query: string;
  /**
   * What a result without any series means. Error, the default, is a failed metric, which prevents
   * scaling down; Zero is the value 0.
   */
  whenEmpty?: "Error" | "Zero";
  target: MetricTarget;
}
/**
 * The metrics of an external scaler, a server for KEDA's protocol that the platform team has
 * configured. It names its metrics and their targets; of several metrics, the largest count wins.
 */
export interface ExternalScalerMetricSource {
  /**
   * The name of a metric source, which says where it is and how to authenticate. The platform team
   * configures it.
   */
  source: string;
  /**
   * What to measure, in the words of the scaler, such as the name of a queue. The scaler also
   * learns the name and the namespace of this object.
   */
  metadata?: {
    [k: string]: string;
  };
  /**
   * One of the metrics that the scaler names; by default, all of them.
   */
  metricName?: string;
  /**
   * Whether the scaler announces work for a workload at 0, which then wakes at once; by default, it
   * is asked in every period. The scaler must serve StreamIsActive.
   */
  push?: boolean;
  target?: MetricTarget;
}
/**
 * The count that the metric asks for once it has failed for some time. Until then, and without a
 * fallback, a metric that fails prevents scale-down; a value threshold does so for 180 seconds. The
 * first answer ends the fallback.
 */
export interface MetricFallback {
  /**
   * How long the metric must fail before the fallback takes over, in seconds; 180 by default. Only
   * failures count: the clock of a metric of pods starts once a pod has been ready for a minute.
   */
  failureDurationSeconds?: number;
  /**
   * The count to ask for. As with any metric, the largest count wins, and stabilization windows,
   * policies and bounds apply.
   */
  replicas: number;
  /**
   * Static, the default, asks for replicas. CurrentIfHigher asks for the current count if that is
   * higher, so the fallback only adds. CurrentIfLower asks for the current count if that is lower,
   * so the fallback only removes.
   */
  behavior?: "Static" | "CurrentIfHigher" | "CurrentIfLower";
}
/**
 * With minReplicas 0, the value up to which the metric asks for nothing, however small its target.
 * Above it, the metric asks for at least one replica. For metrics of type Object, External,
 * Prometheus and ExternalScaler.
 */
export interface MetricActivation {
  /**
   * A quantity, compared with the metric as a whole: the metric is active only while it is greater.
   * Without an activation, 0 counts.
   */
  value: number | string;
}
/**
 * Combines metrics that have a name. The metrics that the expression reads vote only through it;
 * all others, and thresholds, take part as usual: the largest count wins. Without it, the largest
 * metric wins.
 */
export interface Combine {
  /**
   * An expression in the syntax of CEL whose result, rounded up, is a replica count. The name of a
   * metric is the count that the metric asks for; name.value is the measured value as a whole, for
   * metrics of type Object, External, Prometheus and ExternalScaler; current is the current count.
   * It may contain numbers, + - * /, comparisons, && || !, a ? b : c, min, max, ceil and floor. All
   * numbers are decimal: 1/2 is 0.5.
   */
  expression: string;
}
/**
 * One rule, with the part that type names.
 */
export interface Threshold {
  /**
   * The name of the threshold in the votes. A threshold with a new name restarts its wait.
   */
  name: string;
  /**
   * Value or Intention.
   */
  type: "Value" | "Intention";
  fallback?: MetricFallback;
  value?: ValueThreshold;
  intention?: Intention;
}
/**
 * Fires while the metric is beyond a value in every sample for durationSeconds, and adds increment
 * to the current replica count. While the newest sample is beyond the value, a threshold that adds
 * replicas prevents any removal, and adds more only when the replicas of its last step are ready.
 * Stabilization windows do not limit it; rate policies and bounds do.
 */
export interface ValueThreshold {
  metric: ThresholdMetric;
  /**
   * What to compare. Value, the default for Object, External, Prometheus and ExternalScaler, is the
   * metric as a whole; AverageValue, the default for the others, is the average per pod;
   * Utilization is the pods' usage in percent of their requests.
   */
  valueType?: "Value" | "AverageValue" | "Utilization";
  /**
   * How the metric compares with value when it is beyond it.
   */
  comparison: "GreaterThan" | "GreaterThanOrEqual" | "LessThan" | "LessThanOrEqual";
  /**
   * The value to compare with, as a quantity such as 50 or 500m; for Utilization, a whole
   * percentage.
   */
  value: number | string;
  /**
   * How long every sample must be beyond value, in seconds, by the samples' own timestamps; at
   * least syncPeriodSeconds.
   */
  durationSeconds: number;
  /**
   * Number of replicas to add, or to remove if negative.
   */
  increment: number;
}
/**
 * The metric, as in metrics but without a target. It has the single source that type names.
 */
export interface ThresholdMetric {
  /**
   * The type of the metric, which names its source.
   */
  type:
    | "Resource"
    | "ContainerResource"
    | "Pods"
    | "Object"
    | "External"
    | "Prometheus"
    | "ExternalScaler";
  resource?: ThresholdResource;
  containerResource?: ThresholdContainerResource;
  pods?: ThresholdPodsMetric;
  object?: ThresholdObjectMetric;
  external?: ThresholdExternalMetric;
  prometheus?: ThresholdPrometheusMetric;
  externalScaler?: ThresholdExternalScalerMetric;
}
/**
 * A resource that pods use, averaged over the pods.
 */
export interface ThresholdResource {
  /**
   * The resource, cpu or memory.
   */
  name: string;
}
/**
 * A resource that one container of every pod uses, averaged over the pods.
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
 * A metric that the custom metrics API has for every pod, averaged over the pods.
 */
export interface ThresholdPodsMetric {
  metric: MetricIdentifier;
}
/**
 * A metric that the custom metrics API has for one object in this namespace, such as an Ingress.
 */
export interface ThresholdObjectMetric {
  describedObject: DescribedObject;
  metric: MetricIdentifier;
}
/**
 * A metric from the external metrics API, for something outside the cluster, such as the length of
 * a queue. Multiple series are added up.
 */
export interface ThresholdExternalMetric {
  metric: MetricIdentifier;
}
/**
 * The result of a query to a Prometheus that the platform team has configured.
 */
export interface ThresholdPrometheusMetric {
  /**
   * The name of a metric source, which says where it is and how to authenticate. The platform team
   * configures it.
   */
  source: string;
  /**
   * PromQL with one number as its result: one series, or a scalar. Several series are an error; add
   * them up with sum(). A source may restrict all selectors, for example to the namespace of the
   * object; then at most 32 levels of brackets are allowed.
   */
  query: string;
  /**
   * What a result without any series means. Error, the default, is a failed metric, which prevents
   * scaling down; Zero is the value 0.
   */
  whenEmpty?: "Error" | "Zero";
}
/**
 * A metric of an external scaler that the platform team has configured.
 */
export interface ThresholdExternalScalerMetric {
  /**
   * The name of a metric source, which says where it is and how to authenticate. The platform team
   * configures it.
   */
  source: string;
  /**
   * What to measure, in the words of the scaler, such as the name of a queue. The scaler also
   * learns the name and the namespace of this object.
   */
  metadata?: {
    [k: string]: string;
  };
  /**
   * One of the metrics that the scaler names; by default, all of them.
   */
  metricName?: string;
}
/**
 * A goal for each pod. It votes as a metric with the same target does, with the same stabilization
 * windows, and the replica count follows the vote by one replica for each 15 seconds. A replica is
 * removed only if the remaining replicas still meet the goal.
 */
export interface Intention {
  /**
   * CPUUtilization and MemoryUtilization are the pods' usage in percent of their requests;
   * RequestsPerSecondPerPod is the pods' metric http_requests_per_second, unless metric names
   * another one; PodsMetric is the pods' metric that metric names.
   */
  intent: "CPUUtilization" | "MemoryUtilization" | "RequestsPerSecondPerPod" | "PodsMetric";
  metric?: MetricIdentifier;
  /**
   * Target value for each pod, as a quantity such as 50 or 500m; for a utilization, a whole
   * percentage.
   */
  value: number | string;
}
/**
 * How fast the replica count may follow the metrics, up and down. An absent behavior equals an
 * empty one; under algorithm HPA-1.36, the Kubernetes controller's rules without behavior apply.
 */
export interface Behavior {
  scaleUp?: ScalingRules;
  scaleDown?: ScalingRules;
}
/**
 * The rules for one direction. Omitted fields have the default of that direction.
 */
export interface ScalingRules {
  /**
   * Length of the stabilization window, in seconds. The most conservative recommendation in the
   * window applies: the lowest for scaling up, the highest for scaling down. By default 0 for
   * scaling up and 300 for scaling down.
   */
  stabilizationWindowSeconds?: number;
  /**
   * Which policy applies: Max, the default, the one that allows the largest change; Min, the one
   * that allows the smallest. Disabled allows no change in this direction.
   */
  selectPolicy?: "Max" | "Min" | "Disabled";
  /**
   * How large a change may be. By default 4 pods or 100 percent in 15 seconds for scaling up, and
   * 100 percent in 15 seconds for scaling down.
   *
   * @minItems 1
   * @maxItems 16
   */
  policies?: ScalingPolicy[];
  /**
   * How far a metric may deviate from its target without a change, as a fraction of the target,
   * such as 0.05 for 5%. 0.1 by default. A number or a quantity, at least 0.
   */
  tolerance?: number | string;
}
/**
 * A window in time, and the bounds that it sets.
 */
export interface Schedule {
  /**
   * The name of the window in the status and in the decision.
   */
  name: string;
  /**
   * Name of a time zone in the IANA database, such as Europe/Berlin or Etc/UTC, whose clocks start
   * and end follow.
   */
  timeZone: string;
  /**
   * When the window begins, as a cron expression of five fields: minute, hour, day of the month,
   * month and day of the week. L is the last day of the month, and 5#2 the second Friday. A time
   * that the clocks skip comes as soon as they are past it, and a time that they repeat comes once.
   * With a start and an end at the same time, the window goes on.
   */
  start: string;
  /**
   * When the window ends, in the same form.
   */
  end: string;
  /**
   * Minimum number of replicas in the window; by default, the minimum of the spec. A workload that
   * a user scaled to 0 stays at 0.
   */
  minReplicas?: number;
  /**
   * Maximum number of replicas in the window; by default, the maximum of the spec.
   */
  maxReplicas?: number;
}
/**
 * After an addition that metrics or thresholds ask for, how long no vote for as many replicas or
 * fewer adds any. A larger vote does not wait. Removals, bounds and the start of a workload at 0
 * start no cooldown. If absent, there is none.
 */
export interface Cooldown {
  /**
   * How long the votes that an addition answers add nothing more, in seconds; 0 by default. It has
   * an effect only if it is longer than the window of behavior.scaleDown.
   */
  scaleUpSeconds?: number;
}
/**
 * The last step to 0, with minReplicas 0. The larger counts before it follow the windows and
 * policies of behavior.
 */
export interface IdleSpec {
  /**
   * How long every metric of type Object, External, Prometheus or ExternalScaler must be at or
   * below its activation before the last replica goes, in seconds; 0 by default.
   */
  afterSeconds?: number;
}
/**
 * What happens while the pods of the workload, or of a workload that a monitor selector matches,
 * are replaced by new ones. Replicas are always added as usual.
 */
export interface Rollout {
  /**
   * Allow removes replicas as usual. Hold removes none while a Deployment, a StatefulSet or a
   * Rollout of Argo Rollouts rolls out, until the rollout completes, misses its progress deadline
   * or is aborted, and while the workload has the annotation autoscaling.trimtab.dev/rollout with
   * the value InProgress; replicas that a deployment adds to other monitored workloads take none
   * from the target, even above the maximum. The default is Hold with monitorSelectors and, under
   * Trimtab-1, for a Rollout of Argo Rollouts, and Allow for any other target. The operator can see
   * neither the annotation nor the status of a Rollout on kinds that it may not watch.
   */
  scaleDown?: "Allow" | "Hold";
  /**
   * How long one rollout, or one announcement by the annotation, can prevent scale-down, in
   * seconds; 3600 by default.
   */
  maxHoldSeconds?: number;
}
/**
 * No replica is added while most of the newest pods fail to start: they have never been ready for a
 * minute, and their containers crash, cannot run, or take too long. The newest pods are the quarter
 * of the pods that started last, and at least three. If pods that have served fail as well, nothing
 * is held, because the load may be the cause. The minimum is still enforced, and nothing is
 * removed. If absent, failing pods hold nothing; an empty object applies the defaults.
 */
export interface HealthGate {
  /**
   * How long a pod can take to become ready before it counts as failing, in seconds; 600 by
   * default.
   */
  startSeconds?: number;
  /**
   * How long failing pods can prevent scale-up, in seconds; 300 by default. After that, they
   * prevent nothing for as long.
   */
  maxHoldSeconds?: number;
}
/**
 * Adds replicas before the load rises, where it has risen at the same time of the last weeks. A
 * forecast only acts while it has saved clearly more than it cost, and clearly more than a lower
 * target or a longer window. It takes about three weeks to find out. The chart's rbac.forecast must
 * be true. If absent, there is none.
 */
export interface ForecastSpec {
  /**
   * ForecastOnly learns, and shows in the status what acting would save and cost. Active acts.
   */
  mode: "ForecastOnly" | "Active";
  /**
   * The IANA time zone whose clocks the users of the workload follow, such as Europe/Berlin;
   * Etc/UTC by default.
   */
  timeZone?: string;
  /**
   * How many more replica-hours than without it a forecast may cost within a week, in percent; 10
   * by default.
   */
  maxExtraPercent?: number;
  /**
   * How long a new pod takes until it is ready, in seconds; 60 by default.
   */
  leadSeconds?: number;
  /**
   * Whether a rise that is expected may start a workload at 0; false by default.
   */
  wakeAhead?: boolean;
}
/**
 * What was observed, decided and done. Written by the operator.
 */
export interface AutoscalerStatus {
  /**
   * The generation of the spec that this status describes.
   */
  observedGeneration?: number;
  /**
   * Why the replica count is as it is, in at most 40 characters for people, such as metrics
   * unavailable; shown in the column Why. Programs read conditions and decision.
   */
  summary?: string;
  /**
   * Why the replica count is as it is, with numbers and reasons, in one sentence; shown in the
   * column Message.
   */
  message?: string;
  target?: SelectedTarget;
  monitored?: MonitoredCapacity;
  pods?: SelectedPods;
  schedule?: ScheduleStatus;
  forecast?: ForecastStatus;
  /**
   * Replica count in the workload's spec when it was last read.
   */
  currentReplicas?: number;
  /**
   * Replica count that the workload should have. In DryRun, the count that would have been written.
   */
  desiredReplicas?: number;
  /**
   * When this object last changed the replica count.
   */
  lastScaleTime?: string;
  /**
   * The metrics as last read, in the order of spec.metrics.
   *
   * @maxItems 256
   */
  currentMetrics?: MetricStatus[];
  /**
   * Ready: the spec is valid, the target was found, and only this object writes to it. Stalled:
   * there is a problem that does not resolve by waiting. AbleToScale: the workload can be read and
   * written. ScalingActive: a replica count can be computed. ScalingLimited: a bound or a rate
   * limit changed the count. ScaledToZero, if scaling to zero is allowed: the count is 0 because of
   * the metrics, not because a user set it. HistoryReset, for an hour: the operator could not use
   * the history.
   *
   * @maxItems 16
   */
  conditions?: Condition[];
  /**
   * Why the workload has its replica count. Replaying the steps from the votes gives the result.
   */
  decision?: TargetDecision;
  /**
   * Private to the operator: what the next decision needs to know about earlier ones. Its content
   * may change in any release, so other programs should neither read nor change it. Active uses
   * history; DryRun uses dryRunHistory, which starts as a copy of it.
   */
  history?: TargetHistory;
  /**
   * Private to the operator: what the next decision needs to know about earlier ones. Its content
   * may change in any release, so other programs should neither read nor change it. Active uses
   * history; DryRun uses dryRunHistory, which starts as a copy of it.
   */
  dryRunHistory?: TargetHistory;
}
/**
 * The workload that targetSelector selected; absent with scaleTargetRef.
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
   * When it became the target.
   */
  since?: string;
  /**
   * Why it is the target, HighestUsage, Announced or Largest.
   */
  reason?: string;
}
/**
 * All workloads that monitorSelectors matches, and the target; the bounds and metrics apply to all
 * of them together. Absent without monitorSelectors.
 */
export interface MonitoredCapacity {
  /**
   * Number of these workloads.
   */
  objects: number;
  /**
   * Total replica count in their specs.
   */
  replicas: number;
}
/**
 * With selectionStrategy OwnerReference, how many of the pods that the workload's selector matches
 * were left out or not resolved. Absent otherwise.
 */
export interface SelectedPods {
  /**
   * Number of pods that the workload does not control, so that they do not count.
   */
  leftOut: number;
  /**
   * Number of pods whose controller is not known yet, so that they count without their samples;
   * absent if there are none.
   */
  unresolved?: number;
}
/**
 * The windows in force now and next; absent without schedules.
 */
export interface ScheduleStatus {
  /**
   * Name of the window whose bounds are in force; absent if none is active.
   */
  active?: string;
  /**
   * When another window, or none, replaces it, or the first one begins.
   */
  until?: string;
  /**
   * Name of the window that is in force next.
   */
  next?: string;
  /**
   * When that begins.
   */
  nextAt?: string;
}
/**
 * What is expected of the load, and what a forecast is worth; absent without spec.forecast.
 */
export interface ForecastStatus {
  /**
   * Open while the forecast may act, or might with mode Active; otherwise Closed.
   */
  gate: string;
  /**
   * The local day on which it opened or closed last; absent if it never opened.
   */
  since?: string;
  /**
   * Why, as one CamelCase word.
   */
  reason: string;
  /**
   * What the forecast has saved and cost, and what a closed gate waits for, for people.
   */
  message: string;
  expected?: ExpectedReplicas;
  account?: ForecastSavings;
}
/**
 * How many replicas the expected load needs; absent while nothing is expected.
 */
export interface ExpectedReplicas {
  /**
   * Number of replicas.
   */
  replicas: number;
  /**
   * When that was found.
   */
  at: string;
}
/**
 * What acting saves and costs, in replica-hours, by repeating all decisions of the judged days with
 * and without a forecast.
 */
export interface ForecastSavings {
  /**
   * Number of days that are judged.
   */
  days: number;
  /**
   * Missing replica-hours without a forecast.
   */
  shortage: string;
  /**
   * How many of these a forecast avoids.
   */
  avoided: string;
  /**
   * How many more replica-hours it costs.
   */
  extra: string;
  /**
   * The same in percent of all replica-hours.
   */
  extraPercent: string;
  /**
   * How many missing replica-hours the best setting without a forecast avoids at the same cost.
   */
  rivalAvoided: string;
}
/**
 * One metric as last read.
 */
export interface MetricStatus {
  /**
   * The type of the metric; empty if it could not be read.
   */
  type: string;
  resource?: ResourceMetricStatus;
  containerResource?: ContainerResourceMetricStatus;
  pods?: PodsMetricStatus;
  object?: ObjectMetricStatus;
  external?: ExternalMetricStatus;
  prometheus?: PrometheusMetricStatus;
  externalScaler?: ExternalScalerMetricStatus;
}
/**
 * The pods' usage of a resource.
 */
export interface ResourceMetricStatus {
  /**
   * The resource.
   */
  name: string;
  current: MetricValueStatus;
}
/**
 * The value that was read, in the same form as the target.
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
   * The pods' usage in percent of their requests.
   */
  averageUtilization?: number;
}
/**
 * The usage of a resource by one container of every pod.
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
 * The labels that the metric is restricted to.
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
 * The result of a Prometheus query.
 */
export interface PrometheusMetricStatus {
  /**
   * The name of the metric source.
   */
  source: string;
  /**
   * The beginning of the query.
   */
  query: string;
  current: MetricValueStatus;
}
/**
 * The metric of an external scaler that asks for the largest count.
 */
export interface ExternalScalerMetricStatus {
  /**
   * The name of the metric source.
   */
  source: string;
  /**
   * The metric that the spec selects.
   */
  metricName?: string;
  current: MetricValueStatus;
}
