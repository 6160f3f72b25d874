/** Size from a ratio: so many cores or nodes per replica. Fractions are legal (upstream: float64). */
export interface LinearParameters {
  readonly mode: "linear";
  /** Cores (or nodes) that one replica serves; 0: this dimension has no say. */
  readonly coresPerReplica: number;
  readonly nodesPerReplica: number;
  readonly minReplicas: number;
  /** 0: unlimited. */
  readonly maxReplicas: number;
  /** At least two replicas once the cluster has more than one node. */
  readonly preventSinglePointFailure: boolean;
  readonly includeUnschedulableNodes: boolean;
}

/** From `size` (cores or nodes) upward: this many replicas. */
export interface LadderStep {
  readonly size: number;
  readonly replicas: number;
}

/** Size from a table of thresholds, in the order in which the user wrote them. */
export interface LadderParameters {
  readonly mode: "ladder";
  readonly coresToReplicas: readonly LadderStep[];
  readonly nodesToReplicas: readonly LadderStep[];
  readonly includeUnschedulableNodes: boolean;
}

export type ProportionalParameters = LinearParameters | LadderParameters;

/** Upstream's arithmetic, defects included, or ours. */
export type ProportionalProfile = "None" | "CPA-1.10";
