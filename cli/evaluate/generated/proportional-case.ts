// Generated from cli/evaluate/proportional-case.schema.yaml by hack/generate/generate.ts; edit that and run it again.

/**
 * One line of a file for `trimtab evaluate`, with a cluster.
 */
export interface ProportionalCase {
  cluster: RecordedCluster;
  /**
   * Of upstream's autoscaler, or the one that the spec refers to.
   */
  configMap?: {
    data?: {
      [k: string]: string;
    };
  };
  /**
   * A ClusterProportionalAutoscaler, which validation checks.
   */
  autoscaler?: {
    [k: string]: unknown;
  };
}
export interface RecordedCluster {
  totalNodes: number;
  schedulableNodes: number;
  totalCores: number;
  schedulableCores: number;
  pods?: number;
  namespaces?: number;
  lostNodes?: number;
  /**
   * What else the nodes have, by its name.
   */
  resources?: {
    [k: string]: {
      total: string;
      schedulable: string;
    };
  };
}
