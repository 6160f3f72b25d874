import { setImmediate as turn } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import { closedGate } from "../../engine/forecast/gate.ts";
import { metricDefinitions } from "./metric-definitions.ts";
import type { ShownObject } from "./object-metrics.ts";
import { MetricsRegistry } from "./metrics-registry.ts";

const telemetryWith = (objects: readonly ShownObject[], objectMetrics = true): MetricsRegistry => {
  const telemetry = new MetricsRegistry({ version: "1.2.3", objectMetrics });
  telemetry.scales("Autoscaler", () => objects);
  telemetry.observe("trimtab_queue_depth", "kind", () => new Map([["Autoscaler", 7]]));
  for (const name of [
    "trimtab_kube_reflectors",
    "trimtab_kube_reflectors_disconnected",
    "trimtab_kube_reflector_failing_seconds",
    "trimtab_kube_reflector_silence_seconds",
    "trimtab_kube_reflector_objects",
  ] as const) {
    telemetry.observe(name, "resource", () => new Map());
  }
  return telemetry;
};

/** Names as long as in a large cluster. */
const manyObjects = (count: number): ShownObject[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{
      kind: "Autoscaler",
      namespace: `team-${index % 100}-production`,
      name: `frontend-${index}`,
    },
    ...{ mode: "Active", ready: "True", badConditions: [] },
    targets: [
      {
        target: `Deployment/frontend-${index}`,
        failedVotes: 0,
        counts: { current: 3, desired: 4, min: 2, max: 90 },
      },
    ],
  }));
const [web] = manyObjects(1) as [ShownObject];

const balance = {
  ...{ shortage: 10.2, replicas: 2_800, saved: 10.1, extra: 28, savedByRival: 0.01 },
  ...{ lostSaved: 9, lostSavedByRival: 0 },
};
const forecast: NonNullable<ShownObject["forecast"]> = {
  gate: { ...closedGate, isOpen: true, verdict: "Worthwhile", since: 20_535 },
  ...{ isOverBudget: false, mode: "Active", days: 14, balance, knownDays: 28 },
  ...{ expectedReplicas: 20, addedReplicas: 17 },
};

const seriesOf = (text: string): string[] =>
  text.split("\n").filter(line => line.startsWith("trimtab_"));

