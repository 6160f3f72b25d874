import { expect, it } from "vitest";

import { ResourceDemand } from "./cluster-sizes.ts";

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
  expect([demand.isWanted, lists]).toEqual([false, []]);
});

it("keeps resources from the first question on, and answers after the list that began with it", async () => {
  const { demand, woken, complete } = scene();
  expect([demand.isKept("nodes/a"), demand.isKept("nodes/b")]).toEqual([false, false]);
  expect(demand.isWanted).toBe(true);
  demand.release("nodes/b");
  await complete();
  expect(woken).toEqual(["nodes/a"]);
  expect([demand.isKept("nodes/a"), demand.isKept("nodes/c")]).toEqual([true, true]);
});

it("lists the nodes once, however many names 10,000 objects count and however often they are edited", async () => {
  const { demand, lists, woken, complete } = scene();
  for (let object = 0; object < 10_000; object++) demand.isKept(`nodes/#${object}`);
  expect(lists).toHaveLength(1);
  await complete();
  expect(woken).toHaveLength(10_000);
  for (let edit = 0; edit < 100; edit++) {
    demand.release(`nodes/#${edit}`);
    expect(demand.isKept(`nodes/#edited-${edit}`)).toBe(true);
  }
  expect(lists).toEqual([]);
});
