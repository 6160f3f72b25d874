import type { EpochMs } from "../../engine/result.ts";
import type { Elasticity } from "./measures/tally.ts";
import type { Candidate, Measures } from "./result.ts";

/** Plain data, so that a worker can return it. */
export interface Simulated extends Omit<Candidate, "measures"> {
  readonly measures: Omit<Measures, "price" | "elasticSpeedup">;
  /** Absent: nothing bears a load. */
  readonly elasticity?: Elasticity;
}

/** What of a simulation is needed: a worker copies it. */
export interface Kept {
  /** Each change of the size, and of the ready pods. */
  readonly sizes: boolean;
  /** Changes before this time keep their decisions. */
  readonly decisionsUntil: EpochMs;
  /** So do the first so many changes of a ClusterProportionalAutoscaler, which a table lists; absent: none. */
  readonly explained?: number;
}

export const everything: Kept = { sizes: true, decisionsUntil: Infinity };
