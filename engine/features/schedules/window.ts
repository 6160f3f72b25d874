import { type CronTimes, latestOnClock, parseCron } from "./cron-times.ts";
import type { Schedule } from "../../model/spec/autoscaler-spec.ts";
import type { EpochMs } from "../../model/values/result.ts";

/** When a window is active, as in a spec. */
export type WindowTimes = Pick<Schedule, "timeZone" | "start" | "end">;

export interface Window {
  readonly times: WindowTimes;
  readonly starts: CronTimes;
  readonly ends: CronTimes;
}

/** Throws if the times are invalid, which validation excludes. */
export function windowOf(times: WindowTimes): Window {
  const { timeZone, start, end } = times;
  const [starts, ends] = [parseCron(start, timeZone), parseCron(end, timeZone)];
  if (!starts.ok) throw new Error(`start ${start}: ${starts.error}`);
  if (!ends.ok) throw new Error(`end ${end}: ${ends.error}`);
  return { times, starts: starts.value, ends: ends.value };
}

/**
 * Whether a window is active: its latest boundary is a start. With a start and an end at the same
 * time, it goes on. All times that the clocks skip come together, in the order in which the clocks
 * would have shown them: a window from 2:00 to 2:30 does not come on that day, and one that ends at
 * 2:00 and begins at 3:00 begins.
 */
export function isActive({ times, starts, ends }: Window, now: EpochMs): boolean {
  const [start, end] = [starts.lastUpTo(now), ends.lastUpTo(now)];
  if (start === null || end === null) return start !== null;
  if (start !== end) return start > end;
  const shown = [times.start, times.end].map(each => latestOnClock(each, times.timeZone, start));
  return (shown[0] ?? start) >= (shown[1] ?? start);
}

/** More ends at a start, one after the other, than a sensible window has. */
const mostCoincidences = 16;

/**
 * When a window next begins or ends, whichever it can; null: never. A time at which nothing changes
 * does no harm: it is only looked at again.
 */
export function changesAt(window: Window, now: EpochMs, isActiveNow: boolean): EpochMs | null {
  const times = isActiveNow ? window.ends : window.starts;
  const changes = (at: EpochMs): boolean => isActive(window, at) !== isActiveNow;
  let at = times.firstAfter(now);
  for (let count = 0; at !== null && !changes(at) && count < mostCoincidences; count++) {
    at = times.firstAfter(at);
  }
  return at;
}
