import { MAX_REPLICAS } from "../pipeline/stages/bound.ts";
import {
  type History,
  type Interval,
  MAX_INTERVALS,
  type PendingScale,
  type ScaleEvent,
  type ZeroReadings,
} from "./history.ts";
import { MAX_SCALE_EVENTS, ofAnyAge } from "./scale-record.ts";
import type { EpochMs } from "../result.ts";
import type { ThresholdTimer } from "./threshold-timer.ts";
import type { Reader } from "../untrusted-reader.ts";
import { type EventSlot, MAX_SLOTS, type UpstreamLists } from "./upstream-lists.ts";

/** A spec has at most this many of each. */
const MAX_METRICS = 32;
const MAX_THRESHOLDS = 32;

export const readIntervals = (reader: Reader, raw: unknown, path: string): Interval[] =>
  reader.list(raw, path, MAX_INTERVALS).map(({ item, path: at }) => {
    const interval = reader.object(item, at);
    return {
      value: reader.integer(interval["value"], `${at}.value`, 0),
      since: reader.time(interval["since"], `${at}.since`),
    };
  });

export const readScaleEvents = (reader: Reader, raw: unknown, path: string): ScaleEvent[] =>
  reader
    .list(raw, path, MAX_SCALE_EVENTS)
    .map(({ item, path: at }) => readScaleEvent(reader, item, at));

/** The real age of an event in the future is unknown, and stays unknown after it is set to now. */
function readScaleEvent(reader: Reader, raw: unknown, path: string): ScaleEvent {
  const event = reader.object(raw, path);
  const span = event["span"] ?? null;
  const read: ScaleEvent = {
    time: reader.time(event["time"], `${path}.time`),
    change: reader.integer(event["change"], `${path}.change`, -MAX_REPLICAS),
    ...(span !== null && { span: readSpan(reader, span, `${path}.span`) }),
  };
  return reader.isAhead(event["time"]) ? { ...read, span: ofAnyAge(read) } : read;
}

function readSpan(reader: Reader, raw: unknown, path: string): NonNullable<ScaleEvent["span"]> {
  const span = reader.object(raw, path);
  return {
    since: reader.time(span["since"], `${path}.since`),
    up: reader.integer(span["up"], `${path}.up`, 0),
    down: reader.integer(span["down"], `${path}.down`, -MAX_REPLICAS),
  };
}

export function readZeroReadings(reader: Reader, raw: unknown, path: string): ZeroReadings {
  const entries = Object.entries(reader.object(raw ?? {}, path));
  return Object.fromEntries(
    entries
      .slice(0, MAX_METRICS + MAX_THRESHOLDS)
      .map(([source, count]) => [source, reader.integer(count, `${path}.${source}`, 0)]),
  );
}

export const readThresholds = (reader: Reader, raw: unknown, path: string): ThresholdTimer[] =>
  reader.list(raw, path, MAX_THRESHOLDS).map(({ item, path: at }) => readTimer(reader, item, at));

/** A timer without `last` has an unknown duration: it must not have `since`. */
function readTimer(reader: Reader, raw: unknown, path: string): ThresholdTimer {
  const timer = reader.object(raw, path);
  const time = (key: "since" | "last" | "notBefore"): EpochMs | null =>
    timer[key] == null ? null : reader.time(timer[key], `${path}.${key}`);
  const [since, last] = [time("since"), time("last")];
  const { level = null } = timer;
  if (since !== null && (last === null || last < since)) {
    reader.fail(`${path}.since`, "is later than last");
  }
  return {
    name: reader.text(timer["name"], `${path}.name`),
    condition: reader.text(timer["condition"], `${path}.condition`),
    since,
    last,
    level: level === null ? null : reader.integer(level, `${path}.level`, 0),
    notBefore: time("notBefore"),
  };
}

export function readSlots(
  reader: Reader,
  raw: unknown,
  path: string,
): Omit<UpstreamLists, "recommendations"> | null {
  if (raw === undefined || raw === null) return null;
  const slots = reader.object(raw, path);
  const read = (key: "scaleUps" | "scaleDowns"): EventSlot[] =>
    reader
      .list(slots[key], `${path}.${key}`, MAX_SLOTS)
      .map(({ item, path: at }) => readSlot(reader, item, at));
  return { scaleUps: read("scaleUps"), scaleDowns: read("scaleDowns") };
}

function readSlot(reader: Reader, raw: unknown, path: string): EventSlot {
  const slot = reader.object(raw, path);
  const isOneWay = reader.flag(slot["oneWay"], `${path}.oneWay`) === true;
  return {
    time: reader.time(slot["time"], `${path}.time`),
    change: reader.integer(slot["change"], `${path}.change`, 1),
    isOutdated: reader.flag(slot["outdated"], `${path}.outdated`) ?? false,
    ...((isOneWay || reader.isAhead(slot["time"])) && { isOneWay: true }),
  };
}

export function readRollout(reader: Reader, raw: unknown, path: string): History["rollout"] {
  if (raw === undefined || raw === null) return null;
  return { since: reader.time(reader.object(raw, path)["since"], `${path}.since`) };
}

export function readPending(reader: Reader, raw: unknown, path: string): PendingScale | null {
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
