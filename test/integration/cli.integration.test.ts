import { spawn } from "node:child_process";
import { resolve } from "node:path";

import { describe, expect } from "vitest";

import { run } from "../../hack/host/run.ts";
import { changesIn } from "./cluster/audit.ts";
import { eventually } from "./eventually.ts";
import { it, type Sandbox } from "./cluster/sandbox.ts";

const program = resolve(import.meta.dirname, "../../bin/trimtab");
const environment = ({ cluster }: Sandbox) => ({ ...process.env, KUBECONFIG: cluster.kubeconfig });

const trimtab = (sandbox: Sandbox, ...args: readonly string[]) =>
  run(program, [...args, "-n", sandbox.namespace], { env: environment(sandbox) });

/** DNS for three nodes, at its final size. */
async function sizedDns(sandbox: Sandbox): Promise<void> {
  await Promise.all([sandbox.nodes.add(3), sandbox.deployments({ dns: 1 })]);
  await sandbox.autoscaler("dns", { linear: { nodesPerReplica: 1, maxReplicas: 2 } });
  await eventually(async () => {
    const { nodes, targets } = await sandbox.status("dns");
    expect({ nodes, targets }).toMatchObject({ nodes: 3, targets: [{ currentReplicas: 2 }] });
    expect(targets?.[0]?.history?.pending).toBeUndefined();
  });
}

interface Snapshot {
  readonly rows: readonly { readonly name: string; readonly currentReplicas: number }[];
}

describe.concurrent("trimtab explain", () => {
  it("explains the size of a workload", async ({ sandbox }) => {
    await sizedDns(sandbox);
    const { stdout, stderr, code } = await trimtab(sandbox, "explain", "dns");
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    expect(stdout).toMatch(
      /^Deployment dns has 2 replicas: nodes asked for 3, but the maximum is 2\.\n/,
    );
    expect(stdout).toMatch(/\n {2}nodes {2}3, and wins: 3 nodes \/ 1 per replica = 3\n/);
    expect(stdout).toMatch(/\nMeasured: 3 nodes, \d+ cores?\.\n\nNothing stands in the way\.\n$/);
    expect(Math.max(...stdout.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(80);
  });

  it("names an obstacle, also as JSON", async ({ sandbox }) => {
    await sandbox.nodes.add(1);
    await sandbox.autoscaler("dns", { linear: { nodesPerReplica: 1 } });
    await eventually(async () => {
      expect(await sandbox.conditions("dns")).toMatchObject({ Ready: { status: "False" } });
    });
    const { stdout, code } = await trimtab(sandbox, "explain", "dns", "--kind=cpa", "-o", "json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ kind: "ClusterProportionalAutoscaler", name: "dns", isUpToDate: true },
      obstacles: [{ reason: "TargetNotFound", since: expect.stringMatching(/Z$/) as string }],
    });
  });

  it("reports that a workload has no autoscaler", async ({ sandbox }) => {
    const { stdout, stderr, code } = await trimtab(sandbox, "explain", "absent");
    expect({ stdout, code }).toEqual({ stdout: "", code: 1 });
    expect(stderr).toContain(`absent in namespace ${sandbox.namespace};`);
  });
});

describe.concurrent("trimtab top", () => {
  it("prints one table", async ({ sandbox }) => {
    await sizedDns(sandbox);
    const { stdout, stderr, code } = await trimtab(sandbox, "top", "--once");
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    const [head, row, ...rest] = stdout.trimEnd().split("\n");
    expect(head).toMatch(/^OBJECT +KIND +LOAD +VOTE +SAMPLE +RANGE +LIMIT +NOW +WANT +AGE$/);
    // In full words, it would have more than 80 columns.
    expect(row).toMatch(/^dns +cpa +3n \d+c +nodes 3 +- +1\.\.2 +max +2 +2 +\d+s$/);
    expect(rest).toEqual([]);
  });

  it("prints every change until it is stopped", async ({ sandbox }) => {
    await sizedDns(sandbox);
    const args = ["top", "-n", sandbox.namespace, "--interval", "100ms", "-o", "json"];
    const child = spawn(program, args, { env: environment(sandbox) });
    let printed = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
    const ended = new Promise(settle => child.once("close", settle));
    const tables = () =>
      printed
        .split("\n")
        .slice(0, -1)
        .map(line => (JSON.parse(line) as Snapshot).rows);
    const sizes = () => changesIn(tables().map(([row]) => row?.currentReplicas));
    await eventually(() => {
      expect(sizes()).toEqual([2]);
    });
    await sandbox.edit("dns", { linear: { nodesPerReplica: 1, maxReplicas: 3 } });
    await eventually(() => {
      expect(sizes()).toEqual([2, 3]);
    });
    child.kill("SIGINT");
    expect(await ended).toBe(0);
    const texts = tables().map(rows => JSON.stringify(rows));
    expect(texts).toEqual(changesIn(texts));
  });

  it("reports in one sentence that there is no API server", async ({ sandbox }) => {
    const env = { ...environment(sandbox), KUBECONFIG: "/none" };
    const { stdout, stderr, code } = await run(program, ["top", "--once", "-A"], { env });
    expect({ stdout, code }).toEqual({ stdout: "", code: 1 });
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });
});
