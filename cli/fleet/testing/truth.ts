// cli/fleet/testing/: autoscalers of a cluster of which everything is known, and what Prometheus has of them.

import { upstreamSettings } from "../../../engine/model/spec/settings.ts";
import type { Fields } from "../../../engine/model/values/json-values.ts";
import type { EpochMs } from "../../../engine/model/values/result.ts";
import { runJob } from "../../simulate/job.ts";
import { generatedLoad } from "../../simulate/load/generators.ts";
import type { Load } from "../../simulate/load/load.ts";
import { simulatedObjectsIn, type SimulatedObject } from "../../simulate/objects.ts";
import { jobOf } from "../../simulate/prepare.ts";
import { seeded } from "../../simulate/random.ts";
import { everything } from "../../simulate/result.ts";
import { normal } from "../../simulate/world/pod-start.ts";
import type { FleetObject, Workload } from "../model/inventory.ts";
import { cursorOf as at, type Series } from "../past/recorded.ts";

/** What happens to one autoscaler. */
export interface Scenario {
  readonly namespace: string;
  readonly name: string;
  /** Of the HorizontalPodAutoscaler, without its target. */
  readonly spec: Fields;
  /** The spec until the middle of the time, if it was another one. */
  readonly before?: Fields;
  /** What the object has for people, if that is not what decides. */
  readonly shown?: Fields;
  readonly load: Load;
  /** Of a pod, in cores. */
  readonly request: number;
  readonly limit?: number;
  /** Whether the metrics fail between these shares of the time. */
  readonly failing?: readonly [from: number, to: number];
  readonly seed: number;
}

export interface Truth {
  readonly scenario: Scenario;
  readonly start: EpochMs;
  readonly end: EpochMs;
  readonly replicas: Series;
  readonly ready: Series;
  /** What the autoscaler saw of each pod, of each column. */
  readonly status: readonly Series[];
  readonly startsMs: readonly number[];
}

const dayMs = 86_400_000;
const periodMs = 15_000;
const measuring = { metricIntervalMs: periodMs, metricDelayMs: 5000, metricWindowMs: periodMs };
const phaseMs = 7000;

/** A load with errors of 9% in each period. */
export function noisyLoad(text: string, seed: number, share = 0.09): Load {
  const name = text.slice(0, text.indexOf(":"));
  const load = generatedLoad(name as Parameters<typeof generatedLoad>[0], text, seed);
  if (!load.ok) throw new Error(load.error);
  const random = seeded(seed);
  const noisy = (value: number): number => Math.max(0, value * (1 + share * normal(random)));
  return { ...load.value, columns: ["cpu"], values: load.value.values.map(all => all.map(noisy)) };
}

export const cpuAt = (percent: number): Fields => ({
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: percent } },
});

function manifestOf({ namespace, name }: Scenario, spec: Fields): Fields {
  return {
    ...{ apiVersion: "autoscaling/v2", kind: "HorizontalPodAutoscaler" },
    metadata: { namespace, name },
    spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name }, ...spec },
  };
}

function simulatedOf(scenario: Scenario, spec: Fields): SimulatedObject {
  const found = simulatedObjectsIn("hpa.json", JSON.stringify(manifestOf(scenario, spec)));
  const [object] = found.ok ? found.value.objects : [];
  if (!object) throw new Error(found.ok ? "no object" : found.error);
  return object;
}

/** The object as an inventory has it. */
export function objectOf(scenario: Scenario): FleetObject {
  const { namespace, name, spec, shown = spec } = scenario;
  return {
    ...{ cluster: "prod", kind: "HorizontalPodAutoscaler", namespace, name },
    ...{ manifest: manifestOf(scenario, shown), hpa: null, targetExists: null },
    target: { apiVersion: "apps/v1", kind: "Deployment", name },
  };
}

/** The same for a replay. */
export const shownOf = (scenario: Scenario): SimulatedObject =>
  simulatedOf(scenario, scenario.shown ?? scenario.spec);

