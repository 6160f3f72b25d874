import type { EpochMs } from "./result.ts";

/** A recommendation that stood from `since` until the next interval's `since` (the last one: until now). */
export interface Interval {
  readonly value: number;
  readonly since: EpochMs;
}

/** A change of size that was written: positive up, negative down. */
export interface ScaleEvent {
  readonly time: EpochMs;
  readonly change: number;
}

/** A change that is about to be written: in the status before it is on the target. */
export interface PendingScale {
  readonly from: number;
  readonly to: number;
  readonly time: EpochMs;
  readonly targetUID: string;
}

/**
 * All that one target's next decision depends on besides what is observed then. It lives in
 * `.status` (versioned, validated on load) and nowhere else; everything else in memory is a cache.
 */
export interface History {
  readonly version: 1;
  readonly targetUID: string;
  readonly recommendations: readonly Interval[];
  readonly scaleEvents: readonly ScaleEvent[];
  readonly pending: PendingScale | null;
}
