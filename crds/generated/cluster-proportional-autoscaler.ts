// Generated from crds/clusterproportionalautoscalers.autoscaling.trimtab.dev.yaml by hack/generate/generate.ts; edit that and run it again.

import type { ObjectMeta, ScaleTargetRef, ScalingPolicy, Condition, TargetDecision, TargetHistory } from "./shared.ts";

/**
 * Sizes a service, such as cluster DNS, by the nodes of the cluster, their cores and other
 * resources, or the number of pods or namespaces. It scales its targets through their scale
 * subresource; targets are in the same namespace as this object.
 */
export interface ClusterProportionalAutoscaler {
  /**
   * The version of this API, autoscaling.trimtab.dev/v1alpha1.
   */
  apiVersion?: string;
  /**
   * Always ClusterProportionalAutoscaler.
   */
  kind?: string;
  /**
   * The metadata that every Kubernetes object has, as far as it is read here.
   */
  metadata?: ObjectMeta;
  spec: ClusterProportionalAutoscalerSpec;
  status?: ClusterProportionalAutoscalerStatus;
}
/**
 * What to scale, and how its size depends on the size of the cluster.
 */
export interface ClusterProportionalAutoscalerSpec {
  /**
   * The workloads to scale, all to the same size. Each needs a scale subresource, as Deployments,
   * StatefulSets, ReplicaSets and many custom resources have. A target that fails does not stop the
   * others.
   *
   * @minItems 1
   * @maxItems 16
   */
  scaleTargetRefs: ScaleTargetRef[];
  /**
   * Active, the default, writes the replica count. DryRun decides and shows what it would write.
   * Paused does neither. Active and Paused claim the target, so no other object of Trimtab scales
   * it. DryRun holds no claim.
   */
  mode?: "Active" | "DryRun" | "Paused";
  linear?: Linear;
  ladder?: Ladder;
  configMapRef?: ConfigMapRef;
  nodes?: NodeFilter;
  behavior?: Behavior;
  /**
   * Which rules decide. Trimtab-1, the default, always enforces the bounds, follows behavior, and
   * keeps counting a node for five minutes after it becomes unready. Its decisions never change
   * except for defects that the changelog names. CPA-1.10 decides exactly as the upstream
   * cluster-proportional-autoscaler does; it scales immediately, and preventSinglePointFailure may
   * exceed maxReplicas.
   */
  algorithm?: "Trimtab-1" | "CPA-1.10";
}
/**
 * A fixed number of cores, nodes, pods, namespaces or other resources per replica. Each of these is
 * divided by its ratio and rounded up; the largest result wins, within minReplicas and maxReplicas.
 */
export interface Linear {
  /**
   * Allocatable cores that one replica serves; fractions are valid. If absent, the number of cores
   * has no effect.
   */
  coresPerReplica?: number;
  /**
   * Nodes that one replica serves; fractions are valid. If absent, the number of nodes has no
   * effect.
   */
  nodesPerReplica?: number;
  /**
   * Pods of the whole cluster that one replica serves. Pods that have succeeded or failed do not
   * count. The chart's rbac.objectCounts must be true.
   */
  podsPerReplica?: number;
  /**
   * Namespaces of the cluster that one replica serves. The chart's rbac.objectCounts must be true.
   */
  namespacesPerReplica?: number;
  /**
   * How much of other allocatable resources of the nodes one replica serves, such as memory or
   * GPUs.
   *
   * @minItems 1
   * @maxItems 8
   */
  resourcesPerReplica?: ResourceRatio[];
  /**
   * Minimum number of replicas, at least 1, which is the default. To scale down to 0, use ladder.
   */
  minReplicas?: number;
  /**
   * Maximum number of replicas, at least minReplicas. If absent, there is no limit.
   */
  maxReplicas?: number;
  /**
   * Whether to run at least 2 replicas if there is more than one node; false by default.
   */
  preventSinglePointFailure?: boolean;
}
/**
 * The ratio for one resource.
 */
export interface ResourceRatio {
  /**
   * The resource as nodes report it: memory, ephemeral-storage, hugepages-2Mi, or an extended
   * resource such as nvidia.com/gpu.
   */
  name: string;
  /**
   * How much one replica serves, as a quantity such as 64Gi of memory or 4 GPUs.
   */
  perReplica: number | string;
}
/**
 * Tables of steps for cores, nodes, pods, namespaces and other resources. In each table, the
 * highest step that the cluster reaches applies; below the lowest step, the lowest one does. The
 * largest count wins.
 */
