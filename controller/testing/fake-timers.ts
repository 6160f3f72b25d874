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

/** Sleeps for this time, or until the signal is aborted. */
export const stay = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
