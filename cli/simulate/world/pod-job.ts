import { defaultSyncPeriodSeconds } from "../../../engine/spec/defaults.ts";
import type { Settings } from "../../../engine/model/spec/settings.ts";
import type { SimulatedObject } from "../objects.ts";
import type { MetricPlan } from "./metrics.ts";
import type { NodeSettings } from "./pods.ts";
import type { PodStart } from "./pod-start.ts";

/** One object in one world, as plain data for a worker. */
export interface PodJob {
  readonly object: SimulatedObject;
  readonly plans: readonly MetricPlan[];
  readonly world: World;
}

export const periodOf = ({ spec }: SimulatedObject): number =>
  (spec.syncPeriodSeconds ?? defaultSyncPeriodSeconds) * 1000;

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
  /** Whether a pod's CPU shows no more than what the pod bears. */
  readonly saturates?: boolean | undefined;
  /** The first sync after the start; absent: random, by the seed. */
  readonly syncPhaseMs?: number | undefined;
  /** Replicas at the start; absent: what the first value of the load needs. */
  readonly initialReplicas?: number | undefined;
  readonly seed: number;
  readonly settings: Settings;
  /** What comes before this time after the start is no part of the measures; absent: everything is. */
  readonly measureAfterMs?: number | undefined;
}
