/** What a ClusterProportionalAutoscaler measures. Cores are allocatable CPU, summed exactly, rounded up once. */
export interface ClusterSize {
  readonly nodes: number;
  readonly schedulableNodes: number;
  readonly cores: number;
  readonly schedulableCores: number;
}
