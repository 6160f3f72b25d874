// Generated from crds/clusterproportionalautoscalers.autoscaling.trimtab.dev.yaml by hack/generate/generate.ts; edit that and run it again.

/**
 * Sizes a service, such as cluster DNS, from the number of nodes and cores of the cluster. It
 * scales its targets through their scale subresource; targets live in the namespace of this object.
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
  metadata?: ObjectMeta;
  spec: ClusterProportionalAutoscalerSpec;
  status?: ClusterProportionalAutoscalerStatus;
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
 * What to scale, and how its size follows from the cluster's.
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
   * Paused does neither. DryRun and Paused hold no claim on the target: something else may scale it
   * meanwhile.
   */
  mode?: "Active" | "DryRun" | "Paused";
  linear?: Linear;
  ladder?: Ladder;
  configMapRef?: ConfigMapRef;
  /**
   * Whether nodes that are cordoned or not ready count too; false by default. With configMapRef the
   * ConfigMap's own flag counts instead, and this one only while the default is in force.
   */
  includeUnschedulableNodes?: boolean;
  nodeSelector?: NodeSelector;
  /**
   * None, the default, keeps the bounds in every case, waits 30 seconds before scaling down, and
   * keeps counting a node of unknown readiness for five minutes. CPA-1.10 is the upstream
   * cluster-proportional-autoscaler to the letter: immediate jumps, and preventSinglePointFailure
   * may exceed maxReplicas.
   */
  compatibility?: "None" | "CPA-1.10";
}
/**
 * One workload to scale.
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
 * So many cores or nodes per replica. Each of the two is divided by its ratio and rounded up; the
 * larger count wins and is then kept between minReplicas and maxReplicas.
 */
export interface Linear {
  /**
   * Allocatable cores that one replica serves; fractions are legal. Without it the number of cores
   * has no influence.
   */
  coresPerReplica?: number;
  /**
   * Nodes that one replica serves; fractions are legal. Without it the number of nodes has no
   * influence.
   */
  nodesPerReplica?: number;
  /**
   * The fewest replicas, at least 1, which is the default. To go down to 0, use ladder.
   */
  minReplicas?: number;
  /**
   * The most replicas, at least minReplicas. Without it there is no limit.
   */
  maxReplicas?: number;
  /**
   * Whether to run at least 2 replicas as soon as there is more than one node; false by default.
   */
  preventSinglePointFailure?: boolean;
}
/**
 * A table of steps for cores, nodes or both. Each table gives the replicas of its highest step that
 * the cluster has reached, or those of its lowest step before that; the larger count wins.
 */
export interface Ladder {
  /**
   * Steps by allocatable cores, in any order; no two for the same number of cores.
   *
   * @maxItems 256
   */
  coresToReplicas?: CoresStep[];
  /**
   * Steps by nodes, in any order; no two for the same number of nodes.
   *
   * @maxItems 256
   */
  nodesToReplicas?: NodesStep[];
}
/**
 * From this many cores upward, this many replicas.
 */
export interface CoresStep {
  /**
   * Allocatable cores from which the step holds.
   */
  cores: number;
  /**
   * Replicas from there on; 0 switches the workload off.
   */
  replicas: number;
}
/**
 * From this many nodes upward, this many replicas.
 */
export interface NodesStep {
  /**
   * Nodes from which the step holds.
   */
  nodes: number;
  /**
   * Replicas from there on; 0 switches the workload off.
   */
  replicas: number;
}
/**
 * Takes the parameters from a ConfigMap in the format of the upstream
 * cluster-proportional-autoscaler: one key, linear or ladder, holding JSON. It is read live, and
 * while it cannot be used the last good parameters stay in force.
 */
export interface ConfigMapRef {
  /**
   * Name of the ConfigMap, in the namespace of this object.
   */
  name: string;
  default?: DefaultParameters;
}
/**
 * The parameters while the ConfigMap does not exist. Nothing is written into the cluster: upstream
 * would create the ConfigMap from them.
 */
