import { type Codec, type Inline, list, plain, record, time } from "./codec.ts";
import type * as saved from "./generated/history.ts";
import { emptyHistory, type HealthHold, type History, type ScaleEvent } from "./history.ts";
import type { IdleClock } from "./idle-clock.ts";
import type { PointClock } from "./point-clock.ts";
import type { EpochMs } from "../result.ts";
import { ofAnyAge } from "./scale-record.ts";
import { noSamples, type ThresholdTimer } from "./threshold-timer.ts";
import type { EventSlot, UpstreamLists } from "./upstream-lists.ts";

const numbers = list<number, number>(plain);
const intervals = list(record<saved.SerializedInterval>({ value: plain, since: time }));

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

const timer = record<saved.SerializedTimer, ThresholdTimer>(
  {
    ...{ name: plain, condition: plain, addsReplicas: plain, since: time, last: time },
    ...{ replicas: plain, notBefore: time, gapSeconds: numbers },
  },
  noSamples,
);

/** The size may have changed during a run without a size, which earlier versions saved. */
const sizedTimer: typeof timer = {
  ...timer,
  read(stored) {
    const known = timer.read(stored);
    return known.replicas === null ? { ...known, since: null } : known;
  },
};

/** A release that knows no stopped clock finds none, and so begins a later one. */
const idle: Inline<IdleClock, Pick<saved.SerializedHistory, "idleSince" | "idleForSeconds">> = {
  isInline: true,
  write: clock =>
    "since" in clock
      ? { idleSince: time.write(clock.since) }
      : { idleForSeconds: clock.forSeconds },
  read({ idleSince, idleForSeconds }) {
    if (idleForSeconds !== undefined) return { forSeconds: idleForSeconds };
    return idleSince === undefined ? null : { since: time.read(idleSince) };
  },
  past: (clock, now) => ("since" in clock && clock.since > now ? { since: now } : clock),
};

type Saved = Omit<History, "version" | "targetUID" | "lists" | "nextTarget" | "terms">;

/** The parts of a history, in the order in which the status holds them. */
export const savedFields = record<
  Omit<saved.SerializedHistory, "version" | "targetUID" | "slots">,
  Saved
>(
  {
    recommendations: intervals,
    lowestRecommendations: intervals,
    scaleEvents: list(scaleEvent),
    pending: record<saved.SerializedPending>({
      ...{ from: plain, to: plain, time, targetUID: plain },
      ...{ scaledToZero: plain, cause: plain, answered: plain },
    }),
    scaledToZero: plain,
    added: record<saved.SerializedAddition>({ to: plain, time, moved: plain }),
    rollout: record<saved.SerializedRollout>({
      ...{ kind: plain, since: time, announced: time },
    }),
    healthHold: record<saved.SerializedHealthHold, HealthHold>(
      { since: time, until: time },
      { until: null },
    ),
    cap: record<saved.SerializedCap>({ max: plain, since: time, from: plain }),
    reset: record<saved.SerializedReset>({ since: time, reason: plain }),
    thresholds: list(sizedTimer),
    idle,
    failures: list(record<saved.SerializedFailure>({ metric: plain, since: time })),
    points: list(
      record<saved.SerializedPoint, PointClock>(
        { metric: plain, time, gapSeconds: numbers },
        { gapSeconds: [] },
      ),
    ),
  },
  emptyHistory(""),
);

/**
 * A time in the future counts as now: the clock was ahead when it was recorded, and it cannot be
 * later than that. So no wait is longer than its configured length, whatever the clock does.
 * Upstream's lists keep their times. Returns the same object if nothing is in the future.
 */
export const withoutFuture = (history: History, now: EpochMs): History =>
  savedFields.past(history, now) as History;

/** Upstream's own lists change no time later, so a time in the future is set to now when it is read. */
const slot: Codec<EventSlot, saved.SerializedSlot> = {
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
  scaleUps: list(slot),
  scaleDowns: list(slot),
});
