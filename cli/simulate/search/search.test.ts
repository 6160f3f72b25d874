import { beforeAll, describe, expect, it } from "vitest";

import { upstreamSettings } from "../../../engine/model/spec/settings.ts";
import { generatedLoad } from "../load/generators.ts";
import { simulatedObjectsIn, type SimulatedObject } from "../objects.ts";
import { everything } from "../result.ts";
import { prepare, type Request } from "../prepare.ts";
import { type Matched, type Task, targetOf, withTargets } from "./equal-cost.ts";
import { periodOf } from "../world/pod-job.ts";
import { runAll, Runner } from "./runner.ts";
import { gridOf } from "./grid.ts";

const head =
  "{apiVersion: autoscaling.trimtab.dev/v1alpha1, kind: Autoscaler, metadata: {name: web}, spec: ";
const ref = "scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}";

function objectWith(metrics: string, more = ""): SimulatedObject {
  const found = simulatedObjectsIn(
    "web.yaml",
    `${head}{${ref}, minReplicas: 2, maxReplicas: 50, metrics: [${metrics}]${more}}}`,
  );
  if (!found.ok) throw new Error(found.error);
  return found.value.objects[0]!;
}

function varied(object: SimulatedObject, grid: string): readonly SimulatedObject[] {
  const found = gridOf(object, grid);
  if (!found.ok) throw new Error(found.error);
  return found.value;
}

const cpu =
  "{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 60}}}";
const queue =
  '{type: External, external: {metric: {name: q}, target: {type: AverageValue, averageValue: "30"}}}';
const total = "{type: External, external: {metric: {name: q}, target: {type: Value, value: 2k}}}";

describe("a grid", () => {
  const names = (text: string): string[] | string => {
    const grid = gridOf(objectWith(cpu), text);
    return grid.ok ? grid.value.map(({ name }) => name) : grid.error;
  };

  // prettier-ignore
  it.each([
    { grid: "target=40,60",           want: ["web target=40", "web target=60"] },
    { grid: "target=40..50:5",        want: ["web target=40", "web target=45", "web target=50"] },
    { grid: "target=40,minReplicas=1..2:1", want: ["web target=40 minReplicas=1", "web target=40 minReplicas=2"] },
    { grid: "target=0.1..0.3:0.1",    want: ["web target=0.1", "web target=0.2", "web target=0.3"] },
    { grid: "speed=4",                want: '--grid: there is no "speed"; write target, minReplicas, maxReplicas, scaleUpWindow, scaleDownWindow, syncPeriod' },
    { grid: "target=50..40:5",        want: "--grid target=50..40:5: write target=40,60 or target=40..90:5" },
    { grid: "target=40..90:0",        want: "--grid target=40..90:0: write target=40,60 or target=40..90:5" },
    { grid: "target=",                want: "--grid target=: write target=40,60 or target=40..90:5" },
    { grid: "target=0",               want: "--grid target=0: write target=40,60 or target=40..90:5" },
    { grid: "syncPeriod=0",           want: expect.stringMatching(/^--grid: web syncPeriod=0: spec\.syncPeriodSeconds: /) as string },
    { grid: "minReplicas=51",         want: expect.stringMatching(/^--grid: web minReplicas=51: spec/) as string },
    { grid: "scaleDownWindow=9999",   want: expect.stringMatching(/^--grid: web scaleDownWindow=9999: spec\.behavior/) as string },
    { grid: "target=1..99:1,maxReplicas=1..99:1", want: "--grid: 9801 candidates are more than 2000" },
  ])("$grid", ({ grid, want }) => {
    expect(names(grid)).toEqual(want);
  });

  it("needs a target to vary", () => {
    expect(gridOf(objectWith(""), "target=40,50")).toEqual({
      ...{ ok: false, error: "--grid: web has no metric with a target to vary" },
    });
  });

  // prettier-ignore
  it.each([
    { variable: "target",          value: 45,  spec: { metrics: [{ resource: { target: { averageUtilization: 45 } } }] } },
    { variable: "minReplicas",     value: 4,   spec: { minReplicas: 4, maxReplicas: 50 } },
    { variable: "maxReplicas",     value: 9,   spec: { minReplicas: 2, maxReplicas: 9 } },
    { variable: "scaleUpWindow",   value: 30,  spec: { behavior: { scaleUp: { stabilizationWindowSeconds: 30 } } } },
    { variable: "scaleDownWindow", value: 600, spec: { behavior: { scaleDown: { stabilizationWindowSeconds: 600 } } } },
    { variable: "syncPeriod",      value: 60,  spec: { syncPeriodSeconds: 60 } },
  ] as const)("varies $variable", ({ variable, value, spec }) => {
    const [object] = varied(objectWith(cpu), `${variable}=${value}`);
    expect(object?.spec).toMatchObject(spec);
    expect(object && periodOf(object)).toBe(variable === "syncPeriod" ? 60_000 : 15_000);
  });
});

