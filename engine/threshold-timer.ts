import type { EpochMs } from "./result.ts";

/**
 * How long a value threshold's condition has held, and what it asks for since it fired.
 *
 * condition  in words; of another condition with the same name nothing here says anything
 * since      the first timestamp of the unbroken run of samples that agree; null: there is no run
 * last       the newest sample's timestamp: an older one, or the same again, is no new evidence
 * level      the count that it fired for and that is not reached yet
 * notBefore  samples up to then do not count: since then there is another count
 */
export interface ThresholdTimer {
  readonly name: string;
  readonly condition: string;
  readonly since: EpochMs | null;
  readonly last: EpochMs | null;
  readonly level: number | null;
  readonly notBefore: EpochMs | null;
}

/** What a sample says of the condition; `time` is its own. */
export type Evidence =
  | { readonly kind: "Agrees" | "Differs"; readonly time: EpochMs }
  | { readonly kind: "Missing" };

export const freshTimer = (name: string, condition: string): ThresholdTimer => ({
  ...{ name, condition, since: null, last: null, level: null, notBefore: null },
});

/** The timer of a condition; a new one where another condition had that name. */
export function timerOf(
  timers: readonly ThresholdTimer[],
  name: string,
  condition: string,
): ThresholdTimer {
  const known = timers.find(timer => timer.name === name);
  return known?.condition === condition ? known : freshTimer(name, condition);
}

/** Without a level: the wait begins anew with the next sample from after `now`. */
export const rested = (timer: ThresholdTimer, now: EpochMs): ThresholdTimer => ({
  ...{ ...timer, since: null, last: null, level: null, notBefore: now },
});

/**
 * The timer after one more sample. Whoever holds a level does not wait for anything.
 *
 * Units  gapMs: with more than that between two samples nobody knows what was in between.
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

/** Whether nobody knows any more what has become of the condition that a level was set for. */
export function isForgotten({ last }: ThresholdTimer, evidence: Evidence, gapMs: number): boolean {
  return evidence.kind === "Missing" || last === null || evidence.time - last > gapMs;
}

/** Not what is far before: then a clock was set back, and would have to catch up first. */
const isFromBefore = (moment: EpochMs | null, time: EpochMs, farMs: number): boolean =>
  moment !== null && time <= moment && moment - time <= farMs;

/** For how long, by the samples' own timestamps, the condition has held. */
export const heldMs = ({ since, last }: ThresholdTimer): number =>
  since === null || last === null ? 0 : last - since;