export interface Ladder {
  /**
   * Steps by allocatable cores, in any order; each number of cores may occur only once.
   *
   * @maxItems 256
   */
  coresToReplicas?: CoresStep[];
  /**
   * Steps by nodes, in any order; each number of nodes may occur only once.
   *
   * @maxItems 256
   */
  nodesToReplicas?: NodesStep[];
  /**
   * Steps by pods of the whole cluster that have neither succeeded nor failed, in any order; each
   * number of pods may occur only once. The chart's rbac.objectCounts must be true.
   *
   * @maxItems 256
   */
  podsToReplicas?: PodsStep[];
  /**
   * Steps by namespaces, in any order; each number of namespaces may occur only once. The chart's
   * rbac.objectCounts must be true.
   *
   * @maxItems 256
   */
  namespacesToReplicas?: NamespacesStep[];
  /**
   * Steps by other allocatable resources of the nodes, such as memory or GPUs.
   *
   * @maxItems 8
   */
  resourcesToReplicas?: ResourceLadder[];
}
/**
 * The replica count from a number of cores upward.
 */
export interface CoresStep {
  /**
   * Allocatable cores from which the step applies.
   */
  cores: number;
  /**
   * Replica count of the step; 0 switches the workload off.
   */
  replicas: number;
}
/**
 * The replica count from a number of nodes upward.
 */
export interface NodesStep {
  /**
   * Nodes from which the step applies.
   */
  nodes: number;
  /**
   * Replica count of the step; 0 switches the workload off.
   */
  replicas: number;
}
/**
 * The replica count from a number of pods upward.
 */
export interface PodsStep {
  /**
   * Pods from which the step applies.
   */
  pods: number;
  /**
   * Replica count of the step; 0 switches the workload off.
   */
  replicas: number;
}
/**
 * The replica count from a number of namespaces upward.
 */
export interface NamespacesStep {
  /**
   * Namespaces from which the step applies.
   */
  namespaces: number;
  /**
   * Replica count of the step; 0 switches the workload off.
   */
  replicas: number;
}
/**
 * The steps for one resource.
 */
export interface ResourceLadder {
  /**
   * The resource as nodes report it: memory, ephemeral-storage, hugepages-2Mi, or an extended
   * resource such as nvidia.com/gpu.
   */
  name: string;
  /**
   * Steps in any order; of equal quantities, the last one applies.
   *
   * @minItems 1
   * @maxItems 64
   */
  steps: ResourceStep[];
}
/**
 * The replica count from a quantity upward.
 */
export interface ResourceStep {
  /**
   * Quantity from which the step applies, such as 64Gi of memory or 4 GPUs.
   */
  quantity: number | string;
  /**
   * Replica count of the step; 0 switches the workload off.
   */
  replicas: number;
}
/**
 * Reads the parameters from a ConfigMap in the format of the upstream
 * cluster-proportional-autoscaler: one key, linear or ladder, with a JSON value. The ConfigMap is
 * read live; while it cannot be used, the last good parameters stay in force. The chart's
 * rbac.configMaps must allow it.
 */
export interface ConfigMapRef {
  /**
   * Name of the ConfigMap, in the namespace of this object.
   */
  name: string;
  default?: DefaultParameters;
}
/**
 * The parameters while the ConfigMap does not exist. The operator does not write them to the
 * cluster; upstream would create the ConfigMap from them.
 */
export interface DefaultParameters {
  linear?: Linear;
  ladder?: Ladder;
}
/**
 * Which nodes count. If absent, all schedulable nodes count.
 */
export interface NodeFilter {
  selector?: NodeSelector;
  /**
   * Whether nodes that are cordoned or not ready count: Count or Ignore. The default is Count, and
   * Ignore under CPA-1.10. With configMapRef, the flag in the ConfigMap applies instead, and this
   * one only while the default is in force.
   */
  unschedulable?: "Ignore" | "Count";
  /**
   * Nodes that have a taint that one of these matches do not count. An entry matches a taint as a
   * toleration does. If absent, taints have no effect, as in upstream.
   *
   * @maxItems 16
   */
  excludeTaints?: ExcludedTaint[];
}
/**
 * Selects the nodes that count, by their labels. If absent or empty, all nodes count.
 */
export interface NodeSelector {
  /**
   * Labels that a node must have, with exactly these values.
   */
  matchLabels?: {
    [k: string]: string;
  };
  /**
   * Further requirements on a node's labels; all of them must hold.
   *
   * @maxItems 32
   */
  matchExpressions?: NodeRequirement[];
}
/**
 * One requirement on a label.
 */
export interface NodeRequirement {
  /**
   * The label's key, such as topology.kubernetes.io/zone.
   */
  key: string;
  /**
   * In and NotIn compare the value with values; Exists and DoesNotExist check only the key.
   */
  operator: "In" | "NotIn" | "Exists" | "DoesNotExist";
  /**
   * The values for In and NotIn; omit them for Exists and DoesNotExist.
   *
   * @maxItems 64
   */
  values?: string[];
}
/**
 * Matches the taints with this key, and with this value and effect.
 */