export function workloadOf({ namespace, name, request, limit }: Scenario): Workload {
  const limits = limit === undefined ? {} : { cpu: limit };
  return {
    ...{ cluster: "prod", kind: "Deployment", namespace, name, podLabels: {} },
    pod: { requests: {}, limits: {} },
    containers: [{ name: "main", requests: { cpu: request }, limits }],
    ...{ replicas: null, replicasManagers: [], startMs: [] },
  };
}

/** Runs a scenario. */
export function truthOf(scenario: Scenario): Truth {
  const { load, spec, before } = scenario;
  const start = load.times[0] ?? 0;
  const failing = scenario.failing?.map(share => start + share * (load.end - start));
  const gaps = failing ? [{ from: failing[0] ?? 0, to: failing[1] ?? 0 }] : [];
  const middle = start + Math.floor((load.end - start) / 2 / dayMs) * dayMs;
  const parts = before
    ? [
        run(scenario, before, { ...load, gaps, end: middle }),
        run(scenario, spec, { ...after(load, middle), gaps }),
      ]
    : [run(scenario, spec, { ...load, gaps })];
  const joined = (pick: (part: (typeof parts)[number]) => Series): Series => ({
    times: Float64Array.from(parts.flatMap(part => [...pick(part).times])),
    values: Float64Array.from(parts.flatMap(part => [...pick(part).values])),
  });
  const ready = joined(part => part.ready);
  return {
    ...{ scenario, start, end: load.end, ready, replicas: joined(part => part.replicas) },
    status: load.columns.map((_, column) => statusOf(scenario, ready, { column, failing })),
    startsMs: Array.from({ length: 12 }, (_, pod) => 40_000 + 3000 * pod),
  };
}

function after(load: Load, time: EpochMs): Load {
  const at = load.times.findIndex(each => each >= time);
  const values = load.values.map(column => column.slice(at));
  return { ...load, times: load.times.slice(at), values };
}

function run({ request, limit, seed }: Scenario, spec: Fields, load: Load) {
  const scenario = { namespace: "", name: "x" } as Scenario;
  const podCapacity = limit ?? request;
  const job = jobOf(
    simulatedOf(scenario, spec),
    {
      ...{ ...measuring, podCapacity, seed, metricPhaseMs: 0, syncPhaseMs: phaseMs },
      ...{ saturates: limit !== undefined, settings: upstreamSettings },
      podStart: { type: "Uniform", from: 40_000, to: 75_000 },
    },
    { columns: load.columns, factors: new Map([["cpu", podCapacity / request]]) },
  );
  if (!job.ok) throw new Error(job.error);
  const { initialReplicas, changes, ready } = runJob(job.value, load, everything);
  const start = load.times[0] ?? 0;
  return {
    replicas: {
      times: Float64Array.from([start, ...changes.map(({ time }) => time)]),
      values: Float64Array.from([initialReplicas, ...changes.map(({ to }) => to)]),
    },
    ready: {
      times: Float64Array.from(ready, ({ time }) => time),
      values: Float64Array.from(ready, ({ pods }) => pods),
    },
  };
}

/** At each sync, the mean of the latest measurement. */
function statusOf(
  { load, limit = Infinity }: Scenario,
  ready: Series,
  { column, failing }: { readonly column: number; readonly failing: readonly number[] | undefined },
): Series {
  const start = load.times[0] ?? 0;
  const pods = at(ready);
  const amount = at({ times: load.times, values: load.values[column] ?? new Float64Array() });
  const times: number[] = [];
  const values: number[] = [];
  for (let sync = start + phaseMs + periodMs; sync < load.end; sync += periodMs) {
    const isFailing = failing && sync >= (failing[0] ?? 0) && sync < (failing[1] ?? 0);
    const measured = Math.floor((sync - 5000 - start) / periodMs) * periodMs + start;
    const value = amount(measured - periodMs) / Math.max(1, pods(measured - 1));
    times.push(sync);
    values.push(isFailing ? NaN : column === 0 ? Math.min(limit, value) : value);
  }
  return { times: Float64Array.from(times), values: Float64Array.from(values) };
}
