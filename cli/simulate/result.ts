// cli/simulate/: `trimtab simulate`. This file is what a simulation returns: `-o json` prints it, and the
// report and the page draw it.

import type { Balance, Day } from "../../engine/forecast/account.ts";
import type { ForecastReport } from "../../engine/forecast/forecaster.ts";
import type { GateState } from "../../engine/forecast/gate.ts";
import type { Decision } from "../../engine/model/decision.ts";
import type { EpochMs } from "../../engine/model/values/result.ts";

/** One load and what each candidate makes of it. */
export interface Simulation {
  readonly load: SimulatedLoad;
  /** null: no pod is modelled, because a ClusterProportionalAutoscaler looks at the cluster only. */
  readonly world: SimulatedWorld | null;
  readonly candidates: readonly Candidate[];
  /** What was assumed or left out, as sentences. */
  readonly notes: readonly string[];
  /** Of one replica for one hour. */
  readonly price?: number | undefined;
  /** The compared objects as they were given, in YAML. */
  readonly manifests?: readonly string[] | undefined;
}

/** What all candidates have in common besides the load. */
export interface SimulatedWorld {
  /** What a ready pod bears of the load at most. */
  readonly podCapacity: number;
  /** From the creation of a pod until it is ready, for people: "60s", "30s..90s". */
  readonly podStart: string;
  readonly metricIntervalSeconds: number;
  readonly metricDelaySeconds: number;
  readonly metricWindowSeconds: number;
  /** Whether a pod's CPU shows no more than what the pod bears: load beyond it is hidden, as by a limit. */
  readonly saturates: boolean;
  readonly seed: number;
}

export interface SimulatedLoad {
  /** Where the load comes from, for people: a file's name, a generator, or a query. */
  readonly source: string;
  /** What one unit of the load is, for example "requests per second" or "cores". */
  readonly unit: string;
  readonly start: EpochMs;
  readonly end: EpochMs;
  /** Samples in the order of time. Absent times are gaps, not zeros. */
  readonly times: readonly EpochMs[];
  readonly values: readonly number[];
  /** What else counts of a cluster besides its nodes, at the same times. */
  readonly others?: readonly { readonly name: string; readonly values: readonly number[] }[];
  readonly gaps: readonly { readonly from: EpochMs; readonly to: EpochMs }[];
}

export type Setting = Omit<Simulation, "candidates">;

/** What a table shows of an object. */
export interface Summary {
  /** Unique in the result: the object's name, and the file's if two have the same name. */
  readonly name: string;
  readonly kind: string;
  readonly algorithm: string;
  /** Present if the target was changed so that the candidate costs as much as the first one. */
  readonly equalCost?: { readonly target: number };
  /** Replicas at the start, before the first change. */
  readonly initialReplicas: number;
  readonly measures: Measures;
  /** The first changes with their decisions, where a table lists them. */
  readonly explained?: readonly Change[];
  /** Absent: it has none. */
  readonly forecast?: SimulatedForecast | undefined;
}

/** An object, and what it does with the load. */
export interface Candidate extends Summary {
  /** Each change of size, in the order of time. */
  readonly changes: readonly Change[];
  /** Ready pods from this time until the next entry. */
  readonly ready: readonly { readonly time: EpochMs; readonly pods: number }[];
  /** The bounds that the spec and its schedules set from this time until the next entry. */
  readonly bounds: readonly {
    readonly time: EpochMs;
    readonly min: number;
    readonly max: number;
  }[];
}

/** What a forecast does. */
export interface SimulatedForecast extends Pick<ForecastReport, "mode"> {
  /** Whether it may act from this time until the next entry, and why. */
  readonly gates: readonly ({ readonly time: EpochMs } & Pick<GateState, "isOpen" | "verdict">)[];
  readonly days: readonly JudgedDay[];
}

export interface JudgedDay
  extends Day, Pick<Balance, "saved" | "extra">, Pick<GateState, "isOpen"> {
  /** When it is over. */
  readonly time: EpochMs;
  readonly isWrong: boolean;
}

export interface Change {
  readonly time: EpochMs;
  readonly from: number;
  readonly to: number;
  /** Its reasons, which are large: only for who asks. */
  readonly decision?: Decision;
}

/**
 * The formulas and their sources are in docs/simulate.md. Gaps of the load are left out. A
 * ClusterProportionalAutoscaler has no measure that compares a load with the pods that bear it.
 */
export interface Measures {
  readonly replicaHours: number;
  /** Absent without a price. */
  readonly price?: number;
  /** The share of the load that found no capacity, 0 to 1. */
  readonly lostWork?: number;
  /** Minutes per day in which the ready pods bear less than the load. */
  readonly shortMinutes?: number;
  readonly changes: number;
  /** Changes of direction within ten minutes. */
  readonly oscillations: number;
  /** Against the first candidate, which has 1. */
  readonly elasticSpeedup?: number;
  /** null: there never was too little capacity. */
  readonly worst: Worst | null;
}

/**
 * The moment with the largest shortage. For a ClusterProportionalAutoscaler, the load is the replicas that the
 * cluster asks for, and the capacity those that there are.
 */
export interface Worst {
  readonly time: EpochMs;
  readonly load: number;
  readonly capacity: number;
  readonly decision: Decision | null;
}

/** The parts of the elastic speedup: mean shortage and surplus per demand, and shares of the time. */
export type Elasticity = Readonly<Record<"thetaU" | "thetaO" | "tauU" | "tauO", number>>;

/** Plain data, so that a worker can return it. */
export interface Simulated extends Omit<Candidate, "measures"> {
  readonly measures: Omit<Measures, "price" | "elasticSpeedup">;
  /** undefined: nothing bears a load. */
  readonly elasticity: Elasticity | undefined;
}

/** What of a simulation is needed: a worker copies it. */
export interface Kept {
  /** Each change of the size, and of the ready pods. */
  readonly sizes: boolean;
  /** So many of the first changes keep their decisions, which are large. */
  readonly decisions: number;
}

export const everything: Kept = { sizes: true, decisions: Infinity };
