import type { EpochMs } from "../../engine/model/values/result.ts";
import { ZERO_TIME } from "../../engine/model/values/time.ts";
import type { Clock } from "../../kube/clock.ts";

/** When to ask a source. All times are those of the monotonic clock. */
export interface Moments {
  /** The moment of the next round; null: nothing is known of the source. */
  next(since: number, periodMs: number): number | null;
  /** The first moment in this range at which new samples must be there; null: none, or unknown. */
  expected(from: number, to: number): number | null;
  /** Takes note of an answer. Returns whether its samples are as new as they can be. */
  record(answer: SampledAnswer): boolean;
}

export interface SampledAnswer {
  readonly askedAt: number;
  /** When its samples were measured, or some of them. */
  readonly sampledAt: readonly number[];
  readonly periodMs: number;
}

/** The same a little later, so that thousands do not ask at once. */
export function laterBy(moments: Moments, offsetMs: () => number): Moments {
  const later = (at: number | null, offset: number) => (at === null ? null : at + offset);
  return {
    next: (since, periodMs) => {
      const offset = offsetMs();
      return later(moments.next(since - offset, periodMs), offset);
    },
    expected: (from, to) => {
      const offset = offsetMs();
      return later(moments.expected(from - offset, to - offset), offset);
    },
    record: answer => moments.record(answer),
  };
}

/** Those of another source as long as this one has none. */
export const otherwise = (own: Moments, other: () => Moments | null): Moments => ({
  next: (since, periodMs) => own.next(since, periodMs) ?? other()?.next(since, periodMs) ?? null,
  expected: (from, to) => own.expected(from, to),
  record: answer => own.record(answer),
});

/** Enough to learn from. */
const mostTimes = 16;

/** The times of some of the samples, on the monotonic clock. */
export function timesOf<Sample>(
  samples: readonly Sample[],
  timeOf: (sample: Sample) => EpochMs,
  clock: Clock,
): number[] {
  const every = Math.ceil(samples.length / mostTimes);
  const since1970 = clock.now() - clock.monotonic();
  const times = samples.filter((_, index) => index % every === 0).map(timeOf);
  return times.filter(time => time !== ZERO_TIME).map(time => time - since1970);
}
