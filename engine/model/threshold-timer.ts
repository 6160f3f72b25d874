import { saturatedInt32 } from "./values/casts.ts";
import type { EpochMs } from "./values/result.ts";

/**
 * How long a value threshold's condition has held.
 *
 * condition   as text; the timer does not apply to another condition of the same name
 * since       the first timestamp of the unbroken run of matching samples; null: no run
 * last        the newest sample's timestamp: an older or equal one is no new evidence
 * replicas    the size that the samples show; null: no decision has used the timer yet
 * addsReplicas  a fall of the size does not weaken the evidence of such a threshold
 * notBefore   samples up to this time do not count: the size has changed since
 * gapSeconds  the newest intervals between two samples, at most two, as long as each of them was too
 *             long for a run
 */
export interface ThresholdTimer {
  readonly name: string;
  readonly condition: string;
  readonly addsReplicas: boolean;
  readonly since: EpochMs | null;
  readonly last: EpochMs | null;
  readonly replicas: number | null;
  readonly notBefore: EpochMs | null;
  readonly gapSeconds: readonly number[];
}

/** What a sample shows about the condition; `time` is the sample's own. */
export type Evidence =
  | { readonly kind: "Agrees" | "Differs"; readonly time: EpochMs }
  | { readonly kind: "Missing" };

/** What is not stored of a timer. */
export const noSamples = {
  ...{ addsReplicas: false, since: null, last: null },
  ...{ replicas: null, notBefore: null, gapSeconds: [] },
};

export const freshTimer = (
  name: string,
  condition: string,
  addsReplicas = false,
): ThresholdTimer => ({ ...noSamples, name, condition, addsReplicas });

export function timerOf(
  timers: readonly ThresholdTimer[],
  name: string,
  condition: string,
  addsReplicas: boolean,
): ThresholdTimer {
  const known = timers.find(timer => timer.name === name);
  return known?.condition === condition ? known : freshTimer(name, condition, addsReplicas);
}

/**
 * After the operator's own change, the wait starts again with the next sample: no step is based on
 * samples from before the last one. Evidence of too few replicas outlasts the removal of some.
 */
export function rested(timer: ThresholdTimer, change: number, time: EpochMs): ThresholdTimer {
  const { replicas: before, addsReplicas } = timer;
  // Not exact if the size has also changed while no votes were needed.
  const replicas = before === null ? null : Math.max(0, saturatedInt32(before + change));
  if (change < 0 && addsReplicas) return { ...timer, replicas };
  return { ...timer, since: null, replicas, notBefore: time };
}

/** The same after another author's change, which may be as recent as its observation. */
export function atSize(timer: ThresholdTimer, replicas: number, now: EpochMs): ThresholdTimer {
  const { replicas: before } = timer;
  if (before === replicas) return timer;
  return before === null ? { ...timer, replicas } : rested(timer, replicas - before, now);
}

/**
 * The timer after one more sample.
 *
 * Units  gapMs: across a longer gap between two samples, the condition is unknown.
 */
export function advance(timer: ThresholdTimer, evidence: Evidence, gapMs: number): ThresholdTimer {
  if (evidence.kind === "Missing") return ended(timer);
  const { since, last, notBefore } = timer;
  const { time } = evidence;
  const agrees = evidence.kind === "Agrees";
  if (isFromBefore(last, time, gapMs)) return agrees ? timer : ended(timer);
  const passedMs = last === null || time < last ? 0 : time - last;
  const gapSeconds =
    passedMs > gapMs ? [...timer.gapSeconds, Math.round(passedMs / 1000)].slice(-2) : [];
  const seen = { ...timer, last: time, gapSeconds };
  if (!agrees || isFromBefore(notBefore, time, 2 * gapMs)) return ended(seen);
  const continues = since !== null && passedMs > 0 && gapSeconds.length === 0;
  return continues ? seen : { ...seen, since: time };
}

const ended = (timer: ThresholdTimer): ThresholdTimer => ({ ...timer, since: null });

/**
 * A time far before `moment` is accepted: the clock was set back, and would otherwise have to catch
 * up first.
 */
const isFromBefore = (moment: EpochMs | null, time: EpochMs, farMs: number): boolean =>
  moment !== null && time <= moment && moment - time <= farMs;

/** How long the condition has held, by the timestamps of the samples. */
export const heldMs = ({ since, last }: ThresholdTimer): number =>
  since === null || last === null ? 0 : last - since;
