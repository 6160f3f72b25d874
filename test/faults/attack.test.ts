import { afterAll, beforeAll, expect, it } from "vitest";

import { paceFrom } from "../attack/pace.ts";
import { besiege } from "../attack/siege.ts";
import { strangerParts } from "../attack/stranger.ts";
import { parts } from "../attack/tenant/parts.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { clearPlaces, startFaultCluster } from "./cluster/fault-cluster.ts";
import { report } from "./figures.ts";

const objects = 20;

/** A status code, or a connection that the server closed; not one that it did not accept. */
const isAnswer = /^([1-5]\d\d|closed|ECONNRESET|EPIPE)$/;

let cluster: Cluster;

beforeAll(async () => {
  cluster = await startFaultCluster();
  await clearPlaces(cluster);
});
afterAll(async () => {
  await clearPlaces(cluster);
  await cluster.stop();
});

/**
 * Thirty seconds of `make attack`, and those of its promises that do not depend on the machine: counts and
 * ratios. How late decisions are and how long reviews take is measured by `make attack` alone, because other
 * tests use the same cores here.
 */
it("an attacking tenant and a stranger do not stop the service for others", async () => {
  const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
  const { before, during, tally, hung, shared, memoryLimit, isLimited } = await besiege(cluster, {
    ...{ seed, objects, periodSeconds: 3, baselineSeconds: 2, attackSeconds: 30 },
    // Another lane of tests uses half of the machine.
    rate: paceFrom(process.env).rate / 2,
  });
  const fewest = Math.min(...during.decided);
  const { memory, witnessed, load } = during;
  const figures = { seed, fewest, memory, witnessed, shared, tally, hung, busy: load.busy };
  report("during an attack", figures);
  const shown = JSON.stringify(figures);

  expect(during.ended, shown).toBeNull();
  // Without a cgroup, the machine's memory determines the size of the heap.
  if (isLimited) expect(during.memory, shown).toBeLessThan(memoryLimit);
  expect(during.reviews.length, shown).toBeGreaterThan(45);
  expect([...before.refused, ...during.refused], shown).toEqual([]);
  expect(during.decided).toHaveLength(objects);
  // Of 10 periods; `make attack`, which has the machine to itself, requires more.
  expect(fewest, shown).toBeGreaterThan(0.5);

  // The attack took place: every part got responses, questions hung, and no forgery was accepted.
  for (const { name } of [...parts, ...strangerParts]) {
    const answered = Object.keys(tally[name] ?? {}).filter(code => isAnswer.test(code));
    expect(answered, `${name}: ${shown}`).not.toEqual([]);
  }
  expect(hung, shown).toBeGreaterThan(0);
  expect(shared.slow, shown).toBeGreaterThan(0);
  expect(witnessed.looks, shown).toBeGreaterThan(0);
  const statuses = Object.keys(tally["forged statuses"] ?? {});
  expect(statuses, shown).toContain("403");
  expect(statuses, shown).not.toContain("200");
  expect(Object.keys(tally["forged reviews"] ?? {}), shown).not.toContain("200");
  // What is not too large is a review, whose texts reach the checks of the object.
  const ofTexts = Object.keys(tally["reviews of long texts"] ?? {});
  expect(ofTexts, shown).toContain("200");
  expect(ofTexts, shown).not.toContain("400");
}, 300_000);
