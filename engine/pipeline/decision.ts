import type { EpochMs } from "../result.ts";

/**
 * The count that one source (a metric, a threshold, the cores of the cluster) asks for. Abstain: it
 * has no opinion. Failed: it could not be read, which blocks scale-down (I2). A count has a reason if
 * it is not what the source itself asks for.
 *
 * input  the name by which an expression reads it; it then takes no part in the vote itself
 */
export type Vote = {
  readonly source: string;
  readonly message: string;
  readonly input?: string;
} & (
  | { readonly type: "Count"; readonly replicas: number; readonly reason?: "FallbackActive" }
  | { readonly type: "Abstain" }
  | { readonly type: "Failed"; readonly reason: string }
);

/**
 * The range in which a stage keeps the count; an absent bound limits nothing. Every stage is such a
 * range, so that a decision can be replayed from its record.
 */
export interface Range {
  readonly atLeast?: number;
  readonly atMost?: number;
}

/**
 * One stage's effect on the count. `reason` is CamelCase, and upstream's own if it has one.
 *
 * step    the name of the stage
 * until   when a held count may change if the votes stay the same; absent: not held, or unknown
 * others  replicas of the other monitored objects: `monitor` adds them, `target` subtracts them
 */
export interface Step extends Range {
  readonly step: string;
  readonly before: number;
  readonly after: number;
  readonly until?: EpochMs;
  readonly others?: number;
  readonly reason: string;
  readonly message: string;
}

/**
 * A source that has failed for so long that its fallback counts; `reason` is that of the failure.
 *
 * replicas  absent: a threshold without a fallback, which abstains
 */
export interface ActiveFallback {
  readonly source: string;
  readonly reason: string;
  readonly replicas?: number;
  readonly message: string;
}

/** Explains the size of a target: replaying `steps` from the votes gives `to` (I6). */
export interface Decision {
  readonly time: EpochMs;
  readonly from: number;
  readonly to: number;
  readonly votes: readonly Vote[];
  readonly steps: readonly Step[];
  /** Absent: none counts. */
  readonly fallbacks?: readonly ActiveFallback[];
}
