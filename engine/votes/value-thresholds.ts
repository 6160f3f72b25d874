import { type Bounds, rangeOf, within, type Vote } from "../model/decision.ts";
import type { Answer } from "../model/observation/observation.ts";
import type { Pod } from "../model/observation/pod.ts";
import type { ValueThreshold } from "../model/spec/autoscaler-spec.ts";
import { list, plain, record, time } from "../model/codec.ts";
import type { SerializedTimer } from "../model/generated/history.ts";
import type { Fields } from "../model/values/json-values.ts";
import { slot } from "../model/slot.ts";
import {
  advance,
  atSize,
  heldMs,
  noSamples,
  type ThresholdTimer,
  timerOf,
} from "../model/threshold-timer.ts";
import type { SampleContext } from "../arithmetic/threshold-sample.ts";
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

const timer = record<SerializedTimer, ThresholdTimer>(
  {
    ...{ name: plain, condition: plain, addsReplicas: plain, since: time, last: time },
    ...{ replicas: plain, notBefore: time, gapSeconds: list<number, number>(plain) },
  },
  noSamples,
);

/** The size may have changed during a run without a size, which earlier versions saved. */
const sizedTimer: typeof timer = {
  ...timer,
  read(stored) {
    const known = timer.read(stored);
    return known.replicas === null ? { ...known, since: null } : known;
  },
};

/** A saved timer without an actual one belongs to a removed threshold. */
const waitAsLong = (saved: readonly ThresholdTimer[], actual: readonly ThresholdTimer[]): boolean =>
  actual.every(one => {
    const { name, condition, addsReplicas } = one;
    return waitsAsLong(timerOf(saved, name, condition, addsReplicas), one);
  });

/** A wait that is not saved only begins later. Samples too far apart block scale-down. */
function waitsAsLong(saved: ThresholdTimer, actual: ThresholdTimer): boolean {
  if (saved.gapSeconds.length < actual.gapSeconds.length) return false;
  if (saved.since !== null) return actual.since !== null && saved.since >= actual.since;
  return (saved.notBefore ?? -Infinity) >= (actual.notBefore ?? -Infinity);
}

/** Empty if the timer is not waiting. */
function outlineOfTimer(timer: Fields | null): readonly Fields[] {
  const { name, condition, since, notBefore } = timer ?? {};
  const isWaiting = since !== undefined || notBefore !== undefined;
  return isWaiting ? [{ name, condition, since, notBefore }] : [];
}

export const timerMemory = slot({
  name: "thresholds",
  codec: list(sizedTimer),
  // Without a sample, how long the condition has held is unknown.
  disorder: stored => {
    const early = stored.findIndex(
      ({ since, last }) => since !== null && (last === null || last < since),
    );
    return early === -1 ? null : `[${early}].since: is later than last`;
  },
  isAsSafe: waitAsLong,
  // The newest samples' timestamps change with every sync, and no decision needs them.
  outline: stored => (Array.isArray(stored) ? stored.flatMap(outlineOfTimer) : (stored ?? [])),
  isCaution: true,
});
