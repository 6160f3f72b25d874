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

/** Sleeps for a time (24 days at most) or until it is woken. Only one caller sleeps at a time. */
export class InterruptibleTimer {
  #wake: (() => void) | null = null;
  /** Woken while no caller was asleep. */
  #isWoken = false;

  wake(): void {
    if (this.#wake) this.#wake();
    else this.#isWoken = true;
  }

  async sleep(ms: number): Promise<void> {
    if (this.#isWoken) {
      this.#isWoken = false;
      return;
    }
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, Math.min(ms, longestTimerMs));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = null;
  }
}
