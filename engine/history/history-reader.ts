import { listsFrom } from "./begin-history.ts";
import type { History, Interval, PendingScale, ScaleEvent } from "./history.ts";
import type { EpochMs } from "../result.ts";
import { ofAnyAge } from "./scale-record.ts";
import type {
  SerializedEvent,
  SerializedHistory,
  SerializedInterval,
  SerializedPending,
  SerializedSlot,
  SerializedSlots,
  SerializedTimer,
} from "./serialized-history.ts";
import type { ThresholdTimer } from "./threshold-timer.ts";
import type { EventSlot, UpstreamLists } from "./upstream-lists.ts";

/** A spec has at most 32 metrics and 32 thresholds. */
const MAX_ZERO_READINGS = 64;

/** Reads a history that its schema accepts. */
export function readHistory(stored: SerializedHistory, now: EpochMs): History {
  const { recommendations = [], lowestRecommendations = [], scaleEvents = [] } = stored;
  const { pending, scaledToZero = null, rollout, zeroReadings = {}, thresholds = [] } = stored;
  const history: History = {
    version: 1,
    targetUID: stored.targetUID,
    recommendations: recommendations.map(interval => readInterval(interval, now)),
    lowestRecommendations: lowestRecommendations.map(interval => readInterval(interval, now)),
    scaleEvents: scaleEvents.map(event => readEvent(event, now)),
    pending: pending ? readPending(pending, now) : null,
    scaledToZero,
    rollout: rollout ? { since: timeOf(rollout.since, now) } : null,
    zeroReadings: Object.fromEntries(Object.entries(zeroReadings).slice(0, MAX_ZERO_READINGS)),
    thresholds: thresholds.map(timer => readTimer(timer, now)),
    lists: null,
    terms: null,
  };
  const { slots } = stored;
  if (!slots) return history;
  return { ...history, lists: { ...listsFrom(history, now), ...readSlots(slots, now) } };
}

/** A time in the future (the clock was ahead) counts as now: it cannot be later than that. */
const timeOf = (text: string, now: EpochMs): EpochMs => Math.min(Date.parse(text), now);

const timeOrNull = (text: string | undefined, now: EpochMs): EpochMs | null =>
  text === undefined ? null : timeOf(text, now);

const isAhead = (text: string, now: EpochMs): boolean => Date.parse(text) > now;

const readInterval = ({ value, since }: SerializedInterval, now: EpochMs): Interval => ({
  value,
  since: timeOf(since, now),
});

/** The real age of an event in the future is unknown, and stays unknown after it is set to now. */
function readEvent({ time, change, span }: SerializedEvent, now: EpochMs): ScaleEvent {
  const event: ScaleEvent = {
    time: timeOf(time, now),
    change,
    ...(span && { span: { since: timeOf(span.since, now), up: span.up, down: span.down } }),
  };
  return isAhead(time, now) ? { ...event, span: ofAnyAge(event) } : event;
}

const readPending = (
  { from, to, time, targetUID, scaledToZero }: SerializedPending,
  now: EpochMs,
): PendingScale => ({
  ...{ from, to, time: timeOf(time, now), targetUID },
  ...(scaledToZero !== undefined && { scaledToZero }),
});

/** The size may have changed during a run without a size, which earlier versions saved. */
function readTimer(timer: SerializedTimer, now: EpochMs): ThresholdTimer {
  const { name, condition, since, last, replicas = null, notBefore, gapSeconds = [] } = timer;
  return {
    ...{ name, condition, replicas, gapSeconds },
    since: replicas === null ? null : timeOrNull(since, now),
    last: timeOrNull(last, now),
    notBefore: timeOrNull(notBefore, now),
  };
}

const readSlots = (
  { scaleUps = [], scaleDowns = [] }: SerializedSlots,
  now: EpochMs,
): Omit<UpstreamLists, "recommendations"> => ({
  scaleUps: scaleUps.map(slot => readSlot(slot, now)),
  scaleDowns: scaleDowns.map(slot => readSlot(slot, now)),
});

const readSlot = (
  { time, change, outdated = false, oneWay = false }: SerializedSlot,
  now: EpochMs,
): EventSlot => ({
  time: timeOf(time, now),
  change,
  isOutdated: outdated,
  ...((oneWay || isAhead(time, now)) && { isOneWay: true }),
});
