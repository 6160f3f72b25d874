import { describe, expect } from "vitest";

import { eventually } from "./eventually.ts";
import { it, type Sandbox } from "./cluster/sandbox.ts";

const becomes = (sandbox: Sandbox, count: number) =>
  eventually(async () => {
    expect(await sandbox.replicas("dns")).toBe(count);
  });

/** The autoscaler has seen this many nodes, and its target has one replica for each. */
const rests = (sandbox: Sandbox, count: number) =>
  eventually(async () => {
    const { nodes, targets } = await sandbox.status("dns");
    expect(nodes).toBe(count);
    expect(targets).toMatchObject([{ currentReplicas: count, desiredReplicas: count }]);
    expect(targets?.[0]?.history?.pending).toBeUndefined();
  });

/** The events about corrections of one manual count. */
const correctionsOf = async (sandbox: Sandbox, byHand: number) =>
  (await sandbox.events("dns", "SuccessfulRescale")).filter(({ message }) =>
    message.includes(`(was ${byHand})`),
  );

describe.concurrent.for(["Trimtab-1", "CPA-1.10"] as const)(
  "under %s, a count edited by hand",
  profile => {
    it.for([
      { what: "too many", byHand: 9 },
      { what: "too few", byHand: 1 },
      { what: "none at all", byHand: 0 },
    ])("to $what is corrected immediately, with an event", async ({ byHand }, { sandbox }) => {
      await Promise.all([sandbox.nodes.add(3), sandbox.deployments({ dns: 3 })]);
      await sandbox.autoscaler("dns", { linear: { nodesPerReplica: 1 }, algorithm: profile });
      await rests(sandbox, 3);

      await sandbox.scaleByHand("dns", byHand);
      await becomes(sandbox, 3);
      await eventually(async () => {
        expect(await correctionsOf(sandbox, byHand)).toMatchObject([
          {
            ...{ type: "Normal", count: 1 },
            message: `New size: 3 (was ${byHand}) for Deployment dns; reason: 3 nodes / 1 per replica = 3`,
          },
        ]);
        const { targets } = await sandbox.status("dns");
        expect(targets).toMatchObject([{ currentReplicas: 3, decision: { from: byHand, to: 3 } }]);
      });
    });
  },
);

describe.concurrent("a repeated correction", () => {
  it("is one event with a counter", async ({ sandbox }) => {
    await Promise.all([sandbox.nodes.add(2), sandbox.deployments({ dns: 2 })]);
    await sandbox.autoscaler("dns", { linear: { nodesPerReplica: 1 } });
    await rests(sandbox, 2);
    for (let edit = 1; edit <= 3; edit++) {
      await sandbox.scaleByHand("dns", 5);
      await becomes(sandbox, 2);
      await eventually(async () => {
        expect(await correctionsOf(sandbox, 5)).toMatchObject([{ count: edit }]);
      });
    }
  });

  it("follows every edit, at any rate", async ({ sandbox }) => {
    await Promise.all([sandbox.nodes.add(2), sandbox.deployments({ dns: 2 })]);
    await sandbox.autoscaler("dns", { linear: { nodesPerReplica: 1 } });
    await rests(sandbox, 2);
    for (let edit = 0; edit < 30; edit++) await sandbox.scaleByHand("dns", edit % 7);
    await becomes(sandbox, 2);
    await rests(sandbox, 2);
  });
});
