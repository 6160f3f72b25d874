import { type CronTimes, isAfterSkip, parseCron } from "./cron-times.ts";
import type { EpochMs } from "../result.ts";

/** When a window is active, as in a spec. */
export interface WindowTimes {
  readonly timeZone: string;
  readonly start: string;
  readonly end: string;
}

/** A window between its starts and its ends. */
export interface Window {
  readonly timeZone: string;
  readonly starts: CronTimes;
  readonly ends: CronTimes;
}

/** Throws if the times are invalid, which validation excludes. */
export function windowOf({ timeZone, start, end }: WindowTimes): Window {
  const [starts, ends] = [parseCron(start, timeZone), parseCron(end, timeZone)];
  if (!starts.ok) throw new Error(`start ${start}: ${starts.error}`);
  if (!ends.ok) throw new Error(`end ${end}: ${ends.error}`);
  return { timeZone, starts: starts.value, ends: ends.value };
}

/**
 * Whether a window is active: its latest boundary is a start. With a start and an end at the same
 * time, it goes on. If the clocks have just skipped the times of both, nothing changes: otherwise a
 * window from 2:00 to 2:30 would begin at 3:00 and end on the next day.
 */
export function isActive(window: Window, now: EpochMs): boolean {
  const [start, end] = [window.starts.lastUpTo(now), window.ends.lastUpTo(now)];
  if (start === null) return false;
  if (start === end && isAfterSkip(window.timeZone, start)) return isActive(window, start - 1);
  return start >= (end ?? -Infinity);
}

/** More ends at a start, one after the other, than a sensible window has. */
const mostCoincidences = 16;

/** When a window next begins or ends, whichever it can; null: never. */
export const changesAt = (window: Window, now: EpochMs, isActiveNow: boolean): EpochMs | null =>
  isActiveNow ? endsAt(window, now) : beginsAt(window, now);

function beginsAt({ timeZone, starts, ends }: Window, now: EpochMs): EpochMs | null {
  const at = starts.firstAfter(now);
  const isSkipped = at !== null && ends.lastUpTo(at) === at && isAfterSkip(timeZone, at);
  return isSkipped ? starts.firstAfter(at) : at;
}

/** A time at which nothing changes does no harm: it is only looked at again. */
function endsAt({ starts, ends }: Window, now: EpochMs): EpochMs | null {
  let at = ends.firstAfter(now);
  for (let times = 0; at !== null && starts.lastUpTo(at) === at; times++) {
    if (times === mostCoincidences) return at;
    at = ends.firstAfter(at);
  }
  return at;
}
