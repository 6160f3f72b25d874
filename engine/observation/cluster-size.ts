/** What a ClusterProportionalAutoscaler measures. Cores are allocatable CPU, summed exactly, rounded up once. */
export interface ClusterSize {
  readonly nodes: number;
  readonly schedulableNodes: number;
  readonly cores: number;
  readonly schedulableCores: number;
}

/** The two dimensions that a size is derived from. */
export interface CountedSize {
  readonly cores: number;
  readonly nodes: number;
}

/** Source  upstream linear_controller.go and ladder_controller.go: one flag picks both dimensions. */
export function countedSize(size: ClusterSize, includeUnschedulableNodes: boolean): CountedSize {
  return includeUnschedulableNodes
    ? { cores: size.cores, nodes: size.nodes }
    : { cores: size.schedulableCores, nodes: size.schedulableNodes };
}
