import { type Codec, list, plain, record, time } from "../model/codec.ts";
import type * as saved from "../model/generated/history.ts";
import type { Interval, ScaleEvent } from "../model/history.ts";
import { type AnySlot, slot } from "../model/slot.ts";
import type { EventSlot, UpstreamLists } from "../model/upstream-lists.ts";
import { ofAnyAge } from "./scale-record.ts";

const intervals = list(record<saved.SerializedInterval>({ value: plain, since: time }));

/**
 * Whether `saved` is nowhere below `actual` (sign -1: nowhere above it). The newest interval of
 * either queue is open-ended. Values only fall (-1: rise), so checking where each interval of
 * `saved` begins is enough. Without any, the current count is the highest, which saved ones may be below.
 */
function outlasts(saved: readonly Interval[], actual: readonly Interval[], sign: 1 | -1): boolean {
  const [oldest] = actual;
  if (!oldest) return sign === -1 || saved.length === 0;
  if (saved.length === 0) return false;
  return saved.every(({ value, since }, index) => {
    // Before its first interval, a queue has the value of that interval.
    const standing = index === 0 ? oldest : actual.findLast(other => other.since <= since);
    return value * sign >= (standing ?? oldest).value * sign;
  });
}

const plainEvent = record<saved.SerializedEvent, ScaleEvent>({
  ...{ time, change: plain, cause: plain },
  span: record<NonNullable<saved.SerializedEvent["span"]>>({ since: time, up: plain, down: plain }),
});

/** The real age of an event in the future is unknown, and stays unknown after it is set to now. */
const scaleEvent: typeof plainEvent = {
  ...plainEvent,
  past(event, now) {
    const past = plainEvent.past(event, now);
    return past.time === event.time ? past : { ...past, span: ofAnyAge(past) };
  },
};

const isQueue = (queue: readonly Interval[], falling: 1 | -1): boolean =>
  queue.every(({ value, since }, index) => {
    const next = queue[index + 1];
    return !next || (since <= next.since && value * falling > next.value * falling);
  });

/** What every decision remembers, whatever features its object has. */
export const coreMemory: readonly AnySlot[] = [
  slot({
    name: "recommendations",
    codec: intervals,
    disorder: stored => (isQueue(stored, 1) ? null : "do not fall from the oldest to the newest"),
    isAsSafe: (saved, actual) => outlasts(saved, actual, 1),
  }),
  slot({
    name: "lowestRecommendations",
    codec: intervals,
    disorder: stored => (isQueue(stored, -1) ? null : "do not rise from the oldest to the newest"),
    isAsSafe: (saved, actual) => outlasts(saved, actual, -1),
  }),
  slot({
    name: "scaleEvents",
    codec: list(scaleEvent),
    disorder: stored =>
      stored.every(({ time: at }, index) => at <= (stored[index + 1]?.time ?? at))
        ? null
        : "are not in order of time",
  }),
  slot({
    name: "pending",
    codec: record<saved.SerializedPending>({
      ...{ from: plain, to: plain, time, targetUID: plain },
      ...{ scaledToZero: plain, cause: plain, answered: plain },
    }),
  }),
  // After the operator's own zero, the next one may be that of a person (I7).
  slot({ name: "scaledToZero", codec: plain, isAsSafe: (saved, now) => !saved || now === true }),
  slot({ name: "reset", codec: record<saved.SerializedReset>({ since: time, reason: plain }) }),
];

/** Upstream's own lists change no time later, so a time in the future is set to now when it is read. */
const eventSlot: Codec<EventSlot, saved.SerializedSlot> = {
  write: ({ time: at, change, isOutdated, isOneWay }) => ({
    ...{ time: time.write(at), change },
    ...(isOutdated && { outdated: true }),
    ...(isOneWay && { oneWay: true }),
  }),
  read: ({ time: at, change, outdated = false, oneWay = false }) => ({
    ...{ time: time.read(at), change, isOutdated: outdated },
    ...(oneWay && { isOneWay: true }),
  }),
  past: (one, now) => (one.time > now ? { ...one, time: now, isOneWay: true } : one),
};

export const savedSlots = record<saved.SerializedSlots, Omit<UpstreamLists, "recommendations">>({
  scaleUps: list(eventSlot),
  scaleDowns: list(eventSlot),
});
