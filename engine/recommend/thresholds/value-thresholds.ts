// engine/recommend/thresholds/: the votes of value thresholds, from their samples and timers.
// engine/recommend/ and engine/sources/ import it.

import { type Bounds, within } from "../../pipeline/stages/bound.ts";
import type { Vote } from "../../pipeline/decision.ts";
import type { Answer } from "../../observation/observation.ts";
import type { EpochMs } from "../../result.ts";
import type { ValueThreshold } from "../../spec/threshold-spec.ts";
import {
  advance,
  heldMs,
  isForgotten,
  rested,
  type ThresholdTimer,
  timerOf,
} from "../../history/threshold-timer.ts";
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
  /** When the operator last changed the count; null: never, as far as known. */
  readonly changedAt: EpochMs | null;
}

export interface ThresholdVotes {
  /** One for each threshold, in order. */
  readonly votes: readonly Vote[];
  readonly timers: readonly ThresholdTimer[];
}

/** The name of a threshold in a sentence. */
export const thresholdSource = (name: string): string => `threshold ${name}`;

/** One threshold at one moment. */
interface Watch {
  readonly name: string;
  readonly threshold: ValueThreshold;
  readonly reading: Reading;
  readonly timer: ThresholdTimer;
  /** The condition has held for the whole duration. */
  readonly fires: boolean;
  /** It yields to the opposite direction. */
  readonly yields: boolean;
}

/**
 * The votes of value thresholds. A threshold that fires asks for a level: the current count plus
 * its increment. It keeps asking until the level is reached or a threshold of the opposite
 * direction fires; up takes precedence. Then it waits for its duration again.
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

/**
 * Clears a level that is over. Old data never argues for fewer replicas (I2), so it does not keep a
 * lower level.
 */
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

/** When a level was reached: at the operator's own change if that came after the level was set. */
const since = ({ last }: ThresholdTimer, { changedAt, now }: ThresholdContext): EpochMs =>
  changedAt !== null && last !== null && changedAt >= last ? changedAt : now;

/**
 * Whether the level is reached, or another author has moved the count away from it, so that it
 * would ask for more than its increment.
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

/** Sets the levels of firing thresholds, and clears those of overruled ones. */
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

/** Its condition still supports its level. */
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
 * Missing data never argues for fewer replicas (I2): a threshold that adds replicas might have
 * fired, so it fails; one that removes replicas abstains. A duration shorter than a sample's window
 * fails in either case.
 */
function withoutSample(one: Watch, failure: NonNullable<Reading["failure"]>): Vote {
  const source = thresholdSource(one.name);
  const isMistake = failure.reason === "DurationBelowResolution";
  return isUp(one) || isMistake
    ? { source, kind: "Failed", ...failure }
    : { source, kind: "Abstain", message: failure.message };
}

/** The timers while nothing can be measured: runs end, levels stay. */
export const interrupted = (timers: readonly ThresholdTimer[]): readonly ThresholdTimer[] =>
  timers.map(timer => advance(timer, { kind: "Missing" }, 0));