describe("the metrics", () => {
  it("match the catalog, each once", async () => {
    const telemetry = telemetryWith([{ ...web, forecast }]);
    telemetry.leading(true);
    const text = await telemetry.exposition();
    const types = [...text.matchAll(/^# TYPE (trimtab_\w+) (\w+)$/gm)].map(([, ...what]) => what);
    const expected = Object.entries(metricDefinitions).map(([name, { type }]) => [name, type]);
    expect(types.sort()).toEqual(expected.sort());
  });

  it("count a request that was never sent, but measure only sent requests", async () => {
    const telemetry = telemetryWith([]);
    const request = { verb: "list", resource: "pods" };
    telemetry.request({ ...request, code: "200", milliseconds: 3 });
    telemetry.request({ ...request, code: "NoTurn", milliseconds: null });
    const series = seriesOf(await telemetry.exposition());
    expect(series).toContain(
      'trimtab_kube_requests_total{verb="list",resource="pods",code="NoTurn"} 1',
    );
    expect(series).toContain('trimtab_kube_request_duration_seconds_count{verb="list"} 1');
  });

  it("show how old the samples of votes were that have times", async () => {
    const telemetry = telemetryWith([]);
    const vote = { source: "cpu", type: "Count", replicas: 3, message: "" } as const;
    const votes = [{ ...vote, sampleAgeSeconds: 4 }, vote];
    telemetry.decision("Autoscaler", { time: 0, from: 3, to: 3, votes, steps: [] });
    const series = seriesOf(await telemetry.exposition());
    expect(series).toContain('trimtab_sample_age_seconds_sum{kind="Autoscaler"} 4');
    expect(series).toContain('trimtab_sample_age_seconds_count{kind="Autoscaler"} 1');
  });

  it.each(Object.entries(metricDefinitions))(
    "%s follows the conventions for names and labels",
    (name, metric) => {
      expect(name).toMatch(/^trimtab_[a-z]+(_[a-z]+)*$/);
      expect(name.endsWith("_total")).toBe(metric.type === "counter");
      if (metric.type === "histogram") expect(name).toMatch(/_seconds$/);
      expect(metric.help).toMatch(/^[A-Z1].*[^.]$/);
      for (const [label, meaning] of Object.entries(metric.labels)) {
        expect(meaning).not.toBe("");
        expect(label).toMatch(/^[a-z]+$/);
        expect(["le", "quantile", "job", "instance"]).not.toContain(label);
      }
    },
  );

  it("identify the build, and omit unknown values", async () => {
    const telemetry = telemetryWith([]);
    const before = seriesOf(await telemetry.exposition());
    expect(before).toContain(
      `trimtab_build_info{version="1.2.3",node="${process.versions.node}"} 1`,
    );
    expect(before.filter(line => line.startsWith("trimtab_webhook"))).toEqual([]);
    telemetry.certificateExpires(1_800_000_000);
    expect(seriesOf(await telemetry.exposition())).toContain(
      "trimtab_webhook_certificate_expiry_timestamp_seconds 1800000000",
    );
  });

  it("start at 0, so that the first fault is an increase", async () => {
    const text = await telemetryWith([]).exposition();
    for (const where of ["reconcile", "watch", "admission", "process"]) {
      expect(text).toContain(`trimtab_internal_faults_total{where="${where}"} 0\n`);
    }
  });

  it("start at 0 for each kind", async () => {
    const text = await telemetryWith([]).exposition();
    for (const name of ["queue_wait", "due_lateness", "admission_review_duration"]) {
      expect(text).toContain(`trimtab_${name}_seconds_count{kind="Autoscaler"} 0\n`);
    }
  });

  it("count a decision once, and each reason that limited it", async () => {
    const telemetry = telemetryWith([]);
    const step = { before: 5, after: 30, message: "" };
    telemetry.decision("Autoscaler", {
      ...{ time: 0, from: 5, to: 8, votes: [] },
      steps: [
        { ...step, step: "combine", reason: "LargestVote" },
        { ...step, step: "limit", before: 30, after: 10, reason: "ScaleUpLimit" },
        { ...step, step: "bound", before: 10, after: 8, reason: "TooManyReplicas" },
      ],
    });
    const text = await telemetry.exposition();
    expect(text).toContain('trimtab_decisions_total{kind="Autoscaler",direction="up"} 1\n');
    expect(seriesOf(text).filter(line => line.startsWith("trimtab_holds_total"))).toEqual([
      'trimtab_holds_total{kind="Autoscaler",reason="ScaleUpLimit"} 1',
      'trimtab_holds_total{kind="Autoscaler",reason="TooManyReplicas"} 1',
    ]);
  });

  it("count a write by its result", async () => {
    const telemetry = telemetryWith([]);
    telemetry.write("Autoscaler", "Conflict");
    const counts = seriesOf(await telemetry.exposition());
    expect(counts.filter(line => line.startsWith("trimtab_scale_writes_total"))).toEqual([
      'trimtab_scale_writes_total{kind="Autoscaler",result="Written"} 0',
      'trimtab_scale_writes_total{kind="Autoscaler",result="Conflict"} 1',
    ]);
  });

  it("contain a gauge with its value at the time of the scrape", async () => {
    const telemetry = new MetricsRegistry({ version: "1.2.3", objectMetrics: true });
    let depth = 7;
    telemetry.observe("trimtab_queue_depth", "kind", () => new Map([["Autoscaler", depth]]));
    for (depth of [7, 0]) {
      const series = seriesOf(await telemetry.exposition());
      expect(series).toContain(`trimtab_queue_depth{kind="Autoscaler"} ${depth}`);
    }
  });

  it("have one series for all foreign kinds, whatever is sent for review", async () => {
    const telemetry = telemetryWith([]);
    for (let index = 0; index < 100; index++) telemetry.review(`Kind${index}`, "allowed", 1);
    telemetry.review("Autoscaler", "denied", 1);
    const counts = seriesOf(await telemetry.exposition());
    expect(counts.filter(line => line.startsWith("trimtab_admission_reviews_total"))).toEqual([
      'trimtab_admission_reviews_total{kind="Autoscaler",verdict="allowed"} 0',
      'trimtab_admission_reviews_total{kind="Autoscaler",verdict="denied"} 1',
      'trimtab_admission_reviews_total{kind="Autoscaler",verdict="fault"} 0',
      'trimtab_admission_reviews_total{kind="Other",verdict="allowed"} 100',
    ]);
  });

  it("record the delay only of keys that were due", async () => {
    const telemetry = telemetryWith([]);
    telemetry.waited("Autoscaler", 5, null);
    telemetry.waited("Autoscaler", 5, 2_000);
    const text = await telemetry.exposition();
    expect(text).toContain('trimtab_queue_wait_seconds_count{kind="Autoscaler"} 2\n');
    expect(text).toContain('trimtab_due_lateness_seconds_sum{kind="Autoscaler"} 2\n');
    expect(text).toContain('trimtab_due_lateness_seconds_count{kind="Autoscaler"} 1\n');
  });
});

describe("leadership", () => {
  it("is 0 until the Lease is won, and counts each change once", async () => {
    const telemetry = telemetryWith([]);
    const told = async () =>
      seriesOf(await telemetry.exposition()).filter(line => line.startsWith("trimtab_leader"));
    expect(await told()).toEqual(["trimtab_leader 0", "trimtab_leader_transitions_total 0"]);
    for (const isLeader of [false, true, true]) telemetry.leading(isLeader);
    expect(await told()).toEqual(["trimtab_leader 1", "trimtab_leader_transitions_total 1"]);
    telemetry.leading(false);
    expect(await told()).toEqual(["trimtab_leader 0", "trimtab_leader_transitions_total 2"]);
  });
});

describe("series of single objects", () => {
  const ofObjects = async (telemetry: MetricsRegistry): Promise<string[]> =>
    seriesOf(await telemetry.exposition()).filter(line => line.startsWith("trimtab_object"));

  it("contain counts, bounds, mode, readiness and what is wrong, and omit unknown values", async () => {
    const named = { kind: "Autoscaler", namespace: "ns", name: "dns" };
    const dns: ShownObject = {
      ...{ ...named, mode: "DryRun", ready: "Unknown" },
      badConditions: [
        { type: "FallbackActive", reason: "FailedGetPodsMetric" },
        { type: "Ready", reason: 'X"' },
      ],
      windows: [{ window: 'day"', state: "next", time: 1_500 }],
      targets: [
        {
          ...{ target: 'X/"\\', failedVotes: 2 },
          counts: { current: 0, desired: undefined, min: undefined, max: 4 },
        },
      ],
    };
    const telemetry = telemetryWith([web, dns]);
    telemetry.leading(true);
    const frontend =
      'kind="Autoscaler",namespace="team-0-production",name="frontend-0",target="Deployment/frontend-0"';
    expect(await ofObjects(telemetry)).toEqual([
      'trimtab_objects{kind="Autoscaler",mode="Active",ready="True"} 1',
      'trimtab_objects{kind="Autoscaler",mode="DryRun",ready="Unknown"} 1',
      'trimtab_objects_in_fallback{kind="Autoscaler"} 0',
      'trimtab_object_info{kind="Autoscaler",namespace="team-0-production",name="frontend-0",mode="Active",ready="True"} 1',
      'trimtab_object_info{kind="Autoscaler",namespace="ns",name="dns",mode="DryRun",ready="Unknown"} 1',
      'trimtab_object_condition{kind="Autoscaler",namespace="ns",name="dns",condition="FallbackActive",reason="FailedGetPodsMetric"} 1',
      String.raw`trimtab_object_condition{kind="Autoscaler",namespace="ns",name="dns",condition="Ready",reason="X\""} 1`,
      String.raw`trimtab_object_failed_votes{kind="Autoscaler",namespace="ns",name="dns",target="X/\"\\"} 2`,
      `trimtab_object_replicas{${frontend},state="current"} 3`,
      `trimtab_object_replicas{${frontend},state="desired"} 4`,
      `trimtab_object_replicas{${frontend},state="min"} 2`,
      `trimtab_object_replicas{${frontend},state="max"} 90`,
      String.raw`trimtab_object_replicas{kind="Autoscaler",namespace="ns",name="dns",target="X/\"\\",state="current"} 0`,
      String.raw`trimtab_object_replicas{kind="Autoscaler",namespace="ns",name="dns",target="X/\"\\",state="max"} 4`,
      String.raw`trimtab_object_schedule_timestamp_seconds{kind="Autoscaler",namespace="ns",name="dns",window="day\"",state="next"} 1.5`,
    ]);
  });

  const named = 'kind="Autoscaler",namespace="team-0-production",name="frontend-0"';
  const [open, replicas, seconds] = ["open", "replicas", "replica_seconds"].map(
    what => `trimtab_object_forecast_${what}{${named},`,
  );
  const learning = { ...forecast, gate: closedGate, days: 0, addedReplicas: 0 };
  // prettier-ignore
  it.each<{ shows: string; given: Partial<typeof forecast>; series: readonly string[] }>([
    { shows: "the gate, its reason, the replicas, and the account in seconds", given: {}, series: [
      `${open}reason="Worthwhile"} 1`,
      `${replicas}state="added"} 17`,
      `${replicas}state="expected"} 20`,
      `${seconds}part="shortage"} 36720`,
      `${seconds}part="avoided"} 36360`,
      `${seconds}part="extra"} 100800`,
      `${seconds}part="rival"} 36`,
    ] },
    { shows: "no account before a day is judged", given: learning, series: [
      `${open}reason="Learning"} 0`,
      `${replicas}state="added"} 0`,
      `${replicas}state="expected"} 20`,
    ] },
    { shows: "no expected replicas while nothing is expected, and why an open gate waits", given: { ...learning, gate: forecast.gate, isOverBudget: true, expectedReplicas: null }, series: [
      `${open}reason="OverBudget"} 1`,
      `${replicas}state="added"} 0`,
    ] },
  ])("contain of a forecast $shows", async ({ given, series }) => {
    const telemetry = telemetryWith([{ ...web, forecast: { ...forecast, ...given } }]);
    telemetry.leading(true);
    const all = await ofObjects(telemetry);
    expect(all.filter(line => line.startsWith("trimtab_object_forecast"))).toEqual(series);
  });

  it("do not mention forecasts while no object has one", async () => {
    const telemetry = telemetryWith([web]);
    telemetry.leading(true);
    expect(await telemetry.exposition()).not.toContain("forecast_");
  });

  it.each([
    { mode: "Active", count: 1 },
    { mode: "DryRun", count: 0 },
    { mode: "Paused", count: 0 },
  ])("count $count objects in fallback with one in mode $mode", async ({ mode, count }) => {
    const badConditions = [{ type: "FallbackActive", reason: "FailedGetPodsMetric" }];
    const telemetry = telemetryWith([{ ...web, mode, badConditions }], false);
    telemetry.leading(true);
    expect(await ofObjects(telemetry)).toContain(
      `trimtab_objects_in_fallback{kind="Autoscaler"} ${count}`,
    );
  });

  it("are absent on a standby replica", async () => {
    expect(await ofObjects(telemetryWith([web]))).toEqual([]);
  });

  it("are disabled on demand, except for the number of objects, whose targets are not read", async () => {
    const targets = (): never => {
      throw new Error("the targets are read");
    };
    const untouched = Object.defineProperty({ ...web }, "targets", { get: targets });
    const telemetry = telemetryWith([untouched], false);
    telemetry.leading(true);
    expect(await ofObjects(telemetry)).toEqual([
      'trimtab_objects{kind="Autoscaler",mode="Active",ready="True"} 1',
      'trimtab_objects_in_fallback{kind="Autoscaler"} 0',
    ]);
  });

  const tenThousand = manyObjects(10_000);
  const large = telemetryWith(tenThousand);
  large.leading(true);

  it("are five for each of 10,000 objects, with less than 150 bytes each", async () => {
    const series = await ofObjects(large);
    expect(series).toHaveLength(50_002);
    const bytes = series.reduce((sum, line) => sum + line.length + 1, 0);
    expect(bytes / series.length).toBeLessThan(150);
  });

  it("yield to other work after every 200 objects", async () => {
    let turns = 0;
    let isOver = false;
    const others = async () => {
      while (!isOver) {
        await turn();
        turns += 1;
      }
    };
    const running = others();
    await large.exposition();
    isOver = true;
    await running;
    expect(turns).toBeGreaterThanOrEqual(50);
  });

  it("need the same number of reads per object for many objects as for few", async () => {
    const readsOfEach = async (count: number): Promise<number> => {
      let reads = 0;
      const get = (object: ShownObject, field: keyof ShownObject) => {
        reads += 1;
        return object[field];
      };
      const objects = manyObjects(count).map(object => new Proxy(object, { get }));
      const telemetry = telemetryWith(objects);
      telemetry.leading(true);
      await telemetry.exposition();
      return reads / count;
    };
    expect(await readsOfEach(1_000)).toBe(await readsOfEach(10));
  });
});
