import { type Bounds, within } from "../bound.ts";
import type { Vote } from "../decision.ts";
import type { Answer } from "../observation/observation.ts";
import type { EpochMs } from "../result.ts";
import type { ValueThreshold } from "../threshold-spec.ts";
import {
  advance,
  heldMs,
  isForgotten,
  rested,
  type ThresholdTimer,
  timerOf,
} from "../threshold-timer.ts";
import type { SampleContext } from "./threshold-sample.ts";
import { conditionOf, gapMs, type Reading, readThreshold } from "./threshold-reading.ts";

export interface NamedThreshold {
  readonly name: string;
  readonly value: ValueThreshold;
  readonly answer: Answer;
}

export interface ThresholdContext extends SampleContext {
  readonly syncPeriodSeconds: number;
  readonly bounds: Bounds;
  readonly timers: readonly ThresholdTimer[];
  /** Of our newest change of the count; null: there was none, as far as anybody knows. */
  readonly changedAt: EpochMs | null;
}

export interface ThresholdVotes {
  /** One for each threshold, in their order. */
  readonly votes: readonly Vote[];
  readonly timers: readonly ThresholdTimer[];
}

/** How a threshold is called in a sentence. */
export const thresholdSource = (name: string): string => `threshold ${name}`;

/** One threshold at one moment. */
interface Watch {
  readonly name: string;
  readonly threshold: ValueThreshold;
  readonly reading: Reading;
  readonly timer: ThresholdTimer;
  /** Its condition has held for the whole duration. */
  readonly fires: boolean;
  /** It gives way to the other direction. */
  readonly yields: boolean;
}

/**
 * What value thresholds ask for. One that fires asks for a count, its increment from the current
 * one, until that is reached or one of the other direction fires; up comes before down. Then it
 * waits its duration anew.
 */
export function valueThresholdVotes(
  thresholds: readonly NamedThreshold[],
  context: ThresholdContext,
): ThresholdVotes {
  const watched = settled(
    thresholds.map(threshold => watch(threshold, context)),
    context,
  );
  return {
    votes: watched.map(one => voteOf(one, context)),
    timers: watched.map(({ timer }) => timer),
  };
}

function watch({ name, value, answer }: NamedThreshold, context: ThresholdContext): Watch {
  const reading = readThreshold(value, answer, context);
  const known = timerOf(context.timers, name, conditionOf(value));
  const farMs = gapMs(value, context.syncPeriodSeconds);
  const standing = standingOf(known, { threshold: value, reading, farMs }, context);
  const timer = advance(standing, reading.evidence, farMs);
  const isAgreed = reading.evidence.kind === "Agrees" && timer.since !== null;
  const fires = isAgreed && heldMs(timer) >= value.durationSeconds * 1000;
  return { name, threshold: value, reading, timer, fires, yields: false };
}

/** Without a level that is over. Old news argues for no fewer (I2): a level below is not kept on it. */
function standingOf(
  known: ThresholdTimer,
  { threshold, reading, farMs }: Pick<Watch, "threshold" | "reading"> & { readonly farMs: number },
  context: ThresholdContext,
): ThresholdTimer {
  if (isOver(known, threshold, context)) return rested(known, since(known, context));
  const isBelow = known.level !== null && threshold.increment < 0;
  const isOld = isBelow && isForgotten(known, reading.evidence, farMs);
  return isOld ? rested(known, context.now) : known;
}

/** Since when a level is reached: since our own change, if that came after it was set. */
const since = ({ last }: ThresholdTimer, { changedAt, now }: ThresholdContext): EpochMs =>
  changedAt !== null && last !== null && changedAt >= last ? changedAt : now;

/**
 * Whether a level is reached, or somebody else has moved the count away from it: then it would ask
 * for more than its increment.
 */
function isOver(
  { level }: ThresholdTimer,
  { increment }: ValueThreshold,
  { specReplicas: current, bounds }: ThresholdContext,
): boolean {
  if (level === null) return false;
  const wanted = bounded(level, bounds);
  const origin = level - increment;
  return increment > 0
    ? current >= wanted || current < origin
    : current <= wanted || current > origin;
}

/** Which of those that fire get a level, and which lose theirs. */
function settled(watched: readonly Watch[], context: ThresholdContext): readonly Watch[] {
  const { now, specReplicas, bounds } = context;
  const goesUp = watched.some(one => isUp(one) && (one.fires || insists(one)));
  const goesDown = !goesUp && watched.some(one => !isUp(one) && one.fires);
  return watched.map(one => {
    const { timer, fires, threshold } = one;
    const isOvertaken = isUp(one) ? goesDown : goesUp;
    if (isOvertaken && (fires || timer.level !== null)) {
      return { ...one, timer: rested(timer, now), yields: true };
    }
    if (!fires) return one;
    const level = bounded(specReplicas + threshold.increment, bounds);
    return level === specReplicas ? one : { ...one, timer: { ...timer, level } };
  });
}

/** It still means the level that it holds. */
const insists = ({ timer, reading }: Watch): boolean =>
  timer.level !== null && reading.evidence.kind === "Agrees";

const isUp = ({ threshold }: Watch): boolean => threshold.increment > 0;

const bounded = (count: number, { minReplicas, maxReplicas }: Bounds): number =>
  within(count, { atLeast: minReplicas, ...(maxReplicas === null ? {} : { atMost: maxReplicas }) });

function voteOf(one: Watch, { specReplicas, bounds }: ThresholdContext): Vote {
  const { threshold, reading, timer, fires } = one;
  const source = thresholdSource(one.name);
  const { durationSeconds } = threshold;
  const abstain = (message: string): Vote => ({ source, kind: "Abstain", message });
  if (reading.failure && (!isUp(one) || timer.level === null)) {
    return withoutSample(one, reading.failure);
  }
  if (timer.level !== null) {
    const replicas = bounded(timer.level, bounds);
    const says = fires ? `${reading.says} for ${durationSeconds} s` : "fired, and not there yet";
    return { source, kind: "Count", replicas, message: `${says}: ${replicas}` };
  }
  if (one.yields) return abstain(`${reading.says}, but the other direction comes first`);
  if (fires) {
    const bound = isUp(one) ? "maximum" : "minimum";
    return abstain(`${reading.says} for ${durationSeconds} s, but ${specReplicas} is the ${bound}`);
  }
  if (reading.evidence.kind !== "Agrees") return abstain(reading.says);
  const seconds = Math.floor(heldMs(timer) / 1000);
  return abstain(`${reading.says} for ${seconds} s of ${durationSeconds} s`);
}

/**
 * Missing data never argues for fewer (I2): what would add replicas might have wanted to, what would
 * take some away keeps silent. A duration that no sample fits into is a mistake either way.
 */
function withoutSample(one: Watch, failure: NonNullable<Reading["failure"]>): Vote {
  const source = thresholdSource(one.name);
  const isMistake = failure.reason === "DurationBelowResolution";
  return isUp(one) || isMistake
    ? { source, kind: "Failed", ...failure }
    : { source, kind: "Abstain", message: failure.message };
}

/** What is left of timers while nothing can be measured: runs end, levels stay. */
export const interrupted = (timers: readonly ThresholdTimer[]): readonly ThresholdTimer[] =>
  timers.map(timer => advance(timer, { kind: "Missing" }, 0));
