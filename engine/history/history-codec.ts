import * as structure from "./generated/history.validator.js";
import type { HealthHold, History, Interval, RolloutClock, ScaleEvent } from "./history.ts";
import type { IdleClock } from "./idle-clock.ts";
import { readHistory } from "./history-reader.ts";
import type { PointClock } from "./point-clock.ts";
import { type EpochMs, err, ok, type Result } from "../result.ts";
import type { SerializedHistory } from "./generated/history.ts";
import type { ThresholdTimer } from "./threshold-timer.ts";
import { type EventSlot, MAX_SLOTS, type UpstreamLists } from "./upstream-lists.ts";
import { conform } from "../validate/structure.ts";

const rfc3339 = (time: EpochMs): string => new Date(time).toISOString();

export function serializeHistory(history: History): SerializedHistory {
  const { version, targetUID, recommendations, lowestRecommendations, scaleEvents } = history;
  const { pending, scaledToZero, added, thresholds, lists } = history;
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
    ...(added && { added: { ...added, time: rfc3339(added.time) } }),
    ...writeStarts(history),
    ...(thresholds.length > 0 && { thresholds: thresholds.map(writeTimer) }),
    ...writeAbsences(history),
    ...(lists &&
      isWorthSaving(lists) && {
        slots: {
          scaleUps: lists.scaleUps.map(writeSlot),
          scaleDowns: lists.scaleDowns.map(writeSlot),
        },
      }),
  };
}

/** What has lasted since a time. */
const writeStarts = ({ rollout, healthHold, cap, reset }: History) => ({
  ...(rollout !== null && { rollout: writeRollout(rollout) }),
  ...(healthHold !== null && { healthHold: writeHold(healthHold) }),
  ...(cap && { cap: { ...cap, since: rfc3339(cap.since) } }),
  ...(reset && { reset: { ...reset, since: rfc3339(reset.since) } }),
});

const writeHold = ({ since, until }: HealthHold) => ({
  since: rfc3339(since),
  ...(until !== null && { until: rfc3339(until) }),
});

/**
 * Without saved slots, `listsFrom` rebuilds them from the events. So empty lists, and lists too
 * long for a status, are not saved.
 */
const isWorthSaving = ({ scaleUps, scaleDowns }: UpstreamLists): boolean => {
  const slots = Math.max(scaleUps.length, scaleDowns.length);
  return slots > 0 && slots <= MAX_SLOTS;
};

const writeSlot = ({ time, change, isOutdated, isOneWay }: EventSlot) => ({
  time: rfc3339(time),
  change,
  ...(isOutdated && { outdated: true }),
  ...(isOneWay && { oneWay: true }),
});

/** Since when work or answers are missing. */
const writeAbsences = ({ idle, failures, points }: History) => ({
  ...(idle !== null && writeIdle(idle)),
  ...(failures.length > 0 && {
    failures: failures.map(({ metric, since }) => ({ metric, since: rfc3339(since) })),
  }),
  ...(points.length > 0 && { points: points.map(writePoint) }),
});

const writePoint = ({ metric, time, gapSeconds }: PointClock) => ({
  ...{ metric, time: rfc3339(time) },
  ...(gapSeconds.length > 0 && { gapSeconds: [...gapSeconds] }),
});

const writeIdle = (idle: IdleClock) =>
  "since" in idle ? { idleSince: rfc3339(idle.since) } : { idleForSeconds: idle.forSeconds };

const writeRollout = ({ since, announced, ...rest }: RolloutClock) => ({
  ...{ ...rest, since: rfc3339(since) },
  ...(announced !== undefined && { announced: rfc3339(announced) }),
});

const writeTimer = ({ name, condition, ...timer }: ThresholdTimer) => ({
  name,
  condition,
  ...(timer.addsReplicas && { addsReplicas: true }),
  ...(timer.since !== null && { since: rfc3339(timer.since) }),
  ...(timer.last !== null && { last: rfc3339(timer.last) }),
  ...(timer.replicas !== null && { replicas: timer.replicas }),
  ...(timer.notBefore !== null && { notBefore: rfc3339(timer.notBefore) }),
  ...(timer.gapSeconds.length > 0 && { gapSeconds: [...timer.gapSeconds] }),
});

const writeInterval = ({ value, since }: Interval) => ({
  value,
  since: rfc3339(since),
});

const writeEvent = ({ time, change, cause, span }: ScaleEvent) => ({
  time: rfc3339(time),
  change,
  ...(cause && { cause }),
  ...(span && { span: { ...span, since: rfc3339(span.since) } }),
});

/**
 * Parses a history from a status that anyone may have edited: it checks types, ranges, order and
 * limits.
 *
 * The newest recommendation stands until now, whatever happened since it was saved, so a restart
 * never shortens a window (I3). A time in the future counts as now (see `withoutFuture`).
 *
 * Version 1 is the only one. A history without a version has that format. Of another version,
 * nothing is read, however familiar its fields look.
 *
 * Errors  a sentence that names the field; the whole history is then discarded (`lostHistory`).
 */
export function parseHistory(raw: unknown, now: EpochMs): Result<History, string> {
  const stored = asStored({ history: raw });
  if (!stored.ok) return stored;
  const history = readHistory(stored.value, now);
  const problem = disorderIn(history);
  return problem === null ? ok(history) : err(problem);
}

function asStored(status: { readonly history: unknown }): Result<SerializedHistory, string> {
  // Nearly every history is as the operator wrote it, and needs no copy without nulls.
  if (structure.validate(status)) return ok(status.history as SerializedHistory);
  const { errors, value } = conform(structure, status);
  const [error] = errors;
  if (error) return err(`${error.path}: ${error.message}`);
  return ok((value as { readonly history: SerializedHistory }).history);
}

/** What no schema can state. */
function disorderIn(history: History): string | null {
  const { recommendations, lowestRecommendations, scaleEvents, thresholds } = history;
  if (!isQueue(recommendations, 1)) {
    return "history.recommendations: do not fall from the oldest to the newest";
  }
  if (!isQueue(lowestRecommendations, -1)) {
    return "history.lowestRecommendations: do not rise from the oldest to the newest";
  }
  const sorted = scaleEvents.every(
    ({ time }, index) => time <= (scaleEvents[index + 1]?.time ?? time),
  );
  if (!sorted) return "history.scaleEvents: are not in order of time";
  // Without a sample, how long the condition has held is unknown.
  const early = thresholds.findIndex(
    ({ since, last }) => since !== null && (last === null || last < since),
  );
  return early === -1 ? null : `history.thresholds[${early}].since: is later than last`;
}

const isQueue = (intervals: readonly Interval[], falling: 1 | -1): boolean =>
  intervals.every(({ value, since }, index) => {
    const next = intervals[index + 1];
    return !next || (since <= next.since && value * falling > next.value * falling);
  });
