// cli/fleet/replay/: an autoscaler runs again under the load that it had, and is compared with what it did.

import { upstreamSettings } from "../../../engine/model/spec/settings.ts";
import type { EpochMs, Result } from "../../../engine/model/values/result.ts";
import { jobOf } from "../../simulate/prepare.ts";
import type { SimulatedObject } from "../../simulate/objects.ts";
import type { Kept, Simulated } from "../../simulate/result.ts";
import type { LoadedTask } from "../../simulate/search/runner.ts";
import type { PodJob, World } from "../../simulate/world/pod-job.ts";
import type { Past, Series } from "../model/assessment.ts";

/** What a replay returns: the sizes, without reasons. */
export const sizesOnly: Kept = { sizes: true, decisions: 0, skipsQuiet: true };

/** A status is a mean over a window already. */
const measuring = {
  ...{ metricIntervalMs: 15_000, metricDelayMs: 5000, metricWindowMs: 15_000 },
  // A window over two samples would lose noise, and with it replicas.
  metricPhaseMs: 0,
};

/**
 * The object, or one like it, in the world of its past. Errors: a sentence about a metric that the load lacks.
 */
export function replayJob(object: SimulatedObject, past: Past): Result<PodJob, string> {
  const { load, podCapacity, podStart, factors, replicas } = past;
  const first = cursorOf(replicas)(load.times[0] ?? past.from);
  const world: World = {
    ...{ ...measuring, podCapacity, podStart, seed: 1, settings: upstreamSettings },
    ...(first > 0 ? { initialReplicas: first } : {}),
  };
  return jobOf(object, world, { columns: load.columns, factors });
}

/** Reads a series at times that do not fall. */
export function cursorOf({ times, values }: Series): (time: EpochMs) => number {
  let at = -1;
  return time => {
    while ((times[at + 1] ?? Infinity) <= time) at += 1;
    return values[at] ?? NaN;
  };
}

/** The replicas of a replay. */
export const replayedSizes = (
  { initialReplicas, changes }: Pick<Simulated, "initialReplicas" | "changes">,
  from: EpochMs,
): Series => ({
  times: Float64Array.from([from, ...changes.map(({ time }) => time)]),
  values: Float64Array.from([initialReplicas, ...changes.map(({ to }) => to)]),
});

const runs = 7;
/** How far what cAdvisor measures may be from what the autoscaler saw. */
const [least, most] = [0.5, 2];

/**
 * The load times the gain with which the replay has as many replica-hours as were recorded, in the first half: the
 * second one judges it.
 */
export async function calibrated(
  past: Past,
  job: PodJob,
  run: (task: LoadedTask) => Promise<Simulated>,
): Promise<Past> {
  const middle = (past.from + past.to) / 2;
  const half = { ...past.load, end: Math.min(past.load.end, middle) };
  const recorded = hoursOf(past.replicas, past.load.times[0] ?? past.from, half.end);
  let [low, high] = [least, most];
  for (let done = 0; done < runs; done += 1) {
    const gain = Math.sqrt(low * high);
    const load = withGain(half, gain);
    const replay = replayedSizes(await run({ job, load }), past.from);
    if (hoursOf(replay, load.times[0] ?? past.from, half.end) > recorded) high = gain;
    else low = gain;
  }
  const gain = Math.sqrt(low * high);
  return {
    ...{ ...past, load: withGain(past.load, gain) },
    method: `${past.method}; times ${gain.toFixed(2)}, which gives the first half its replica-hours`,
    evidence: { ...past.evidence, settledSince: Math.max(past.evidence.settledSince, middle) },
  };
}

const withGain = (load: Past["load"], gain: number): Past["load"] => ({
  ...load,
  values: load.values.map((column, index) =>
    index === 0 ? column.map(value => value * gain) : column,
  ),
});

/** Replicas times time, where they are known. */
function hoursOf({ times, values }: Series, from: EpochMs, to: EpochMs): number {
  return times.reduce((sum, time, at) => {
    const end = Math.min(to, times[at + 1] ?? to);
    const duration = Math.max(0, end - Math.max(from, time));
    const value = values[at] ?? NaN;
    return Number.isNaN(value) ? sum : sum + value * duration;
  }, 0);
}
