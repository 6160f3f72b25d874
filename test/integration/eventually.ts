import { setTimeout as sleep } from "node:timers/promises";

const firstPauseMs = 20;
/** A wait for seconds, as for a period or for metrics, needs no more: each attempt costs requests. */
const longestPauseMs = 500;

/**
 * Repeats the assertions until they hold, and returns their result. On a timeout, it fails with their last
 * failure. The operator takes milliseconds; the default limit is for a busy machine.
 */
export async function eventually<T>(
  assertions: () => T | Promise<T>,
  withinMs = 60_000,
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
