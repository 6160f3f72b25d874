import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { decisionTimes } from "../../testing/decision-time.ts";
import { trimtab } from "../../testing/trimtab.ts";
import type { Simulation } from "../result.ts";

const cpa = (name: string, parameters: string): string =>
  [
    "apiVersion: autoscaling.trimtab.dev/v1alpha1",
    "kind: ClusterProportionalAutoscaler",
    `metadata: {name: ${name}, namespace: ns}`,
    "spec:",
    "  scaleTargetRefs: [{apiVersion: apps/v1, kind: Deployment, name: dns}]",
    `  ${parameters}\n`,
  ].join("\n");
/** As EKS scales: up at once, down by at most a third in three minutes. */
const third =
  "behavior: {scaleDown: {stabilizationWindowSeconds: 0, policies: [{type: Percent, value: 33, periodSeconds: 180}]}}";
const linear = "linear: {nodesPerReplica: 2, minReplicas: 1, maxReplicas: 50}";
const slow =
  "behavior: {scaleUp: {policies: [{type: Pods, value: 2, periodSeconds: 60}]}, scaleDown: {stabilizationWindowSeconds: 0}}";

const files: Readonly<Record<string, string>> = {
  "third.yaml": cpa("third", `${linear}\n  ${third}`),
  "slow.yaml": cpa("slow", `${linear}\n  ${slow}`),
  "ladder.yaml": cpa(
    "steps",
    "ladder: {nodesToReplicas: [{nodes: 1, replicas: 2}, {nodes: 30, replicas: 5}]}",
  ),
  "ref.yaml": cpa("ref", "configMapRef: {name: sizes}"),
  "upstream.yaml": cpa("upstream", `${linear}\n  algorithm: CPA-1.10`),
  "map.yaml": `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: sizes, namespace: ns}\ndata: {linear: '{"nodesPerReplica": 4}'}\n`,
  "bad.yaml": cpa("bad", "linear: {nodesPerReplica: 0}"),
  "web.yaml":
    "apiVersion: autoscaling.trimtab.dev/v1alpha1\nkind: Autoscaler\nmetadata: {name: web}\nspec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, maxReplicas: 9}\n",
  "negative.csv": "time,nodes\n2026-01-05T00:00:00Z,9\n2026-01-05T00:01:00Z,-1\n",
  "unsorted.csv": "time,nodes\n2026-01-05T00:01:00Z,9\n2026-01-05T00:00:00Z,9\n",
  "requests.csv": "time,requests\n2026-01-05T00:00:00Z,9\n",
};

/** 40 nodes until 00:05, then 4 until 00:20. */
const falling = [
  "time,nodes,cores",
  ...Array.from({ length: 20 }, (_, minute) => {
    const time = new Date(Date.UTC(2026, 0, 5, 0, minute)).toISOString();
    return minute < 5 ? `${time},40,320` : `${time},4,32`;
  }),
].join("\n");
/** The same the other way round. */
const rising = falling.replaceAll(",40,", ",x,").replaceAll(",4,", ",40,").replaceAll(",x,", ",4,");

