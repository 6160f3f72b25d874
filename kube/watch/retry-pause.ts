import { isTransient, type KubeError } from "../transport/errors.ts";

const firstPauseMs = 50;
/** Short, because work must resume within two seconds of the API server's return. */
export const longestPauseMs = 1_000;
/** Only people resolve a refusal (missing permissions, missing resource), so it gets a longer pause. */
const refusedPauseMs = 30_000;

/**
 * Milliseconds before the next attempt: doubled with each failure, with jitter.
 *
 * @param longest  the longest pause between attempts that may succeed by themselves
 * @param random   from 0 to 1 (exclusive)
 */
export function retryPause(
  error: KubeError,
  failures: number,
  longest: number,
  random: number,
): number {
  const most = error.code === "Gone" || isTransient(error) ? longest : refusedPauseMs;
  const grown = Math.min(most, firstPauseMs * 2 ** Math.min(failures, 10));
  return Math.max(grown * (0.5 + random / 2), error.retryAfterMs ?? 0);
}
