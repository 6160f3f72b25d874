import { emptyHistory, type History, type PendingScale, type ScaleEvent } from "./history.ts";
import { ZERO_TIME } from "./observation/time.ts";
import type { EpochMs } from "./result.ts";
import { type EventSlot, storeEvent, sumSince, type UpstreamLists } from "./upstream-lists.ts";

/** The longest `periodSeconds` of a scaling policy in autoscaling/v2: nothing asks further back. */
export const SCALE_EVENT_KEEP_MS = 1_800_000;

/** A change is there so soon after it was decided that it may count from then; periods are seconds. */
export const PUNCTUAL_MS = 1_000;

/** A status must stay small: at most so many events. */
export const MAX_SCALE_EVENTS = 32;

/**
 * Writes a change ahead: the result goes into the status before the change goes to the target.
 * A pending change that nobody resolved may or may not have happened.
 */
export function beginScale(
  history: History,
  change: Omit<PendingScale, "targetUID" | "scaledToZero">,
): History {
  const { terms, targetUID } = history;
  const isToZero = change.from > 0 && change.to === 0;
  const scaledToZero = terms?.mayIdle == null ? {} : { scaledToZero: isToZero && terms.mayIdle };
  const assumed = assumeScale(history, change.time);
  return { ...assumed, pending: { ...change, targetUID, ...scaledToZero } };
}

/** The pending change is on the target, as is known from `at` on: it becomes an event. */
export function completeScale(history: History, at: EpochMs): History {
  const { pending } = history;
  if (pending === null) return history;
  const scaledToZero = pending.scaledToZero ?? null;
  const event = eventOf(pending, at);
  const { time, change } = event;
  return { ...withEvent(history, event, { time, change }), pending: null, scaledToZero };
}

function withEvent(history: History, event: ScaleEvent, slot: NewSlot): History {
  if (event.change === 0) return history;
  const scaleEvents = appendEvent(history.scaleEvents, event);
  return { ...history, scaleEvents, lists: listsWith(history, slot) };
}

/** Of one that is known only later nobody knows when it came: it counts in its own direction until then. */
function eventOf({ from, to, time }: PendingScale, at: EpochMs): ScaleEvent {
  const change = to - from;
  if (at - time <= PUNCTUAL_MS) return { time, change };
  return { time: at, change, span: spanOf({ time, change }) };
}

/** The pending change may be on the target: it becomes an event that loosens no limit. */
function assumeScale(history: History, at: EpochMs): History {
  const { pending } = history;
  if (pending === null) return history;
  // Whoever came between has the last word on a 0.
  const scaledToZero = pending.scaledToZero === undefined ? null : false;
  const event = eventOf(pending, at);
  const { time, change } = event;
  const assumed = { ...event, span: ofAnyAge(event) };
  const slot = { time, change, isOneWay: true } as const;
  return { ...withEvent(history, assumed, slot), pending: null, scaledToZero };
}

/** The pending change is known not to have reached the target. */
export const abandonScale = (history: History): History =>
  history.pending === null ? history : { ...history, pending: null };

/**
 * What a history found in the status means for the target found in the cluster.
 *
 * A target with another uid is another target: nothing carries over. A pending change happened
 * if its count is there, did not if the old count is there, and for any other count (a person came
 * between) may have: then it tightens the limit in its own direction and loosens none (I3).
 */
export function resolvePending(
  history: History,
  observedReplicas: number,
  targetUID: string,
  now: EpochMs,
): History {
  if (history.targetUID !== targetUID) return emptyHistory(targetUID);
  const { pending } = history;
  if (pending === null) return history;
  const didNotHappen = pending.targetUID !== targetUID || observedReplicas === pending.from;
  if (didNotHappen) return abandonScale(history);
  const resolve = observedReplicas === pending.to ? completeScale : assumeScale;
  return resolve(history, now);
}

/**
 * The history of a total that goes on with another target. What was pending for the one before may
 * have happened, and a 0 that was written there is another target's.
 */
