import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { fromStoredSpec } from "../../engine/spec/autoscaler-fields.ts";
import { upstreamSettings } from "../../engine/model/spec/settings.ts";
import { LoadBuilder, type Load } from "./load/load.ts";
import type { SimulatedObject } from "./objects.ts";
import { everything } from "./result.ts";
import { runJob } from "./job.ts";
import { prepare } from "./prepare.ts";

/** Sizes from their times on, in milliseconds since the autoscalers exist. */
type Sizes = readonly { readonly at: number; readonly replicas: number }[];

interface Twin {
  readonly name: string;
  readonly kind: string;
  readonly requests: { readonly cpu: number; readonly memory: number };
  readonly replicas: number;
  readonly specs: Readonly<Record<"hpa" | "trimtab", object>>;
  readonly loads: readonly { readonly at: number; readonly total: number }[];
  readonly sizes: Readonly<Record<"hpa" | "trimtab", Sizes>>;
  readonly end: number;
}

/** A run of `make twins` with RECORD: the sizes that the HPA controller and the operator wrote. */
const recorded = JSON.parse(
  readFileSync(new URL("testing/twins.json", import.meta.url), "utf8"),
) as {
  readonly periodSeconds: number;
  readonly downscaleSeconds: number;
  readonly twins: readonly Twin[];
};

const periodMs = recorded.periodSeconds * 1000;
/** Not 0, since a gap would be everything before the first sample. */
const start = Date.UTC(2026, 0, 5);
const mebi = 2 ** 20;

function loadOf({ name, loads, end }: Twin): Load {
  const builder = new LoadBuilder(name, ["load"]);
  let line = 0;
  for (let at = 0; at < end; at += 1000) {
    line += 1;
    const total = loads.findLast(each => each.at <= at)?.total ?? 0;
    builder.add({ position: { line }, time: start + at, values: [total] });
  }
  const load = builder.finish();
  if (!load.ok) throw new Error(load.error);
  return load.value;
}

/**
 * metrics-server asks every 15 s, and kwok answers with the usage of that moment. The autoscalers were created, and
 * each load began, within the second after a measurement. The adapter answers at once with what the run sets.
 */
const measuring = (kind: string) => ({
  ...(kind === "cpu" || kind === "memory"
    ? { metricIntervalMs: 15_000, metricPhaseMs: 14_500, metricDelayMs: 0 }
    : { metricIntervalMs: 0, metricDelayMs: 1000 }),
  metricWindowMs: 1000,
});

function simulated(twin: Twin, side: "hpa" | "trimtab"): Sizes {
  const spec = fromStoredSpec({ ...twin.specs[side], algorithm: "HPA-1.36" } as never);
  const shape = { name: twin.name, kind: "Autoscaler", algorithm: "HPA-1.36" } as const;
  const object: SimulatedObject = {
    ...{ ...shape, place: "" },
    spec: { ...spec, syncPeriodSeconds: recorded.periodSeconds },
  };
  const load = loadOf(twin);
  const prepared = prepare({
    ...{ objects: [object], load, notes: [] },
    factors: new Map(twin.kind === "memory" ? [["memory", mebi]] : []),
    world: {
      ...measuring(twin.kind),
      podCapacity: twin.requests.cpu,
      // The simulated kubelet starts a pod within two seconds.
      podStart: { type: "Constant", ms: 2000 },
      initialReplicas: twin.replicas,
      syncPhaseMs: phaseOf(twin.sizes[side]),
      seed: 1,
      settings: {
        ...upstreamSettings,
        downscaleStabilizationSeconds: recorded.downscaleSeconds,
        scaleToZero: true,
      },
    },
  });
  if (!prepared.ok) throw new Error(prepared.error);
  const [job] = prepared.value.jobs;
  if (!job) throw new Error("there is no job");
  const { initialReplicas, changes } = runJob(job, load, everything);
  return [
    { at: 0, replicas: initialReplicas },
    ...changes.map(({ time, to }) => ({ at: time - start, replicas: to })),
  ];
}

/**
 * When the controller synced. The operator's first sync is as soon as it knows the object, and those of the HPA
 * controller drift by a millisecond or two, so a change in the middle tells.
 */
const phaseOf = (sizes: Sizes): number => (sizes[sizes.length >> 1]?.at ?? 0) % periodMs;

/** The sizes by the number of the sync, so that a controller's drift within a run does not count. */
const bySync = (sizes: Sizes, phase: number): Sizes =>
  sizes.map(({ at, replicas }) => ({
    at: Math.max(-1, Math.round((at - phase) / periodMs)),
    replicas,
  }));

const sizeAt = (sizes: Sizes, sync: number): number =>
  sizes.findLast(({ at }) => at <= sync)?.replicas ?? NaN;

/** How many syncs two trajectories are apart: each has the other's sizes at most so much earlier or later. */
function distance(a: Sizes, b: Sizes, syncs: number): number {
  const misses = (of: Sizes, other: Sizes, tolerance: number): boolean =>
    Array.from({ length: syncs }, (_, sync) => sync).some(sync => {
      const size = sizeAt(of, sync);
      return !other.some(
        ({ at, replicas }, index) =>
          replicas === size &&
          at <= sync + tolerance &&
          (other[index + 1]?.at ?? Infinity) > sync - tolerance,
      );
    });
  let tolerance = 0;
  while (misses(a, b, tolerance) || misses(b, a, tolerance)) tolerance += 1;
  return tolerance;
}

function apart(twin: Twin, side: "hpa" | "trimtab"): number {
  const phase = phaseOf(twin.sizes[side]);
  const [real, own] = [twin.sizes[side], simulated(twin, side)].map(sizes => bySync(sizes, phase));
  return distance(real ?? [], own ?? [], Math.floor(twin.end / periodMs));
}

describe.each(recorded.twins)("the twin $name", twin => {
  it.each(["hpa", "trimtab"] as const)(
    "is simulated as %s scaled it, at most one sync apart",
    side => {
      expect(apart(twin, side)).toBeLessThanOrEqual(1);
    },
  );
});
