import { describe, expect } from "vitest";

import { eventually } from "./eventually.ts";
import {
  deployment,
  replicaSet,
  replicationController,
  scaleTarget,
  statefulSet,
} from "./cluster/objects.ts";
import { deployments, it, type Sandbox } from "./cluster/sandbox.ts";

const perNode = { linear: { nodesPerReplica: 1 } };

const becomes = (sandbox: Sandbox, count: number, name = "dns", collection?: string) =>
  eventually(async () => {
    expect(await sandbox.replicas(name, collection)).toBe(count);
  });

describe.concurrent("a target", () => {
  it("may be created after its autoscaler", async ({ sandbox }) => {
    await sandbox.nodes.add(2);
    await sandbox.autoscaler("dns", perNode);
    await eventually(async () => {
      const { Ready, Stalled } = await sandbox.conditions("dns");
      expect(Ready).toMatchObject({
        status: "False",
        reason: "TargetNotFound",
        message: `there is no Deployment ${sandbox.namespace}/dns; create it, or correct the name`,
      });
      expect(Stalled).toBeUndefined();
    });

    await sandbox.deployments({ dns: 1 });
    await becomes(sandbox, 2);
    await eventually(async () => {
      expect(await sandbox.conditions("dns")).toMatchObject({ Ready: { status: "True" } });
      expect(await sandbox.targetConditions("dns")).toMatchObject({
        AbleToScale: { status: "True" },
        ScalingActive: { status: "True" },
      });
    });
  });

  it("that is deleted and recreated has a new history", async ({ sandbox }) => {
    await Promise.all([sandbox.nodes.add(3), sandbox.deployments({ dns: 1 })]);
    await sandbox.autoscaler("dns", perNode);
    const first = await eventually(async () => {
      const { targets } = await sandbox.status("dns");
      const history = targets?.[0]?.history;
      // The operator may see the nodes join one at a time.
      const changes = history?.scaleEvents?.map(({ change }) => change) ?? [];
      expect(changes.reduce((sum, change) => sum + change, 0)).toBe(2);
      return history;
    });
    await sandbox.delete(deployments, "dns");
    await eventually(async () => {
      expect(await sandbox.conditions("dns")).toMatchObject({ Ready: { status: "False" } });
    });

    const { metadata } = await sandbox.create(deployments, deployment("dns", 2));
    await becomes(sandbox, 3);
    await eventually(async () => {
      const { targets } = await sandbox.status("dns");
      const { targetUID, scaleEvents } = targets?.[0]?.history ?? {};
      expect(targetUID).toBe(metadata?.uid);
      expect(targetUID).not.toBe(first?.targetUID);
      expect(scaleEvents).toMatchObject([{ change: 1 }]);
    });
  });

  it("that is recreated with a larger size waits like a new one", async ({ sandbox }) => {
    await Promise.all([sandbox.nodes.add(2), sandbox.deployments({ dns: 2 })]);
    await sandbox.autoscaler("dns", perNode);
    await eventually(async () => {
      expect(await sandbox.conditions("dns")).toMatchObject({ Ready: { status: "True" } });
    });
    await sandbox.delete(deployments, "dns");
    await sandbox.deployments({ dns: 6 });
    await eventually(async () => {
      expect(await sandbox.targetConditions("dns")).toMatchObject({
        AbleToScale: { status: "True", reason: "ScaleDownStabilized" },
      });
    });
    expect(await sandbox.replicas("dns")).toBe(6);
  });
});

describe.concurrent("several targets", () => {
  const kinds = {
    StatefulSet: { collection: "apis/apps/v1/statefulsets", make: statefulSet },
    ReplicaSet: { collection: "apis/apps/v1/replicasets", make: replicaSet },
    ReplicationController: {
      collection: "api/v1/replicationcontrollers",
      make: replicationController,
    },
  };

  it("of other kinds than Deployment all get the same size", async ({ sandbox }) => {
    const entries = Object.entries(kinds);
    await sandbox.nodes.add(3);
    await Promise.all(
      entries.map(([, { collection, make }], index) =>
        sandbox.create(collection, make("dns", index + 1)),
      ),
    );
    const scaleTargetRefs = entries.map(([kind]) => scaleTarget(kind, "dns"));
    await sandbox.autoscaler("dns", { ...perNode, scaleTargetRefs });
    for (const [, { collection }] of entries) await becomes(sandbox, 3, "dns", collection);
    await eventually(async () => {
      expect(await sandbox.conditions("dns")).toMatchObject({ Ready: { status: "True" } });
      const events = await sandbox.events("dns", "SuccessfulRescale");
      expect(events.map(({ message }) => message).sort()).toEqual([
        "New size: 3 (was 1) for StatefulSet dns; reason: 3 nodes / 1 per replica = 3",
        "New size: 3 (was 2) for ReplicaSet dns; reason: 3 nodes / 1 per replica = 3",
      ]);
    });
  });

  it("are scaled even if the first of them is missing", async ({ sandbox }) => {
    await Promise.all([sandbox.nodes.add(2), sandbox.deployments({ b: 1, c: 5 })]);
    const scaleTargetRefs = ["a", "b", "c"].map(name => scaleTarget("Deployment", name));
    const algorithm = "CPA-1.10";
    await sandbox.autoscaler("dns", { ...perNode, scaleTargetRefs, algorithm });
    await becomes(sandbox, 2, "b");
    await becomes(sandbox, 2, "c");
    await eventually(async () => {
      expect(await sandbox.conditions("dns")).toMatchObject({
        Ready: { status: "False", reason: "TargetNotFound" },
      });
    });
    await eventually(async () => {
      expect(await sandbox.targetConditions("dns", "a")).toMatchObject({
        AbleToScale: { status: "False", reason: "TargetNotFound" },
      });
      for (const name of ["b", "c"]) {
        expect(await sandbox.targetConditions("dns", name)).toMatchObject({
          AbleToScale: { status: "True" },
          ScalingActive: { status: "True" },
        });
      }
    });
  });

  it("are released one by one", async ({ sandbox }) => {
    await Promise.all([sandbox.nodes.add(2), sandbox.deployments({ a: 1, b: 1 })]);
    const [a, b] = [scaleTarget("Deployment", "a"), scaleTarget("Deployment", "b")];
    await sandbox.autoscaler("dns", { ...perNode, scaleTargetRefs: [a, b] });
    await becomes(sandbox, 2, "a");
    await becomes(sandbox, 2, "b");
    await sandbox.edit("dns", { scaleTargetRefs: [b] });
    await sandbox.nodes.add(1);
    await becomes(sandbox, 3, "b");
    expect(await sandbox.replicas("a")).toBe(2);
    await eventually(async () => {
      expect((await sandbox.status("dns")).targets).toMatchObject([{ ref: b }]);
    });

    await sandbox.deleteAutoscaler("dns");
    await sandbox.autoscaler("other", { ...perNode, scaleTargetRefs: [a] });
    await sandbox.nodes.add(1);
    await becomes(sandbox, 4, "a");
    expect(await sandbox.replicas("b")).toBe(3);
  });
});
