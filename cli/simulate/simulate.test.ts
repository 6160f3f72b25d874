import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { trimtab } from "../testing/trimtab.ts";
import type { Simulation } from "./result.ts";

const spec = (target: number): string => `
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  minReplicas: 2
  maxReplicas: 30
  metrics:
    - type: Resource
      resource: {name: cpu, target: {type: Utilization, averageUtilization: ${target}}}
`;
const autoscaler = (name: string, target = 60): string =>
  `apiVersion: autoscaling.trimtab.dev/v1alpha1\nkind: Autoscaler\nmetadata: {name: ${name}}\nspec:${spec(target)}`;
const hpa = (name: string): string =>
  `apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: ${name}}\nspec:${spec(60)}`;
const v1 = `apiVersion: autoscaling/v1\nkind: HorizontalPodAutoscaler\nmetadata: {name: old}\nspec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, minReplicas: 2, maxReplicas: 30, targetCPUUtilizationPercentage: 60}\n`;
const v2beta1 = v1
  .replace("autoscaling/v1", "autoscaling/v2beta1")
  .replace("name: old", "name: older")
  .replace(
    "targetCPUUtilizationPercentage: 60",
    "metrics: [{type: Resource, resource: {name: cpu, targetAverageUtilization: 60}}]",
  );
const annotated = v1
  .replace(
    "name: old",
    `name: annotated, annotations: {autoscaling.alpha.kubernetes.io/metrics: '[{"type":"Resource","resource":{"name":"cpu","targetAverageUtilization":60}}]'}`,
  )
  .replace(", targetCPUUtilizationPercentage: 60", "");
const service = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\n";

/** A load of one pod that becomes one of eight pods after an hour. */
const step = Array.from({ length: 120 }, (_, minute) => {
  const time = new Date(Date.UTC(2026, 0, 5, 0, minute)).toISOString();
  return `${time},${minute < 60 ? 50 : 400}`;
}).join("\n");

