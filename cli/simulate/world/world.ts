// cli/simulate/world/: the small model of a cluster in which a simulation runs: pods that start, a load that the
// ready ones share, and metrics that arrive late. docs/simulate.md describes it. cli/simulate/ imports it.

import type { Settings } from "../../../engine/spec/settings.ts";
import type { NodeSettings } from "./nodes.ts";
import type { PodStart } from "./pod-start.ts";

/** A pod at its target has this share of what it bears. */
export const usualShare = 0.75;

/** Plain data, so that a worker can receive it. */
export interface World {
  /** What a ready pod bears of the load at most. */
  readonly podCapacity: number;
  readonly podStart: PodStart;
  /** Absent: a pod never waits for a node. */
  readonly nodes?: NodeSettings | undefined;
  /** Between two measurements; 0: there is always a new one. */
  readonly metricIntervalMs: number;
  /** The first measurement after the start; absent: random, by the seed. */
  readonly metricPhaseMs?: number | undefined;
  /** From a measurement until an answer has it. */
  readonly metricDelayMs: number;
  readonly metricWindowMs: number;
  /** The first sync after the start; absent: random, by the seed. */
  readonly syncPhaseMs?: number | undefined;
  /** Replicas at the start; absent: what the first value of the load needs. */
  readonly initialReplicas?: number | undefined;
  readonly seed: number;
  readonly settings: Settings;
}
