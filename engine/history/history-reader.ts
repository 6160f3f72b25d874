import { listsFrom } from "./begin-history.ts";
import type {
  History,
  Interval,
  PendingScale,
  RolloutClock,
  ScaleEvent,
  ScheduledCap,
} from "./history.ts";
import type { IdleClock } from "./idle-clock.ts";
import type { PointClock } from "./point-clock.ts";
import type { EpochMs } from "../result.ts";
import type * as saved from "./generated/history.ts";
import type { ThresholdTimer } from "./threshold-timer.ts";
import type { EventSlot, UpstreamLists } from "./upstream-lists.ts";
import { withoutFuture } from "./without-future.ts";

export function readHistory(stored: saved.SerializedHistory, now: EpochMs): History {
  const { recommendations = [], lowestRecommendations = [], scaleEvents = [] } = stored;
  const { pending, scaledToZero = null, thresholds = [], failures = [], slots } = stored;
  const written: History = {
    version: 1,
    targetUID: stored.targetUID,
    recommendations: recommendations.map(readInterval),
    lowestRecommendations: lowestRecommendations.map(readInterval),
    scaleEvents: scaleEvents.map(readEvent),
    pending: pending ? readPending(pending) : null,
    scaledToZero,
    ...readHolds(stored),
    thresholds: thresholds.map(readTimer),
    idle: readIdle(stored),
    failures: failures.map(({ metric, since }) => ({ metric, since: Date.parse(since) })),
    points: readPoints(stored.points),
    lists: null,
    terms: null,
  };
  const history = withoutFuture(written, now);
  if (!slots) return history;
  return { ...history, lists: { ...listsFrom(history, now), ...readSlots(slots, now) } };
}

/** What keeps a count for some time. */
const readHolds = ({ added, rollout, healthHold, cap, reset }: saved.SerializedHistory) => ({
  ...(added && { added: { ...added, time: Date.parse(added.time) } }),
  rollout: rollout ? readRollout(rollout) : null,
  healthHold: healthHold
    ? { since: Date.parse(healthHold.since), until: timeOrNull(healthHold.until) }
    : null,
  ...(cap && { cap: readCap(cap) }),
  ...(reset && { reset: { ...reset, since: Date.parse(reset.since) } }),
});

const timeOrNull = (text: string | undefined): EpochMs | null =>
  text === undefined ? null : Date.parse(text);

/** A release that knows no stopped clock finds none, and so begins a later one. */
function readIdle({ idleSince, idleForSeconds }: saved.SerializedHistory): IdleClock | null {
  if (idleForSeconds !== undefined) return { forSeconds: idleForSeconds };
  return idleSince === undefined ? null : { since: Date.parse(idleSince) };
}

const readPoints = (points: readonly saved.SerializedPoint[] = []): readonly PointClock[] =>
  points.map(({ metric, time, gapSeconds = [] }) => ({
    ...{ metric, time: Date.parse(time), gapSeconds },
  }));

const readInterval = ({ value, since }: saved.SerializedInterval): Interval => ({
  value,
  since: Date.parse(since),
});

const readEvent = ({ time, change, cause, span }: saved.SerializedEvent): ScaleEvent => ({
  time: Date.parse(time),
  change,
  ...(cause && { cause }),
  ...(span && { span: { since: Date.parse(span.since), up: span.up, down: span.down } }),
});

function readPending({ from, to, time, ...pending }: saved.SerializedPending): PendingScale {
  const { targetUID, scaledToZero, cause, answered } = pending;
  const idle = scaledToZero === undefined ? {} : { scaledToZero };
  const why = { ...(cause && { cause }), ...(answered !== undefined && { answered }) };
  return { from, to, time: Date.parse(time), targetUID, ...idle, ...why };
}

const readRollout = ({ since, kind, announced }: saved.SerializedRollout): RolloutClock => ({
  since: Date.parse(since),
  ...(kind && { kind }),
  ...(announced !== undefined && { announced: Date.parse(announced) }),
});

const readCap = ({ max, since, from }: saved.SerializedCap): ScheduledCap => ({
  ...{ max, since: Date.parse(since) },
  ...(from !== undefined && { from }),
});

/** The size may have changed during a run without a size, which earlier versions saved. */
function readTimer(timer: saved.SerializedTimer): ThresholdTimer {
  const { name, condition, addsReplicas = false, replicas = null, gapSeconds = [] } = timer;
  const { since, last, notBefore } = timer;
  return {
    ...{ name, condition, addsReplicas, replicas, gapSeconds },
    since: replicas === null ? null : timeOrNull(since),
    last: timeOrNull(last),
    notBefore: timeOrNull(notBefore),
  };
}

const readSlots = (
  { scaleUps = [], scaleDowns = [] }: saved.SerializedSlots,
  now: EpochMs,
): Omit<UpstreamLists, "recommendations"> => ({
  scaleUps: scaleUps.map(slot => readSlot(slot, now)),
  scaleDowns: scaleDowns.map(slot => readSlot(slot, now)),
});

/** Upstream's own lists change no time later, so a time in the future is set to now here. */
function readSlot(slot: saved.SerializedSlot, now: EpochMs): EventSlot {
  const { time, change, outdated = false, oneWay = false } = slot;
  const at = Date.parse(time);
  return {
    time: Math.min(at, now),
    change,
    isOutdated: outdated,
    ...((oneWay || at > now) && { isOneWay: true }),
  };
}
