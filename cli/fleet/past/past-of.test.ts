import { describe, expect, it } from "vitest";

import type { Fields } from "../../../engine/model/values/json-values.ts";
import type { GridSeries } from "../../../kube/prometheus/client.ts";
import { simulatedObjectsIn } from "../../simulate/objects.ts";
import type { Amounts, FleetObject, Workload } from "../model/inventory.ts";
import { replayJob } from "../replay/replay.ts";
import type { Answers } from "./answers.ts";
import { pastOf } from "./past-of.ts";

const stepMs = 30_000;
const start = Date.UTC(2026, 0, 5);
const length = 2 * 2880;
const window = { from: start, to: start + length * stepMs };

type Values = number | readonly number[];

/** The last value holds until the end. */
const filled = (values: Values, count = length): Float64Array => {
  const all = typeof values === "number" ? [values] : values;
  return Float64Array.from({ length: count }, (_, at) => all[Math.min(at, all.length - 1)] ?? NaN);
};

const own = { horizontalpodautoscaler: "web" };
const status = (type: string, values: Values, more: object = {}): GridSeries => ({
  labels: { ...own, metric_name: "cpu", metric_target_type: type, ...more },
  values: filled(values),
});
const count = (what: string, values: Values, by: object = { deployment: "web" }): GridSeries => ({
  labels: { what, ...by },
  values: filled(values),
});
const ofSpec = (what: string, values: readonly number[], more: object = {}): GridSeries => ({
  labels: { what, ...own, ...more },
  values: filled(values, length / 10),
});

interface Given {
  readonly status?: readonly GridSeries[];
  readonly counts?: readonly GridSeries[];
  readonly spec?: readonly GridSeries[];
}

const grid = (series: readonly GridSeries[], step = stepMs) => ({
  ...{ step, length: (length * stepMs) / step, series },
});

const answersOf = (given: Given): Answers => ({
  discovered: { prefix: "", matchers: [], stepMs, lagMs: 0 },
  window,
  status: grid(given.status ?? []),
  counts: grid(given.counts ?? [count("ready", 4), count("replicas", 4)]),
  spec: grid(given.spec ?? [], 300_000),
  starts: grid([], 3_600_000),
});

const resource = (name: string, target: object): Fields => ({
  type: "Resource",
  resource: { name, target },
});
const container = (name: string): Fields => ({
  type: "ContainerResource",
  containerResource: {
    name: "cpu",
    container: name,
    target: { type: "Utilization", averageUtilization: 60 },
  },
});
const external = (target: Fields): Fields => ({
  type: "External",
  external: { metric: { name: "queue" }, target },
});
const percent = { type: "Utilization", averageUtilization: 60 };

function subjectWith(metrics: readonly Fields[], workload: Workload | null, kind = "Deployment") {
  const target = { apiVersion: "apps/v1", kind, name: "web" };
  const manifest: Fields = {
    ...{ apiVersion: "autoscaling/v2", kind: "HorizontalPodAutoscaler" },
    metadata: { name: "web", namespace: "shop" },
    spec: { scaleTargetRef: target, minReplicas: 1, maxReplicas: 9, metrics },
  };
  const found = simulatedObjectsIn("web.json", JSON.stringify(manifest));
  if (!found.ok) throw new Error(found.error);
  const object: FleetObject = {
    ...{ cluster: "prod", kind: "HorizontalPodAutoscaler", namespace: "shop", name: "web" },
    ...{ hpa: null, targetExists: null, manifest, target },
  };
  const simulated = found.value.objects[0]!;
  return {
    simulated,
    pastFrom: (given: Given) => pastOf({ object, workload }, simulated, answersOf(given)),
  };
}

const workloadWith = (
  containers: Readonly<Record<string, readonly [Amounts, Amounts]>>,
): Workload => ({
  ...{ cluster: "prod", kind: "Deployment", namespace: "shop", name: "web", podLabels: {} },
  pod: { requests: {}, limits: {} },
  containers: Object.entries(containers).map(([name, [requests, limits]]) => ({
    name,
    requests,
    limits,
  })),
  ...{ replicas: null, replicasManagers: [], startMs: [] },
});
const half = workloadWith({ main: [{ cpu: 0.5, memory: 1e9 }, {}] });
const limited = workloadWith({
  main: [{ cpu: 0.5 }, { cpu: 1 }],
  proxy: [{ cpu: 0.1 }, { cpu: 0.2 }],
});

