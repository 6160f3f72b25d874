import { afterAll, beforeAll, expect, it } from "vitest";

import type { Cluster } from "../../hack/cluster/cluster.ts";
import { besiege } from "../../hack/attack/siege.ts";
import { clearPlaces, startFaultCluster } from "./fault-cluster.ts";
import { report } from "./figures.ts";

let cluster: Cluster;

beforeAll(async () => {
  cluster = await startFaultCluster();
  await clearPlaces(cluster);
});
afterAll(async () => {
  await clearPlaces(cluster);
  await cluster.stop();
});

/** A minute of `make attack`, and of its promises those that no busy machine breaks. */
it("a tenant and a stranger who do all that they can take nothing from others", async () => {
  const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
  const { before, during, tally, hung, memoryLimit } = await besiege(cluster, {
    ...{ seed, objects: 60, periodSeconds: 5 },
    // Two cores, and other tests beside this one.
    ...{ baselineSeconds: 10, attackSeconds: 60, slowness: 4 },
  });
  const fewest = Math.min(...during.decided);
  const figures = { seed, fewest, memory: during.memory, tally, hung };
  report("during an attack", figures);
  const told = JSON.stringify(figures);

  expect(during.ended, told).toBeNull();
  expect(during.memory, told).toBeLessThan(memoryLimit);
  expect(during.refused, told).toEqual([]);
  expect(during.reviews.length, told).toBeGreaterThan(100);
  // All of them are decided on, in a third of their periods at least.
  expect(during.decided).toHaveLength(60);
  expect(Math.min(...before.decided), told).toBeGreaterThan(0.3);
  expect(fewest, told).toBeGreaterThan(0.3);

  // It was an attack: statuses were tried and refused, questions hung, and the stranger came in nowhere.
  const statuses = Object.keys(tally["forged statuses"] ?? {});
  expect(statuses, told).toContain("403");
  expect(statuses, told).not.toContain("200");
  expect(hung, told).toBeGreaterThan(0);
  expect(Object.keys(tally["forged reviews"] ?? {}), told).not.toContain("200");
}, 300_000);
