import { type History, type Interval, type ScaleEvent, update } from "../model/history.ts";
import type { EpochMs } from "../model/values/result.ts";
import type { EventSlot, Sample, UpstreamLists } from "../model/upstream-lists.ts";

/**
 * Prepares a history for a decision: an empty one begins with the current count, so that the first scale-down waits a whole window. Upstream lists exist
 * only if `form` asks for them.
 *
 * Source  upstream horizontal.go, recordInitialRecommendation.
 */
export function beginHistory(
  history: History,
  form: "Intervals" | "UpstreamLists",
  currentReplicas: number,
  now: EpochMs,
): History {
  const lists = form === "UpstreamLists" ? (history.lists ?? listsFrom(history, now)) : null;
  const value = currentReplicas;
  return update(history, {
    lists,
    ...(history.recommendations.length === 0 && { recommendations: [{ value, since: now }] }),
    ...(lists?.recommendations.length === 0 && {
      lists: { ...lists, recommendations: [{ value, time: now }] },
    }),
  });
}

/**
 * Rebuilds upstream's lists after a restart, where upstream itself begins with empty ones. Each
 * interval becomes one sample at its end, and the newest becomes a sample taken now, so no window
 * finds less than before.
 */
export function listsFrom(history: History, now: EpochMs): UpstreamLists {
  const { recommendations, lowestRecommendations, scaleEvents } = history;
  const samples = [...samplesOf(recommendations, now), ...samplesOf(lowestRecommendations, now)];
  return {
    recommendations: samples.sort((a, b) => a.time - b.time),
    scaleUps: scaleEvents.flatMap(event => slotOf(event, 1)),
    scaleDowns: scaleEvents.flatMap(event => slotOf(event, -1)),
  };
}

/** The size of an event in one direction; if it is uncertain, its maximum. */
function slotOf({ time, change, span }: ScaleEvent, sign: 1 | -1): EventSlot[] {
  const size = sign * (span ? (sign > 0 ? span.up : span.down) : change);
  if (size <= 0) return [];
  return [{ time, change: size, isOutdated: false, ...(span && { isOneWay: true }) }];
}

const samplesOf = (intervals: readonly Interval[], now: EpochMs): Sample[] =>
  intervals.map(({ value }, index) => ({ value, time: intervals[index + 1]?.since ?? now }));