describe("the load of an autoscaler", () => {
  // prettier-ignore
  it.each([
    { shows: "averages of CPU times ready pods",      metrics: [resource("cpu", percent)], given: { status: [status("average", 0.3)] }, workload: half, load: [1.2], capacity: 0.5, factors: { cpu: 1 } },
    { shows: "percentages of the request, rounded down", metrics: [resource("cpu", percent)], given: { status: [status("utilization", 59)] }, workload: half, load: [1.19], capacity: 0.5, factors: { cpu: 1 } },
    { shows: "percentages where averages are whole numbers only", metrics: [resource("cpu", percent)], given: { status: [status("utilization", 199), status("average", [1, NaN])] }, workload: half, load: [3.99], capacity: 0.5, factors: { cpu: 1 } },
    { shows: "requests, if none is known",            metrics: [resource("cpu", percent)], given: { status: [status("utilization", 59)] }, workload: null, load: [2.38], capacity: 1, factors: { cpu: 1 } },
    { shows: "the request that the measurements imply", metrics: [resource("cpu", percent)], given: { status: [status("average", 0.3), status("utilization", 29.5)] }, workload: half, load: [1.2], capacity: 1, factors: { cpu: 1 } },
    { shows: "a target above the request",            metrics: [resource("cpu", { type: "Utilization", averageUtilization: 90 })], given: { status: [status("average", 0.3)] }, workload: half, load: [1.2], capacity: 0.6, factors: { cpu: 1.2 } },
    { shows: "all containers and their limits",       metrics: [resource("cpu", percent)], given: { status: [status("average", 0.3)] }, workload: limited, load: [1.2], capacity: 1.2, factors: { cpu: 2 } },
    { shows: "one container and its limit",           metrics: [container("main")], given: { status: [status("average", 9, { container: "proxy" }), status("average", 0.3, { container: "main" })] }, workload: limited, load: [1.2], capacity: 1, factors: { cpu: 2 } },
    { shows: "one container of an older kube-state-metrics", metrics: [container("main")], given: { status: [status("average", 0.3)] }, workload: limited, load: [1.2], capacity: 1, factors: { cpu: 2 } },
    { shows: "an average of CPU",                     metrics: [resource("cpu", { type: "AverageValue", averageValue: "600m" })], given: { status: [status("average", 0.3)] }, workload: null, load: [1.2], capacity: 0.8, factors: { cpu: 1 } },
    { shows: "an average of all replicas, ready or not", metrics: [external({ type: "AverageValue", averageValue: "30" })], given: { status: [status("average", 20, { metric_name: "queue" })], counts: [count("ready", 4), count("replicas", 5), count("current", 5, own)] }, workload: null, load: [100], capacity: 40, factors: { queue: 1 } },
    { shows: "a value for each ready pod",            metrics: [external({ type: "Value", value: "30" })], given: { status: [status("value", 20, { metric_name: "queue" })] }, workload: null, load: [80], capacity: 40, factors: { queue: 1 } },
    { shows: "CPU first, with memory",                metrics: [resource("memory", percent), resource("cpu", percent)], given: { status: [status("average", 0.3), status("average", 5e8, { metric_name: "memory" })] }, workload: half, load: [1.2, 2e9], capacity: 0.5, factors: { cpu: 1, memory: 0.5e-9 } },
    { shows: "a Rollout by the replicas of the autoscaler", kind: "Rollout", metrics: [resource("cpu", percent)], given: { status: [status("average", 0.3)], counts: [count("current", 5, own)] }, workload: half, load: [1.5], capacity: 0.5, factors: { cpu: 1 } },
  ])("is $shows", ({ metrics, given, workload, load, capacity, factors, ...more }) => {
    const subject = subjectWith(metrics, workload, "kind" in more ? more.kind : undefined);
    const past = subject.pastFrom(given);
    if (!past.ok) throw new Error(past.error);
    expect(past.value.load.values.map(([first]) => Number(first?.toPrecision(6)))).toEqual(load);
    expect(past.value.podCapacity).toBeCloseTo(capacity);
    for (const [name, factor] of Object.entries(factors)) {
      expect(past.value.factors.get(name)! / factor).toBeCloseTo(1);
    }
    expect(past.value.load.times[0]).toBe(start - 15_000);
    expect(replayJob(subject.simulated, past.value).ok).toBe(true);
  });

  // prettier-ignore
  it.each([
    { shows: "a pod that is ready now, and was not 30 seconds ago", given: { counts: [count("ready", [4, 4, 6, 6])] }, times: [0, 3], values: [1.2, 1.8], gaps: [] },
    { shows: "a pod that is not ready now",     given: { counts: [count("ready", [4, 4, 3, 4])] }, times: [0, 2, 4], values: [1.2, 0.9, 1.2], gaps: [] },
    { shows: "a gap of the series",             given: { status: [status("average", [0.3, NaN, NaN, 0.3])] }, times: [0, 3], values: [1.2, 1.2], gaps: [[1, 3]] },
    { shows: "an autoscaler that is not active", given: { counts: [count("ready", 4), count("active", [1, 1, 0, 1], own)] }, times: [0, 3], values: [1.2, 1.2], gaps: [[2, 3]] },
  ])("knows $shows", ({ given, times, values, gaps }) => {
    const subject = subjectWith([resource("cpu", percent)], half);
    const past = subject.pastFrom({ status: [status("average", 0.3)], ...given });
    const load = past.ok ? past.value.load : null;
    const at = (index: number): number => start - 15_000 + index * stepMs;
    expect([...(load?.times ?? [])]).toEqual(times.map(at));
    expect([...(load?.values[0] ?? [])].map(value => Number(value.toFixed(6)))).toEqual(values);
    expect(load?.gaps).toEqual(gaps.map(([from = 0, to = 0]) => ({ from: at(from), to: at(to) })));
  });

  // prettier-ignore
  it.each([
    { shows: "no series at all",   metrics: [resource("cpu", percent)], given: {}, says: "no series tells what it measured of cpu" },
    { shows: "a series without a value", metrics: [resource("cpu", percent)], given: { status: [status("average", NaN)] }, says: "nothing of its load was recorded" },
    { shows: "two metrics of one name", metrics: [resource("cpu", percent), container("main")], given: {}, says: "two of its metrics are called cpu, and their series are one" },
    { shows: "no metrics",         metrics: [], given: {}, says: "it has no metrics" },
  ])("is refused for $shows", ({ metrics, given, says }) => {
    expect(subjectWith(metrics, half).pastFrom(given)).toEqual({ ok: false, error: says });
  });
});

