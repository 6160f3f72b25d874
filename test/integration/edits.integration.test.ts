import { describe, expect } from "vitest";

import { eventually } from "./eventually.ts";
import { deployment } from "./cluster/objects.ts";
import { deployments, it } from "./cluster/sandbox.ts";
import { countWrites } from "./switch-log.ts";

const edits = 20;
/** The test waits for the operator to act on every edit with a multiple of this number. */
const awaited = 5;

/** A size that identifies its edit (the hundreds) and the number of nodes. */
const ladderOf = (edit: number) => ({
  nodesToReplicas: [1, 2, 3].map(nodes => ({ nodes, replicas: 100 * edit + nodes })),
});

const editOf = (count: number): number => Math.floor(count / 100);

describe.concurrent("an autoscaler that is edited during its processing", () => {
  it("ends at its last spec and never returns to an earlier one", async ({ sandbox }) => {
    const nodes = await sandbox.nodes.add(2);
    await sandbox.create(deployments, deployment("dns", 0));
    await sandbox.autoscaler("dns", { ladder: ladderOf(0), algorithm: "CPA-1.10" });
    // The first write of an object waits for a rival that may have been created in the same second.
    await eventually(async () => {
      expect(await sandbox.replicas("dns")).toBe(2);
    });
    const [first = ""] = nodes;
    for (let number = 1; number <= edits; number++) {
      const ready = number % 2 === 0 ? "True" : "False";
      await Promise.all([
        sandbox.edit("dns", { ladder: ladderOf(number) }),
        sandbox.nodes.setReady(first, { ready }),
      ]);
      if (number % awaited > 0) continue;
      await eventually(async () => {
        expect(editOf(await sandbox.replicas("dns"))).toBe(number);
      });
    }

    const generation = edits + 1;
    await eventually(async () => {
      expect(await sandbox.replicas("dns")).toBe(100 * edits + 2);
      const { observedGeneration, targets } = await sandbox.status("dns");
      expect(observedGeneration).toBe(generation);
      expect(targets).toMatchObject([{ currentReplicas: 100 * edits + 2 }]);
      expect(targets?.[0]?.history?.pending).toBeUndefined();
    });
    const specs = (await countWrites(sandbox, {})).map(({ replicas }) => editOf(replicas));
    expect(specs).toEqual(specs.toSorted((a, b) => a - b));
    expect(specs).toEqual(expect.arrayContaining([0, 5, 10, 15, 20]));
  });

  it("counts other nodes immediately after an edit of its selector", async ({ sandbox }) => {
    await sandbox.nodes.add(3, { labels: { zone: "a" } });
    await sandbox.nodes.add(1, { labels: { zone: "b" } });
    await sandbox.deployments({ dns: 1 });
    await sandbox.autoscaler("dns", {
      linear: { nodesPerReplica: 1 },
      algorithm: "CPA-1.10",
    });
    const { matchLabels } = sandbox.nodes.selector;
    for (const [zone, count] of [
      ["a", 3],
      ["b", 1],
    ] as const) {
      await sandbox.edit("dns", { nodes: { selector: { matchLabels: { ...matchLabels, zone } } } });
      await eventually(async () => {
        expect(await sandbox.replicas("dns")).toBe(count);
      });
    }
    await sandbox.edit("dns", { nodes: { selector: { matchLabels: { zone: null } } } });
    await eventually(async () => {
      const { nodes, cores, targets } = await sandbox.status("dns");
      expect({ nodes, cores }).toEqual({ nodes: 4, cores: 16 });
      expect(targets).toMatchObject([{ currentReplicas: 4 }]);
    });
  });
});
