import { isSameJson } from "./values/json-values.ts";
import type { InMemory } from "./codec.ts";
import type { SerializedPoint } from "./generated/history.ts";
import type { EpochMs } from "./values/result.ts";

/**
 * The distance between the points of a metric whose values are seldom measured. Other metrics have no such clock.
 *
 * metric      what it asks, as text (`questionOf`)
 * time        when the newest known point was measured
 * gapSeconds  the latest distances between points, in whole minutes
 */
export type PointClock = Required<InMemory<SerializedPoint>>;

/** One point may be late, and the next one may be missing. */
const POINTS = 3;
/** Cloud metrics arrive minutes late. A zero that is as old as the default window must not outlast it. */
const LEAST_AGE_MS = 300_000;
/** A single long gap may be an outage. Most metrics with few points have one every five minutes or more often. */
const MOST_AGE_AFTER_ONE_GAP_MS = 900_000;
/** Whatever the spacing is, the last value of an exporter that has died ends after an hour. */
const MOST_AGE_MS = 3_600_000;

/** How old a value may be, unless the metric says so or is measured over a longer time. */
export function ageLimitMs({ gapSeconds }: Pick<PointClock, "gapSeconds">): number {
  const spacingMs = gapSeconds.length === 0 ? 0 : Math.min(...gapSeconds) * 1000;
  const most = gapSeconds.length < 2 ? MOST_AGE_AFTER_ONE_GAP_MS : MOST_AGE_MS;
  return Math.min(Math.max(POINTS * spacingMs, LEAST_AGE_MS), most);
}

/** The clock after an answer with a value of that time; null: the shortest limit is long enough. */
export function pointClock(
  before: PointClock | undefined,
  { metric, time }: Pick<PointClock, "metric" | "time">,
  askedAt: EpochMs,
): PointClock | null {
  if (!before) return isRecent(time, askedAt) ? null : { metric, time, gapSeconds: [] };
  if (time === before.time) return before;
  // Of several series, the oldest counts, and another one may be the oldest now.
  if (time < before.time) return { ...before, time };
  const minutes = Math.max(1, Math.round((time - before.time) / 60_000));
  const after = { metric, time, gapSeconds: [...before.gapSeconds, minutes * 60].slice(-2) };
  return isRecent(time, askedAt) && ageLimitMs(after) === LEAST_AGE_MS ? null : after;
}

/** Whether a value says nothing of the distance between points for which the shortest limit is too short. */
export const isRecent = (time: EpochMs, askedAt: EpochMs): boolean =>
  time + LEAST_AGE_MS / POINTS > askedAt;

/**
 * Whether no limit is longer with `saved` than with `actual`, also after the next point. If points came in
 * between, the next one seems to be late: then, only the latest saved distance limits how old a value may be.
 */
export const allowsNoOlder = (
  saved: readonly PointClock[],
  actual: readonly PointClock[],
): boolean =>
  actual.every(({ metric, gapSeconds }) => {
    const known = saved.find(clock => clock.metric === metric)?.gapSeconds ?? [];
    return known.length >= gapSeconds.length;
  }) &&
  saved.every(clock => {
    const now = actual.find(({ metric }) => metric === clock.metric);
    if (clock.time === now?.time) return isSameJson(clock.gapSeconds, now.gapSeconds);
    const [, latest] = clock.gapSeconds;
    const limit = ageLimitMs(now ?? { gapSeconds: [] });
    return latest !== undefined && ageLimitMs({ gapSeconds: [latest, latest] }) <= limit;
  });
