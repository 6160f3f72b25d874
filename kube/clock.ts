import { setTimeout as wait } from "node:timers/promises";

import type { EpochMs } from "../engine/model/values/result.ts";

/**
 * Time as a dependency. Use `now` for times that are compared with timestamps of other machines or that
 * outlive a restart. Use `monotonic` (milliseconds since an arbitrary moment) for durations and deadlines:
 * setting back the wall clock would extend them.
 */
export interface Clock {
  now(): EpochMs;
  monotonic(): number;
}

/** setTimeout fires immediately for delays above 2^31-1 ms. */
export const longestTimerMs = 2_147_483_647;

/** Uses the global timer: unlike `node:timers/promises`, tests can fake it. */
export const sleep = (ms: number): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve, ms);
  });

/** Until the signal is aborted, if that is earlier: then there is nothing left to wait for. */
export const abortableSleep = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal }).catch(() => undefined);

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
