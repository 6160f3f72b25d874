import { describe, expect } from "vitest";

import type { ClusterProportionalAutoscalerStatus } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { scaleWritesTo, statusesOf, writesOfOperator } from "./cluster/audit.ts";
import { eventually } from "./eventually.ts";
import { it, type Sandbox } from "./cluster/sandbox.ts";

const perNode = { linear: { nodesPerReplica: 1 } };

const becomes = (sandbox: Sandbox, count: number, name = "dns") =>
  eventually(async () => {
    expect(await sandbox.replicas(name)).toBe(count);
  });

describe.concurrent("mode DryRun", () => {
  it("decides, shows its decisions, and never writes to the target", async ({ sandbox }) => {
    await Promise.all([sandbox.nodes.add(3), sandbox.deployments({ dns: 1 })]);
    await sandbox.autoscaler("dns", { ...perNode, mode: "DryRun" });
    const shows = (desired: number) =>
      eventually(async () => {
        expect(await sandbox.status("dns")).toMatchObject({
          summary: `dry run: would write ${desired}`,
          message: `DryRun: would write ${desired}, ${desired} nodes / 1 per replica = ${desired}`,
          targets: [
            { currentReplicas: 1, desiredReplicas: desired, decision: { from: 1, to: desired } },
          ],
        });
      });
    await shows(3);
    await sandbox.nodes.add(2);
    await shows(5);
    expect(await sandbox.conditions("dns")).toMatchObject({ Ready: { status: "True" } });
    const wish = (count: number) =>
      `Would write ${count} (now 1) for Deployment dns; reason: ${count} nodes / 1 per replica = ${count}`;
    await eventually(async () => {
      const messages = (await sandbox.events("dns", "DryRun")).map(({ message }) => message);
      expect(messages).toEqual(expect.arrayContaining([wish(3), wish(5)]));
      // The operator may see nodes join one at a time.
      expect([2, 3, 4, 5].map(wish)).toEqual(expect.arrayContaining(messages));
    });
    expect(await sandbox.events("dns", "SuccessfulRescale")).toEqual([]);
    expect(await sandbox.replicas("dns")).toBe(1);
    expect(await scaleWritesTo(sandbox, "dns")).toBe(0);
  });

  it("does not change a count that someone else writes", async ({ sandbox }) => {
    await Promise.all([sandbox.nodes.add(3), sandbox.deployments({ dns: 1 })]);
    await sandbox.autoscaler("dns", { ...perNode, mode: "DryRun" });
    for (const byHand of [8, 0]) {
      await sandbox.scaleByHand("dns", byHand);
      await eventually(async () => {
        const { targets } = await sandbox.status("dns");
        expect(targets).toMatchObject([{ currentReplicas: byHand }]);
      });
    }
    expect(await sandbox.replicas("dns")).toBe(0);
    expect(await scaleWritesTo(sandbox, "dns")).toBe(0);
  });
});

/** Without the event about a target that the operator sees after the object. */
const warningsAbout = async (sandbox: Sandbox) =>
  (await sandbox.events("dns")).filter(
    ({ type, reason }) => type === "Warning" && reason !== "TargetNotFound",
  );

describe.concurrent("mode Paused", () => {
  it("changes nothing, and Active resumes", async ({ sandbox }) => {
    await Promise.all([sandbox.nodes.add(2), sandbox.deployments({ dns: 1, other: 1 })]);
    await sandbox.autoscaler("dns", perNode);
    await sandbox.autoscaler("other", perNode);
    await becomes(sandbox, 2);

    await sandbox.edit("dns", { mode: "Paused" });
    await eventually(async () => {
      expect(await sandbox.targetConditions("dns")).toMatchObject({
        AbleToScale: { status: "True" },
        ScalingActive: { status: "False", reason: "Paused" },
      });
    });
    expect(await sandbox.conditions("dns")).toMatchObject({ Ready: { status: "True" } });
    const before = await scaleWritesTo(sandbox, "dns");

    await sandbox.nodes.add(3);
    // The same change of the cluster reaches both at once.
    await becomes(sandbox, 5, "other");
    await sandbox.scaleByHand("dns", 7);
    await eventually(async () => {
      const { targets } = await sandbox.status("dns");
      expect(targets).toMatchObject([{ currentReplicas: 7 }]);
    });
    expect(await sandbox.replicas("dns")).toBe(7);
    expect(await scaleWritesTo(sandbox, "dns")).toBe(before);
    expect(await warningsAbout(sandbox)).toEqual([]);

    await sandbox.edit("dns", { mode: "Active" });
    await sandbox.nodes.add(5);
    await becomes(sandbox, 10);
    await eventually(async () => {
      expect(await sandbox.targetConditions("dns")).toMatchObject({
        ScalingActive: { status: "True" },
      });
    });
  });

  it("from the start makes no decision and writes only its status", async ({ sandbox }) => {
    await Promise.all([sandbox.nodes.add(2), sandbox.deployments({ dns: 1 })]);
    await sandbox.autoscaler("dns", { ...perNode, mode: "Paused" });
    await eventually(async () => {
      const { targets } = await sandbox.status("dns");
      expect(targets).toMatchObject([{ currentReplicas: 1 }]);
      expect(targets?.[0]?.decision).toBeUndefined();
    });
    const statuses = await statusesOf<ClusterProportionalAutoscalerStatus>(sandbox, "dns");
    const targets = statuses.flatMap(status => status.targets ?? []);
    expect(targets.filter(({ decision, history }) => decision ?? history?.pending)).toEqual([]);
    const writes = await writesOfOperator(sandbox.cluster, sandbox.namespace);
    // There is such an event if the operator sees the object before the target.
    const expected = ["patch clusterproportionalautoscalers/status", "create events"];
    expect(expected).toEqual(expect.arrayContaining(writes));
    expect(writes).toContain(expected[0]);
  });
});
