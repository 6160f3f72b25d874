import type { Repetition } from "../../engine/status/repeated-report.ts";
import type { WriteAssessment, WritePriority } from "../../engine/status/write-priority.ts";
import type { TargetMemory } from "../../engine/transition.ts";

/** A status in which only values changed is written at most this often. /metrics has the current values. */
const valuesEveryMs = 300_000;
/** On average, one nuance is written in this number of periods. */
const nuancePeriods = 30;
/** The largest number of nuances that are written without a pause. */
const nuancesAtOnce = 3;

/** The status writes of one object so far. Times are those of the monotonic clock. */
export interface StatusRateLimit {
  readonly writtenAt: number;
  /** When the nuances written so far would end if they had been written at an even rate. */
  readonly paidUntil: number;
}

export const freshBudget: StatusRateLimit = { writtenAt: -Infinity, paidUntil: -Infinity };

/**
 * Milliseconds until a status may be written; 0: now, as for each Fact and Caution; null: nothing has changed.
 * Nuances of an object without a period are not limited, because events cause them and not noise.
 */
export function writeInMs(
  { priority, valuesMoved }: WriteAssessment,
  budget: StatusRateLimit,
  now: number,
  periodMs: number | null,
): number | null {
  if (priority === "Fact" || priority === "Caution") return 0;
  const nuanceAt = budget.paidUntil - (nuancesAtOnce - 1) * nuanceMs(periodMs);
  const times = [
    ...(priority === "Nuance" ? [nuanceAt] : []),
    ...(valuesMoved ? [budget.writtenAt + valuesEveryMs] : []),
  ];
  return times.length === 0 ? null : Math.max(0, Math.min(...times) - now);
}

/**
 * The budget after a write. A Caution is written at once, but it usually follows a Nuance, so it uses the same
 * budget. The overdraft has a limit, so nuances continue after a series of cautions.
 */
export function afterWrite(
  { priority }: WriteAssessment,
  { paidUntil }: StatusRateLimit,
  now: number,
  periodMs: number | null,
): StatusRateLimit {
  if (priority !== "Nuance" && priority !== "Caution") return { writtenAt: now, paidUntil };
  const cost = nuanceMs(periodMs);
  const most = now + 2 * nuancesAtOnce * cost;
  return { writtenAt: now, paidUntil: Math.min(most, Math.max(now, paidUntil) + cost) };
}

const nuanceMs = (periodMs: number | null): number => nuancePeriods * (periodMs ?? 0);

/**
 * A pass over an object with one target that says again what its saved status says. The status, and what is
 * remembered of the target, are other objects as soon as they change.
 */
export interface RepeatedPass extends Repetition {
  readonly saved: unknown;
  readonly memory: TargetMemory;
}

/** What such a pass was worth when its status was made and compared. */
export interface KnownAssessment extends Omit<RepeatedPass, "valuesMoved"> {
  readonly priority: WritePriority | null;
}

/**
 * What a repeated pass is worth without its status; null: that is not known. Without a decision, only what is
 * remembered of the target can differ from the saved status: it is worth no more than one with a decision.
 */
export function recall(
  known: KnownAssessment | null,
  { saved, memory, words, valuesMoved }: RepeatedPass,
): WriteAssessment | null {
  if (known === null || known.saved !== saved || known.memory !== memory) return null;
  const isKnown = words === null || words === known.words;
  return isKnown ? { priority: known.priority, valuesMoved } : null;
}
