import type {
  LadderStep,
  ProportionalParameters,
} from "../../../../engine/recommend/proportional/parameters.ts";
import type { Fields } from "../../../../engine/validate/field-reader.ts";

/**
 * The fields of a ClusterProportionalAutoscaler's spec, without those that have their default. Whether
 * unschedulable nodes count is always written, because upstream's default is the opposite.
 */
export function specOfParameters(
  parameters: ProportionalParameters,
): Readonly<Record<string, Fields>> {
  const unschedulable = parameters.includeUnschedulableNodes ? "Count" : "Ignore";
  const nodes = { nodes: { unschedulable } };
  if (parameters.mode === "linear") {
    const { coresPerReplica, nodesPerReplica, minReplicas, maxReplicas } = parameters;
    const { preventSinglePointFailure } = parameters;
    return {
      ...nodes,
      linear: {
        ...(coresPerReplica === 0 ? {} : { coresPerReplica }),
        ...(nodesPerReplica === 0 ? {} : { nodesPerReplica }),
        ...(minReplicas === 1 ? {} : { minReplicas }),
        ...(maxReplicas === 0 ? {} : { maxReplicas }),
        ...(preventSinglePointFailure ? { preventSinglePointFailure } : {}),
      },
    };
  }
  const { coresToReplicas, nodesToReplicas } = parameters;
  return {
    ...nodes,
    ladder: {
      ...stepsOf("coresToReplicas", "cores", coresToReplicas),
      ...stepsOf("nodesToReplicas", "nodes", nodesToReplicas),
    },
  };
}

const stepsOf = (key: string, unit: string, steps: readonly LadderStep[]): Fields =>
  steps.length === 0
    ? {}
    : { [key]: steps.map(({ size, replicas }) => ({ [unit]: size, replicas })) };
