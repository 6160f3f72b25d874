import { type CronTimes, parseCron } from "./cron-times.ts";
import type { EpochMs } from "../result.ts";

/** When a window is active, as in a spec. */
export interface WindowTimes {
  readonly timeZone: string;
  readonly start: string;
  readonly end: string;
}

/** A window between its starts and its ends. */
export interface Window {
  readonly starts: CronTimes;
  readonly ends: CronTimes;
}

/** Throws if the times are invalid, which validation excludes. */
export function windowOf({ timeZone, start, end }: WindowTimes): Window {
  const [starts, ends] = [parseCron(start, timeZone), parseCron(end, timeZone)];
  if (!starts.ok) throw new Error(`start ${start}: ${starts.error}`);
  if (!ends.ok) throw new Error(`end ${end}: ${ends.error}`);
  return { starts: starts.value, ends: ends.value };
}

/** More coincidences in a row than a calendar has by chance. */
const mostCoincidences = 64;

/**
 * Whether a window is active: its latest boundary is a start. A start and an end at the same time
 * change nothing. Otherwise a window that the clocks skip, from 2:00 to 2:30, would begin and end at
 * 3:00, and one of the two would be in force until the next day.
 */
export function isActive({ starts, ends }: Window, now: EpochMs): boolean {
  let [start, end] = [starts.lastUpTo(now), ends.lastUpTo(now)];
  for (let times = 0; start !== null && start === end; times++) {
    if (times === mostCoincidences) return false;
    [start, end] = [starts.lastUpTo(start - 1), ends.lastUpTo(start - 1)];
  }
  return start !== null && start > (end ?? -Infinity);
}

/** When a window next begins or ends, whichever it can; null: never. */
export function changesAt(
  { starts, ends }: Window,
  now: EpochMs,
  isActiveNow: boolean,
): EpochMs | null {
  const [changes, undoes] = isActiveNow ? [ends, starts] : [starts, ends];
  let at = changes.firstAfter(now);
  for (let times = 0; at !== null && undoes.lastUpTo(at) === at; times++) {
    // A time at which nothing changes does no harm: it is only looked at again.
    if (times === mostCoincidences) return at;
    at = changes.firstAfter(at);
  }
  return at;
}
