import type { WriteAssessment } from "../../../engine/status/write-priority.ts";

/** Changed values alone are written at most this often: live ones are in /metrics. */
const valuesEveryMs = 300_000;
/** On average, one nuance is written per this many periods, in bursts of at most this many. */
const nuancePeriods = 30;
const nuancesAtOnce = 3;

/** What was written for one object so far, by the monotonic clock. */
export interface StatusRateLimit {
  readonly writtenAt: number;
  /** The time until which the nuance budget is spent, at an even rate. */
  readonly paidUntil: number;
}

export const freshBudget: StatusRateLimit = { writtenAt: -Infinity, paidUntil: -Infinity };

/**
 * Milliseconds until a status is worth a request: 0 for a fact and for caution; null if nothing is new. Kinds
 * without a period write on events, not on noise, so their nuances are not limited.
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
 * The budget after a write. Caution never waits, but it mostly follows a nuance that was written before, so
 * it counts as well. The debt is limited and is paid back over time.
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