export interface DefaultParameters {
  linear?: Linear;
  ladder?: Ladder;
}
/**
 * The nodes that count, by their labels. Without it, or empty, all nodes do.
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
   * In and NotIn compare the value with values; Exists and DoesNotExist look at the key alone.
   */
  operator: "In" | "NotIn" | "Exists" | "DoesNotExist";
  /**
   * The values for In and NotIn; none for Exists and DoesNotExist.
   *
   * @maxItems 64
   */
  values?: string[];
}
/**
 * What was seen, decided and done. Written by the operator.
 */
export interface ClusterProportionalAutoscalerStatus {
  /**
   * The generation of the spec that this status describes.
   */
  observedGeneration?: number;
  /**
   * The latest decision in a few words; the Why column.
   */
  summary?: string;
  /**
   * Nodes that match the node selector.
   */
  nodes?: number;
  /**
   * Those of them that are ready and not cordoned.
   */
  schedulableNodes?: number;
  /**
   * Allocatable cores of the nodes, rounded up once over their sum.
   */
  cores?: number;
  /**
   * Allocatable cores of the schedulable nodes, likewise.
   */
  schedulableCores?: number;
  /**
   * Ready: the spec is valid, there are parameters, and every target was found. Stalled: there is
   * something that waiting will not mend. ParametersCurrent: the parameters in force are the ones
   * asked for, and not earlier ones or a default that stand in for a ConfigMap.
   *
   * @maxItems 16
   */
  conditions?: Condition[];
  parameters?: ParametersInForce;
  /**
   * One entry for each of spec.scaleTargetRefs, in the same order.
   *
   * @maxItems 16
   */
  targets?: TargetStatus[];
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
 * The parameters in force. With configMapRef these are the last good ones: they outlive an invalid
 * or deleted ConfigMap, and a restart of the operator.
 */
export interface ParametersInForce {
  /**
   * Where they come from, one of Spec, ConfigMap and Default.
   */
  source: string;
  /**
   * The ConfigMap they were read from, where they were.
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
   * Cores that one replica serves; 0 or absent means no influence.
   */
  coresPerReplica?: number;
  /**
   * Nodes that one replica serves; 0 or absent means no influence.
   */
  nodesPerReplica?: number;
  /**
   * The fewest replicas.
   */
  minReplicas?: number;
  /**
   * The most replicas; 0 or absent means no limit.
   */
  maxReplicas?: number;
  /**
   * Whether more than one node demands at least 2 replicas.
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
 * From this many cores upward, this many replicas.
 */
export interface CoresStepInForce {
  /**
   * Cores from which the step holds.
   */
  cores: number;
  /**
   * Replicas from there on.
   */
  replicas: number;
}
/**
 * From this many nodes upward, this many replicas.
 */
export interface NodesStepInForce {
  /**
   * Nodes from which the step holds.
   */
  nodes: number;
  /**
   * Replicas from there on.
   */
  replicas: number;
}
/**
 * What was decided and done for one workload.
 */
export interface TargetStatus {
  ref: TargetRef;
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
   * AbleToScale: the workload can be read and written. ScalingActive: a count can be computed.
   * ScalingLimited: a bound or a rate limit changed the count.
   *
   * @maxItems 16
   */
  conditions?: Condition[];
  decision?: TargetDecision;
  history?: TargetHistory;
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
   * @maxItems 16
   */
  votes: TargetVote[];
  /**
   * What each stage made of it, in the order in which they ran.
   *
   * @maxItems 8
   */
  steps: TargetStep[];
}
/**
 * What one source asked for.
 */
export interface TargetVote {
  /**
   * The source, such as cores or nodes.
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
   * Counts asked for in the stabilization window, oldest first.
   *
   * @maxItems 32
   */
  recommendations?: TargetRecommendation[];
  /**
   * Changes written, for the rate limits, oldest first.
   *
   * @maxItems 32
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
  value: number;
  /**
   * From when on.
   */
  since: string;
}
/**
 * A change that was written.
 */
export interface TargetScaleEvent {
  /**
   * When.
   */
  time: string;
  /**
   * Replicas added, negative if taken away.
   */
  change: number;
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
  from: number;
  /**
   * Replicas after.
   */
  to: number;
  /**
   * When it was recorded.
   */
  time: string;
  /**
   * The workload it is for.
   */
  targetUID: string;
}
