import type { MetricSpec } from "../../engine/model/spec/autoscaler-spec.ts";
import { upstreamSettings } from "../../engine/model/spec/settings.ts";
import { sourceIn } from "../../engine/model/spec/metric.ts";
import { milliUnits } from "../../engine/model/values/quantity.ts";
import { err, ok, type Result } from "../../engine/model/values/result.ts";
import { withDefaults } from "../../engine/spec/defaults.ts";
import { askedMetrics } from "../../engine/votes/asked-metrics.ts";
import { allOrError } from "./all-or-error.ts";
import type { Job } from "./job.ts";
import { type Load, loadOf, quantileOf } from "./load/load.ts";
import type { SimulatedObject } from "./objects.ts";
import type { ProportionalJob, ProportionalObject } from "./proportional/cluster-model.ts";
import { countedBy, nodesColumn, planSizes } from "./proportional/cluster-sizes.ts";
import type { Setting } from "./result.ts";
import { type MetricSettings, plainName, planMetrics } from "./world/metrics.ts";
import { type PodJob, usualShare, type World } from "./world/pod-job.ts";
import { podStartText } from "./world/pod-start.ts";

interface Common {
  readonly load: Load;
  /** What one unit of the load is in a metric, or in an amount of the cluster, by its name. */
  readonly factors: ReadonlyMap<string, number>;
  /** For one replica and hour. */
  readonly price?: number | undefined;
  readonly notes: readonly string[];
  readonly manifests?: Setting["manifests"];
}

export interface Request extends Common {
  readonly objects: readonly SimulatedObject[];
  /** Absent: the name of the load's column. */
  readonly unit?: string | undefined;
  /** Without a capacity, one is assumed: see docs/simulate.md. */
  readonly world: Omit<World, "podCapacity"> & { readonly podCapacity?: number | undefined };
}

/** A job for each object, and what they have in common. */
export interface Prepared extends Pick<Common, "load"> {
  readonly jobs: readonly Job[];
  readonly setting: Setting;
}

/** Errors: a sentence about an object and the load. */
export function prepare(request: Request): Result<Prepared, string> {
  const { load, factors, objects } = request;
  const podCapacity = request.world.podCapacity ?? assumedCapacity(request);
  const world: World = { ...request.world, podCapacity };
  const asked = new Set(objects.flatMap(({ spec }) => namesIn(spec)));
  const unasked = [...factors.keys()].find(name => !asked.has(name));
  if (unasked !== undefined) {
    return err(
      `--metric ${unasked}: no object has this metric; they have ${[...asked].join(", ")}`,
    );
  }
  const given = { columns: load.columns, factors };
  const jobs = allOrError(objects.map(object => jobOf(object, world, given)));
  return jobs.ok ? ok({ jobs: jobs.value, load, setting: settingOf(request, world) }) : jobs;
}

/** The job of an object in a world. Errors: a sentence about a metric that the load lacks. */
export function jobOf(
  object: SimulatedObject,
  world: World,
  load: Pick<MetricSettings, "columns" | "factors">,
): Result<PodJob, string> {
  const { podCapacity, settings, saturates = false } = world;
  const spec = withDefaults(object.spec, settings);
  const plans = planMetrics(spec, { ...load, podCapacity, saturates });
  return plans.ok
    ? ok({ object, plans: plans.value, world })
    : err(`${object.place}: ${plans.error}`);
}

const namesIn = (spec: SimulatedObject["spec"]): string[] =>
  askedMetrics(withDefaults(spec, upstreamSettings)).map(plainName);

/** So many pods bear the 99th percentile of the load. */
const usualPods = 20;

/** From the first average value that is a target; otherwise from the load. */
function assumedCapacity({ objects: [first], load, factors }: Request): number {
  const [fromTarget] = (first?.spec.metrics ?? []).flatMap(metric => loadAtTarget(metric, factors));
  if (fromTarget !== undefined) return fromTarget / usualShare;
  const high = quantileOf((load.values[0] ?? new Float64Array(1)).toSorted(), 0.99);
  return high > 0 ? high / usualPods : 1;
}

/** The load of a pod that is at its target, as far as the target says so. */
function loadAtTarget(metric: MetricSpec, factors: Request["factors"]): number[] {
  const quantity = sourceIn(metric).target?.averageValue;
  const milli = quantity == null ? null : milliUnits(quantity);
  if (!milli?.ok || milli.value <= 0n) return [];
  return [Number(milli.value) / 1000 / (factors.get(plainName(metric)) ?? 1)];
}

function settingOf(request: Request, world: World): Setting {
  const { load, unit, notes, world: given, price, manifests } = request;
  const { podCapacity, podStart, seed } = world;
  const assumed = `a ready pod is assumed to bear ${Number(podCapacity.toPrecision(4))}; --pod-capacity says otherwise`;
  return {
    load: loadOf(load, 0, unit ?? load.columns[0] ?? "load"),
    world: {
      podCapacity,
      podStart: podStartText(podStart),
      metricIntervalSeconds: world.metricIntervalMs / 1000,
      metricDelaySeconds: world.metricDelayMs / 1000,
      metricWindowSeconds: world.metricWindowMs / 1000,
      saturates: world.saturates ?? false,
      seed,
    },
    // All results depend on it.
    notes: [...(given.podCapacity === undefined ? [assumed] : []), ...load.notes, ...notes],
    ...{ price, manifests },
  };
}

interface ProportionalRequest extends Common, Pick<ProportionalJob, "replicas"> {
  readonly objects: readonly ProportionalObject[];
}

/** The same for sizes of a cluster. */
export function prepareProportional(request: ProportionalRequest): Result<Prepared, string> {
  const { objects, load, factors, replicas, notes, price, manifests } = request;
  const counted = new Set(objects.flatMap(({ parameters }) => countedBy(parameters)));
  const unasked = [...factors.keys()].find(name => !counted.has(name));
  if (unasked !== undefined) {
    const names = ["nodes", ...counted].join(", ");
    return err(
      `--metric ${unasked}: must be what is counted for each node; the objects count ${names}`,
    );
  }
  const nodes = nodesColumn(load);
  if (!nodes.ok) return nodes;
  const jobs: ProportionalJob[] = [];
  for (const object of objects) {
    const plan = planSizes(object.name, object.parameters, load, factors);
    if (!plan.ok) return plan;
    jobs.push({ object, plan: plan.value, replicas });
  }
  const others = load.columns.flatMap((name, column) =>
    column === nodes.value ? [] : [{ name, values: Array.from(load.values[column] ?? []) }],
  );
  const shown = { ...loadOf(load, nodes.value, "nodes"), ...(others.length > 0 && { others }) };
  const all = [...load.notes, ...notes];
  const setting = { load: shown, world: null, notes: all, price, manifests };
  return ok({ jobs, load, setting });
}
