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

interface CommonMoments extends Moments {
  /** Takes note of how old samples are, and of nothing else. */
  notice(answer: SampledAnswer): void;
}

/** With as many samples as that, one teaches alone, until the source was not regular for as many answers. */
const enough = { samples: 8, answers: 20 };

/**
 * Those of a common source, for each of many that ask it. The one that gets most samples teaches them: those of
 * others may come from a node whose clock is wrong, or from few containers, each of which has moments of its own.
 * The others ask a little later, so that thousands do not ask at once.
 */
export function shared(moments: CommonMoments): (offsetMs: () => number) => Moments {
  let guide: Moments | null = null;
  let taught = { askedAt: -Infinity, periodMs: 0, samples: 0, answers: 0, isNew: true };
  const isGone = (now: number): boolean => now - taught.askedAt > 2 * taught.periodMs;
  return offsetMs => {
    let newest = -Infinity;
    const offset = () => (guide === own ? 0 : offsetMs());
    const teach = (answer: SampledAnswer): boolean => {
      const { askedAt, periodMs, sampledAt } = answer;
      const isNew = moments.record(answer);
      const answers = guide === own ? taught.answers + 1 : 1;
      // The one before that taught nothing does not come back with its many samples.
      const samples = Math.max(sampledAt.length, isGone(askedAt) ? 0 : taught.samples);
      guide = own;
      taught = { askedAt, periodMs, samples, answers, isNew };
      return isNew;
    };
    const own: Moments = {
      next: (since, periodMs) => laterBy(offset(), since, from => moments.next(from, periodMs)),
      expected: (from, to) =>
        laterBy(offset(), from, start => moments.expected(start, to - (from - start))),
      record: answer => {
        const { askedAt, sampledAt, periodMs } = answer;
        if (sampledAt.length === 0) return true;
        const before = newest;
        newest = Math.max(...sampledAt);
        const isPoor = taught.answers > enough.answers && moments.next(askedAt, periodMs) === null;
        const sees = sampledAt.length * taught.periodMs >= 2 * taught.samples * periodMs;
        if (guide === own || isGone(askedAt) || isPoor || sees) return teach(answer);
        if (taught.samples < enough.samples) return moments.record(answer);
        moments.notice(answer);
        return taught.isNew || newest > before;
      },
    };
    return own;
  };
}

/** A moment after this time, for one that is a little later than the others. */
function laterBy(offset: number, since: number, at: (since: number) => number | null) {
  const moment = at(since - offset);
  return moment === null ? null : moment + offset;
}

/** Those of another source as long as this one has none. */
export const otherwise = (own: Moments, other: () => Moments | null): Moments => ({
  next: (since, periodMs) => own.next(since, periodMs) ?? other()?.next(since, periodMs) ?? null,
  expected: (from, to) => own.expected(from, to),
  record: answer => own.record(answer),
});

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
