import type { Result } from "../result.ts";

/**
 * The input of a ClusterProportionalAutoscaler. Cores are allocatable CPU, summed exactly and
 * rounded up once.
 *
 * pods, namespaces  how many there are, or why that is unknown; absent: not counted
 * resources         what else of the nodes is counted; absent: nothing
 * lost              how many nodes ceased to be ready; absent: none, or the profile does not ask
 */
export interface ClusterSize {
  readonly nodes: number;
  readonly schedulableNodes: number;
  readonly cores: number;
  readonly schedulableCores: number;
  readonly pods?: ObjectCount;
  readonly namespaces?: ObjectCount;
  readonly resources?: readonly ResourceSize[];
  readonly lost?: NodeLoss;
}

/** Nodes that ceased to be ready, of all that are not cordoned and were ever ready. */
export interface NodeLoss {
  readonly nodes: number;
  readonly of: number;
}

export type ObjectCount = Result<number, string>;

/** What the nodes have of one resource, summed exactly, in thousandths. */
export interface ResourceSize {
  readonly name: string;
  readonly total: bigint;
  readonly schedulable: bigint;
}

export type CountedSize = Pick<ClusterSize, "cores" | "nodes">;

/** Source  upstream linear_controller.go and ladder_controller.go: one flag selects both dimensions. */
export function countedSize(size: ClusterSize, includeUnschedulableNodes: boolean): CountedSize {
  return includeUnschedulableNodes
    ? { cores: size.cores, nodes: size.nodes }
    : { cores: size.schedulableCores, nodes: size.schedulableNodes };
}
