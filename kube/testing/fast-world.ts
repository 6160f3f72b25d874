import { setTimeout as wait } from "node:timers/promises";

import type { Clock } from "../clock.ts";

const speed = 50;

/** Fifty times as fast as real time, for code with pauses of seconds. */
export const fastClock: Clock = {
  now: () => Date.now() * speed,
  monotonic: () => performance.now() * speed,
};

/** A pause measured by `fastClock`; ends immediately when `signal` is aborted. */
export const fastSleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  wait(ms / speed, undefined, signal ? { signal } : {}).catch(() => undefined);
