import type { EpochMs } from "./values/result.ts";

export interface Sample {
  readonly value: number;
  readonly time: EpochMs;
}

/**
 * A change of the count in one direction. An outdated slot still counts until it is replaced.
 *
 * isOneWay  not in upstream: the change may not have happened, or at another time. Upstream's lists
 *           are empty after a restart, so it has no such events. It counts against further changes
 *           in its own direction and gives no room to the other direction.
 */
export interface EventSlot {
  readonly change: number;
  readonly time: EpochMs;
  readonly isOutdated: boolean;
  readonly isOneWay?: true;
}

/** The limit of each list keeps the status small. A sync every 15 s cannot exceed it. */
export const MAX_SLOTS = 128;

/**
 * Upstream's in-memory lists of one object, whose slots are reused. The slot that a new entry takes
 * determines what a later, longer window finds, so that after edits of windows and policies only
 * the same lists give the same decisions.
 *
 * Source  upstream horizontal.go: recommendations, scaleUpEvents, scaleDownEvents.
 */
export interface UpstreamLists {
  readonly recommendations: readonly Sample[];
  readonly scaleUps: readonly EventSlot[];
  readonly scaleDowns: readonly EventSlot[];
}

/**
 * Replaces the last entry that `isOld`, or appends.
 *
 * Source  stabilizeRecommendation and stabilizeRecommendationWithBehaviors.
 */
export function recordSample(
  samples: readonly Sample[],
  sample: Sample,
  isOld: (time: EpochMs) => boolean,
): readonly Sample[] {
  const slot = samples.findLastIndex(({ time }) => isOld(time));
  return slot === -1 ? [...samples, sample] : samples.with(slot, sample);
}

/**
 * Marks slots older than the longest period of the current policies as outdated, permanently. Then
 * replaces the last outdated slot, or appends.
 *
 * Source  markScaleEventsOutdated and storeScaleEvent.
 */
export function storeEvent(
  slots: readonly EventSlot[],
  event: Omit<EventSlot, "isOutdated">,
  longestPeriodSeconds: number,
): readonly EventSlot[] {
  const cutoff = event.time - longestPeriodSeconds * 1000;
  const marked = slots.map(slot => (slot.time < cutoff ? { ...slot, isOutdated: true } : slot));
  const stored: EventSlot = { ...event, isOutdated: false };
  const slot = marked.findLastIndex(({ isOutdated }) => isOutdated);
  return slot === -1 ? [...marked, stored] : marked.with(slot, stored);
}

/** Source  getReplicasChangePerPeriod: strictly newer than the period, outdated or not. */
export function sumSince(slots: readonly EventSlot[], cutoff: EpochMs) {
  let [all, certain] = [0, 0];
  for (const { change, time, isOneWay } of slots) {
    if (time <= cutoff) continue;
    all += change;
    if (!isOneWay) certain += change;
  }
  return { all, certain };
}
