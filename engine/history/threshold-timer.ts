import type { EpochMs } from "../result.ts";

/**
 * How long a value threshold's condition has held, and what it asks for since it fired.
 *
 * condition  as text; the timer does not apply to another condition of the same name
 * since      the first timestamp of the unbroken run of matching samples; null: no run
 * last       the newest sample's timestamp: an older or equal one is no new evidence
 * level      the count that it fired for, until the target reaches it
 * notBefore  samples up to this time do not count: the count has changed since
 */
export interface ThresholdTimer {
  readonly name: string;
  readonly condition: string;
  readonly since: EpochMs | null;
  readonly last: EpochMs | null;
  readonly level: number | null;
  readonly notBefore: EpochMs | null;
}

/** What a sample shows about the condition; `time` is the sample's own. */
export type Evidence =
  | { readonly kind: "Agrees" | "Differs"; readonly time: EpochMs }
  | { readonly kind: "Missing" };

export const freshTimer = (name: string, condition: string): ThresholdTimer => ({
  ...{ name, condition, since: null, last: null, level: null, notBefore: null },
});

/** The timer of a condition; a new one if the name had another condition. */
export function timerOf(
  timers: readonly ThresholdTimer[],
  name: string,
  condition: string,
): ThresholdTimer {
  const known = timers.find(timer => timer.name === name);
  return known?.condition === condition ? known : freshTimer(name, condition);
}

/** Clears the level: the wait starts again with the next sample after `now`. */
export const rested = (timer: ThresholdTimer, now: EpochMs): ThresholdTimer => ({
  ...{ ...timer, since: null, last: null, level: null, notBefore: now },
});

/**
 * The timer after one more sample. A timer with a level does not wait.
 *
 * Units  gapMs: across a longer gap between two samples, the condition is unknown.
 */
export function advance(timer: ThresholdTimer, evidence: Evidence, gapMs: number): ThresholdTimer {
  if (timer.level !== null) return watched(timer, evidence);
  if (evidence.kind === "Missing") return ended(timer, timer.last);
  const { time } = evidence;
  if (evidence.kind === "Differs") return ended(timer, Math.max(time, timer.last ?? time));
  const { since, last } = timer;
  if (isFromBefore(timer.notBefore, time, 2 * gapMs)) return timer;
  if (since === null || last === null) {
    return isFromBefore(last, time, gapMs) ? timer : { ...timer, since: time, last: time };
  }
  if (time < since || time - last > gapMs) return { ...timer, since: time, last: time };
  return time <= last ? timer : { ...timer, last: time };
}

const watched = (timer: ThresholdTimer, evidence: Evidence): ThresholdTimer =>
  evidence.kind === "Missing"
    ? timer
    : { ...timer, last: Math.max(evidence.time, timer.last ?? evidence.time) };

const ended = (timer: ThresholdTimer, last: EpochMs | null): ThresholdTimer =>
  timer.since === null && timer.last === last ? timer : { ...timer, since: null, last };

/** Whether the state of the condition that set a level is no longer known. */
export function isForgotten({ last }: ThresholdTimer, evidence: Evidence, gapMs: number): boolean {
  return evidence.kind === "Missing" || last === null || evidence.time - last > gapMs;
}

/**
 * A time far before `moment` is accepted: the clock was set back, and would otherwise have to catch
 * up first.
 */
const isFromBefore = (moment: EpochMs | null, time: EpochMs, farMs: number): boolean =>
  moment !== null && time <= moment && moment - time <= farMs;

/** How long the condition has held, by the timestamps of the samples. */
export const heldMs = ({ since, last }: ThresholdTimer): number =>
  since === null || last === null ? 0 : last - since;
