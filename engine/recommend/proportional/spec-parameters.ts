import type { ClusterProportionalAutoscalerSpec } from "../../../crds/generated/cluster-proportional-autoscaler.ts";
import type { ProportionalParameters } from "./parameters.ts";

/**
 * The part of a spec that holds parameters. `configMapRef.default` with the spec's `nodes` has the
 * same form.
 */
export type InlineParameters = Readonly<
  Pick<ClusterProportionalAutoscalerSpec, "linear" | "ladder" | "nodes">
>;

/**
 * The parameters written in a spec, with defaults applied; null if it has neither mode, because a
 * ConfigMap holds them. The spec must have passed validateClusterProportionalAutoscaler.
 */
export function parametersFromSpec(spec: InlineParameters): ProportionalParameters | null {
  const { linear, ladder } = spec;
  const includeUnschedulableNodes = spec.nodes?.unschedulable === "Count";
  // Check for truthiness: a file may contain `linear: null`, which the API server would have
  // dropped.
  if (linear) {
    return {
      mode: "linear",
      coresPerReplica: linear.coresPerReplica ?? 0,
      nodesPerReplica: linear.nodesPerReplica ?? 0,
      minReplicas: linear.minReplicas ?? 1,
      maxReplicas: linear.maxReplicas ?? 0,
      preventSinglePointFailure: linear.preventSinglePointFailure ?? false,
      includeUnschedulableNodes,
    };
  }
  if (!ladder) return null;
  const coreSteps = ladder.coresToReplicas ?? [];
  const nodeSteps = ladder.nodesToReplicas ?? [];
  return {
    mode: "ladder",
    coresToReplicas: coreSteps.map(({ cores: size, replicas }) => ({ size, replicas })),
    nodesToReplicas: nodeSteps.map(({ nodes: size, replicas }) => ({ size, replicas })),
    includeUnschedulableNodes,
  };
}
