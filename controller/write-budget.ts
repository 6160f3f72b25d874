import type { Worth } from "../engine/status/worth-writing.ts";

/** Values alone are shown at most this often: live ones are in /metrics. */
const valuesEveryMs = 300_000;
/** A nuance is written once in so many periods in the long run, and so many times at once. */
const nuancePeriods = 30;
const nuancesAtOnce = 3;

/** What was written of one object so far, by the monotonic clock. */
export interface WriteBudget {
  /** When anything was written last. */
  readonly writtenAt: number;
  /** Until when the budget for nuances is used up, if it were used evenly. */
  readonly paidUntil: number;
}

export const freshBudget: WriteBudget = { writtenAt: -Infinity, paidUntil: -Infinity };

/**
 * In how many milliseconds a status is worth a request: now (0) for a fact, and for what caution
 * needs; null for nothing new. What there is no period for comes with events, not with noise, and
 * its nuances are never too many.
 */
export function writeInMs(
  { novelty, valuesMoved }: Worth,
  budget: WriteBudget,
  now: number,
  periodMs: number | null,
): number | null {
  if (novelty === "Fact" || novelty === "Caution") return 0;
  const nuanceAt = budget.paidUntil - (nuancesAtOnce - 1) * nuanceMs(periodMs);
  const times = [
    ...(novelty === "Nuance" ? [nuanceAt] : []),
    ...(valuesMoved ? [budget.writtenAt + valuesEveryMs] : []),
  ];
  return times.length === 0 ? null : Math.max(0, Math.min(...times) - now);
}

/**
 * The budget after a write. Caution never waits, but what made it necessary was a nuance mostly,
 * written before: it counts, up to a debt that is paid back in time.
 */
export function afterWrite(
  { novelty }: Worth,
  { paidUntil }: WriteBudget,
  now: number,
  periodMs: number | null,
): WriteBudget {
  if (novelty !== "Nuance" && novelty !== "Caution") return { writtenAt: now, paidUntil };
  const cost = nuanceMs(periodMs);
  const most = now + 2 * nuancesAtOnce * cost;
  return { writtenAt: now, paidUntil: Math.min(most, Math.max(now, paidUntil) + cost) };
}

const nuanceMs = (periodMs: number | null): number => nuancePeriods * (periodMs ?? 0);
