import { MAX_REPLICAS } from "./bound.ts";
import {
  type History,
  type Interval,
  MAX_INTERVALS,
  type PendingScale,
  type ScaleEvent,
} from "./history.ts";
import { type EpochMs, err, ok, type Result } from "./result.ts";
import { MAX_SCALE_EVENTS } from "./scale-record.ts";
import { Reader } from "./untrusted-reader.ts";

/** A history as it stands in `.status`: times as RFC 3339 with milliseconds, what is empty left out. */
export interface SerializedHistory {
  readonly version: 1;
  readonly targetUID: string;
  readonly recommendations?: SerializedInterval[];
  readonly lowRecommendations?: SerializedInterval[];
  readonly scaleEvents?: SerializedEvent[];
  readonly pending?: {
    readonly from: number;
    readonly to: number;
    readonly time: string;
    readonly targetUID: string;
    readonly scaledToZero?: boolean;
  };
  readonly scaledToZero?: boolean;
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
  const { version, targetUID, recommendations, lowRecommendations, scaleEvents } = history;
  const { pending, scaledToZero } = history;
  return {
    version,
    targetUID,
    ...(recommendations.length > 0 && { recommendations: recommendations.map(writeInterval) }),
    ...(lowRecommendations.length > 0 && {
      lowRecommendations: lowRecommendations.map(writeInterval),
    }),
    ...(scaleEvents.length > 0 && { scaleEvents: scaleEvents.map(writeEvent) }),
    ...(pending !== null && { pending: { ...pending, time: rfc3339(pending.time) } }),
    ...(scaledToZero !== null && { scaledToZero }),
  };
}

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
 * A history from a status, which anyone may have edited: types, ranges, order and caps are checked.
 *
 * The newest recommendation stands until now, whatever happened since it was saved, so a restart
 * never shortens a window (I3). A time in the future (a clock that was ahead) counts as now, for it
 * cannot be later than that.
 *
 * Errors  a sentence that names the field; then nothing of the history is used.
 */
export function parseHistory(raw: unknown, now: EpochMs): Result<History, string> {
  const reader = new Reader(now);
  const status = reader.object(raw, "history");
  if (status["version"] !== 1) reader.fail("history.version", "is not 1");
  const history: History = {
    version: 1,
    targetUID: reader.uid(status["targetUID"], "history.targetUID"),
    recommendations: readIntervals(reader, status["recommendations"], "history.recommendations"),
    lowRecommendations: readIntervals(
      reader,
      status["lowRecommendations"],
      "history.lowRecommendations",
    ),
    scaleEvents: reader
      .list(status["scaleEvents"], "history.scaleEvents", MAX_SCALE_EVENTS)
      .map(({ item, path }) => readScaleEvent(reader, item, path)),
    pending: readPending(reader, status["pending"], "history.pending"),
    scaledToZero: reader.flag(status["scaledToZero"], "history.scaledToZero"),
    lists: null,
    terms: null,
  };
  checkOrder(reader, history);
  return reader.error === null ? ok(history) : err(reader.error);
}

const readIntervals = (reader: Reader, raw: unknown, path: string): Interval[] =>
  reader.list(raw, path, MAX_INTERVALS).map(({ item, path: at }) => {
    const interval = reader.object(item, at);
    return {
      value: reader.integer(interval["value"], `${at}.value`, 0),
      since: reader.time(interval["since"], `${at}.since`),
    };
  });

function readScaleEvent(reader: Reader, raw: unknown, path: string): ScaleEvent {
  const event = reader.object(raw, path);
  const span = event["span"] ?? null;
  return {
    time: reader.time(event["time"], `${path}.time`),
    change: reader.integer(event["change"], `${path}.change`, -MAX_REPLICAS),
    ...(span !== null && { span: readSpan(reader, span, `${path}.span`) }),
  };
}

function readSpan(reader: Reader, raw: unknown, path: string): NonNullable<ScaleEvent["span"]> {
  const span = reader.object(raw, path);
  return {
    since: reader.time(span["since"], `${path}.since`),
    up: reader.integer(span["up"], `${path}.up`, 0),
    down: reader.integer(span["down"], `${path}.down`, -MAX_REPLICAS),
  };
}

function readPending(reader: Reader, raw: unknown, path: string): PendingScale | null {
  if (raw === undefined || raw === null) return null;
  const pending = reader.object(raw, path);
  const scaledToZero = reader.flag(pending["scaledToZero"], `${path}.scaledToZero`);
  return {
    from: reader.integer(pending["from"], `${path}.from`, 0),
    to: reader.integer(pending["to"], `${path}.to`, 0),
    time: reader.time(pending["time"], `${path}.time`),
    targetUID: reader.uid(pending["targetUID"], `${path}.targetUID`),
    ...(scaledToZero !== null && { scaledToZero }),
  };
}

function checkOrder(reader: Reader, history: History): void {
  const { recommendations, lowRecommendations, scaleEvents } = history;
  if (!isQueue(recommendations, 1)) {
    reader.fail("history.recommendations", "do not fall from the oldest to the newest");
  }
  if (!isQueue(lowRecommendations, -1)) {
    reader.fail("history.lowRecommendations", "do not rise from the oldest to the newest");
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
