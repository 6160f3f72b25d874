import { longestWait, slack } from "../workqueue/sync-period.ts";
import type { Moments, SampledAnswer } from "./moments.ts";

/** Steps in a row that are multiples of the resolution, until it is believed. */
const enoughSteps = 2;
/** After more of them in a row, the source has stopped, or has another rhythm. */
const mostMisses = 5;
/** The number of irregular steps in a row that one late or lost sample, or a busy server, explains. */
const mostSurprises = 2;
const isWhole = (ratio: number): boolean => Math.abs(ratio - Math.round(ratio)) < 0.02 * ratio;

// Parts of the resolution.
/** The deviation of a regular step. A kubelet measures its containers one after the other. */
const jitter = 1 / 4;
/** A source whose samples are older than this part of the period when it is asked at any moment has a better one. */
const old = 1 / 10;
/** Samples that are this young need no other moment. */
const young = 1 / 60;
/** How much later to ask again if the samples are not there. */
const pause = 1 / 30;
/** How much earlier to ask the next time if they are. A twentieth of `pause`: one question in 21 comes too early. */
const advance = 1 / 600;
const mostSmoothed = 16;
/** The number of steps whose mean is the resolution. */
const mostAveraged = 100;
/** A fifth is worth it. More than a half is no part, but a step after a gap, or after the step of a clock. */
const leastPart = 0.19;
const half = { least: 0.49, most: 0.51 };
const isPart = (part: number, least: number): boolean =>
  part >= least && part <= half.most && isWhole(1 / part);
/** The mean age has to fall by this much, three times in a row, before other nodes set the moment. */
const gain = 1 / 8;
const samePhase = 1 / 16;
const enoughVotes = 3;
/** With more, their times are no phases: a kubelet measures each container at a moment of its own. */
const mostPhases = 4;

/**
 * Learns when a source has new samples: the resolution, the phase, and the delay until they can be read. Without a
 * regular source, it knows nothing, and the usual moments of a period apply.
 */
export class SampleTimes implements Moments {
  #resolutionMs: number | null = null;
  #latest = -Infinity;
  /** The time of the latest samples, smoothed: most APIs write whole seconds. */
  #reference = -Infinity;
  /** From when on the resolution is the mean of all steps. */
  #since = { time: NaN, steps: 0 };
  /** The number of regular steps. */
  #steps = 0;
  /** The number of other steps in a row. */
  #surprises = 0;
  /** Whether samples have been old when they were read. */
  #wereOld = false;
  /** How long after their time samples can be read. */
  #delayMs = Infinity;
  /** How long after their time they could not be read yet. */
  #absentMs = -Infinity;
  /** How often the next samples were not there when they were expected. */
  #misses = 0;
  /** Whether the samples of an answer were measured at the same time. */
  #isAtOnce = true;
  #better = { phase: NaN, votes: 0 };

  next(since: number, periodMs: number): number | null {
    const resolution = this.#regularMs;
    if (resolution === null) return null;
    const [least, most] = [(1 - slack) * periodMs, (1 + longestWait) * periodMs];
    const ahead = (this.expected(since + least, Infinity) ?? NaN) - since;
    const step = ahead / Math.max(1, Math.round(ahead / periodMs));
    if (step >= least && step <= most) return since + step;
    // Rounds that have a fixed distance to the samples move towards them.
    const isFixed = isWhole(Math.max(resolution, periodMs) / Math.min(resolution, periodMs));
    return since + (isFixed ? most : periodMs);
  }

  expected(from: number, to: number): number | null {
    const resolution = this.#regularMs;
    if (resolution === null) return null;
    const first = this.#reference + this.#delayMs;
    const at = first + Math.ceil((from - first) / resolution) * resolution;
    return at <= to ? at : null;
  }