describe("trimtab simulate", () => {
  let folder = "";
  const path = (name: string): string => join(folder, name);
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "trimtab-simulate-"));
    const files = {
      "web.yaml": autoscaler("web"),
      "hpa.yaml": hpa("web-hpa"),
      "v1.yaml": v1,
      "v2beta1.yaml": v2beta1,
      "annotated.yaml": annotated,
      "typo.yaml": v2beta1.replace("maxReplicas", "maxReplica"),
      "same.yaml": hpa("web"),
      "twenty.yaml": [
        ...Array<string>(10).fill(service),
        hpa("web-hpa"),
        ...Array<string>(9).fill(service),
      ].join("---\n"),
      "services.yaml": [service, service].join("---\n"),
      "keda.yaml": `apiVersion: keda.sh/v1alpha1\nkind: ScaledObject\nmetadata: {name: keda}\nspec: {scaleTargetRef: {name: web}, minReplicaCount: 2, maxReplicaCount: 30, triggers: [{type: cpu, metricType: Utilization, metadata: {value: "60"}}]}\n`,
      "kafka.yaml": `apiVersion: keda.sh/v1alpha1\nkind: ScaledObject\nmetadata: {name: keda}\nspec: {scaleTargetRef: {name: web}, triggers: [{type: kafka, metadata: {}}]}\n`,
      "service.yaml": service,
      "empty.yaml": "# nothing\n",
      "broken.yaml": "kind: [\n",
      "invalid.yaml": `${service}---\n${autoscaler("web").replace("maxReplicas: 30", "maxReplicas: 1")}`,
      "two-metrics.yaml": `${autoscaler("web")}    - type: External\n      external: {metric: {name: queue}, target: {type: AverageValue, averageValue: 30}}\n`,
      "scheduled.yaml": `${autoscaler("web")}  schedules:\n    - {name: early, timeZone: Etc/UTC, start: "20 0 * * *", end: "30 1 * * *", minReplicas: 8, maxReplicas: 10}\n`,
      "fallback.yaml": `${autoscaler("web")}      fallback: {failureDurationSeconds: 120, replicas: 9}\n`,
      "dry-run.yaml": `${autoscaler("web")}  mode: DryRun\n`,
      "ordered.yaml": `${autoscaler("web")}  scaleDownOrder: LeastLoaded\n  healthGate: {}\n`,
      "pushed.yaml": `${autoscaler("web")}    - type: ExternalScaler\n      externalScaler: {source: queues, push: true, target: {type: AverageValue, averageValue: 30}}\n`,
      "pods.json": JSON.stringify({
        kind: "PodList",
        items: Array.from({ length: 12 }, (_, index) => podThatTook(20 + index)),
      }),
      "few.json": JSON.stringify({ kind: "PodList", items: [podThatTook(20)] }),
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(path(name), text);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const podThatTook = (seconds: number) => ({
    metadata: { creationTimestamp: "2026-01-01T00:00:00Z" },
    status: {
      conditions: [
        { type: "Ready", status: "True", lastTransitionTime: `2026-01-01T00:00:${seconds}Z` },
      ],
    },
  });
  const usual = [
    "--pod-capacity",
    "50",
    "--sync-phase",
    "0",
    "--metric-interval",
    "0s",
    "--metric-delay",
    "15s",
    "--load",
    "-",
  ];
  const simulate = (files: readonly string[], ...args: string[]) =>
    trimtab(["simulate", ...files.flatMap(name => ["-f", path(name)]), ...usual, ...args], {
      stdin: step,
    });
  const simulation = async (files: readonly string[], ...args: string[]): Promise<Simulation> => {
    const { stdout, stderr } = await simulate(files, "-o", "json", ...args);
    expect(stderr).toBe("");
    return JSON.parse(stdout) as Simulation;
  };

  it("hides what a pod does not bear with --saturate", async () => {
    const [web] = (await simulation(["web.yaml"], "--saturate")).candidates;
    const since = Date.UTC(2026, 0, 5, 1);
    // Two pods show 100% each, whatever the load, so 2 * 100 / 60 needs 4; only pods that are ready show more of it.
    expect(web?.changes.map(({ time, from, to }) => [(time - since) / 1000, from, to])).toEqual([
      [30, 2, 3],
      [45, 3, 4],
      [135, 4, 5],
      [150, 5, 7],
      [240, 7, 9],
      [255, 9, 12],
      [360, 12, 14],
    ]);
  });

  it("decides for a ScaledObject as the HorizontalPodAutoscaler that KEDA creates", async () => {
    const [keda] = (await simulation(["keda.yaml"])).candidates;
    const [own] = (await simulation(["hpa.yaml"])).candidates;
    expect(keda?.kind).toBe("ScaledObject");
    expect(keda?.changes).toEqual(own?.changes);
  });

  it("follows a step of the load, sync by sync", async () => {
    const {
      candidates: [web],
      load,
      world,
    } = await simulation(["web.yaml"]);
    const since = Date.UTC(2026, 0, 5, 1);
    // 400 / 50 / 60% needs 14 pods; the default policies allow 4 more, or twice as many, in 15 s.
    expect(web?.changes.map(({ time, from, to }) => [(time - since) / 1000, from, to])).toEqual([
      [30, 2, 6],
      [45, 6, 12],
      [60, 12, 14],
    ]);
    expect(web?.ready).toEqual([
      { time: Date.UTC(2026, 0, 5), pods: 2 },
      { time: since + 90_000, pods: 6 },
      { time: since + 105_000, pods: 12 },
      { time: since + 120_000, pods: 14 },
    ]);
    expect(web?.measures.worst).toMatchObject({ time: since, load: 400, capacity: 100 });
    expect(web?.measures.shortMinutes).toBeCloseTo((105 / 60) * 12);
    expect(load).toMatchObject({ source: "-", unit: "load", start: Date.UTC(2026, 0, 5) });
    expect(world).toMatchObject({
      podCapacity: 50,
      podStart: "60s",
      metricIntervalSeconds: 0,
      metricDelaySeconds: 15,
    });
  });

  it("begins a window of a schedule at its first moment, between two syncs", async () => {
    const {
      candidates: [web],
    } = await simulation(["scheduled.yaml"], "--sync-phase", "7s", "--decisions");
    const at = (minute: number, second = 0) => Date.UTC(2026, 0, 5, 0, minute, second);
    expect(web?.changes.map(({ time, from, to }) => [time, from, to])).toEqual([
      [at(20), 2, 8],
      [at(60, 37), 8, 10],
      [at(90, 7), 10, 14],
    ]);
    expect(web?.changes[0]?.decision?.steps.map(({ reason }) => reason)).toEqual([
      "BelowMinReplicas",
    ]);
    expect(web?.bounds).toEqual([
      { time: at(0), min: 2, max: 30 },
      { time: at(20), min: 8, max: 10 },
      { time: at(90), min: 2, max: 30 },
    ]);
  });

  it("lets a fallback take over in a gap of the load", async () => {
    const isGap = (line: string): boolean => /T01:[0-2]/.test(line);
    const gap = step.split("\n").filter(line => !isGap(line)).join("\n"); // prettier-ignore
    const { stdout } = await trimtab(
      ["simulate", "-f", path("fallback.yaml"), ...usual, "-o", "json", "--decisions"],
      { stdin: gap },
    );
    const { candidates } = JSON.parse(stdout) as Simulation;
    const [first, ...later] = candidates[0]?.changes ?? [];
    expect(first).toMatchObject({
      ...{ from: 2, to: 6 },
      decision: { votes: [{ type: "Count", replicas: 9, reason: "FallbackActive" }] },
    });
    expect(later[0]).toMatchObject({ from: 6, to: 9 });
  });

  it("decides an HPA as upstream does, of any version, next to an Autoscaler", async () => {
    const { candidates } = await simulation([
      "web.yaml",
      "hpa.yaml",
      "v1.yaml",
      "v2beta1.yaml",
      "annotated.yaml",
    ]);
    expect(candidates.map(({ name, kind, algorithm }) => [name, kind, algorithm])).toEqual([
      ["web", "Autoscaler", "Trimtab-1"],
      ["web-hpa", "HorizontalPodAutoscaler", "HPA-1.36"],
      ["old", "HorizontalPodAutoscaler", "HPA-1.36"],
      ["older", "HorizontalPodAutoscaler", "HPA-1.36"],
      ["annotated", "HorizontalPodAutoscaler", "HPA-1.36"],
    ]);
    const [, v2, ...others] = candidates;
    for (const { changes } of others) expect(changes).toEqual(v2?.changes);
    for (const { measures } of candidates) expect(measures.elasticSpeedup).toBeCloseTo(1, 1);
  });

  it("is the same every time, and differs by the seed", async () => {
    const random = (seed: string) =>
      simulation(["web.yaml"], "--pod-start", "30s..90s", "--seed", seed);
    const [one, again, other] = [await random("1"), await random("1"), await random("2")];
    expect(again).toEqual(one);
    expect(other.candidates[0]?.ready).not.toEqual(one.candidates[0]?.ready);
  });

  // prettier-ignore
  it.each([
    { shows: "pods that start slowly",        args: ["--pod-start", "5m"],                  short: 345 },
    { shows: "pods that wait for nodes",      args: ["--nodes", "count=1,pods=2,start=2m"], short: 225 },
    { shows: "metrics that are late",         args: ["--metric-delay", "60s"],              short: 150 },
    { shows: "metrics that are measured rarely", args: ["--metric-interval", "10m"],        short: 480 },
    { shows: "pods as recorded",              args: ["--pods", "pods.json"],                short: 72 },
    { shows: "more replicas at the start",    args: ["--replicas", "8"],                    short: 105 },
  ])("models $shows", async ({ args, short }) => {
    const placed = args.map(arg => (arg.endsWith(".json") ? path(arg) : arg));
    const { candidates: [web] } = await simulation(["web.yaml"], ...placed);
    expect((web?.measures.shortMinutes ?? 0) * 5).toBeCloseTo(short, -1);
  });

  // prettier-ignore
  it.each([
    { shows: "one HPA among twenty documents", files: ["twenty.yaml"],            names: ["web-hpa"] },
    { shows: "equal names of two kinds",       files: ["web.yaml", "same.yaml"],  names: ["Autoscaler web", "HorizontalPodAutoscaler web"] },
    { shows: "one file twice",                 files: ["web.yaml", "web.yaml"],   names: ["web (FOLDER/web.yaml)", "web (FOLDER/web.yaml) 2"] },
  ])("names $shows", async ({ files, names }) => {
    const { candidates } = await simulation(files);
    expect(candidates.map(({ name }) => name)).toEqual(names.map(name => name.replace("FOLDER", folder)));
  });

  it("prints votes and steps of each change only if asked", async () => {
    const [usual, all] = [
      await simulation(["web.yaml"]),
      await simulation(["web.yaml"], "--decisions"),
    ];
    const changes = all.candidates[0]?.changes ?? [];
    expect(changes[0]?.decision).toMatchObject({ from: 2, to: 6, votes: [{ source: "cpu" }] });
    const { time, from, to } = changes[0]!;
    expect(usual.candidates[0]?.changes[0]).toEqual({ time, from, to });
    expect(usual.candidates[0]?.measures.worst?.decision).toMatchObject({ to: 2 });
  });

  it("says what it assumes and leaves out", async () => {
    const { notes } = await simulation(["dry-run.yaml"]);
    expect(notes).toEqual([`${path("dry-run.yaml")}:11: mode DryRun is simulated as Active`]);
    const ordered = await simulation(["ordered.yaml"]);
    expect(ordered.notes).toEqual([
      `${path("ordered.yaml")}:12: no simulated container crashes; a pod fails if it starts for too long`,
      `${path("ordered.yaml")}:11: simulated pods share the load evenly, and the youngest go first`,
    ]);
    const pushed = await simulation(["pushed.yaml"], "--metric", "queues=1");
    expect(pushed.notes).toContain(
      `${path("pushed.yaml")}:8: a simulated scaler announces nothing before a sync`,
    );
    const { stdout } = await trimtab(["simulate", "-f", path("web.yaml"), "--load", "-"], {
      stdin: step,
    });
    expect(stdout).toContain(
      "Note: a ready pod is assumed to bear 20; --pod-capacity says otherwise.",
    );
  });

  it("prints a table with the worst moment", async () => {
    const { stdout, stderr, status } = await simulate(["web.yaml"], "--price", "0.05");
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    const [intro, , head, row, , cost, , worst, vote] = stdout.split("\n");
    expect(intro).toBe("-: 2 hours of load; a ready pod bears 50, and starts in 60s");
    expect(head).toMatch(
      /^OBJECT +ALGORITHM +REPLICA-HOURS +PRICE +LOST +SHORT\/DAY +CHANGES +OSCILLATIONS +SPEEDUP$/,
    );
    expect(row).toMatch(/^web +Trimtab-1 +\d+\.\d +\d\.\d\d +\d\.\d{3}% +21\.0m +3 +0 +1\.00$/);
    expect(cost).toBe("web costs 0.79 in 2 hours.");
    expect(worst).toBe(
      "web is shortest at 2026-01-05 01:00:00Z: a load of 400, and ready pods for 100. The latest decision, at 2026-01-05 01:00:00Z, is 2:",
    );
    expect(vote).toBe("  cpu: 50% of requests, target 60%: 2");
  });

  it.each([
    { check: "shortMinutes<60", status: 0, says: "" },
    { check: "shortMinutes<5", status: 1, says: "trimtab: web: shortMinutes is 21, not < 5\n" },
  ])("$check exits with $status", async ({ check, status, says }) => {
    expect(await simulate(["web.yaml"], "--check", check)).toMatchObject({ status, stderr: says });
  });

  it("simulates a grid and an equal cost", async () => {
    const { candidates } = await simulation(
      ["hpa.yaml", "web.yaml"],
      "--grid",
      "target=50,90",
      "--equal-cost",
    );
    expect(candidates.map(({ name }) => name)).toEqual([
      "web-hpa",
      "web",
      "web target=50",
      "web target=90",
    ]);
    const hours = candidates.map(({ measures }) => measures.replicaHours);
    for (const cost of hours) expect(cost / (hours[0] ?? 0)).toBeCloseTo(1, 1);
  });

  // prettier-ignore
  it.each([
    { shows: "a file without objects",   files: ["empty.yaml"],    says: "FOLDER/empty.yaml: has no objects: an Autoscaler, a HorizontalPodAutoscaler, a ScaledObject or a ClusterProportionalAutoscaler is needed" },
    { shows: "another kind",             files: ["service.yaml"],  says: "FOLDER/service.yaml: its only object is another kind: an Autoscaler, a HorizontalPodAutoscaler, a ScaledObject or a ClusterProportionalAutoscaler is needed" },
    { shows: "a trigger of KEDA's metrics API", files: ["kafka.yaml"], says: "FOLDER/kafka.yaml:4: spec: its trigger kafka reaches the HPA through KEDA's metrics API, which is not simulated; simulate the Autoscaler that trimtab convert makes of it" },
    { shows: "other kinds",              files: ["services.yaml"], says: "FOLDER/services.yaml: all of its 2 objects are other kinds: an Autoscaler, a HorizontalPodAutoscaler, a ScaledObject or a ClusterProportionalAutoscaler is needed" },
    { shows: "invalid YAML",             files: ["broken.yaml"],   says: /^FOLDER\/broken\.yaml:2: is not YAML: / },
    { shows: "an invalid object",        files: ["invalid.yaml"],  says: /^FOLDER\/invalid\.yaml:\d+: spec\.\w+: / },
    { shows: "a missing file",           files: ["none.yaml"],     says: /^cannot read FOLDER\/none\.yaml: ENOENT/ },
    { shows: "a metric that the load lacks", files: ["two-metrics.yaml"], says: /^FOLDER\/two-metrics\.yaml:8: the load has no external metric queue; add a column/ },
    { shows: "too few recorded pods",    files: ["web.yaml"], args: ["--pods", "few.json"], says: "FOLDER/few.json: only 1 of its pods tell when they became ready, and 10 are needed; write --pod-start 60s or the like" },
    { shows: "a load that is missing",   files: ["web.yaml"], args: ["--load", "none.csv"], says: /^cannot read FOLDER\/none\.csv: ENOENT/ },
    { shows: "an unknown field of an older version", files: ["typo.yaml"], says: /^FOLDER\/typo\.yaml:\d+: spec\.maxReplica: .*; remove it/ },
    { shows: "an invalid condition",     files: ["web.yaml"], args: ["--check", "short"], says: /^--check short: write a measure/ },
    { shows: "an invalid grid",          files: ["web.yaml"], args: ["--grid", "speed=1"], says: /^--grid: there is no "speed"/ },
    { shows: "no object at all",         files: [], says: /required option '-f, --filename <file>' not specified/ },
    { shows: "a grid that makes an object invalid", files: ["web.yaml"], args: ["--grid", "syncPeriod=0"], says: /^--grid: web syncPeriod=0: spec\.syncPeriodSeconds: / },
    { shows: "a factor that no metric has", files: ["web.yaml"], args: ["--metric", "queue=2"], says: "--metric queue: no object has this metric; they have cpu" },
    { shows: "decisions in a table",     files: ["web.yaml"], args: ["--decisions"], says: "--decisions prints votes and steps as JSON; write -o json, too" },
    { shows: "a report without a name",  files: ["web.yaml"], args: ["--report", ""], says: "cannot write a file without a name" },
    { shows: "an invalid address",       files: ["web.yaml"], args: ["--query", "up", "--load", "http://"], says: "http:// is no address; write http://HOST:9090" },
    { shows: "a password in an address", files: ["web.yaml"], args: ["--query", "up", "--load", "http://me:secret@127.0.0.1"], says: "the address of a Prometheus contains a user or a password, which is not supported" },
    { shows: "a negative number of nodes", files: ["web.yaml"], args: ["--nodes", "count=-1,pods=2"], says: /It is count=3,pods=10,start=90s/ },
    { shows: "a capacity that is too small", files: ["web.yaml"], args: ["--pod-capacity", "1e-300"], says: /It is a number above 0, from 1e-9 to 1000000000000000/ },
    { shows: "an invalid start",         files: ["web.yaml"], args: ["--pod-start", "soon"], says: /It is 60s, 30s\.\.90s or p50=30s,p90=90s/ },
  ])("refuses $shows with 2, and prints nothing", async ({ files, args = [], says }) => {
    const placed = args.map(arg => (/\.(csv|json)$/.test(arg) ? path(arg) : arg));
    const { stdout, stderr, status } = await simulate(files, ...placed);
    expect({ stdout, status }).toEqual({ stdout: "", status: 2 });
    const text = stderr.replaceAll(folder, "FOLDER").replace(/^trimtab: /, "");
    if (typeof says === "string") expect(text).toBe(`${says}\n`);
    else expect(text).toMatch(new RegExp(says.source.replace(/^\^/, ""), "m"));
  });
});
