/** A size from a ratio: this many cores or nodes per replica. Fractions are allowed (upstream: float64). */
export interface LinearParameters {
  readonly mode: "linear";
  /** Cores (or nodes) that one replica serves; 0: the dimension does not count. */
  readonly coresPerReplica: number;
  readonly nodesPerReplica: number;
  readonly minReplicas: number;
  /** 0: unlimited. */
  readonly maxReplicas: number;
  /** At least two replicas if the cluster has more than one node. */
  readonly preventSinglePointFailure: boolean;
  readonly includeUnschedulableNodes: boolean;
}

/** This many replicas from `size` (cores or nodes) upward. */
export interface LadderStep {
  readonly size: number;
  readonly replicas: number;
}

/** A size from a table of thresholds, in the order in which the user wrote them. */
export interface LadderParameters {
  readonly mode: "ladder";
  readonly coresToReplicas: readonly LadderStep[];
  readonly nodesToReplicas: readonly LadderStep[];
  readonly includeUnschedulableNodes: boolean;
}

export type ProportionalParameters = LinearParameters | LadderParameters;

/** Upstream's arithmetic, defects included, or Trimtab's own. */
export type ProportionalProfile = "Trimtab-1" | "CPA-1.10";
