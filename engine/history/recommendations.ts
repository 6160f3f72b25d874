import { type History, type Interval, update } from "../model/history.ts";
import type { EpochMs } from "../model/values/result.ts";

/** The limit keeps the status small. */
export const MAX_INTERVALS = 32;

/**
 * Records that `value` was recommended at `now`. Returns the same object if nothing changed.
 *
 * A monotonic queue: entries not larger than `value` can no longer be the highest of a window that
 * ends now or later, so they are removed. `value` takes over the `since` of the oldest removed
 * entry, so the interval before it still ends where it did. Above `MAX_INTERVALS`, the two oldest
 * become one with the larger value, which can only delay a scale-down, never allow it earlier.
 *
 * Units  keepMs: milliseconds; at least the longest window that is queried.
 */
export function recordHigh(history: History, value: number, now: EpochMs, keepMs: number): History {
  const recommendations = pushed(history.recommendations, { value, since: now }, keepMs, 1);
  return update(history, { recommendations });
}

/**
 * The same for the lowest recommendation. If no queue was kept, it begins with the current
 * recommendation.
 */
export function recordLow(history: History, value: number, now: EpochMs, keepMs: number): History {
  const { lowestRecommendations, recommendations } = history;
  const standing =
    lowestRecommendations.length > 0 ? lowestRecommendations : recommendations.slice(-1);
  const recorded = keepMs > 0 ? pushed(standing, { value, since: now }, keepMs, -1) : [];
  return update(history, { lowestRecommendations: recorded });
}

function pushed(
  before: readonly Interval[],
  { value, since: now }: Interval,
  keepMs: number,
  falling: 1 | -1,
): readonly Interval[] {
  const queue = withoutExpired(before, now - keepMs);
  const newest = queue.at(-1);
  if (newest?.value === value) return queue.length === before.length ? before : queue;
  let since = now;
  for (
    let last = queue.at(-1);
    last && last.value * falling <= value * falling;
    last = queue.at(-1)
  ) {
    since = last.since;
    queue.pop();
  }
  queue.push({ value, since });
  if (queue.length > MAX_INTERVALS) queue.splice(1, 1);
  return queue;
}

/**
 * The highest recommendation that stood at any moment after the cutoff. The newest one always
 * counts, because it still stands. null: none was recorded. An interval that ended exactly at the
 * cutoff is out: upstream counts only what is strictly newer.
 */
export const highestRecommendation = (history: History, cutoff: EpochMs): number | null =>
  withoutExpired(history.recommendations, cutoff)[0]?.value ?? null;

/** The same for the lowest; also null while scale-up has no window. */
export const lowestRecommendation = (history: History, cutoff: EpochMs): number | null =>
  withoutExpired(history.lowestRecommendations, cutoff)[0]?.value ?? null;

/**
 * When the highest or the lowest of a queue is first past the held one if nothing else is recommended
 * until then. null: never, because the newest recommendation itself holds it.
 */
export function passesAt(
  queue: readonly Interval[],
  isPast: (value: number) => boolean,
  windowMs: number,
): EpochMs | null {
  const next = queue.find(({ value }) => isPast(value));
  return next === undefined ? null : next.since + windowMs;
}

/** Drops the intervals at the front that ended at or before the cutoff. The newest never ends. */
function withoutExpired(queue: readonly Interval[], cutoff: EpochMs): Interval[] {
  const first = queue.findIndex((_, index) => (queue[index + 1]?.since ?? Infinity) > cutoff);
  return first === -1 ? [] : queue.slice(first);
}
