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
 *
 * recommendations  oldest first; values fall strictly: an older, smaller one can never be the
 *                  highest of a window that ends now, so it is not kept (see `recordRecommendation`)
 * scaleEvents      oldest first
 */
export interface History {
  readonly version: 1;
  readonly targetUID: string;
  readonly recommendations: readonly Interval[];
  readonly scaleEvents: readonly ScaleEvent[];
  readonly pending: PendingScale | null;
}

/** A status must stay small: at most so many intervals. */
export const MAX_INTERVALS = 32;

export const emptyHistory = (targetUID: string): History => ({
  version: 1,
  targetUID,
  recommendations: [],
  scaleEvents: [],
  pending: null,
});

/**
 * The history after `value` was recommended at `now`; the same object when nothing changed.
 *
 * A monotonic queue: what is not larger than `value` can no longer be the highest of a window that
 * ends now or later, so it goes, and `value` takes over its `since`, which leaves the interval
 * before it where it ended. Over `MAX_INTERVALS` the two oldest become one with the larger value,
 * which can only hold a scale-down longer, never let it through earlier.
 *
 * Units  keepMs: milliseconds; at least the longest window that will be asked for.
 */
export function recordRecommendation(
  history: History,
  value: number,
  now: EpochMs,
  keepMs: number,
): History {
  const queue = withoutExpired(history.recommendations, now - keepMs);
  const newest = queue.at(-1);
  if (newest?.value === value) {
    const unchanged = queue.length === history.recommendations.length;
    return unchanged ? history : { ...history, recommendations: queue };
  }
  // A clock that was set back must not make an interval end before it began.
  let since = Math.max(now, newest?.since ?? now);
  for (let last = queue.at(-1); last && last.value <= value; last = queue.at(-1)) {
    since = last.since;
    queue.pop();
  }
  queue.push({ value, since });
  if (queue.length > MAX_INTERVALS) queue.splice(1, 1);
  return { ...history, recommendations: queue };
}

/**
 * The highest recommendation that stood at any moment after `now - windowMs`, and the newest one
 * whatever its age (it still stands); null when none was ever recorded. An interval that ended
 * exactly at the cutoff is out, as upstream uses only what is strictly newer.
 */
export function highestRecommendation(
  history: History,
  now: EpochMs,
  windowMs: number,
): number | null {
  return withoutExpired(history.recommendations, now - windowMs)[0]?.value ?? null;
}

/**
 * When `highestRecommendation` first falls below `held`, if nothing else is recommended until then;
 * null: never, the newest recommendation itself holds it.
 */
export function recommendationFallsAt(
  history: History,
  held: number,
  windowMs: number,
): EpochMs | null {
  const next = history.recommendations.find(interval => interval.value < held);
  return next === undefined ? null : next.since + windowMs;
}

/** Drops, in front, what ended at or before the cutoff. The newest never ends. */
function withoutExpired(queue: readonly Interval[], cutoff: EpochMs): Interval[] {
  const first = queue.findIndex((_, index) => (queue[index + 1]?.since ?? Infinity) > cutoff);
  return first === -1 ? [] : queue.slice(first);
}
