import { expect, it } from "vitest";

import { ResourceDemand } from "./resource-demand.ts";

function scene() {
  const lists: (() => void)[] = [];
  const woken: string[] = [];
  const demand = new ResourceDemand(
    () => new Promise(resolve => lists.push(resolve)),
    topic => woken.push(topic),
  );
  const complete = async (): Promise<void> => {
    lists.shift()?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { demand, lists, woken, complete };
}

it("costs nothing while only cores count", () => {
  const { demand, lists } = scene();
  expect(demand.isKept("nodes/a", [])).toBe(true);
  expect([demand.names, lists]).toEqual([[], []]);
});

it("lists the nodes once for each new resource, however many objects ask for it", async () => {
  const { demand, lists, woken, complete } = scene();
  expect(demand.isKept("nodes/a", ["memory"])).toBe(false);
  expect(demand.isKept("nodes/b", ["memory"])).toBe(false);
  expect(demand.names).toEqual(["memory"]);
  expect(lists).toHaveLength(1);
  await complete();
  expect(woken).toEqual(["nodes/a", "nodes/b"]);
  expect(demand.isKept("nodes/a", ["memory"])).toBe(true);
  expect(demand.isKept("nodes/c", ["gpu", "memory"])).toBe(false);
  expect(lists).toHaveLength(1);
});

it("keeps a resource as long as one object counts it", async () => {
  const { demand, complete } = scene();
  demand.isKept("nodes/a", ["memory"]);
  demand.isKept("nodes/b", ["gpu", "memory"]);
  await complete();
  await complete();
  demand.release("nodes/b");
  expect(demand.names).toEqual(["memory"]);
  demand.release("nodes/a");
  expect(demand.names).toEqual([]);
});

it("does not take a list that was requested before for one with the resource", async () => {
  const { demand, lists, complete } = scene();
  demand.isKept("nodes/a", ["memory"]);
  demand.release("nodes/a");
  expect(demand.isKept("nodes/a", ["memory"])).toBe(false);
  expect(lists).toHaveLength(2);
  await complete();
  expect(demand.isKept("nodes/a", ["memory"])).toBe(false);
  await complete();
  expect(demand.isKept("nodes/a", ["memory"])).toBe(true);
});
