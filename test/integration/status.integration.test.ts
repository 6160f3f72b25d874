import { describe, expect } from "vitest";

import { replay } from "../../engine/replay.ts";
import { eventually } from "./eventually.ts";
import { scaleTarget } from "./cluster/objects.ts";
import { it, type Sandbox } from "./cluster/sandbox.ts";
import { unguarded } from "./cluster/unguarded.ts";

const perNode = { linear: { nodesPerReplica: 1 } };

const kubectl = async ({ cluster, namespace }: Sandbox, ...args: readonly string[]) => {
  const { code, stdout, stderr } = await cluster.kubectl(["--namespace", namespace, ...args]);
  expect(code, stderr).toBe(0);
  return stdout;
};

describe.concurrent("the status", () => {
  it("is Ready=False and Stalled=True if waiting does not help", async ({ sandbox }) => {
    const broken = { ...perNode, scaleTargetRefs: [scaleTarget("Deploymnet", "dns")] };
    await unguarded(sandbox, () => sandbox.autoscaler("dns", broken));
    const problem = { reason: "UnknownKind", observedGeneration: 1 };
    await eventually(async () => {
      expect(await sandbox.conditions("dns")).toMatchObject({
        Ready: { status: "False", ...problem },
        Stalled: { status: "True", ...problem },
      });
      expect(await sandbox.targetConditions("dns")).toMatchObject({
        AbleToScale: { status: "False", reason: "UnknownKind" },
        ScalingActive: { status: "False", reason: "UnknownKind" },
      });
    });
    // One obstacle, one event, however many conditions report it.
    await eventually(async () => {
      expect(await sandbox.events("dns", "UnknownKind")).toMatchObject([
        { type: "Warning", count: 1 },
      ]);
    });

    await sandbox.deployments({ dns: 1 });
    await sandbox.edit("dns", { scaleTargetRefs: [scaleTarget("Deployment", "dns")] });
    await eventually(async () => {
      const { Ready, Stalled } = await sandbox.conditions("dns");
      expect(Ready).toMatchObject({ status: "True", observedGeneration: 2 });
      expect(Stalled).toBeUndefined();
    });
  });

  it("satisfies kubectl wait and GitOps tools", async ({ sandbox }) => {
    await Promise.all([sandbox.nodes.add(1), sandbox.deployments({ dns: 1 })]);
    await sandbox.autoscaler("dns", perNode);
    expect(
      await kubectl(sandbox, "wait", "--for=condition=Ready", "cpa/dns", "--timeout=60s"),
    ).toBe("clusterproportionalautoscaler.autoscaling.trimtab.dev/dns condition met\n");
    const { metadata } = await sandbox.getAutoscaler("dns");
    const { observedGeneration, conditions } = await sandbox.status("dns");
    expect(observedGeneration).toBe(metadata?.generation);
    expect(conditions?.map(condition => condition.observedGeneration)).toEqual([1, 1]);
  });

  it("changes a transition time only with the status of its condition", async ({ sandbox }) => {
    await Promise.all([sandbox.nodes.add(1), sandbox.deployments({ dns: 1 })]);
    await sandbox.autoscaler("dns", perNode);
    const readyAt = (generation: number) =>
      eventually(async () => {
        const { Ready } = await sandbox.conditions("dns");
        expect(Ready).toMatchObject({ status: "True", observedGeneration: generation });
        return Ready?.lastTransitionTime;
      });
    const first = await readyAt(1);
    await eventually(() => {
      expect(Date.now()).toBeGreaterThan(Date.parse(first ?? "") + 1_100);
    });
    await sandbox.edit("dns", { linear: { nodesPerReplica: 2 } });
    expect(await readyAt(2)).toBe(first);
  });

  it("contains everything to replay the decision of the written count", async ({ sandbox }) => {
    await sandbox.nodes.add(5, { cpu: "3" });
    await sandbox.deployments({ dns: 1 });
    const linear = { nodesPerReplica: 2, coresPerReplica: 2, maxReplicas: 6 };
    await sandbox.autoscaler("dns", { linear, mode: "DryRun" });
    // Otherwise the first decision might see only some of the nodes.
    await eventually(async () => {
      expect(await sandbox.status("dns")).toMatchObject({ nodes: 5 });
    });
    await sandbox.edit("dns", { mode: "Active" });
    const decision = await eventually(async () => {
      const { targets } = await sandbox.status("dns");
      expect(targets?.[0]?.currentReplicas).toBe(6);
      return targets?.[0]?.decision;
    });
    expect(decision).toMatchObject({
      ...{ from: 1, to: 6 },
      votes: [
        { source: "cores", type: "Count", replicas: 8, message: "15 cores / 2 per replica = 8" },
        { source: "nodes", type: "Count", replicas: 3, message: "5 nodes / 2 per replica = 3" },
      ],
      steps: [
        { step: "combine", before: 1, after: 8, reason: "LargestVote" },
        { step: "stabilize", before: 8, after: 8, reason: "ReadyForNewScale" },
        { step: "bound", before: 8, after: 6, atMost: 6, reason: "TooManyReplicas" },
      ],
    });
    expect(replay(decision!)).toEqual({ ok: true, value: await sandbox.replicas("dns") });
  });

  it("is printed by kubectl get", async ({ sandbox }) => {
    await Promise.all([sandbox.nodes.add(3, { cpu: "2" }), sandbox.deployments({ dns: 1 })]);
    await sandbox.autoscaler("dns", perNode);
    await eventually(async () => {
      const [header, row] = (await kubectl(sandbox, "get", "cpa")).split("\n");
      expect(header?.trim().split(/ {2,}/)).toEqual([
        "NAME",
        "MODE",
        "TARGET",
        "NODES",
        "CORES",
        "CURRENT",
        "DESIRED",
        "READY",
        "WHY",
        "AGE",
      ]);
      expect(row?.trim().split(/ {2,}/)).toEqual([
        ...["dns", "Active", "Deployment/dns", "3", "6", "3", "3", "True", "nodes asked for 3"],
        expect.stringMatching(/^\d+s$/),
      ]);
    });
    await sandbox.autoscaler("other", perNode);
    await eventually(async () => {
      expect(await kubectl(sandbox, "get", "cpa", "other")).toMatch(/False +target not found /);
      expect(await kubectl(sandbox, "get", "cpa", "other", "--output=wide")).toMatch(
        /target not found .*TargetNotFound: there is no Deployment /,
      );
    });
  });

  it("starts empty for a deleted and recreated object", async ({ sandbox }) => {
    await Promise.all([sandbox.nodes.add(2), sandbox.deployments({ dns: 1 })]);
    await sandbox.autoscaler("dns", perNode);
    await eventually(async () => {
      expect(await sandbox.replicas("dns")).toBe(2);
    });
    await sandbox.deleteAutoscaler("dns");
    await sandbox.nodes.add(1);
    await sandbox.autoscaler("dns", perNode);
    await eventually(async () => {
      expect(await sandbox.replicas("dns")).toBe(3);
      const { targets } = await sandbox.status("dns");
      expect(targets?.[0]?.history?.scaleEvents).toMatchObject([{ change: 1 }]);
    });
  });
});
