import { type History, type PendingScale, type ScaleEvent, update } from "../model/history.ts";
import { MAX_INT32, saturatedInt32 } from "../model/values/casts.ts";
import { ZERO_TIME } from "../model/values/time.ts";
import type { EpochMs } from "../model/values/result.ts";
import { rested } from "../model/threshold-timer.ts";
import {
  type EventSlot,
  storeEvent,
  sumSince,
  type UpstreamLists,
} from "../model/upstream-lists.ts";

/** The longest `periodSeconds` of a scaling policy in autoscaling/v2: no policy looks further back. */
export const SCALE_EVENT_KEEP_MS = 1_800_000;

/** A change found this soon after its decision counts from the decision; periods are in seconds. */
export const PUNCTUAL_MS = 1_000;

/** The limit keeps the status small. */
export const MAX_SCALE_EVENTS = 32;

/**
 * Records a change ahead: it goes into the status before it goes to the target. An earlier pending
 * change that is still unresolved may or may not have happened.
 */
export function beginScale(
  history: History,
  change: Pick<PendingScale, "from" | "to" | "time">,
): History {
  const { terms, targetUID } = history;
  const isToZero = change.from > 0 && change.to === 0;
  const scaledToZero = terms?.mayIdle == null ? {} : { scaledToZero: isToZero && terms.mayIdle };
  const { cause, answered } = terms ?? {};
  const why = { ...(cause && { cause }), ...(answered !== undefined && { answered }) };
  const assumed = assumeScale(history, change.time);
  return { ...assumed, pending: { ...change, targetUID, ...scaledToZero, ...why } };
}

/** The pending change is on the target, as observed at `at`: it becomes an event. */
export const completeScale = (history: History, at: EpochMs): History =>
  settle(history, at, "Written");

/** The pending change may be on the target: it becomes an event that loosens no limit. */
const assumeScale = (history: History, at: EpochMs): History => settle(history, at, "Assumed");

/** Found: a change that was written earlier is on the target now. */
function settle(history: History, at: EpochMs, how: "Written" | "Found" | "Assumed"): History {
  const { pending } = history;
  if (pending === null) return history;
  const event = eventOf(pending, at);
  const { time, change } = event;
  const made = how === "Assumed" ? { ...event, span: ofAnyAge(event) } : event;
  const isOneWay = how !== "Written" && made.span !== undefined;
  const changed = withEvent(history, made, { time, change, ...(isOneWay && { isOneWay }) });
  const { scaledToZero = null } = pending;
  // Otherwise, another author changed the count in between: a 0 is now theirs.
  const isOwnZero = scaledToZero && how !== "Assumed";
  return withAddition({ ...changed, pending: null, scaledToZero: isOwnZero }, pending, time);
}

/** A change that may have happened counts, too: a restart starts no cooldown later (I3). */
function withAddition(history: History, { answered, from, to }: PendingScale, time: EpochMs) {
  if (answered !== undefined) return { ...history, added: { to: answered, time } };
  const { added } = history;
  if (!added || to === from) return history;
  return { ...history, added: { ...added, moved: saturatedInt32((added.moved ?? 0) + to - from) } };
}

function withEvent(history: History, event: ScaleEvent, slot: NewSlot): History {
  const { change, time } = event;
  if (change === 0) return history;
  const scaleEvents = appendEvent(history.scaleEvents, event);
  const thresholds = history.thresholds.map(timer => rested(timer, change, time));
  return { ...history, scaleEvents, thresholds, lists: listsWith(history, slot) };
}

/**
 * The exact time of a change confirmed late is unknown: a window that starts before `at` counts it
 * in its own direction only, unless it also covers the decision.
 */
function eventOf({ from, to, time, cause }: PendingScale, at: EpochMs): ScaleEvent {
  const change = to - from;
  const made = { change, ...(cause && { cause }) };
  if (at - time <= PUNCTUAL_MS) return { time, ...made };
  return { time: at, ...made, span: spanOf({ time, change }) };
}

/** The pending change is known not to have reached the target. */
export const abandonScale = (history: History): History => update(history, { pending: null });

