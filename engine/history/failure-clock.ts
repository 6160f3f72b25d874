import type { EpochMs } from "../result.ts";

/**
 * Since when a metric has failed. Only metrics with a fallback have a clock, and only while they
 * fail.
 *
 * metric  what it asks, as text (`questionOf`): the clock survives another order of the list, and
 *         does not apply to another question
 */
export interface FailureClock {
  readonly metric: string;
  readonly since: EpochMs;
}

export const failingSince = (clocks: readonly FailureClock[], metric: string): EpochMs | null =>
  clocks.find(clock => clock.metric === metric)?.since ?? null;
