import { afterEach, beforeEach, vi } from "vitest";

/** Stops the time for each test of a file; `later` moves it. The system clock follows. */
export function withFakeTimers(now?: number): void {
  beforeEach(() => {
    vi.useFakeTimers(now === undefined ? undefined : { now });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

/** Advances the time, with all timers on the way. */
export const later = (ms: number) => vi.advanceTimersByTimeAsync(ms);
