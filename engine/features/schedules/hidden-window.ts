import type { EpochMs } from "../../model/values/result.ts";
import { changesAt, isActive, type Window, windowOf, type WindowTimes } from "./window.ts";

/** More times of a window than a month has days. */
const mostTimes = 40;
/** For a whole list, so that a review takes some milliseconds: each window of a list of 25 once. */
const mostChecks = 300;

/** A window that is never in force, and the one before it in the list that hides it first. */
export interface HiddenWindow {
  readonly hidden: number;
  readonly by: number;
}

/**
 * The windows of which an earlier one hides each of their first times after `from`, because the first
 * active window counts. A window that only a year shows may be missing, and so may all others after
 * too many checks: it is a warning. null: the search goes on.
 */
export function* hiddenWindows(
  list: readonly WindowTimes[],
  from: EpochMs,
): Generator<HiddenWindow | null> {
  const windows = list.map(windowOf);
  const checks = { left: mostChecks };
  for (const [index, window] of windows.entries()) {
    const by = yield* hiderOf(window, windows.slice(0, index), from, checks);
    yield by === null || checks.left <= 0 ? null : { hidden: index, by };
  }
}

/** null: at some moment it is in force. */
function* hiderOf(
  window: Window,
  earlier: readonly Window[],
  from: EpochMs,
  checks: { left: number },
): Generator<null, number | null> {
  let first: number | null = null;
  let at = changesAt(window, from, false);
  for (let times = 0; times < mostTimes && at !== null && checks.left > 0; times++) {
    yield null;
    const end = changesAt(window, at, true) ?? at;
    // Of the moments up to the end, only the end of an earlier window can be in force.
    for (let moment: EpochMs | null = at; moment !== null && moment < end;) {
      const now: EpochMs = moment;
      checks.left -= earlier.length;
      const by = earlier.findIndex(each => isActive(each, now));
      const hider = earlier[by];
      if (hider === undefined) return null;
      first ??= by;
      moment = checks.left > 0 ? changesAt(hider, now, true) : null;
    }
    at = changesAt(window, end, false);
  }
  return first;
}
