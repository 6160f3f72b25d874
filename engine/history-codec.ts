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
  readonly recommendations?: { readonly value: number; readonly since: string }[];
  readonly scaleEvents?: { readonly time: string; readonly change: number }[];
  readonly pending?: {
    readonly from: number;
    readonly to: number;
    readonly time: string;
    readonly targetUID: string;
  };
}

const rfc3339 = (time: EpochMs): string => new Date(time).toISOString();

export function serializeHistory(history: History): SerializedHistory {
  const { version, targetUID, recommendations, scaleEvents, pending } = history;
  return {
    version,
    targetUID,
    ...(recommendations.length > 0 && {
      recommendations: recommendations.map(({ value, since }) => ({
        value,
        since: rfc3339(since),
      })),
    }),
    ...(scaleEvents.length > 0 && {
      scaleEvents: scaleEvents.map(({ time, change }) => ({ time: rfc3339(time), change })),
    }),
    ...(pending !== null && { pending: { ...pending, time: rfc3339(pending.time) } }),
  };
}

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
    recommendations: reader
      .list(status["recommendations"], "history.recommendations", MAX_INTERVALS)
      .map(({ item, path }) => readInterval(reader, item, path)),
    scaleEvents: reader
      .list(status["scaleEvents"], "history.scaleEvents", MAX_SCALE_EVENTS)
      .map(({ item, path }) => readScaleEvent(reader, item, path)),
    pending: readPending(reader, status["pending"], "history.pending"),
  };
  checkOrder(reader, history);
  return reader.error === null ? ok(history) : err(reader.error);
}

function readInterval(reader: Reader, raw: unknown, path: string): Interval {
  const interval = reader.object(raw, path);
  return {
    value: reader.integer(interval["value"], `${path}.value`, 0),
    since: reader.time(interval["since"], `${path}.since`),
  };
}

function readScaleEvent(reader: Reader, raw: unknown, path: string): ScaleEvent {
  const event = reader.object(raw, path);
  return {
    time: reader.time(event["time"], `${path}.time`),
    change: reader.integer(event["change"], `${path}.change`, -MAX_REPLICAS),
  };
}

function readPending(reader: Reader, raw: unknown, path: string): PendingScale | null {
  if (raw === undefined || raw === null) return null;
  const pending = reader.object(raw, path);
  return {
    from: reader.integer(pending["from"], `${path}.from`, 0),
    to: reader.integer(pending["to"], `${path}.to`, 0),
    time: reader.time(pending["time"], `${path}.time`),
    targetUID: reader.uid(pending["targetUID"], `${path}.targetUID`),
  };
}

function checkOrder(reader: Reader, { recommendations, scaleEvents }: History): void {
  const queued = recommendations.every((interval, index) => {
    const next = recommendations[index + 1];
    return !next || (interval.since <= next.since && interval.value > next.value);
  });
  if (!queued) reader.fail("history.recommendations", "do not fall from the oldest to the newest");
  const sorted = scaleEvents.every(
    ({ time }, index) => time <= (scaleEvents[index + 1]?.time ?? time),
  );
  if (!sorted) reader.fail("history.scaleEvents", "are not in order of time");
}
