import { err, ok, type Result } from "../../engine/model/values/result.ts";
import type { Load } from "../simulate/load/load.ts";

/** How much of what a pod bears its target may be at most. */
export interface SafeShare {
  /** 0 to 1. */
  readonly share: number;
  /** Where the number comes from, as the end of a sentence. */
  readonly reason: string;
}

/** Without a measured latency. */
export const assumedSafeShare: SafeShare = {
  share: 0.85,
  reason: "which is assumed to be safe; --latency, --utilization and --objective measure it",
};

/** Names of columns of the load, and a limit of the latency in the unit of its column. */
export interface LatencyOptions {
  readonly latency?: string;
  readonly utilization?: string;
  readonly objective?: number;
}

const binPercent = 5;
/** Fewer samples of a bin say nothing about its slowest hundredth. */
const leastSamples = 50;
const withinObjective = 0.99;

interface Bin {
  samples: number;
  within: number;
  /** In percent. */
  highest: number;
}

/**
 * The highest utilization at which the latency has met its objective: all bins of 5% with enough samples up to it
 * have 99% of their samples within the objective.
 *
 * Errors  a sentence: options that belong together are missing, a column is, or no bin is safe.
 */
export function safeShareOf(load: Load, options: LatencyOptions): Result<SafeShare, string> {
  const { latency, utilization, objective } = options;
  if (latency === undefined && utilization === undefined && objective === undefined) {
    return ok(assumedSafeShare);
  }
  if (latency === undefined || utilization === undefined || objective === undefined) {
    return err("--latency, --utilization and --objective belong together: write all three or none");
  }
  const [latencies, percents] = [
    columnOf(load, "latency", latency),
    columnOf(load, "utilization", utilization),
  ];
  if (!latencies.ok) return latencies;
  if (!percents.ok) return percents;
  if (!percents.value.some(percent => percent > 1)) {
    return err(`--utilization ${utilization}: has no value above 1; it must be in percent`);
  }
  const safe = highestSafe(binsOf(percents.value, latencies.value, objective));
  if (!safe) {
    return err(
      `--objective ${objective}: at no utilization are 99% of at least ${leastSamples} samples of ${latency} within it`,
    );
  }
  const { samples, within, highest } = safe;
  return ok({
    share: Math.min(1, highest / 100),
    reason: `at which ${latency} was within ${objective} in ${((100 * within) / samples).toFixed(1)}% of ${samples} samples`,
  });
}

function columnOf(load: Load, option: string, name: string): Result<Float64Array, string> {
  const values = load.values[load.columns.indexOf(name)];
  return values
    ? ok(values)
    : err(`--${option} ${name}: the load has the columns ${load.columns.join(", ")}`);
}

/** The bins up to the first one that misses the objective. */
function highestSafe(bins: ReadonlyMap<number, Bin>): Bin | undefined {
  const sorted = [...bins].toSorted(([a], [b]) => a - b).map(([, bin]) => bin);
  // A few slow samples of a small bin prove nothing, but a bin that is slow as a whole does.
  const firstBad = sorted.findIndex(({ samples, within }) =>
    samples >= leastSamples ? within < withinObjective * samples : within < samples / 2,
  );
  const met = firstBad < 0 ? sorted : sorted.slice(0, firstBad);
  return met.findLast(({ samples }) => samples >= leastSamples);
}

/** By the lower end of each bin, in percent. */
function binsOf(percents: Float64Array, latencies: Float64Array, objective: number) {
  const bins = new Map<number, Bin>();
  for (let index = 0; index < percents.length; index += 1) {
    const percent = percents[index] ?? NaN;
    if (!(percent >= 0)) continue;
    const from = Math.floor(percent / binPercent) * binPercent;
    const bin = bins.get(from) ?? { samples: 0, within: 0, highest: 0 };
    bin.samples += 1;
    bin.highest = Math.max(bin.highest, percent);
    if ((latencies[index] ?? Infinity) <= objective) bin.within += 1;
    bins.set(from, bin);
  }
  return bins;
}
