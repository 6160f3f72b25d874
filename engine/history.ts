import type { ZeroReadings } from "./recommend/doubt-zeros.ts";
import type { EpochMs } from "./result.ts";
import type { ThresholdTimer } from "./threshold-timer.ts";
import type { UpstreamLists } from "./upstream-lists.ts";

/** A recommendation that stood from `since` until the next interval's `since` (the last one: until now). */
export interface Interval {
  readonly value: number;
  readonly since: EpochMs;
}

/**
 * A change of size that was written: positive up, negative down.
 *
 * span  only where it stands for several changes since then, of which a window may cover some, for
 *       one that came at any time since then, or for one that may not have happened: what they are
 *       at most in either direction. A limit on the way up then counts `up` and a limit on the way
 *       down `down`, so that neither is loosened.
 */
export interface ScaleEvent {
  readonly time: EpochMs;
  readonly change: number;
  readonly span?: { readonly since: EpochMs; readonly up: number; readonly down: number };
}

/**
 * A change that is about to be written: in the status before it is on the target.
 *
 * scaledToZero  what `History.scaledToZero` is once it has happened; absent: null
 */
export interface PendingScale {
  readonly from: number;
  readonly to: number;
  readonly time: EpochMs;
  readonly targetUID: string;
  readonly scaledToZero?: boolean;
}

/** What a change that follows a decision leaves behind: the spec is not at hand when it is written. */
export interface RescaleTerms {
  /** Whether a 0 written now is one that scaling may end again; null: nobody asks. */
  readonly mayIdle: boolean | null;
  /** Of each direction's policies; null: there are none, and no event is kept for them. */
  readonly longestPeriodSeconds: { readonly scaleUp: number; readonly scaleDown: number } | null;
}

/**
 * All that one target's next decision depends on besides what is observed then. It lives in
 * `.status` (versioned, validated on load) and nowhere else; everything else in memory is a cache.
 *
 * recommendations        oldest first; values fall strictly: an older, smaller one can never be the
 *                        highest of a window that ends now, so it is not kept (see `recordHigh`)
 * lowestRecommendations  the same for the lowest: values rise; kept only while scaling up has a
 *                        window
 * scaleEvents            oldest first
 * scaledToZero           upstream's condition ScaledToZero; null: the object does not have it
 * rollout                the one that is in progress, where the spec asks for a hold; seen since
 * zeroReadings           only where they are doubted (see `doubt-zeros.ts`)
 * thresholds             what the value thresholds wait for
 * lists                  upstream's own form of the past, which under its profile decides instead;
 *                        of it only the events are saved, after a restart the intervals stand for
 *                        the rest
 * terms                  not saved: every decision states them anew
 */
export interface History {
  readonly version: 1;
  readonly targetUID: string;
  readonly recommendations: readonly Interval[];
  readonly lowestRecommendations: readonly Interval[];
  readonly scaleEvents: readonly ScaleEvent[];
  readonly pending: PendingScale | null;
  readonly scaledToZero: boolean | null;
  readonly rollout: { readonly since: EpochMs } | null;
  readonly zeroReadings: ZeroReadings;
  readonly thresholds: readonly ThresholdTimer[];
  readonly lists: UpstreamLists | null;
  readonly terms: RescaleTerms | null;
}

/** A status must stay small: at most so many intervals. */
export const MAX_INTERVALS = 32;

export const emptyHistory = (targetUID: string): History => ({
  version: 1,
  targetUID,
  recommendations: [],
  lowestRecommendations: [],
  scaleEvents: [],
  pending: null,
  scaledToZero: null,
  rollout: null,
  zeroReadings: {},
  thresholds: [],
  lists: null,
  terms: null,
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
export function recordHigh(history: History, value: number, now: EpochMs, keepMs: number): History {
  const recommendations = pushed(history.recommendations, { value, since: now }, keepMs, isAtMost);
  return recommendations === history.recommendations ? history : { ...history, recommendations };
}

/**
 * The same for the lowest recommendation. A queue that was not kept begins with the recommendation
 * that stands.
 */
export function recordLow(history: History, value: number, now: EpochMs, keepMs: number): History {
  const { lowestRecommendations, recommendations } = history;
  const standing =
    lowestRecommendations.length > 0 ? lowestRecommendations : recommendations.slice(-1);
  const recorded = keepMs > 0 ? pushed(standing, { value, since: now }, keepMs, isAtLeast) : [];
  const isUnchanged =
    recorded === lowestRecommendations || recorded.length + lowestRecommendations.length === 0;
  return isUnchanged ? history : { ...history, lowestRecommendations: recorded };
}

const isAtMost = (a: number, b: number): boolean => a <= b;
const isAtLeast = (a: number, b: number): boolean => a >= b;

function pushed(
  before: readonly Interval[],
  { value, since: now }: Interval,
  keepMs: number,
  yieldsTo: (older: number, newer: number) => boolean,
): readonly Interval[] {
  const queue = withoutExpired(before, now - keepMs);
  const newest = queue.at(-1);
  if (newest?.value === value) return queue.length === before.length ? before : queue;
  // A clock that was set back must not make an interval end before it began.
  let since = Math.max(now, newest?.since ?? now);
  for (let last = queue.at(-1); last && yieldsTo(last.value, value); last = queue.at(-1)) {
    since = last.since;
    queue.pop();
  }
  queue.push({ value, since });
  if (queue.length > MAX_INTERVALS) queue.splice(1, 1);
  return queue;
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

/** The lowest one in the same way; null also while scaling up has no window. */
export function lowestRecommendation(
  history: History,
  now: EpochMs,
  windowMs: number,
): number | null {
  return withoutExpired(history.lowestRecommendations, now - windowMs)[0]?.value ?? null;
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

/** When `lowestRecommendation` first rises above `held`, in the same way. */
export function lowestRecommendationRisesAt(
  history: History,
  held: number,
  windowMs: number,
): EpochMs | null {
  const next = history.lowestRecommendations.find(interval => interval.value > held);
  return next === undefined ? null : next.since + windowMs;
}

/** Drops, in front, what ended at or before the cutoff. The newest never ends. */
function withoutExpired(queue: readonly Interval[], cutoff: EpochMs): Interval[] {
  const first = queue.findIndex((_, index) => (queue[index + 1]?.since ?? Infinity) > cutoff);
  return first === -1 ? [] : queue.slice(first);
}