describe("the latest change", () => {
  const target = { metric_name: "cpu", metric_target_type: "utilization" };
  // prettier-ignore
  it.each([
    { shows: "nothing",        spec: [ofSpec("min", [1]), ofSpec("target", [60], target)], at: 0, text: null },
    { shows: "a minimum",      spec: [ofSpec("min", [2, 2, 1])], at: 2, text: "its minReplicas changed from 2 to 1 at 2026-01-05 00:10:00Z" },
    { shows: "a maximum that comes back", spec: [ofSpec("max", [9, 5, NaN, 9])], at: 3, text: "its maxReplicas changed from 5 to 9 at 2026-01-05 00:15:00Z" },
    { shows: "a target, and then a generation", spec: [ofSpec("target", [50, 60], target), ofSpec("generation", [1, 1, 2])], at: 2, text: "its spec changed at 2026-01-05 00:10:00Z" },
    { shows: "absent times only", spec: [ofSpec("max", [9, NaN, 9])], at: 0, text: null },
    { shows: "a target that is another one now", spec: [ofSpec("target", [50], target)], at: length / 10, text: "its target of cpu is 60 now, and 50 was recorded" },
  ])("is $shows", ({ spec, at, text }) => {
    const subject = subjectWith([resource("cpu", percent)], half);
    const past = subject.pastFrom({ status: [status("average", 0.3)], spec });
    const want = text === null ? null : { time: start + at * 300_000, text };
    expect(past.ok && past.value.lastChange).toEqual(want);
  });
});
