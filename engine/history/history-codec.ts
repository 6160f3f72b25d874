import { listsFrom } from "./begin-history.ts";
import type { SerializedHistory } from "./generated/history.ts";
import * as structure from "./generated/history.validator.js";
import { emptyHistory, type History, type Interval } from "./history.ts";
import { type EpochMs, err, ok, type Result } from "../result.ts";
import { savedFields, savedSlots, withoutFuture } from "./saved-fields.ts";
import { MAX_SLOTS, type UpstreamLists } from "./upstream-lists.ts";
import { conform } from "../validate/structure.ts";

export function serializeHistory(history: History): SerializedHistory {
  const { version, targetUID, lists } = history;
  return {
    ...{ version, targetUID, ...savedFields.write(history) },
    ...(lists && isWorthSaving(lists) && { slots: savedSlots.write(lists) }),
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

function readHistory(stored: SerializedHistory, now: EpochMs): History {
  const { targetUID, slots } = stored;
  const written = { ...emptyHistory(targetUID), ...savedFields.read(stored) };
  const history = withoutFuture(written, now);
  if (!slots) return history;
  const known = savedSlots.read({ scaleUps: [], scaleDowns: [], ...slots });
  return { ...history, lists: { ...listsFrom(history, now), ...savedSlots.past(known, now) } };
}

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