describe("a target", () => {
  // prettier-ignore
  it.each([
    { shows: "a percentage",           metrics: cpu,   by: 0.5,  target: 30 },
    { shows: "hundredths of a percent", metrics: cpu,  by: 1.111, target: 66.66 },
    { shows: "whole percentages above 100", metrics: cpu, by: 2.004, target: 120 },
    { shows: "an average",             metrics: queue, by: 0.5,  target: 15 },
    { shows: "a whole value",          metrics: total, by: 2,    target: 4000 },
    { shows: "none",                   metrics: "",    by: 2,    target: null },
  ])("is scaled: $shows", ({ metrics, by, target }) => {
    expect(targetOf(withTargets(objectWith(metrics).spec, by))).toEqual(target);
  });
});

describe("many simulations", () => {
  const load = generatedLoad("sine", "sine:days=0.4,stepSeconds=60", 1);
  const request = (objects: readonly SimulatedObject[]): Request => ({
    objects,
    load: load.ok ? load.value : (undefined as never),
    world: {
      ...{ podCapacity: 5, podStart: { type: "Constant", ms: 60_000 }, seed: 1 },
      ...{
        metricIntervalMs: 15_000,
        metricDelayMs: 10_000,
        metricWindowMs: 30_000,
        settings: upstreamSettings,
      },
    },
    factors: new Map(),
    notes: [],
  });
  const jobsOf = (objects: readonly SimulatedObject[]) => {
    const prepared = prepare(request(objects));
    if (!prepared.ok) throw new Error(prepared.error);
    return prepared.value;
  };

  type Asked = Partial<Parameters<typeof runAll>[2]>;
  const run = async (tasks: readonly Task[], asked: Asked = {}): Promise<Matched[]> => {
    const { load: same } = jobsOf([objectWith(cpu)]);
    const caller = { kept: everything, onDone: () => undefined, ...asked };
    const results: Matched[] = [];
    for await (const result of runAll(tasks, same, caller)) results.push(result);
    return results;
  };
  const tasksOf = (...targets: readonly number[]): Task[] => {
    const objects = varied(objectWith(cpu), `target=${targets.join()}`);
    return jobsOf(objects).jobs.map(job => ({ job }));
  };

  /** Enough to run in workers. */
  const tasks = tasksOf(40, 45, 50, 55, 60, 65, 70, 75, 80, 85);
  let oneByOne: readonly Matched[];
  beforeAll(async () => {
    oneByOne = (await Promise.all(tasks.map(task => run([task])))).flat();
  });

  it("come to the same in workers as one by one, in the same order", async () => {
    const seen: number[] = [];
    const inWorkers = await run(tasks, { onDone: done => seen.push(done) });
    expect(inWorkers).toEqual(oneByOne);
    expect(seen).toEqual(tasks.map((_, index) => index + 1));
  });

  it.each([
    { shows: "the decisions of the first changes", kept: { sizes: true, decisions: 5 } },
    { shows: "nothing but the measures", kept: { sizes: false, decisions: 0 } },
    { shows: "the first changes alone", kept: { sizes: false, decisions: 5 } },
  ])("return $shows", async ({ kept }) => {
    const some = await run(tasks, { kept });
    for (const [index, { changes, ready, measures }] of some.entries()) {
      const whole = oneByOne[index]!;
      const listed = kept.sizes ? whole.changes : whole.changes.slice(0, kept.decisions);
      expect(changes.map(({ to }) => to)).toEqual(listed.map(({ to }) => to));
      expect(changes.filter(({ decision }) => decision)).toHaveLength(kept.decisions);
      expect(ready).toEqual(kept.sizes ? whole.ready : []);
      expect(measures).toEqual(whole.measures);
    }
  });

  it("end with the failure of one of them", async () => {
    const [task, ...more] = tasks;
    const failing = { job: { ...task!.job, plans: null as never } };
    await expect(run([...more, failing, task!])).rejects.toThrow();
  });

  it("have loads of their own in one pool of workers", async () => {
    const { load: same } = jobsOf([objectWith(cpu)]);
    const half = { ...same, values: same.values.map(column => column.map(value => value / 2)) };
    const [task] = tasks;
    const runner = new Runner();
    const both = await Promise.all(
      [same, half, same].map(load => runner.one({ ...task!, load }, everything)),
    );
    await runner.end();
    const [whole, less, again] = both.map(({ measures }) => measures.replicaHours);
    expect(whole).toBe(oneByOne[0]!.measures.replicaHours);
    expect(again).toBe(whole);
    expect(less! / whole!).toBeCloseTo(0.5, 1);
  });

  it("match the cost of another one by the target", async () => {
    const [task, other] = tasksOf(60, 90);
    const [first] = await run([task!]);
    const cost = first?.measures.replicaHours ?? 0;
    const [matched] = await run([{ ...other!, cost }]);
    expect((matched?.measures.replicaHours ?? 0) / cost).toBeCloseTo(1, 2);
    expect(matched?.equalCost?.target).toBeCloseTo(60, -1);
  });

  it("come as close as the bounds allow", async () => {
    const [found] = await run([{ ...tasksOf(60)[0]!, cost: 1e6 }]);
    expect(found?.measures.replicaHours).toBeGreaterThan(240);
  });
});
