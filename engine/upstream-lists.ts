import type { EpochMs } from "./result.ts";

/** A recommendation of one sync. */
export interface Sample {
  readonly value: number;
  readonly time: EpochMs;
}

/**
 * A change of size in one direction; one that is outdated is still counted until it is replaced.
 *
 * isOneWay  not upstream's: it may not have happened, or at another time, which upstream with its
 *           empty lists after a restart never asks. It counts against more of its own direction, and
 *           gives the other one no room.
 */
export interface EventSlot {
  readonly change: number;
  readonly time: EpochMs;
  readonly isOutdated: boolean;
  readonly isOneWay?: true;
}

/** A status must stay small: of each list at most so many, which a sync every 15 s cannot exceed. */
export const MAX_SLOTS = 128;

/**
 * What upstream keeps in memory of one object: lists whose slots are reused. Which slot a new entry
 * takes decides what a later, longer window still finds, so that nothing short of the lists
 * themselves gives the same decisions once windows and policies are edited.
 *
 * Source  upstream horizontal.go: recommendations, scaleUpEvents, scaleDownEvents.
 */
export interface UpstreamLists {
  readonly recommendations: readonly Sample[];
  readonly scaleUps: readonly EventSlot[];
  readonly scaleDowns: readonly EventSlot[];
}

/**
 * Takes the place of the last entry that `isOld`, else a new one.
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
 * Marks what is older than the longest period of the policies now in force, for good, and takes the
 * place of the last entry that is marked, else a new one.
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
export function sumSince(
  slots: readonly EventSlot[],
  cutoff: EpochMs,
): { readonly all: number; readonly certain: number } {
  let [all, certain] = [0, 0];
  for (const { change, time, isOneWay } of slots) {
    if (time <= cutoff) continue;
    all += change;
    if (!isOneWay) certain += change;
  }
  return { all, certain };
}
