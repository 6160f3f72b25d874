import {
  type History,
  type HistoryReset,
  type ScaleEvent,
  emptyHistory,
} from "../model/history.ts";
import type { EpochMs } from "../model/values/result.ts";
import { ofAnyAge } from "./scale-record.ts";
import type { Fields } from "../model/values/json-values.ts";

/** No window is longer, and no period of a policy is. */
const longestMemoryMs = 3_600_000;

/** More than any policy allows that limits anything, and far from the limits of 32 bits. */
const anyChange = 2 ** 30;

/**
 * Takes the place of a saved history that cannot be used, until its target is found. `scaledToZero`
 * is also a condition, so it is not lost.
 */
export const lostHistory = (raw: unknown, scaledToZero: boolean | null, now: EpochMs): History => ({
  ...emptyHistory(""),
  scaledToZero,
  reset: { since: now, reason: reasonOf(raw) },
});

/** Every release has written a version, so without one, the format is that of the first. */
function reasonOf(raw: unknown): HistoryReset["reason"] {
  const { version } = (raw ?? {}) as Fields;
  return version === undefined || version === null || version === 1
    ? "InvalidHistory"
    : "UnknownVersion";
}

/**
 * The history after the first observation. What the operator changed before is unknown: so that
 * rate policies hold in every window (I3), there may have been any change, up and down, until now.
 * The current count becomes the first recommendation (`beginHistory`), so scale-down waits a whole
 * window.
 */
export function withLostChanges(history: History, targetUID: string, now: EpochMs): History {
  if (history.reset === undefined || history.targetUID !== "") return history;
  return {
    ...history,
    targetUID,
    scaleEvents: [lostChange(anyChange, now), lostChange(-anyChange, now)],
  };
}

const lostChange = (change: number, time: EpochMs): ScaleEvent => ({
  ...{ time, change, span: ofAnyAge({ time, change }) },
});

/** When nothing depends on what was lost any more; null: nothing was lost. */
export const completeAt = ({ reset }: Pick<History, "reset">): EpochMs | null =>
  reset === undefined ? null : reset.since + longestMemoryMs;

export function withoutOldReset(history: History, now: EpochMs): History {
  const at = completeAt(history);
  return at === null || at > now ? history : { ...history, reset: undefined };
}
