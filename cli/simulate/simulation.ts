import { withDefaults } from "../../engine/spec/defaults.ts";
import { err, ok, type Result } from "../../engine/result.ts";
import { milliUnits } from "../../engine/observation/values/quantity.ts";
import type { MetricSpec } from "../../engine/spec/autoscaler-spec.ts";
import { sourceIn } from "../../engine/spec/metric.ts";
import { type Load, loadOf } from "./load/load.ts";
import { elasticSpeedup } from "./measures/tally.ts";
import type { SimulatedObject } from "./objects.ts";
import { type ProportionalJob, runProportional } from "./proportional/proportional-run.ts";
import type { Candidate, Elasticity, Kept, Setting, Simulated } from "./result.ts";
import { ObjectRun, type PodJob } from "./simulate-object.ts";
import { plainName, planMetrics } from "./world/metric-plan.ts";
import { podStartText } from "./world/pod-start.ts";
import { usualShare, type World } from "./world/world.ts";

/** What to simulate. */
export interface Request {
  readonly objects: readonly SimulatedObject[];
  readonly load: Load;
  /** Absent: the name of the load's column. */
  readonly unit?: string | undefined;
  /** Without a capacity, one is assumed: see docs/simulate.md. */
  readonly world: Omit<World, "podCapacity"> & { readonly podCapacity?: number | undefined };
  /** What one unit of the load is in a metric, by the metric's name. */
  readonly factors: ReadonlyMap<string, number>;
  /** For one replica and hour. */
  readonly price?: number | undefined;
  readonly notes: readonly string[];
}

export type Job = PodJob | ProportionalJob;

export const isPodJob = (job: Job): job is PodJob => "plans" in job;

export function runJob(job: Job, load: Load, kept: Kept): Simulated {
  const simulated = isPodJob(job)
    ? new ObjectRun(job, load, kept).run()
    : runProportional(job, load, kept);
  if (kept.sizes) return simulated;
  const changes = simulated.changes.slice(0, kept.explained ?? 0);
  return { ...simulated, changes, ready: [], bounds: [] };
}

/** A job for each object, and what they have in common. */
export interface Prepared {
  readonly jobs: readonly Job[];
  readonly load: Load;
  /** For one replica and hour. */
  readonly price?: number | undefined;
  readonly setting: Setting;
}

/** Errors: a sentence about an object and the load. */
export function prepare(request: Request): Result<Prepared, string> {
  const { load, factors, objects } = request;
  const capacity = request.world.podCapacity ?? assumedCapacity(request);
  const world: World = { ...request.world, podCapacity: capacity };
  const asked = new Set(objects.flatMap(object => object.asked));
  const unasked = [...factors.keys()].find(name => !asked.has(name));
  if (unasked !== undefined) {
    return err(
      `--metric ${unasked}: no object has this metric; they have ${[...asked].join(", ")}`,
    );
  }
  const jobs: Job[] = [];
  for (const object of objects) {
    const spec = withDefaults(object.spec, world.settings);
    const plans = planMetrics(spec, { columns: load.columns, podCapacity: capacity, factors });
    if (!plans.ok) return err(`${object.place}: ${plans.error}`);
    jobs.push({ object, plans: plans.value, world });
  }
  const assumed =
    request.world.podCapacity === undefined
      ? [
          `a ready pod is assumed to bear ${Number(capacity.toPrecision(4))}; --pod-capacity says otherwise`,
        ]
      : [];
  const notes = [...load.notes, ...request.notes, ...assumed];
  const { price } = request;
  return ok({ jobs, load, price, setting: settingOf(request, world, notes) });
}

/** So many pods bear the 99th percentile of the load. */
const usualPods = 20;

/** From the first average value that is a target; otherwise from the load. */
function assumedCapacity({ objects: [first], load, factors }: Request): number {
  const [fromTarget] = (first?.spec.metrics ?? []).flatMap(metric => loadAtTarget(metric, factors));
  if (fromTarget !== undefined) return fromTarget / usualShare;
  const sorted = (load.values[0] ?? new Float64Array(1)).toSorted();
  const high = sorted[Math.min(sorted.length - 1, Math.floor(0.99 * sorted.length))] ?? 0;
  return high > 0 ? high / usualPods : 1;
}

/** The load of a pod that is at its target, as far as the target says so. */
function loadAtTarget(metric: MetricSpec, factors: Request["factors"]): number[] {
  const quantity = sourceIn(metric).target?.averageValue;
  const milli = quantity == null ? null : milliUnits(quantity);
  if (!milli?.ok || milli.value <= 0n) return [];
  return [Number(milli.value) / 1000 / (factors.get(plainName(metric)) ?? 1)];
}

const settingOf = ({ load, unit }: Request, world: World, notes: readonly string[]): Setting => ({
  load: loadOf(load, 0, unit ?? load.columns[0] ?? "load"),
  world: {
    podCapacity: world.podCapacity,
    podStart: podStartText(world.podStart),
    metricIntervalSeconds: world.metricIntervalMs / 1000,
    metricDelaySeconds: world.metricDelayMs / 1000,
    metricWindowSeconds: world.metricWindowMs / 1000,
    seed: world.seed,
  },
  notes,
});

/** With the measures that need a price or the baseline. */
export const candidateOf = (
  { elasticity, measures, ...candidate }: Simulated & Pick<Candidate, "equalCost">,
  baseline: Elasticity | undefined,
  price: number | undefined,
): Candidate => ({
  ...candidate,
  measures: {
    ...measures,
    ...(price === undefined ? {} : { price: price * measures.replicaHours }),
    ...(elasticity && baseline ? { elasticSpeedup: elasticSpeedup(elasticity, baseline) } : {}),
  },
});
