import { describe, expect } from "vitest";

import { scaleWritesTo, writesOfOperator } from "./audit.ts";
import { eventually } from "./eventually.ts";
import { it, type Sandbox } from "./sandbox.ts";

const perNode = { linear: { nodesPerReplica: 1 } };

const becomes = (sandbox: Sandbox, count: number, name = "dns") =>
  eventually(async () => {
    expect(await sandbox.replicas(name)).toBe(count);
  });

describe.concurrent("mode DryRun", () => {
  it("decides and shows, and never writes to the target", async ({ sandbox }) => {
    await Promise.all([sandbox.nodes.add(3), sandbox.deployments({ dns: 1 })]);
    await sandbox.autoscaler("dns", { ...perNode, mode: "DryRun" });
    const shows = (desired: number) =>
      eventually(async () => {
        expect(await sandbox.status("dns")).toMatchObject({
          summary: `DryRun: would write ${desired}, ${desired} nodes / 1 per replica = ${desired}`,
          targets: [
            { currentReplicas: 1, desiredReplicas: desired, decision: { from: 1, to: desired } },
          ],
        });
      });
    await shows(3);
    await sandbox.nodes.add(2);
    await shows(5);
    expect(await sandbox.conditions("dns")).toMatchObject({ Ready: { status: "True" } });
    await eventually(async () => {
      const events = await sandbox.events("dns");
      // Two nodes that join one after the other may be seen one at a time.
      const told = events.map(({ reason, message }) => `${reason}: ${message}`);
      const wishes = [3, 4, 5].map(
        count =>
          `DryRun: Would write ${count} (now 1) for Deployment dns; reason: ${count} nodes / 1 per replica = ${count}`,
      );
      expect(wishes.filter(wish => told.includes(wish))).toEqual(told);
      expect([told.at(0), told.at(-1)]).toEqual([wishes[0], wishes[2]]);
    });
    expect(await sandbox.replicas("dns")).toBe(1);
    expect(await scaleWritesTo(sandbox, "dns")).toBe(0);
  });

  it("leaves a count that someone else writes alone", async ({ sandbox }) => {
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

const warningsAbout = async (sandbox: Sandbox) =>
  (await sandbox.events("dns")).flatMap(({ type, message }) => (type === "Warning" ? message : []));

describe.concurrent("mode Paused", () => {
  it("holds everything as it is, and Active picks it up again", async ({ sandbox }) => {
    await Promise.all([sandbox.nodes.add(2), sandbox.deployments({ dns: 1, other: 1 })]);
    await sandbox.autoscaler("dns", perNode);
    await sandbox.autoscaler("other", perNode);
    await becomes(sandbox, 2);
    // The watch of the target may come after that of the object, which then waits for it, and says so.
    const warnings = await warningsAbout(sandbox);

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
    expect(await warningsAbout(sandbox)).toEqual(warnings);

    await sandbox.edit("dns", { mode: "Active" });
    await sandbox.nodes.add(5);
    await becomes(sandbox, 10);
    expect(await sandbox.targetConditions("dns")).toMatchObject({
      ScalingActive: { status: "True" },
    });
  });

  it("from the beginning never looks for parameters to write by", async ({ sandbox }) => {
    await Promise.all([sandbox.nodes.add(2), sandbox.deployments({ dns: 1 })]);
    await sandbox.autoscaler("dns", { ...perNode, mode: "Paused" });
    await eventually(async () => {
      const { targets } = await sandbox.status("dns");
      expect(targets).toMatchObject([{ currentReplicas: 1 }]);
      expect(targets?.[0]?.decision).toBeUndefined();
    });
    expect(await writesOfOperator(sandbox.cluster, sandbox.namespace)).toEqual([
      "patch clusterproportionalautoscalers/status",
    ]);
  });
});
