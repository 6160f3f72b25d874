import type { EpochMs } from "../../../engine/model/values/result.ts";
import type { Simulated } from "../../simulate/result.ts";
import type { PodJob } from "../../simulate/world/pod-job.ts";
import { printable } from "../../terminal/printable.ts";
import { spanText } from "../../terminal/times.ts";
import type { Accuracy, Past, Verdict } from "../model/assessment.ts";
import { possibleSizes } from "./possible.ts";
import { cursorOf, replayedSizes } from "./replay.ts";

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

interface Facts {
  /** What else writes the replicas, as the end of a sentence; null: nothing is known to. */
  readonly otherWriter: string | null;
}

type Replay = Pick<Simulated, "initialReplicas" | "changes">;

/** How well a replay agrees with what was recorded. */
export function accuracyOf(past: Past, job: PodJob, replay: Replay, facts: Facts): Accuracy {
  const sums = compare(past, job, replay);
  const near = sums.free === 0 ? NaN : sums.near / sums.free;
  const atBound = sums.known === 0 ? 0 : sums.atBound / sums.known;
  const { verdict, cause } = judged(past, { ...sums, share: near, bound: atBound }, facts);
  const days = Array.from(sums.days, ([day, one]) => ({ day, near: one.near / one.free }));
  return { verdict, near, days, atBound, cause };
}

function compare(past: Past, job: PodJob, replay: Replay): Sums {
  const { load, evidence, stepMs } = past;
  const sums: Sums = {
    ...{ known: 0, atBound: 0, settled: 0, unexplained: 0, free: 0, near: 0, days: new Map() },
  };
  const start = load.times[0] ?? past.from;
  const recorded = cursorOf(past.replicas);
  const sizes = replayedSizes(replay, start);
  const replayed = cursorOf(sizes);
  const isBound = boundsOf(past, job);
  const possible = possibleSizes(job, past, sizes);
  const isGap = gapsOf(past);
  const from = Math.max(start, evidence.settledSince) + warmUpMs;
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
  againstUsage: 1.1,
  atBound: 0.8,
  free: 0.2,
  settledMs: 3 * dayMs,
  well: 0.9,
  roughly: 0.8,
};

const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)}%`;

type Judged = Pick<Accuracy, "verdict" | "cause">;
type Compared = Sums & { readonly share: number; readonly bound: number };

function judged(past: Past, compared: Compared, facts: Facts): Judged {
  const excluded = exclusionOf(past, facts);
  if (excluded !== null) return { verdict: "NotReplayed", cause: excluded };
  const little = tooLittle(past, compared);
  if (little !== null) return { verdict: "TooLittle", cause: little };
  const { unexplained, settled, share } = compared;
  if (unexplained > limits.unexplained * settled) {
    const part = percent(unexplained / settled);
    const cause = `in ${part} of the time it had more replicas than its metrics explain: another metric decides, a target has changed, or people scale it`;
    return { verdict: "NotReplayed", cause };
  }
  const verdict: Verdict =
    share >= limits.well
      ? "ReplayedWell"
      : share >= limits.roughly
        ? "ReplayedRoughly"
        : "NotReplayed";
  const cause =
    verdict === "NotReplayed"
      ? `the replay is near the record in only ${percent(share)} of the time, and the data do not tell why`
      : past.evidence.lastChange;
  return { verdict, cause };
}

/** Why a number would say nothing; null: it may say something. */
function exclusionOf({ evidence }: Past, { otherWriter }: Facts): string | null {
  const { missing, hadNone, inactive, saturated, againstUsage, needsGain } = evidence;
  if (otherWriter !== null) return `its replicas are also written by ${printable(otherWriter)}`;
  if (hadNone) return "it scales to zero, and says nothing about its load then";
  if (missing.length > (needsGain ? 1 : 0)) {
    return `nothing tells what it measured of ${printable(missing.join(", "))}`;
  }
  if (inactive > limits.inactive) {
    return `its metrics failed in ${percent(inactive)} of the time`;
  }
  if (saturated >= limits.saturated) {
    return `its pods use all of their limit in ${percent(saturated)} of the time, so the load was larger than what was measured`;
  }
  if (againstUsage !== null && !needsGain && againstUsage > limits.againstUsage) {
    return `it measured ${againstUsage.toFixed(2)} times the usage of its containers: one of them is missing in the series`;
  }
  return null;
}

function tooLittle(past: Past, { bound, free }: Compared): string | null {
  const { evidence, stepMs, load } = past;
  if (bound > limits.atBound) {
    return `it is at its minimum or maximum in ${percent(bound)} of the time`;
  }
  const since = Math.max(load.times[0] ?? past.from, evidence.settledSince);
  // A few samples are missing at both ends.
  const settledMs = Math.round((load.end - since) / hourMs) * hourMs;
  if (settledMs < limits.settledMs) {
    const only = `only ${spanText(settledMs)} can be judged`;
    return evidence.lastChange === null ? only : `${evidence.lastChange}, and ${only} since then`;
  }
  const share = (free * stepMs) / settledMs;
  return share < limits.free
    ? `it is between its bounds in only ${percent(share)} of the time`
    : null;
}
