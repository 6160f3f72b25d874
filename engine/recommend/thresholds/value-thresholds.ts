// engine/recommend/thresholds/: the votes of value thresholds, from their samples and timers.
// engine/recommend/ and engine/sources/ import it.

import { type Bounds, rangeOf, within } from "../../pipeline/stages/bound.ts";
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
}

export interface ThresholdContext extends SampleContext {
  readonly syncPeriodSeconds: number;
  readonly bounds: Bounds;
  readonly timers: readonly ThresholdTimer[];
  /** Replicas of the target that have no pods yet; negative: a rollout has created more pods. */
  readonly notCreated: number;
  /** Pods of the target that are not ready. */
  readonly unready: readonly Pod[];
}

/**
 * isUpward  whether it can add replicas
 * hasFired  whether it asks for a change of the size
 * keeps     the count below which an upward one would add replicas again; 0: unknown
 */
export interface ThresholdVote {
  readonly vote: Vote;
  readonly isUpward: boolean;
  readonly hasFired: boolean;
  readonly keeps: number;
  readonly timer: ThresholdTimer;
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
 * The vote of a value threshold. It asks for the current count plus its increment while every sample of
 * its duration agrees, and the newest one does. While the newest sample of an upward one agrees, it
 * asks for the current count at least: an alarm that stands is not argued down.
 */
export function valueThresholdVote(
  { name, value, answer }: NamedThreshold,
  context: ThresholdContext,
): ThresholdVote {
  const { specReplicas, now, syncPeriodSeconds } = context;
  const isUpward = value.increment > 0;
  const reading = readThreshold(value, answer, context);
  const known = timerOf(context.timers, name, conditionOf(value), isUpward);
  const standing = atSize(known, specReplicas, now);
  const timer = advance(standing, reading.evidence, gapMs(value, syncPeriodSeconds));
  const failure = tooSparse(timer, value.durationSeconds) ?? reading.failure;
  const vote = voteOf({ name, threshold: value, reading, timer, failure }, context);
  const hasFired = vote.type === "Count" && vote.replicas !== specReplicas;
  const keeps = isUpward && !failure ? Math.min(specReplicas, reading.needs ?? 0) : 0;
  return { vote, isUpward, hasFired, keeps, timer };
}

const isUp = ({ threshold }: Pick<Watch, "threshold">): boolean => threshold.increment > 0;

function voteOf(one: Watch, context: ThresholdContext): Vote {
  const { reading, timer, failure } = one;
  const { specReplicas, bounds } = context;
  const { durationSeconds, increment } = one.threshold;
  if (failure) return withoutSample(one, failure);
  const source = thresholdSource(one.name);
  const abstain = (message: string): Vote => ({ source, type: "Abstain", message });
  const count = (replicas: number, message: string): Vote => ({
    ...{ source, type: "Count", replicas, message: `${message}: ${replicas}` },
  });
  if (reading.evidence.kind !== "Agrees") return abstain(reading.says);
  const seconds = Math.floor(heldMs(timer) / 1000);
  if (seconds < durationSeconds) {
    const waits = `${reading.says} for ${seconds} s of ${durationSeconds} s`;
    return isUp(one) ? count(specReplicas, waits) : abstain(waits);
  }
  const says = `${reading.says} for ${durationSeconds} s`;
  const wanted = within(specReplicas + increment, rangeOf(bounds));
  if (!isUp(one)) {
    if (wanted === specReplicas) return abstain(`${says}, but ${wanted} is the minimum`);
    return count(wanted, says);
  }
  // A total may exceed the maximum while a rollout holds it.
  if (wanted <= specReplicas) return count(specReplicas, `${says}, at the maximum`);
  const starting = startingReplicas(timer, context);
  if (starting === 0) return count(wanted, says);
  return count(specReplicas, `${says}, but ${starting} replicas are not ready yet`);
}

/** The vote of an upward threshold that does not agree if the other votes ask for fewer than it keeps. */
export const keeping = ({ source, message }: Vote, replicas: number): Vote => ({
  ...{ source, type: "Count", replicas },
  message: `${message}; at least ${replicas} must stay: ${replicas}`,
});

/**
 * The replicas of the last step that do not serve yet: the effect of a step comes once they are ready.
 * Not all with a node ever are, so these count for a time only. While one has no pod, or its pod no
 * node, more of them serve nothing. Pods from before the step are not its own.
 */
function startingReplicas(
  { notBefore }: ThresholdTimer,
  { notCreated, unready, settings, now }: ThresholdContext,
): number {
  if (notBefore === null) return 0;
  // These times have whole seconds.
  const isNew = ({ created, startTime }: Pod): boolean =>
    (created ?? startTime ?? now) > notBefore - 1000;
  const own = unready.filter(isNew);
  const withNode = own.filter(({ hasNode }) => hasNode).length;
  const withoutNode = Math.max(0, notCreated + own.length - withNode);
  const endsAt = notBefore + settings.cpuInitializationPeriodSeconds * 1000;
  return withoutNode + (now < endsAt ? withNode : 0);
}

/**
 * Missing data never argues for fewer replicas (I2): a threshold that adds replicas might have
 * fired, so it fails; one that removes replicas abstains.
 */
function withoutSample(one: Watch, failure: Failure): Vote {
  const source = thresholdSource(one.name);
  return isUp(one)
    ? { source, type: "Failed", ...failure }
    : { source, type: "Abstain", message: failure.message };
}

/** The timers while nothing can be measured: runs end. */
export const interrupted = (timers: readonly ThresholdTimer[]): readonly ThresholdTimer[] =>
  timers.map(timer => advance(timer, { kind: "Missing" }, 0));
