import { setTimeout as sleep } from "node:timers/promises";

const firstPauseMs = 20;
const longestPauseMs = 250;

/**
 * Repeats the assertions until they hold, and returns what they return. When the time is up, fails
 * with their last failure: ten seconds are for a busy machine, the operator takes milliseconds.
 */
export async function eventually<T>(
  assertions: () => T | Promise<T>,
  withinMs = 10_000,
): Promise<T> {
  const giveUpAt = performance.now() + withinMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)) {
    try {
      return await assertions();
    } catch (failure) {
      if (performance.now() > giveUpAt) throw failure;
    }
    await sleep(pauseMs);
  }
}