/**
 * Resolves the history in the status against the target in the cluster. A pending change happened if
 * its count is there, and did not if the old count is there. With any other count (a person edited
 * it in between) it may have happened: then it tightens the limit in its own direction and loosens
 * none (I3).
 */
export function resolvePending(history: History, observedReplicas: number, now: EpochMs): History {
  const { pending, targetUID } = history;
  if (pending === null) return history;
  const didNotHappen = pending.targetUID !== targetUID || observedReplicas === pending.from;
  if (didNotHappen) return abandonScale(history);
  return settle(history, now, observedReplicas === pending.to ? "Found" : "Assumed");
}

/**
 * Moves the history of a total to another target. The previous target's pending change may have
 * happened. A 0 written there, and what was recommended for it, belongs to that target.
 */
export function handOver(history: History, targetUID: string, now: EpochMs): History {
  if (history.targetUID === targetUID) return history;
  const own = { targetUID, scaledToZero: null, recommendations: [], lowestRecommendations: [] };
  const { lists } = history;
  return {
    ...assumeScale(history, now),
    ...own,
    lists: lists && { ...lists, recommendations: [] },
  };
}

/** The changes that count for rate policies: those that votes asked for. */
export const ratedEvents = ({ scaleEvents }: Pick<History, "scaleEvents">): readonly ScaleEvent[] =>
  scaleEvents.filter(({ cause }) => cause === undefined);

/**
 * How far the operator's own changes within a period moved the count, as the limit of each direction
 * sees it. Sums upstream's lists if they are kept, else the events, strictly within the period.
 */
export function netChange(history: History, now: EpochMs, periodSeconds: number) {
  const { lists } = history;
  const cutoff = now - periodSeconds * 1000;
  if (lists) {
    const [ups, downs] = [sumSince(lists.scaleUps, cutoff), sumSince(lists.scaleDowns, cutoff)];
    return { up: ups.all - downs.certain, down: ups.certain - downs.all };
  }
  const within = ratedEvents(history).filter(({ time }) => time > cutoff);
  return within.reduce(
    (sum, event) => {
      const { change } = event;
      const span = spanOf(event);
      const { up, down } = span.since > cutoff ? { up: change, down: change } : span;
      return { up: sum.up + up, down: sum.down + down };
    },
    { up: 0, down: 0 },
  );
}

/**
 * Keeps events in order of time, none older than any policy looks back, and at most
 * `MAX_SCALE_EVENTS`. Above the limit, the two oldest become one: a window that covers both counts
 * both; a window that covers only the later one counts the tighter value in each direction.
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
  if (first.cause) return second;
  if (second.cause) return first;
  const [a, b] = [spanOf(first), spanOf(second)];
  return {
    time: second.time,
    change: storable(first.change + second.change),
    span: { since: a.since, up: storable(a.up + b.up), down: storable(a.down + b.down) },
  };
}

/** A sum beyond the range of the format would make the whole history invalid. */
const storable = (change: number): number => Math.max(-MAX_INT32, saturatedInt32(change));

/** An event of unknown age: it loosens no limit. */
export const ofAnyAge = (event: ScaleEvent): NonNullable<ScaleEvent["span"]> => ({
  ...spanOf(event),
  since: ZERO_TIME,
});

const spanOf = ({ time, change, span }: ScaleEvent): NonNullable<ScaleEvent["span"]> =>
  span ?? { since: time, up: Math.max(0, change), down: Math.min(0, change) };

type NewSlot = Omit<EventSlot, "isOutdated">;

/**
 * Source  upstream horizontal.go, storeScaleEvent: without `behavior`, nothing is stored. After a
 *         restart, neither `behavior` nor its periods are known yet: then the event is stored, and
 *         no slot becomes outdated.
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

/**
 * For modes that write nothing: a count above 0 then comes from another author and ends the
 * operator's zero. The next zero is also theirs, and scaling does not end it after the mode is
 * Active again (I7).
 */
export const withoutOldZero = (history: History, replicas: number): History =>
  history.scaledToZero === true && replicas > 0 ? { ...history, scaledToZero: null } : history;
