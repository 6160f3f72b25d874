import type { EpochMs } from "../../../engine/model/values/result.ts";
import type { Simulated } from "../../simulate/result.ts";
import type { PodJob } from "../../simulate/world/pod-job.ts";
import { spanText } from "../../terminal/times.ts";
import type { Past } from "../past/past-of.ts";
import { cursorOf } from "../past/recorded.ts";
import { possibleSizes } from "./possible.ts";
import { replayedSizes } from "./replay.ts";

/** A number is worth something only for those that replay well or roughly. */
export type Verdict = "ReplayedWell" | "ReplayedRoughly" | "NotReplayed" | "TooLittle";

/** How well a replay of the object itself agrees with what was recorded. */
export interface Accuracy {
  readonly verdict: Verdict;
  /** The share of the judged time within one replica or 10%, 0 to 1; NaN: nothing was judged. */
  readonly near: number;
  readonly days: readonly { readonly day: EpochMs; readonly near: number }[];
  /** Why it cannot be replayed, or why the number says little: a sentence; null: nothing to say. */
  readonly cause: string | null;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Both begin with the same replicas, and then find their own. */
const warmUpMs = hourMs;

interface Sums {
  /** Points that are known. */
  known: number;
  atBound: number;
  /** Those since the last change. */
  settled: number;
  unexplained: number;
  /** Those of them that are not at a bound, and are judged. */
  free: number;
  near: number;
  readonly days: Map<EpochMs, { free: number; near: number }>;
}

type Replay = Pick<Simulated, "initialReplicas" | "changes">;

/** How well a replay agrees with what was recorded. */
export function accuracyOf(past: Past, job: PodJob, replay: Replay): Accuracy {
  const sums = compare(past, job, replay);
  const near = sums.free === 0 ? NaN : sums.near / sums.free;
  const days = Array.from(sums.days, ([day, one]) => ({ day, near: one.near / one.free }));
  return { ...judged(past, sums, near), near, days };
}

function compare(past: Past, job: PodJob, replay: Replay): Sums {
  const { load, stepMs } = past;
  const sums: Sums = {
    ...{ known: 0, atBound: 0, settled: 0, unexplained: 0, free: 0, near: 0, days: new Map() },
  };
  const start = load.times[0] ?? load.end;
  const recorded = cursorOf(past.replicas);
  const sizes = replayedSizes(replay, start);
  const replayed = cursorOf(sizes);
  const isBound = boundsOf(past, job);
  const possible = possibleSizes(job, past, sizes);
  const isGap = gapsOf(past);
  const from = settledSince(past) + warmUpMs;
  for (let time = start; time < load.end; time += stepMs) {
    const [size, own, most] = [recorded(time), replayed(time), possible(time)];
    if (isGap(time) || Number.isNaN(size)) continue;
    const isAtBound = isBound(time, size);
    sums.known += 1;
    if (isAtBound) sums.atBound += 1;
    if (time < from) continue;
    sums.settled += 1;
    if (isAtBound) continue;
    if (size > unexplainedBy * most + 1) sums.unexplained += 1;
    add(sums, time, Math.abs(own - size) <= Math.max(1, 0.1 * size));
  }
  return sums;
}

/** Whether a size is at the bounds of a time; times must not fall. */
function boundsOf({ minReplicas, maxReplicas }: Past, { object: { spec } }: PodJob) {
  const [min, max] = [cursorOf(minReplicas), cursorOf(maxReplicas)];
  const orElse = (value: number, otherwise: number): number =>
    Number.isNaN(value) ? otherwise : value;
  return (time: EpochMs, size: number): boolean =>
    size <= orElse(min(time), spec.minReplicas ?? 1) || size >= orElse(max(time), spec.maxReplicas);
}

/** Whether the load of a time is unknown; times must not fall. */
function gapsOf({ load: { gaps } }: Past) {
  let next = 0;
  return (time: EpochMs): boolean => {
    while ((gaps[next]?.to ?? Infinity) <= time) next += 1;
    return (gaps[next]?.from ?? Infinity) <= time;
  };
}

function add(sums: Sums, time: EpochMs, isNear: boolean): void {
  const day = Math.floor(time / dayMs) * dayMs;
  const own = sums.days.get(day) ?? { free: 0, near: 0 };
  sums.days.set(day, own);
  sums.free += 1;
  own.free += 1;
  if (!isNear) return;
  sums.near += 1;
  own.near += 1;
}

/** The tolerance keeps up to a ninth more. */
const unexplainedBy = 1.12;

const limits = {
  unexplained: 0.03,
  inactive: 0.05,
  saturated: 0.01,
  atBound: 0.8,
  free: 0.2,
  settledMs: 3 * dayMs,
  well: 0.9,
  roughly: 0.8,
};

const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)}%`;

type Judged = Pick<Accuracy, "verdict" | "cause">;

function judged(past: Past, sums: Sums, near: number): Judged {
  const excluded = exclusionOf(past);
  if (excluded !== null) return { verdict: "NotReplayed", cause: excluded };
  const little = tooLittle(past, sums);
  if (little !== null) return { verdict: "TooLittle", cause: little };
  const { unexplained, settled } = sums;
  if (unexplained > limits.unexplained * settled) {
    const part = percent(unexplained / settled);
    const cause = `in ${part} of the time it had more replicas than its metrics explain: another metric decides, a target has changed, or people scale it`;
    return { verdict: "NotReplayed", cause };
  }
  if (near >= limits.roughly) {
    const verdict = near >= limits.well ? "ReplayedWell" : "ReplayedRoughly";
    return { verdict, cause: past.lastChange?.text ?? null };
  }
  const cause = `the replay is near the record in only ${percent(near)} of the time, and the data do not tell why`;
  return { verdict: "NotReplayed", cause };
}

/** Why a number would say nothing; null: it may say something. */
function exclusionOf({ evidence: { hadNone, inactive, saturated } }: Past): string | null {
  if (hadNone) return "it scales to zero, and says nothing about its load then";
  if (inactive > limits.inactive) {
    return `its metrics failed in ${percent(inactive)} of the time`;
  }
  return saturated >= limits.saturated
    ? `its pods use all of their limit in ${percent(saturated)} of the time, so the load was larger than what was measured`
    : null;
}

/** Since when targets and bounds are as they are now. */
const settledSince = ({ load, lastChange }: Past): EpochMs =>
  Math.max(load.times[0] ?? load.end, lastChange?.time ?? 0);

function tooLittle(past: Past, { known, atBound, free }: Sums): string | null {
  const { lastChange, stepMs, load } = past;
  if (atBound > limits.atBound * known) {
    return `it is at its minimum or maximum in ${percent(atBound / known)} of the time`;
  }
  // A few samples are missing at both ends.
  const settledMs = Math.round((load.end - settledSince(past)) / hourMs) * hourMs;
  if (settledMs < limits.settledMs) {
    const only = `only ${spanText(settledMs)} can be judged`;
    return lastChange === null ? only : `${lastChange.text}, and ${only} since then`;
  }
  const share = (free * stepMs) / settledMs;
  return share < limits.free
    ? `it is between its bounds in only ${percent(share)} of the time`
    : null;
}
