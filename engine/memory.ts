import { autoscalerFeatures } from "./features/features.ts";
import { listsFrom } from "./history/begin-history.ts";
import { coreMemory, savedSlots } from "./history/core-memory.ts";
import { record } from "./model/codec.ts";
import type { SerializedHistory } from "./model/generated/history.ts";
import * as structure from "./model/generated/history.validator.js";
import { emptyHistory, type History } from "./model/history.ts";
import type { Fields } from "./model/values/json-values.ts";
import type { AnySlot } from "./model/slot.ts";
import { MAX_SLOTS, type UpstreamLists } from "./model/upstream-lists.ts";
import { type EpochMs, err, ok, type Result } from "./model/values/result.ts";
import { conform } from "./schema/structure.ts";
import { voteMemory } from "./votes/autoscaler-votes.ts";

/** The parts of a history, in the order in which the status holds them. */
const slots: readonly AnySlot[] = [
  ...coreMemory,
  ...autoscalerFeatures.flatMap(({ memory }) => memory ?? []),
  ...voteMemory,
];

const fields = record<object, object>(
  Object.fromEntries(slots.map(({ name, codec }) => [name, codec])),
  emptyHistory(""),
);

/**
 * A time in the future counts as now: the clock was ahead when it was recorded, and it cannot be
 * later than that. So no wait is longer than its configured length, whatever the clock does.
 * Upstream's lists keep their times. Returns the same object if nothing is in the future.
 */
export const withoutFuture = (history: History, now: EpochMs): History =>
  fields.past(history, now) as History;

/**
 * Whether decisions based on `saved`, a history of the same target, are at least as conservative as decisions based
 * on `actual` (I3). Both are in the form that `.status` holds. Each slot states what that means for its part.
 */
export function isAsSafe(saved: unknown, actual: unknown): boolean {
  const [before, after] = [parseHistory(saved, Infinity), parseHistory(actual, Infinity)];
  if (!before.ok || !after.ok || before.value.targetUID !== after.value.targetUID) return false;
  const [old, current] = [before.value, after.value];
  return slots.every(({ name, isAsSafe: isSafe }) => isSafe?.(old[name], current[name]) ?? true);
}

/** What of a stored history is worth a write of its own. The status may be edited, so it can be anything. */
export const outlineOfHistory = (stored: unknown): Fields => {
  const parts = (stored ?? {}) as Fields;
  return {
    ...parts,
    ...Object.fromEntries(outlines.map(({ name, of }) => [name, of(parts[name])])),
  };
};

const outlines = slots.flatMap(({ name, outline }) => (outline ? { name, of: outline } : []));

/** The outline without the parts whose changes are only cautions. */
export const factsOfHistory = (stored: unknown): Fields => ({
  ...outlineOfHistory(stored),
  ...Object.fromEntries(cautions.map(name => [name, null])),
});

const cautions: readonly string[] = slots.flatMap(({ name, codec, isCaution }) =>
  isCaution ? (codec.fields ?? [name]) : [],
);

const partsOf = (history: History, chosen: readonly AnySlot[]): Partial<History> =>
  Object.fromEntries(chosen.map(({ name }) => [name, history[name]]));

const clocks = slots.filter(({ clock }) => clock !== undefined);

/** What was only observed, so that a dry run continues it. */
export const clocksOf = (history: History): Partial<History> => partsOf(history, clocks);

/** What ends while nothing is decided. */
export const stoppedClocks: Partial<History> = partsOf(
  emptyHistory(""),
  slots.filter(({ clock }) => clock === "Stops"),
);

export function serializeHistory(history: History): SerializedHistory {
  const { version, targetUID, lists } = history;
  return {
    ...{ version, targetUID, ...fields.write(history) },
    ...(lists && isWorthSaving(lists) && { slots: savedSlots.write(lists) }),
  };
}

/**
 * Without saved slots, `listsFrom` rebuilds them from the events. So empty lists, and lists too
 * long for a status, are not saved.
 */
const isWorthSaving = ({ scaleUps, scaleDowns }: UpstreamLists): boolean => {
  const length = Math.max(scaleUps.length, scaleDowns.length);
  return length > 0 && length <= MAX_SLOTS;
};

function readHistory(stored: SerializedHistory, now: EpochMs): History {
  const { targetUID, slots: saved } = stored;
  const written = { ...emptyHistory(targetUID), ...fields.read(stored) };
  const history = withoutFuture(written, now);
  if (!saved) return history;
  const known = savedSlots.read({ scaleUps: [], scaleDowns: [], ...saved });
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
  for (const { name, disorder } of slots) {
    const part = history[name];
    const problem = part == null ? null : (disorder?.(part) ?? null);
    if (problem !== null) {
      return `history.${name}${problem.startsWith("[") ? problem : `: ${problem}`}`;
    }
  }
  return null;
}
