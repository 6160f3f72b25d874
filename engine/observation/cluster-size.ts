/**
 * The input of a ClusterProportionalAutoscaler. Cores are allocatable CPU, summed exactly and
 * rounded up once.
 */
export interface ClusterSize {
  readonly nodes: number;
  readonly schedulableNodes: number;
  readonly cores: number;
  readonly schedulableCores: number;
}

export type CountedSize = Pick<ClusterSize, "cores" | "nodes">;

/** Source  upstream linear_controller.go and ladder_controller.go: one flag selects both dimensions. */
export function countedSize(size: ClusterSize, includeUnschedulableNodes: boolean): CountedSize {
  return includeUnschedulableNodes
    ? { cores: size.cores, nodes: size.nodes }
    : { cores: size.schedulableCores, nodes: size.schedulableNodes };
}
