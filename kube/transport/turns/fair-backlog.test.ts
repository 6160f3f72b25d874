import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { runs } from "../../../engine/testing/runs.ts";
import { FairBacklog } from "./fair-backlog.ts";

/** A backlog of "a1 a2 b1": group and item. */
function backlogOf(text: string, limit = 100) {
  const backlog = new FairBacklog<string>(limit);
  const full = text.split(" ").filter(item => item && backlog.add(item.charAt(0), item));
  return { backlog, full };
}

function drain(backlog: FairBacklog<string>, may: (item: string) => boolean = () => true): string {
  const taken: string[] = [];
  for (let item = backlog.take(may); item !== null; item = backlog.take(may)) taken.push(item);
  return taken.join(" ");
}

describe("FairBacklog", () => {
  // prettier-ignore
  it.each([
    { shows: "one group in order",                               add: "a1 a2 a3",             limit: 9, taken: "a1 a2 a3" },
    { shows: "groups in turn",                                   add: "a1 a2 a3 a4 b1 c1 c2", limit: 9, taken: "a1 b1 c1 a2 c2 a3 a4" },
    { shows: "the items within the limit, without the newest",   add: "a1 a2 a3",             limit: 2, taken: "a1 a2" },
    { shows: "the smaller group, at the cost of the larger one", add: "a1 a2 a3 b1 b2",      limit: 3, taken: "a1 b1 a2" },
    { shows: "the first of equal groups",                        add: "a1 b1 c1",             limit: 2, taken: "a1 b1" },
  ])("returns $shows", ({ add, limit, taken }) => {
    const { backlog } = backlogOf(add, limit);
    expect(drain(backlog)).toBe(taken);
    expect(backlog.size).toBe(0);
  });

  it("skips items that may not be taken yet, and keeps them", () => {
    const { backlog } = backlogOf("a1 a2 b1");
    expect(drain(backlog, item => item !== "a1")).toBe("a2 b1");
    expect([backlog.size, drain(backlog)]).toEqual([1, "a1"]);
  });

  it("appends a returning group after the waiting ones", () => {
    const { backlog } = backlogOf("a1");
    expect(drain(backlog)).toBe("a1");
    for (const item of ["b1", "a2"]) backlog.add(item.charAt(0), item);
    expect(drain(backlog)).toBe("b1 a2");
  });

  it("drops nothing from a group within its share", () => {
    const groups = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 60 });
    const fair = fc.property(groups, order => {
      const items = order.map((group, index) => `${group}${index}`);
      const { backlog, full } = backlogOf(items.join(" "), 20);
      expect([backlog.size, full.length]).toEqual([
        Math.min(20, items.length),
        Math.max(0, items.length - 20),
      ]);
      const left = drain(backlog).split(" ");
      for (const group of new Set(order)) {
        const own = items.filter(item => item.startsWith(group));
        const kept = left.filter(item => item.startsWith(group));
        expect(kept).toEqual(own.slice(0, kept.length));
        expect(kept.length).toBeGreaterThanOrEqual(Math.min(own.length, 5));
      }
    });
    fc.assert(fair, runs(300));
  });
});