describe("trimtab simulate with a ClusterProportionalAutoscaler", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "trimtab-sizes-"));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const placed = (arg: string): string => (arg in files ? join(folder, arg) : arg);
  const run = (stdin: string, names: readonly string[], ...args: readonly string[]) =>
    trimtab(
      ["simulate", ...names.flatMap(name => ["-f", name]), "--load", "-", ...args].map(placed),
      { stdin },
    );
  const simulation = async (...args: Parameters<typeof run>): Promise<Simulation> => {
    const { stdout, stderr } = await run(...args, "-o", "json");
    expect(stderr).toBe("");
    return JSON.parse(stdout) as Simulation;
  };
  const at = (minute: number) => Date.UTC(2026, 0, 5, 0, minute);

  it("goes up at once and down by at most a third in three minutes, between the samples", async () => {
    const { candidates, load, world } = await simulation(falling, ["third.yaml"]);
    const [third] = candidates;
    expect(third?.changes.map(({ time, from, to }) => [time, from, to])).toEqual([
      [at(5), 20, 13],
      [at(8), 13, 8],
      [at(11), 8, 5],
      [at(14), 5, 3],
      [at(17), 3, 2],
    ]);
    expect(third?.measures).toEqual({
      ...{ replicaHours: (20 * 5 + 13 * 3 + 8 * 3 + 5 * 3 + 3 * 3 + 2 * 3) / 60 },
      ...{ changes: 5, oscillations: 0, worst: null },
    });
    expect(world).toBeNull();
    expect(load).toMatchObject({ unit: "nodes", others: [{ name: "cores" }] });
    expect(third?.bounds).toEqual([{ time: at(0), min: 1, max: 50 }]);
  });

  it("reports when the policies leave the cluster with fewer than it asks for", async () => {
    const { candidates } = await simulation(rising, ["slow.yaml"]);
    const { worst } = candidates[0]!.measures;
    expect(worst).toMatchObject({ time: at(5), load: 20, capacity: 4, decision: { to: 4 } });
  });

  it("prints what the parameters make of the cluster at each change", async () => {
    const { stdout, stderr, status } = await run(
      rising,
      ["slow.yaml", "ladder.yaml"],
      "--price",
      "2",
    );
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    expect(stdout).toBe(
      `-: 20 minutes of nodes, cores

OBJECT  ALGORITHM  REPLICA-HOURS  PRICE  CHANGES  OSCILLATIONS
slow    Trimtab-1            4.0   7.93        9             0
steps   Trimtab-1            1.4   2.83        1             0

slow costs 7.93 in 20 minutes.
Compared with slow, steps costs 5.10 (64%) less, and has 89% fewer changes of size.

slow begins at 2, and has fewest at 2026-01-05 00:05:00Z: 4 replicas, and the cluster asks for 20:
  2026-01-05 00:05:00Z  2 becomes 4: nodes: 40 nodes / 2 per replica = 20; from 2 no further than 4 for now
  2026-01-05 00:06:00Z  4 becomes 6: nodes: 40 nodes / 2 per replica = 20; from 4 no further than 6 for now
  2026-01-05 00:07:00Z  6 becomes 8: nodes: 40 nodes / 2 per replica = 20; from 6 no further than 8 for now
  2026-01-05 00:08:00Z  8 becomes 10: nodes: 40 nodes / 2 per replica = 20; from 8 no further than 10 for now
  2026-01-05 00:09:00Z  10 becomes 12: nodes: 40 nodes / 2 per replica = 20; from 10 no further than 12 for now
  2026-01-05 00:10:00Z  12 becomes 14: nodes: 40 nodes / 2 per replica = 20; from 12 no further than 14 for now
  2026-01-05 00:11:00Z  14 becomes 16: nodes: 40 nodes / 2 per replica = 20; from 14 no further than 16 for now
  2026-01-05 00:12:00Z  16 becomes 18: nodes: 40 nodes / 2 per replica = 20; from 16 no further than 18 for now
  and 1 more; -o json --decisions prints all
steps begins at 2, and never has fewer replicas than the cluster asks for:
  2026-01-05 00:05:00Z  2 becomes 5: nodes: 40 nodes, from 30 on: 5
`,
    );
  });

  it("leaves a gap of the load out of the measures", async () => {
    const gap = falling.split("\n").filter(line => !/T00:0[1-8]/.test(line)).join("\n"); // prettier-ignore
    const { candidates, load } = await simulation(gap, ["third.yaml"]);
    expect(load.gaps).toEqual([{ from: at(1), to: at(9) }]);
    expect(candidates[0]?.changes[0]).toMatchObject({ time: at(9), from: 20, to: 13 });
    expect(candidates[0]?.measures.replicaHours).toBeCloseTo(
      (20 + 13 * 3 + 8 * 3 + 5 * 3 + 3 * 2) / 60,
    );
  });

  it("reads the parameters of a ConfigMap in the input", async () => {
    const { candidates } = await simulation(rising, ["map.yaml", "ref.yaml"]);
    expect(candidates.map(({ name, changes }) => [name, changes.map(({ to }) => to)])).toEqual([
      ["ref", [10]],
    ]);
  });

  it("simulates a grid, and begins with the given replicas", async () => {
    const args = ["--grid", "nodesPerReplica=4,scaleDownWindow=0,60", "--replicas", "3"];
    const { candidates } = await simulation(falling, ["third.yaml"], ...args);
    expect(candidates.map(({ name, initialReplicas }) => [name, initialReplicas])).toEqual([
      ["third", 3],
      ["third nodesPerReplica=4 scaleDownWindow=0", 3],
      ["third nodesPerReplica=4 scaleDownWindow=60", 3],
    ]);
    const [, now, later] = candidates;
    expect([now, later].map(each => each?.changes[1]?.time)).toEqual([at(5), at(6)]);
  });

  it("decides as CPA-1.10, without windows", async () => {
    const { candidates } = await simulation(falling, ["upstream.yaml"], "--decisions");
    expect(candidates[0]?.changes).toMatchObject([
      { time: at(5), from: 20, to: 2, decision: { votes: [{ source: "cores" }, { replicas: 2 }] } },
    ]);
  });

  it("writes a report without pods, loads that they bear or a capacity", async () => {
    const report = join(folder, "report.html");
    vi.stubGlobal("REPORT_ASSETS", { script: "", style: "", licence: "" });
    const { stderr, status } = await run(rising, ["slow.yaml"], "--report", report);
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    vi.unstubAllGlobals();
    const page = readFileSync(report, "utf8");
    expect(page).toContain("Only the sizes of the cluster count, not its pods.");
    expect(page).toContain("replicas asked for, and there");
    expect(page).not.toMatch(/Lost work|Elastic speedup|A ready pod/);
  });

  // prettier-ignore
  it.each([
    { check: "changes<=5",        status: 0, says: "" },
    { check: "replicaHours<3",    status: 1, says: "trimtab: third: replicaHours is 3.217, not < 3\n" },
    { check: "lostWork<0.1%",     status: 1, says: "trimtab: third: there is no lostWork, because no load is compared with the pods of a ClusterProportionalAutoscaler; check replicaHours, changes or oscillations\n" },
  ])("$check exits with $status", async ({ check, status, says }) => {
    expect(await run(falling, ["third.yaml"], "--check", check)).toMatchObject({ status, stderr: says });
  });

  // prettier-ignore
  it.each([
    { shows: "two kinds in one comparison", names: ["web.yaml", "third.yaml"], says: "FOLDER/third.yaml:4: third follows the size of a cluster, and the Autoscaler web a load; simulate them separately" },
    { shows: "a ConfigMap alone",          names: ["map.yaml"],               says: "FOLDER/map.yaml: ConfigMaps alone: an Autoscaler, a HorizontalPodAutoscaler, a ScaledObject or a ClusterProportionalAutoscaler is needed" },
    { shows: "a ConfigMap that is absent", names: ["ref.yaml"],               says: "FOLDER/ref.yaml:4: there is no ConfigMap sizes; create it, or set configMapRef.default; for a simulation, add its file with -f" },
    { shows: "an invalid object",          names: ["bad.yaml"],               says: /^FOLDER\/bad\.yaml:6: spec\.linear/ },
    { shows: "another load",               names: ["third.yaml"], args: ["--load", "requests.csv"], says: "FOLDER/requests.csv: has no column nodes, which a ClusterProportionalAutoscaler counts; write time,nodes,cores in its first line" },
    { shows: "a negative size",            names: ["third.yaml"], args: ["--load", "negative.csv"], says: "FOLDER/negative.csv:3: nodes is -1; a load is never negative" },
    { shows: "times that fall",            names: ["third.yaml"], args: ["--load", "unsorted.csv"], says: "FOLDER/unsorted.csv:3: 2026-01-05T00:00:00Z is before the sample above it; sort the samples by time" },
    { shows: "an amount that nothing counts", names: ["third.yaml"], args: ["--metric", "gpus=1"], says: "--metric gpus: must be what is counted for each node; the objects count nodes" },
    { shows: "an equal cost",              names: ["third.yaml"], args: ["--equal-cost"], says: "--equal-cost: changes the targets of metrics, and a ClusterProportionalAutoscaler has none; vary it with --grid nodesPerReplica=8,16" },
    { shows: "the capacity of a pod",      names: ["third.yaml"], args: ["--pod-capacity", "9"], says: "--pod-capacity: says how pods share a load; a ClusterProportionalAutoscaler counts the cluster, so leave it out" },
    { shows: "a grid of targets",          names: ["third.yaml"], args: ["--grid", "target=9"], says: '--grid: there is no "target"; write nodesPerReplica, coresPerReplica, podsPerReplica, namespacesPerReplica, minReplicas, maxReplicas, scaleUpWindow, scaleDownWindow' },
    { shows: "a ratio of a ladder",        names: ["ladder.yaml"], args: ["--grid", "nodesPerReplica=9"], says: "--grid: steps has no linear parameters in its spec; vary scaleUpWindow and scaleDownWindow" },
    { shows: "a window of upstream",       names: ["upstream.yaml"], args: ["--grid", "scaleDownWindow=9"], says: "--grid: upstream has no scaleDownWindow, because CPA-1.10 scales at once; write algorithm: Trimtab-1" },
    { shows: "a grid that makes it invalid", names: ["third.yaml"], args: ["--grid", "nodesPerReplica=0"], says: /^--grid: third nodesPerReplica=0: spec\.linear/ },
  ])("refuses $shows with 2, and prints nothing", async ({ names, args = [], says }) => {
    const { stdout, stderr, status } = await run(falling, names, ...args);
    expect({ stdout, status }).toEqual({ stdout: "", status: 2 });
    const text = stderr.replaceAll(folder, "FOLDER").replace(/^trimtab: /, "");
    if (typeof says === "string") expect(text).toBe(`${says}\n`);
    else expect(text).toMatch(says);
  });

  it("simulates a step of 7 days in less than the CPU time of 15 decisions", async () => {
    const args = ["simulate", "-f", placed("third.yaml"), "--load", "walk:days=7"];
    const times = await decisionTimes(40_320, async () => {
      const { stdout, stderr } = await trimtab(args);
      expect(stderr).toBe("");
      expect(stdout).toContain("7 days of nodes");
    });
    expect(times).toBeLessThan(15);
  });
});
