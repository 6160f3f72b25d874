import type { EpochMs } from "../engine/result.ts";

/**
 * Time as an argument. `now` is for what is compared with other machines' timestamps or survives a
 * restart; `monotonic` (milliseconds since an arbitrary moment) is for measuring and for deadlines,
 * because a wall clock that is set back would stretch them.
 */
export interface Clock {
  now(): EpochMs;
  monotonic(): number;
}

/** setTimeout fires at once beyond 2^31-1 ms. */
export const longestTimerMs = 2_147_483_647;

/** A pause by the global timer: unlike the one of `node:timers/promises`, a test can let it pass. */
export const sleep = (ms: number): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve, ms);
  });

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
