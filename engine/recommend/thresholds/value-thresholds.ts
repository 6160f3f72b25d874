// engine/recommend/thresholds/: the votes of value thresholds, from their samples and timers.
// engine/recommend/ and engine/sources/ import it.

import { type Bounds, rangeOf, within } from "../../pipeline/stages/bound.ts";
import { winnerOf } from "../../pipeline/stages/combine.ts";
import type { Vote } from "../../pipeline/decision.ts";
import type { Answer } from "../../observation/observation.ts";
import type { Pod } from "../../observation/pod.ts";
import type { ValueThreshold } from "../../spec/threshold-spec.ts";
import {
  advance,
  atSize,
  heldMs,
  type ThresholdTimer,
  timerOf,
} from "../../history/threshold-timer.ts";
import type { SampleContext } from "./threshold-sample.ts";
import {
  conditionOf,
  type Failure,
  gapMs,
  type Reading,
  readThreshold,
  tooSparse,
} from "./threshold-reading.ts";

export interface NamedThreshold {
  readonly name: string;
  readonly value: ValueThreshold;
  readonly answer: Answer;
  /** The pods of the target, if it is one of several workloads; absent: all pods. */
  readonly pods?: readonly Pod[];
}

export interface ThresholdContext extends SampleContext {
  readonly syncPeriodSeconds: number;
  readonly bounds: Bounds;
  readonly timers: readonly ThresholdTimer[];
  readonly others: readonly Vote[];
}

/** fired: the largest count that a firing threshold asks for; null: none fires. */
export interface ThresholdVotes {
  readonly votes: readonly Vote[];
  readonly fired: number | null;
  readonly timers: readonly ThresholdTimer[];
}

export const thresholdSource = (name: string): string => `threshold ${name}`;

interface Watch {
  readonly name: string;
  readonly threshold: ValueThreshold;
  readonly reading: Reading;
  readonly timer: ThresholdTimer;
  readonly failure: Failure | null;
}

/**
 * The votes of value thresholds. A threshold asks for the current count plus its increment while
 * every sample of its duration agrees, and the newest one does. Every change of the size ends the
 * run, so that no step is based on samples from before the last one.
 */
export function valueThresholdVotes(
  thresholds: readonly NamedThreshold[],
  context: ThresholdContext,
): ThresholdVotes {
  const watches = thresholds.map(threshold => {
    const one = watch(threshold, context);
    return { one, vote: voteOf(one, context) };
  });
  const votes = watches.map(({ vote }) => vote);
  const asked = winnerOf([...context.others, ...votes])?.replicas ?? null;
  return {
    votes: watches.map(({ one, vote }) => {
      const least = leastReplicas(one, context.specReplicas);
      return asked === null || least <= asked ? vote : brake(vote, least);
    }),
    fired: winnerOf(votes)?.replicas ?? null,
    timers: watches.map(({ one }) => one.timer),
  };
}

function watch(given: NamedThreshold, context: ThresholdContext): Watch {
  const { name, value, answer, pods = context.pods } = given;
  const reading = readThreshold(value, answer, { ...context, pods });
  const known = timerOf(context.timers, name, conditionOf(value));
  const standing = atSize(known, context.specReplicas, context.now);
  const timer = advance(standing, reading.evidence, gapMs(value, context.syncPeriodSeconds));
  const failure = tooSparse(timer, value.durationSeconds) ?? reading.failure;
  return { name, threshold: value, reading, timer, failure };
}

const isUp = ({ threshold }: Watch): boolean => threshold.increment > 0;

function voteOf(one: Watch, { specReplicas, bounds }: ThresholdContext): Vote {
  const { reading, timer, failure } = one;
  const { durationSeconds, increment } = one.threshold;
  if (failure) return withoutSample(one, failure);
  const source = thresholdSource(one.name);
  const abstain = (message: string): Vote => ({ source, type: "Abstain", message });
  if (reading.evidence.kind !== "Agrees") return abstain(reading.says);
  const seconds = Math.floor(heldMs(timer) / 1000);
  if (seconds < durationSeconds) {
    return abstain(`${reading.says} for ${seconds} s of ${durationSeconds} s`);
  }
  const wanted = within(specReplicas + increment, rangeOf(bounds));
  // A total may exceed the maximum while a rollout holds it.
  const replicas = isUp(one) ? Math.max(specReplicas, wanted) : wanted;
  const says = `${reading.says} for ${durationSeconds} s`;
  if (replicas !== specReplicas) {
    return { source, type: "Count", replicas, message: `${says}: ${replicas}` };
  }
  // At the maximum, it still argues against fewer replicas.
  return isUp(one)
    ? { source, type: "Count", replicas, message: `${says}, but ${replicas} is the maximum` }
    : abstain(`${says}, but ${replicas} is the minimum`);
}

/** The count below which an upward threshold would add replicas again; 0: unknown. */
const leastReplicas = (one: Watch, specReplicas: number): number =>
  isUp(one) && !one.failure ? Math.min(specReplicas, one.reading.needs ?? 0) : 0;

/** The vote of a threshold that does not fire if the other votes ask for fewer than it needs. */
const brake = ({ source, message }: Vote, replicas: number): Vote => ({
  ...{ source, type: "Count", replicas },
  message: `${message}; at least ${replicas} must stay: ${replicas}`,
});

/**
 * Missing data never argues for fewer replicas (I2): a threshold that adds replicas might have
 * fired, so it fails; one that removes replicas abstains. A duration below the metric's resolution
 * fails in either case.
 */
function withoutSample(one: Watch, failure: Failure): Vote {
  const source = thresholdSource(one.name);
  const isMistake = failure.reason === "DurationBelowResolution";
  return isUp(one) || isMistake
    ? { source, type: "Failed", ...failure }
    : { source, type: "Abstain", message: failure.message };
}

/** The timers while nothing can be measured: runs end. */
export const interrupted = (timers: readonly ThresholdTimer[]): readonly ThresholdTimer[] =>
  timers.map(timer => advance(timer, { kind: "Missing" }, 0));