export function handOver(history: History, targetUID: string, now: EpochMs): History {
  if (history.targetUID === targetUID) return history;
  return { ...assumeScale(history, now), targetUID, scaledToZero: null };
}

/** When one of our changes added replicas last; null: none is known. */
export const lastAdded = ({ scaleEvents }: Pick<History, "scaleEvents">): EpochMs | null =>
  scaleEvents.findLast(({ change }) => change > 0)?.time ?? null;

/** By how much our own changes after a moment moved the count, as a limit in one direction sees it. */
export interface NetChange {
  readonly up: number;
  readonly down: number;
}

/**
 * What upstream's lists say, where they are kept, else the events; strictly within the period. Of an
 * event that seems to come (the clock was set back) nobody knows how old it is.
 */
export function netChange(
  { lists, scaleEvents }: History,
  now: EpochMs,
  periodSeconds: number,
): NetChange {
  const cutoff = now - periodSeconds * 1000;
  if (lists) {
    const [ups, downs] = [sumSince(lists.scaleUps, cutoff), sumSince(lists.scaleDowns, cutoff)];
    return { up: ups.all - downs.certain, down: ups.certain - downs.all };
  }
  const within = scaleEvents.filter(({ time }) => time > cutoff);
  return within.reduce(
    (sum, event) => {
      const { change, time } = event;
      const span = spanOf(event);
      const isWhole = span.since > cutoff && time <= now;
      const { up, down } = isWhole ? { up: change, down: change } : span;
      return { up: sum.up + up, down: sum.down + down };
    },
    { up: 0, down: 0 },
  );
}

/**
 * Keeps events in order of time, none older than any policy asks for, none in excess of the cap.
 * Over the cap the two oldest become one: a window that covers both counts both, one that covers
 * the later only counts what is the tighter reading in each direction.
 */
function appendEvent(events: readonly ScaleEvent[], event: ScaleEvent): readonly ScaleEvent[] {
  const time = Math.max(event.time, events.at(-1)?.time ?? event.time);
  const kept = events.filter(({ time: at }) => at > time - SCALE_EVENT_KEEP_MS);
  kept.push({ ...event, time });
  const [first, second, ...rest] = kept;
  const isFull = kept.length > MAX_SCALE_EVENTS && first && second;
  return isFull ? [merged(first, second), ...rest] : kept;
}

function merged(first: ScaleEvent, second: ScaleEvent): ScaleEvent {
  const [a, b] = [spanOf(first), spanOf(second)];
  return {
    time: second.time,
    change: first.change + second.change,
    span: { since: a.since, up: a.up + b.up, down: a.down + b.down },
  };
}

/** Loosens no limit, however long it has been there. */
export const ofAnyAge = (event: ScaleEvent): NonNullable<ScaleEvent["span"]> => ({
  ...spanOf(event),
  since: ZERO_TIME,
});

const spanOf = ({ time, change, span }: ScaleEvent): NonNullable<ScaleEvent["span"]> =>
  span ?? { since: time, up: Math.max(0, change), down: Math.min(0, change) };

type NewSlot = Omit<EventSlot, "isOutdated">;

/**
 * Source  upstream horizontal.go, storeScaleEvent: without `behavior` nothing is stored. After a
 *         restart nobody has said yet whether there is one, nor how long its periods are: then it is,
 *         and nothing makes room for it.
 */
function listsWith({ lists, terms }: History, slot: NewSlot): UpstreamLists | null {
  const periods = terms ? terms.longestPeriodSeconds : { scaleUp: Infinity, scaleDown: Infinity };
  if (lists === null || periods === null) return lists;
  if (slot.change > 0) {
    return { ...lists, scaleUps: storeEvent(lists.scaleUps, slot, periods.scaleUp) };
  }
  const down = { ...slot, change: -slot.change };
  return { ...lists, scaleDowns: storeEvent(lists.scaleDowns, down, periods.scaleDown) };
}
