import type { EpochMs } from "../../model/values/result.ts";
import { changesAt, isActive, type Window, windowOf, type WindowTimes } from "./window.ts";

/**
 * What a list of windows says at one time. Windows are numbers in the list, and the first active
 * one counts.
 *
 * active  null: none
 * until   when another window, or none, replaces it; null: never
 * next    the window that is in force next, which may be the same one again; null: none
 * nextAt  when that begins
 */
export interface Segment {
  readonly active: number | null;
  readonly until: EpochMs | null;
  readonly next: number | null;
  readonly nextAt: EpochMs | null;
}

/** The latest segment of a list. It holds from `since` until its own end. */
const latest = new WeakMap<readonly WindowTimes[], { since: EpochMs; segment: Segment }>();

/**
 * What a list says at a time: a pure function of both, which remembers its latest answer. Between
 * two boundaries, every pass over an object costs one look-up.
 */
export function segmentAt(list: readonly WindowTimes[], now: EpochMs): Segment {
  const known = latest.get(list);
  if (known && known.since <= now && now < (known.segment.until ?? Infinity)) return known.segment;
  const segment = calculated(list, now);
  latest.set(list, { since: now, segment });
  return segment;
}

interface State {
  readonly window: Window;
  readonly isActive: boolean;
  readonly changesAt: EpochMs;
}

/** The same without remembering anything: for a time other than the present. */
export function calculated(list: readonly WindowTimes[], now: EpochMs): Segment {
  const states = list.map(times => stateOf(windowOf(times), now));
  const active = states.findIndex(state => state.isActive);
  // Windows behind the active one change nothing.
  const before = active === -1 ? states : states.slice(0, active + 1);
  const until = Math.min(...before.map(state => state.changesAt));
  const inForce = active === -1 ? null : active;
  if (until === Infinity) return { active: inForce, until: null, ...NOTHING };
  return { active: inForce, until, ...afterwards(states, until) };
}

const NOTHING = { next: null, nextAt: null } as const;

function stateOf(window: Window, now: EpochMs): State {
  const isActiveNow = isActive(window, now);
  return {
    window,
    isActive: isActiveNow,
    changesAt: changesAt(window, now, isActiveNow) ?? Infinity,
  };
}

/** The first window that is in force at a boundary or after it. */
function afterwards(states: readonly State[], boundary: EpochMs): Pick<Segment, "next" | "nextAt"> {
  const then = states.map(state =>
    state.changesAt > boundary ? state : stateOf(state.window, boundary),
  );
  const active = then.findIndex(state => state.isActive);
  if (active !== -1) return { next: active, nextAt: boundary };
  const nextAt = Math.min(...then.map(state => state.changesAt));
  // Nothing begins if the calendar was only looked at again.
  const next = then.findIndex(
    state => state.changesAt === nextAt && isActive(state.window, nextAt),
  );
  return next === -1 ? NOTHING : { next, nextAt };
}
