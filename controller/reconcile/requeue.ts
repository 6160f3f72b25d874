import { isCorrection } from "../../engine/decide.ts";
import { completeAt } from "../../engine/history/lost-history.ts";
import type { EpochMs } from "../../engine/model/values/result.ts";
import { earliest } from "../../engine/model/values/time.ts";
import { isJustAfter, isPeriodDue } from "../workqueue/sync-period.ts";
import type { ObservedSpec } from "../resource.ts";
import type { ObjectState, TargetState } from "./object-state.ts";
import { obstaclesOf, outcomeOf, type Pass, type TargetWork } from "./target-work.ts";

const pollMs = 30_000;

/** The shortest time between corrections, unless the period is shorter: upstream corrects at this pace. */
const correctionMs = 15_000;

/** What a pass may decide: before the period is over, only the correction of a count outside the bounds. */
export function scopeOf(
  { object, observed: { mode, periodMs } }: Pick<Pass, "object" | "observed">,
  work: TargetWork,
  now: EpochMs,
): "Anything" | "Correction" | "Nothing" {
  if (mayDecide(periodMs, object.metadata.generation ?? 0, work, now)) return "Anything";
  // The other modes write nothing, so the count would stay where it is, pass after pass.
  const mayCorrect = mode === "Active" && correctableAt(periodMs ?? 0, work.state, now) === null;
  return mayCorrect ? "Correction" : "Nothing";
}

/** Limits apply per decision, so there is one decision per period, however often there is a pass. */
function mayDecide(
  periodMs: number | null,
  generation: number,
  { reading, state }: TargetWork,
  now: EpochMs,
): boolean {
  if (periodMs === null || !reading) return true;
  const { decided, memory } = state;
  // After a restart, the last change starts the period. Otherwise a process that crashes repeatedly would double
  // the count each time. A time in the future comes from a clock that was ahead, and does not count.
  const scaledAt = memory.lastScaleTime ?? Infinity;
  if (!decided) return scaledAt > now || isPeriodDue(scaledAt, now, periodMs);
  if (decided.generation !== generation) return true;
  if (decided.again !== null && decided.again <= now) return true;
  if ((reading.pushedAt ?? -Infinity) > (decided.pushedAt ?? -Infinity)) return true;
  return isPeriodDue(decided.askedAt, reading.askedAt, periodMs);
}

/** Whether there is no decision on answers of which the oldest was requested at that time. */
export function isTooEarly(
  generation: number,
  state: Pick<ObjectState<unknown>, "targets"> | undefined,
  askedAt: number,
): boolean {
  const targets = [...(state?.targets.values() ?? [])];
  const isDecided = ({ decided }: TargetState): boolean =>
    decided?.generation === generation &&
    !isPeriodDue(decided.askedAt, askedAt, decided.periodMs ?? 0);
  return targets.length > 0 && targets.every(isDecided);
}

/**
 * When a count outside the bounds may be corrected before the period is over; null: now. A correction needs no
 * samples and no limit applies to it. The first one is made at once. The next ones have to wait, because another
 * writer that moves the count each time would otherwise set the pace. What cannot be written is not corrected, and
 * is retried with a backoff. A time in the future comes from a clock that was ahead.
 */
function correctableAt(periodMs: number, { decided }: TargetState, now: EpochMs): EpochMs | null {
  const correctedAt = decided?.correctedAt ?? Infinity;
  const at = correctedAt + Math.min(periodMs, correctionMs);
  return correctedAt <= now && at > now ? at : null;
}

/** Remembers the decisions whose results are on the targets, or that need no write. */
export function rememberDecisions(
  { object, observed, work }: Pick<Pass, "object" | "observed" | "work">,
  now: EpochMs,
): void {
  const generation = object.metadata.generation ?? 0;
  for (const item of work) {
    if (obstaclesOf([item]).length > 0) continue;
    item.state.decided = decidedBy(observed.periodMs, generation, item, now);
  }
}

function decidedBy(periodMs: number | null, generation: number, work: TargetWork, now: EpochMs) {
  const { reading, state } = work;
  const outcome = outcomeOf(work);
  if (!outcome || !reading) return state.decided;
  const again = againAt(periodMs, work, now);
  const correctedAt = isCorrection(outcome) ? now : (state.decided?.correctedAt ?? null);
  const { askedAt, pushedAt } = reading;
  return { generation, periodMs, askedAt, again, correctedAt, ...(pushedAt ? { pushedAt } : {}) };
}

/**
 * When to decide once more on the same samples. If a policy's period equals that of the decisions, its rate
 * window may expire just after a poll, and the change would otherwise take a whole period more. A fallback takes
 * over at its own time: a server that fails may have asked to be left alone for minutes.
 */
function againAt(periodMs: number | null, work: TargetWork, now: EpochMs): EpochMs | null {
  const { reading, state } = work;
  const outcome = outcomeOf(work);
  if (periodMs === null || !outcome) return null;
  const { due, wakeAt = null } = outcome;
  const isNew = reading?.askedAt !== state.decided?.askedAt;
  const again = isNew && due !== null && isJustAfter(now, due, periodMs) ? due : null;
  return earliest([again, wakeAt]);
}

/**
 * The time in milliseconds until the next pass is due without a change; null: never. `statusInMs`: until the
 * status is worth a write, or has waited for long enough.
 */
export function nextPassIn(
  { observed, work, state }: Pick<Pass, "observed" | "work" | "state">,
  statusInMs: number | null,
  now: EpochMs,
): number | null {
  // With a period, the next decision has a newer status to write.
  const isTimed = observed.periodMs === null || state.waitsUntil !== null;
  const statusDue = isTimed && statusInMs !== null ? now + statusInMs : null;
  const due = earliest([observed.due, nextLook(observed, work, now), statusDue]);
  return due === null ? null : due - now;
}

/** When the next pass is due. With a period, each answer to a metric request starts a pass. */
function nextLook({ periodMs }: ObservedSpec, work: readonly TargetWork[], now: EpochMs) {
  // The condition about a lost history ends then.
  const resets = work.map(({ state }) => state.memory.history && completeAt(state.memory.history));
  if (periodMs === null) {
    const dues = work.map(item => outcomeOf(item)?.due ?? null);
    return earliest([work.some(polled) ? now + pollMs : null, ...dues, ...resets]);
  }
  // A write may last beyond `again`, so after a decision in this pass, a time in the past counts, too.
  const again = work.flatMap(item => {
    const { decided } = item.state;
    const counts = outcomeOf(item) !== null || (decided?.again ?? 0) > now;
    return decided?.again != null && counts ? [decided.again] : [];
  });
  // A watch reports a count outside the bounds only once, so a postponed correction needs a timer.
  const corrections = work
    .filter(item => !polled(item))
    .map(({ state }) => correctableAt(periodMs, state, now));
  return earliest([
    work.some(isQuiet) ? now + periodMs : null,
    ...again,
    ...corrections,
    ...resets,
  ]);
}

/** Whether only a timer can start the next pass: no metric request is open and no watch reports changes. */
const isQuiet = (item: TargetWork): boolean =>
  item.reading === null ? polled(item) : item.reading.isUnasked === true;

const polled = ({ observation }: TargetWork): boolean =>
  (observation.kind === "found" || observation.kind === "problem") && observation.polled;
