import type { EpochMs } from "../../../engine/model/values/result.ts";
import type { Load } from "../../simulate/load/load.ts";
import type { PodStart } from "../../simulate/world/pod-start.ts";
import type { FleetObject } from "./inventory.ts";

/** Values that hold from their time until the next one; NaN: unknown. */
export interface Series {
  readonly times: Float64Array;
  readonly values: Float64Array;
}

/** What Prometheus knows of one object. */
export interface Past {
  readonly from: EpochMs;
  readonly to: EpochMs;
  /** Between two samples of kube-state-metrics. */
  readonly stepMs: number;
  /** Rebuilt from what the HPA measured; a column for each metric, the leading one first. */
  readonly load: Load;
  /** How it was rebuilt, for people. */
  readonly method: string;
  /** The recorded spec.replicas of the target. */
  readonly replicas: Series;
  /** The bounds in force; a change begins a new part. */
  readonly minReplicas: Series;
  readonly maxReplicas: Series;
  readonly podStart: PodStart;
  /** What a ready pod bears of the load at most: its limit, or its request without one. */
  readonly podCapacity: number;
  /** By the name of a metric: what one unit of the load is in it. */
  readonly factors: ReadonlyMap<string, number>;
  readonly evidence: Evidence;
}

/** What a past says about whether it can be replayed. */
export interface Evidence {
  /** Since when the targets, bounds and requests are as they are now; what changed, as a sentence, or null. */
  readonly settledSince: EpochMs;
  readonly lastChange: string | null;
  /** The share of time in which the autoscaler was not active, 0 to 1. */
  readonly inactive: number;
  /** The metrics of the spec that were not recorded. */
  readonly missing: readonly string[];
  /** The share of time in which the pods used what their limit allows, 0 to 1. */
  readonly saturated: number;
  /** What the autoscaler measured, divided by what cAdvisor did; null: only one of them is known. */
  readonly againstUsage: number | null;
  /** Whether the target ever had no replicas. */
  readonly hadNone: boolean;
  /** Whether the load has the shape of the usage, but not yet its size: see `calibrated`. */
  readonly needsGain: boolean;
}

export type Verdict = "ReplayedWell" | "ReplayedRoughly" | "NotReplayed" | "TooLittle";

/** How well a replay of the object itself agrees with what was recorded. */
export interface Accuracy {
  readonly verdict: Verdict;
  /** The share of the judged time within one replica or 10%, 0 to 1; NaN: nothing was judged. */
  readonly near: number;
  readonly days: readonly { readonly day: EpochMs; readonly near: number }[];
  /** The share of all time at the minimum or the maximum. */
  readonly atBound: number;
  /** Why it cannot be replayed, or why the number says little: a sentence; null: nothing to say. */
  readonly cause: string | null;
}

/** An object with its past, and how well it can be replayed. */
export interface Assessed {
  readonly object: FleetObject;
  readonly past: Past;
  readonly accuracy: Accuracy;
}
