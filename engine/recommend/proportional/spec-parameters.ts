import type { Ladder, Linear } from "../../../crds/generated/cluster-proportional-autoscaler.ts";
import type { ProportionalParameters } from "./parameters.ts";

/**
 * The part of a spec that holds parameters. `configMapRef.default` with the spec's flag has the
 * same form.
 */
export interface InlineParameters {
  readonly linear?: Linear;
  readonly ladder?: Ladder;
  readonly includeUnschedulableNodes?: boolean;
}

/**
 * The parameters written in a spec, with defaults applied; null if it has neither mode, because a
 * ConfigMap holds them. The spec must have passed validateClusterProportionalAutoscaler.
 */
export function parametersFromSpec(spec: InlineParameters): ProportionalParameters | null {
  const { linear, ladder } = spec;
  const includeUnschedulableNodes = spec.includeUnschedulableNodes ?? false;
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
  return {
    mode: "ladder",
    coresToReplicas: (ladder.coresToReplicas ?? []).map(step => ({
      size: step.cores,
      replicas: step.replicas,
    })),
    nodesToReplicas: (ladder.nodesToReplicas ?? []).map(step => ({
      size: step.nodes,
      replicas: step.replicas,
    })),
    includeUnschedulableNodes,
  };
}
