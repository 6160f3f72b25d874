import type { LinearInForce } from "../../../crds/generated/cluster-proportional-autoscaler.ts";

/**
 * A size from a ratio: this many cores or nodes per replica. Fractions are allowed (upstream: float64). A dimension
 * with 0 does not count, and a maximum of 0 is none.
 */
export interface LinearParameters extends Readonly<Required<LinearInForce>> {
  readonly mode: "linear";
  readonly includeUnschedulableNodes: boolean;
  /** Of other dimensions; absent: none counts. Upstream has none. */
  readonly others?: readonly OtherRatio[];
}

/**
 * What counts besides cores and nodes: `pods`, `namespaces`, or an allocatable resource of the nodes by
 * its name. In thousandths, because resources have exact fractions.
 */
export interface OtherRatio {
  readonly source: string;
  readonly milliPerReplica: bigint;
  /** As the user wrote it. */
  readonly written: string;
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
  /** Of other dimensions; absent: none counts. Upstream has none. */
  readonly others?: readonly OtherSteps[];
}

export interface OtherSteps {
  readonly source: string;
  readonly steps: readonly OtherStep[];
}

/** This many replicas from `size`, in thousandths, upward. */
export interface OtherStep {
  readonly size: bigint;
  readonly replicas: number;
  /** The size as the user wrote it. */
  readonly written: string;
}

export type ProportionalParameters = LinearParameters | LadderParameters;

/** Upstream's arithmetic, defects included, or Trimtab's own. */
export type ProportionalProfile = "Trimtab-1" | "CPA-1.10";

/** Who reads a ConfigMap: an object with a profile, or upstream's program, of which `evaluate` replays records. */
export type ConfigMapReader = ProportionalProfile | "Upstream";
