import type { EpochMs } from "./result.ts";

/**
 * What one source (a metric, a threshold, the cores of the cluster) says the size should be.
 * Abstain: it has no opinion. Failed: it could not be asked, which blocks scaling down (I2).
 */
export type Vote =
  | {
      readonly source: string;
      readonly kind: "Count";
      readonly replicas: number;
      readonly message: string;
    }
  | { readonly source: string; readonly kind: "Abstain"; readonly message: string }
  | {
      readonly source: string;
      readonly kind: "Failed";
      readonly reason: string;
      readonly message: string;
    };

/**
 * The pipeline's stages after the votes, in the order in which they run; `rollout` and `cooldown`
 * only where the spec asks for them, `monitor` and `target` only where more than the target counts.
 */
export type StepName =
  | "monitor"
  | "combine"
  | "stabilize"
  | "rollout"
  | "cooldown"
  | "limit"
  | "bound"
  | "target";

/**
 * What a stage after the votes lets a count be, whatever is asked for; what is absent limits
 * nothing. Every stage is that, so that a decision can be replayed from what it says.
 */
export interface Range {
  readonly atLeast?: number;
  readonly atMost?: number;
}

/**
 * One stage's effect on the count. `reason` is CamelCase, upstream's own where it has one.
 *
 * others  replicas of the other monitored objects: `monitor` adds them, `target` takes them off
 */
export interface Step extends Range {
  readonly step: StepName;
  readonly before: number;
  readonly after: number;
  readonly others?: number;
  readonly reason: string;
  readonly message: string;
}

/** Why a target has the size it has: replaying `steps` from the votes gives `to` (I6). */
export interface Decision {
  readonly time: EpochMs;
  readonly from: number;
  readonly to: number;
  readonly votes: readonly Vote[];
  readonly steps: readonly Step[];
}
