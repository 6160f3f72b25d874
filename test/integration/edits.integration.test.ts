import { describe, expect } from "vitest";

import { apiRequest } from "../../hack/cluster/api.ts";
import { eventually } from "./eventually.ts";
import { deployment } from "./objects.ts";
import { deployments, it, type Sandbox } from "./sandbox.ts";

const edits = 40;

/** A size that tells which edit it belongs to (the hundreds) and how many nodes there were. */
const ladderOf = (edit: number) => ({
  nodesToReplicas: [1, 2, 3].map(nodes => ({ nodes, replicas: 100 * edit + nodes })),
});

/** Every count that a Deployment has had since a version of it. */
async function countsSince(sandbox: Sandbox, name: string, version: string): Promise<number[]> {
  const query = `?watch=1&timeoutSeconds=1&resourceVersion=${version}&fieldSelector=metadata.name=${name}`;
  const { text } = await apiRequest(sandbox.cluster, "GET", sandbox.path(deployments) + query);
  return text
    .split("\n")
    .filter(line => line !== "")
    .map(line => JSON.parse(line) as { object: { spec: { replicas?: number } } })
    .map(({ object }) => object.spec.replicas ?? 0);
}

describe.concurrent("an autoscaler that is edited while it is being worked on", () => {
  it("ends at its last spec, and never goes back to an earlier one", async ({ sandbox }) => {
    const nodes = await sandbox.nodes.add(2);
    const { metadata } = await sandbox.create(deployments, deployment("dns", 0));
    await sandbox.autoscaler("dns", { ladder: ladderOf(0), compatibility: "CPA-1.10" });
    // The first write of all waits for whoever else may have been created in the same second.
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
    }

    const generation = edits + 1;
    await eventually(async () => {
      expect(await sandbox.replicas("dns")).toBe(100 * edits + 2);
      const { observedGeneration, targets } = await sandbox.status("dns");
      expect(observedGeneration).toBe(generation);
      expect(targets).toMatchObject([{ currentReplicas: 100 * edits + 2 }]);
      expect(targets?.[0]?.history?.pending).toBeUndefined();
    });
    const counts = await countsSince(sandbox, "dns", metadata?.resourceVersion ?? "");
    const specs = counts.map(count => Math.floor(count / 100));
    expect(specs).toEqual([...specs].sort((a, b) => a - b));
    expect(new Set(specs).size).toBeGreaterThan(2);
  });

  it("is followed at once to other nodes", async ({ sandbox }) => {
    await sandbox.nodes.add(3, { labels: { zone: "a" } });
    await sandbox.nodes.add(1, { labels: { zone: "b" } });
    await sandbox.deployments({ dns: 1 });
    await sandbox.autoscaler("dns", {
      linear: { nodesPerReplica: 1 },
      compatibility: "CPA-1.10",
    });
    const { matchLabels } = sandbox.nodes.selector;
    for (const [zone, count] of [
      ["a", 3],
      ["b", 1],
    ] as const) {
      await sandbox.edit("dns", { nodeSelector: { matchLabels: { ...matchLabels, zone } } });
      await eventually(async () => {
        expect(await sandbox.replicas("dns")).toBe(count);
      });
    }
    await sandbox.edit("dns", { nodeSelector: { matchLabels: { zone: null } } });
    await eventually(async () => {
      const { nodes, cores, targets } = await sandbox.status("dns");
      expect({ nodes, cores }).toEqual({ nodes: 4, cores: 16 });
      expect(targets).toMatchObject([{ currentReplicas: 4 }]);
    });
  });
});