export interface ExcludedTaint {
  /**
   * The taint's key, such as example.com/dedicated.
   */
  key: string;
  /**
   * Equal, the default, compares the value; Exists checks only the key.
   */
  operator?: "Equal" | "Exists";
  /**
   * The taint's value for Equal; if absent, only a taint without a value matches.
   */
  value?: string;
  /**
   * The taint's effect; if absent, every effect matches.
   */
  effect?: "NoSchedule" | "PreferNoSchedule" | "NoExecute";
}
/**
 * How fast the replica count may follow the cluster, up and down. By default it rises at once, and
 * falls once nothing has asked for more for 300 seconds. It has no influence under CPA-1.10.
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
   * How large a change may be. If absent, a change of any size is allowed.
   *
   * @minItems 1
   * @maxItems 16
   */
  policies?: ScalingPolicy[];
}
/**
 * What was observed, decided and done. Written by the operator.
 */
export interface ClusterProportionalAutoscalerStatus {
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
  /**
   * Kind and name of the first target, and the number of the others, such as Deployment/dns +2;
   * shown in the column Target. Programs read targets.
   */
  targetSummary?: string;
  /**
   * Nodes that spec.nodes selects.
   */
  nodes?: number;
  /**
   * Nodes among them that are not cordoned and are ready or, except under CPA-1.10, were ready
   * within the last five minutes.
   */
  schedulableNodes?: number;
  /**
   * Allocatable cores of the nodes, summed, then rounded up once.
   */
  cores?: number;
  /**
   * Allocatable cores of the schedulable nodes, summed, then rounded up once.
   */
  schedulableCores?: number;
  /**
   * Pods of the cluster that have neither succeeded nor failed; present if the parameters count
   * them.
   */
  pods?: number;
  /**
   * Namespaces of the cluster; present if the parameters count them.
   */
  namespaces?: number;
  /**
   * The other resources of the nodes that the parameters count.
   *
   * @maxItems 8
   */
  resources?: CountedResource[];
  /**
   * Ready: the spec is valid, parameters are available, and every target was found. Stalled: there
   * is a problem that does not resolve by waiting. ParametersCurrent: the parameters in force are
   * the requested ones, not earlier ones or a default in place of a ConfigMap.
   *
   * @maxItems 16
   */
  conditions?: Condition[];
  parameters?: ParametersInForce;
  /**
   * One entry for each entry of spec.scaleTargetRefs, in the same order.
   *
   * @maxItems 16
   */
  targets?: TargetStatus[];
}
/**
 * What the nodes have of one resource.
 */
export interface CountedResource {
  /**
   * The resource, such as memory.
   */
  name: string;
  /**
   * The allocatable quantity of the nodes, summed.
   */
  total: string;
  /**
   * The allocatable quantity of the schedulable nodes, summed.
   */
  schedulable: string;
}
/**
 * The parameters in force. With configMapRef, these are the last good ones: they survive an invalid
 * or deleted ConfigMap and a restart of the operator.
 */
export interface ParametersInForce {
  /**
   * The source of the parameters, one of Spec, ConfigMap and Default.
   */
  source: string;
  /**
   * The ConfigMap that the parameters were read from, if any.
   */
  configMapName?: string;
  /**
   * Whether nodes that are cordoned or not ready count.
   */
  includeUnschedulableNodes?: boolean;
  linear?: LinearInForce;
  ladder?: LadderInForce;
}
/**
 * Present in linear mode.
 */
export interface LinearInForce {
  /**
   * Cores that one replica serves; 0 or absent means no effect.
   */
  coresPerReplica?: number;
  /**
   * Nodes that one replica serves; 0 or absent means no effect.
   */
  nodesPerReplica?: number;
  /**
   * Minimum number of replicas.
   */
  minReplicas?: number;
  /**
   * Maximum number of replicas; 0 or absent means no limit.
   */
  maxReplicas?: number;
  /**
   * Whether at least 2 replicas run if there is more than one node.
   */
  preventSinglePointFailure?: boolean;
}
/**
 * Present in ladder mode.
 */
export interface LadderInForce {
  /**
   * Steps by cores.
   *
   * @maxItems 4096
   */
  coresToReplicas?: CoresStepInForce[];
  /**
   * Steps by nodes.
   *
   * @maxItems 4096
   */
  nodesToReplicas?: NodesStepInForce[];
}
/**
 * The replica count from a number of cores upward.
 */
export interface CoresStepInForce {
  /**
   * Cores from which the step applies.
   */
  cores: number;
  /**
   * Replica count of the step.
   */
  replicas: number;
}
/**
 * The replica count from a number of nodes upward.
 */
export interface NodesStepInForce {
  /**
   * Nodes from which the step applies.
   */
  nodes: number;
  /**
   * Replica count of the step.
   */
  replicas: number;
}
/**
 * What was decided and done for one workload.
 */
export interface TargetStatus {
  ref: TargetRef;
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
   * AbleToScale: the workload can be read and written. ScalingActive: a replica count can be
   * computed. ScalingLimited: a bound or a rate limit changed the count. HistoryReset, for an hour:
   * the operator could not use the history.
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
 * The workload.
 */
export interface TargetRef {
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
}
