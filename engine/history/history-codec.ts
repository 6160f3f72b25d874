import { listsFrom } from "./begin-history.ts";
import type { History, Interval, ScaleEvent, ZeroReadings } from "./history.ts";
import {
  readIntervals,
  readPending,
  readRollout,
  readScaleEvents,
  readSlots,
  readThresholds,
  readZeroReadings,
} from "./history-reader.ts";
import { type EpochMs, err, ok, type Result } from "../result.ts";
import type { ThresholdTimer } from "./threshold-timer.ts";
import { Reader } from "../untrusted-reader.ts";
import { type EventSlot, MAX_SLOTS, type UpstreamLists } from "./upstream-lists.ts";

/** A history in `.status`: times in RFC 3339 with milliseconds; empty fields are omitted. */
export interface SerializedHistory {
  readonly version: 1;
  readonly targetUID: string;
  readonly recommendations?: SerializedInterval[];
  readonly lowestRecommendations?: SerializedInterval[];
  readonly scaleEvents?: SerializedEvent[];
  readonly pending?: {
    readonly from: number;
    readonly to: number;
    readonly time: string;
    readonly targetUID: string;
    readonly scaledToZero?: boolean;
  };
  readonly scaledToZero?: boolean;
  readonly rollout?: { readonly since: string };
  readonly zeroReadings?: ZeroReadings;
  readonly thresholds?: SerializedTimer[];
  /** Only under upstream's profile: its event slots. */
  readonly slots?: {
    readonly scaleUps: SerializedSlot[];
    readonly scaleDowns: SerializedSlot[];
  };
}

interface SerializedTimer {
  readonly name: string;
  readonly condition: string;
  readonly since?: string;
  readonly last?: string;
  readonly level?: number;
  readonly notBefore?: string;
}

interface SerializedSlot {
  readonly time: string;
  readonly change: number;
  readonly outdated?: true;
  readonly oneWay?: true;
}

interface SerializedInterval {
  readonly value: number;
  readonly since: string;
}

interface SerializedEvent {
  readonly time: string;
  readonly change: number;
  readonly span?: { readonly since: string; readonly up: number; readonly down: number };
}

const rfc3339 = (time: EpochMs): string => new Date(time).toISOString();

export function serializeHistory(history: History): SerializedHistory {
  const { version, targetUID, recommendations, lowestRecommendations, scaleEvents } = history;
  const { pending, scaledToZero, rollout, zeroReadings, thresholds, lists } = history;
  return {
    version,
    targetUID,
    ...(recommendations.length > 0 && { recommendations: recommendations.map(writeInterval) }),
    ...(lowestRecommendations.length > 0 && {
      lowestRecommendations: lowestRecommendations.map(writeInterval),
    }),
    ...(scaleEvents.length > 0 && { scaleEvents: scaleEvents.map(writeEvent) }),
    ...(pending !== null && { pending: { ...pending, time: rfc3339(pending.time) } }),
    ...(scaledToZero !== null && { scaledToZero }),
    ...(rollout !== null && { rollout: { since: rfc3339(rollout.since) } }),
    ...(Object.keys(zeroReadings).length > 0 && { zeroReadings }),
    ...(thresholds.length > 0 && { thresholds: thresholds.map(writeTimer) }),
    ...(lists && isWorthSaving(lists) && { slots: writeSlots(lists) }),
  };
}

/**
 * Without saved slots, `listsFrom` rebuilds them from the events. So empty lists, and lists too
 * long for a status, are not saved.
 */
const isWorthSaving = ({ scaleUps, scaleDowns }: UpstreamLists): boolean => {
  const slots = Math.max(scaleUps.length, scaleDowns.length);
  return slots > 0 && slots <= MAX_SLOTS;
};

const writeSlots = ({ scaleUps, scaleDowns }: UpstreamLists) => ({
  scaleUps: scaleUps.map(writeSlot),
  scaleDowns: scaleDowns.map(writeSlot),
});

const writeSlot = ({ time, change, isOutdated, isOneWay }: EventSlot): SerializedSlot => ({
  time: rfc3339(time),
  change,
  ...(isOutdated && { outdated: true }),
  ...(isOneWay && { oneWay: true }),
});

const writeTimer = ({ name, condition, ...timer }: ThresholdTimer): SerializedTimer => ({
  name,
  condition,
  ...(timer.since !== null && { since: rfc3339(timer.since) }),
  ...(timer.last !== null && { last: rfc3339(timer.last) }),
  ...(timer.level !== null && { level: timer.level }),
  ...(timer.notBefore !== null && { notBefore: rfc3339(timer.notBefore) }),
});

const writeInterval = ({ value, since }: Interval): SerializedInterval => ({
  value,
  since: rfc3339(since),
});

const writeEvent = ({ time, change, span }: ScaleEvent): SerializedEvent => ({
  time: rfc3339(time),
  change,
  ...(span && { span: { ...span, since: rfc3339(span.since) } }),
});

/**
 * Parses a history from a status that anyone may have edited: it checks types, ranges, order and
 * limits.
 *
 * The newest recommendation stands until now, whatever happened since it was saved, so a restart
 * never shortens a window (I3). A time in the future (the clock was ahead) counts as now: it cannot
 * be later than that.
 *
 * Errors  a sentence that names the field; the whole history is then discarded.
 */
export function parseHistory(raw: unknown, now: EpochMs): Result<History, string> {
  const reader = new Reader(now);
  const status = reader.object(raw, "history");
  if (status["version"] !== 1) reader.fail("history.version", "is not 1");
  const history: History = {
    version: 1,
    targetUID: reader.uid(status["targetUID"], "history.targetUID"),
    recommendations: readIntervals(reader, status["recommendations"], "history.recommendations"),
    lowestRecommendations: readIntervals(
      reader,
      status["lowestRecommendations"],
      "history.lowestRecommendations",
    ),
    scaleEvents: readScaleEvents(reader, status["scaleEvents"], "history.scaleEvents"),
    pending: readPending(reader, status["pending"], "history.pending"),
    scaledToZero: reader.flag(status["scaledToZero"], "history.scaledToZero"),
    rollout: readRollout(reader, status["rollout"], "history.rollout"),
    zeroReadings: readZeroReadings(reader, status["zeroReadings"], "history.zeroReadings"),
    thresholds: readThresholds(reader, status["thresholds"], "history.thresholds"),
    lists: null,
    terms: null,
  };
  checkOrder(reader, history);
  const slots = readSlots(reader, status["slots"], "history.slots");
  if (reader.error !== null) return err(reader.error);
  return ok(slots ? { ...history, lists: { ...listsFrom(history, now), ...slots } } : history);
}

function checkOrder(reader: Reader, history: History): void {
  const { recommendations, lowestRecommendations, scaleEvents } = history;
  if (!isQueue(recommendations, 1)) {
    reader.fail("history.recommendations", "do not fall from the oldest to the newest");
  }
  if (!isQueue(lowestRecommendations, -1)) {
    reader.fail("history.lowestRecommendations", "do not rise from the oldest to the newest");
  }
  const sorted = scaleEvents.every(
    ({ time }, index) => time <= (scaleEvents[index + 1]?.time ?? time),
  );
  if (!sorted) reader.fail("history.scaleEvents", "are not in order of time");
}

const isQueue = (intervals: readonly Interval[], falling: 1 | -1): boolean =>
  intervals.every(({ value, since }, index) => {
    const next = intervals[index + 1];
    return !next || (since <= next.since && value * falling > next.value * falling);
  });