  record({ askedAt, sampledAt, periodMs }: SampledAnswer): boolean {
    if (sampledAt.length === 0) return true;
    this.notice({ askedAt, sampledAt, periodMs });
    const time = this.#leading(sampledAt);
    const shorter = Math.min(this.#resolutionMs ?? periodMs, periodMs);
    const isNewer = time - this.#latest >= shorter / 2;
    if (isNewer) this.#step(time);
    if (this.#isMissing(askedAt)) return false;
    if (isNewer) this.#found(askedAt);
    return true;
  }

  /** Sources whose samples are of the time of the question, or nearly, have no moments. */
  notice({ askedAt, sampledAt, periodMs }: SampledAnswer): void {
    const shorter = Math.min(this.#resolutionMs ?? periodMs, periodMs);
    if (Math.abs(askedAt - Math.max(...sampledAt)) > old * shorter) this.#wereOld = true;
  }

  /** Null: not known, or of no use. */
  get #regularMs(): number | null {
    return this.#steps >= enoughSteps && this.#wereOld ? this.#resolutionMs : null;
  }

  #step(time: number): void {
    const step = time - this.#latest;
    this.#latest = time;
    const resolution = this.#resolutionMs;
    if (resolution === null) {
      this.#begin(time, step);
      return;
    }
    const ahead = time - this.#reference;
    const steps = Math.max(1, Math.round(ahead / resolution));
    const deviation = ahead - steps * resolution;
    const most = jitter * resolution;
    const isRegular = Math.abs(deviation) <= most;
    // In between, there were no samples, although they were looked for.
    const isSlower = steps > 1 && this.#misses > 0;
    this.#surprises = isRegular && !isSlower ? 0 : this.#surprises + 1;
    // Between two questions, there may have been more samples than one.
    const part = Math.abs(deviation) / resolution;
    // Later on, most such deviations come from a server that has started again.
    const least = this.#steps < enoughSteps ? leastPart : half.least;
    if (this.#isAtOnce && isPart(part, least)) {
      this.#begin(time, part * resolution);
      return;
    }
    if (this.#surprises > (this.#steps < enoughSteps ? 0 : mostSurprises)) {
      this.#begin(time, step);
      return;
    }
    if (isRegular) this.#steps += 1;
    const counted = Math.max(-most, Math.min(most, deviation));
    this.#reference += steps * resolution + counted / Math.min(4 + this.#steps, mostSmoothed);
    this.#since.steps += steps;
    this.#resolutionMs = (time - this.#since.time) / this.#since.steps;
    if (this.#since.steps < mostAveraged) return;
    this.#since.steps /= 2;
    this.#since.time = time - this.#since.steps * this.#resolutionMs;
  }

  #begin(time: number, step: number): void {
    this.#since = { time, steps: 0 };
    this.#resolutionMs = Number.isFinite(step) ? step : null;
    this.#reference = time;
    this.#steps = 0;
    this.#surprises = 0;
  }

  /** The first answer with new samples. */
  #found(askedAt: number): void {
    const resolution = this.#resolutionMs;
    this.#misses = 0;
    if (resolution === null) return;
    const afterMs = askedAt - this.#reference;
    this.#absentMs = Math.min(this.#absentMs, afterMs - pause * resolution);
    this.#delayMs = Math.min(this.#delayMs, afterMs);
    if (this.#steps < enoughSteps) return;
    if (afterMs >= 0 && afterMs <= young * resolution) return;
    // Most sources have them almost at once. A time in the future comes from a clock that is ahead.
    if (this.#absentMs === -Infinity)
      this.#absentMs = Math.min(0, Math.floor(this.#delayMs / resolution) * resolution);
    const unknownMs = this.#delayMs - this.#absentMs;
    this.#delayMs -= unknownMs > 2 * pause * resolution ? unknownMs / 2 : advance * resolution;
  }

  /** Whether samples should be newer. The source is then asked later, the more often it happens, the later. */
  #isMissing(askedAt: number): boolean {
    const resolution = this.#regularMs;
    if (resolution === null) return false;
    const afterMs = askedAt - this.#reference - resolution;
    if (afterMs < this.#delayMs - pause * resolution) return false;
    // Others are still asked at the former moment.
    if (afterMs < this.#delayMs - (pause / 2) * resolution) return true;
    this.#absentMs = afterMs;
    this.#delayMs = Math.max(afterMs, this.#delayMs) + 2 ** this.#misses * pause * resolution;
    this.#misses += 1;
    if (this.#misses > mostMisses) this.#begin(this.#latest, Infinity);
    return true;
  }

  /**
   * The time of the samples after which all of them are youngest on average: those of several nodes may be measured
   * at different times.
   */
  #leading(times: readonly number[]): number {
    const newest = Math.max(...times);
    const resolution = this.#resolutionMs ?? Infinity;
    this.#isAtOnce = times.every(time => newest - time < samePhase * resolution);
    if (this.#isAtOnce) return newest;
    const after = (later: number, earlier: number): number => {
      const ms = (later - earlier) % resolution;
      return ms < 0 ? ms + resolution : ms;
    };
    const apart = (one: number, other: number): number =>
      Math.min(after(one, other), after(other, one));
    const phases: number[] = [];
    for (const time of times) {
      if (phases.every(phase => apart(time, phase) >= samePhase * resolution)) phases.push(time);
    }
    if (phases.length > mostPhases) return newest;
    const meanAge = (at: number): number =>
      times.reduce((sum, time) => sum + after(at, time), 0) / times.length;
    const least = (of: (time: number) => number): number =>
      times.reduce((best, time) => (of(time) < of(best) ? time : best));
    const current = least(time => apart(time, this.#reference));
    const best = least(meanAge);
    const isBetter = meanAge(best) < meanAge(current) - gain * resolution;
    const isSame = apart(best, this.#better.phase) < samePhase * resolution;
    this.#better = { phase: best, votes: isBetter ? (isSame ? this.#better.votes : 0) + 1 : 0 };
    const isMoved = this.#better.votes >= enoughVotes;
    const leading = isMoved ? best : current;
    if (isMoved) {
      const ms = after(best, this.#reference) - resolution;
      this.#reference += ms;
      this.#latest += ms;
      this.#since.time += ms;
      this.#absentMs = Math.min(this.#absentMs, 0);
    }
    const alike = times.filter(time => apart(time, leading) < samePhase * resolution);
    return Math.max(...alike);
  }
}
