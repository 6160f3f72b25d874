import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { runs } from "../../../engine/testing/runs.ts";
import { FairShare } from "./fair-share.ts";

/** Items are named after their owner: "a1" is the first of a; "1" has no owner. */
const ownerOf = (item: string): string => item.replace(/\d+$/, "");

function scene(places: number, items: readonly string[] = [], least?: number) {
  const share = new FairShare<string>(places, least);
  for (const item of items) share.add(ownerOf(item), item);
  const takeAll = (): string[] => {
    const taken: string[] = [];
    for (let item = share.take(); item !== undefined; item = share.take()) taken.push(item);
    return taken;
  };
  return { share, takeAll };
}

const of = (owner: string, many: number): string[] =>
  Array.from({ length: many }, (_, index) => `${owner}${index + 1}`);

describe("FairShare", () => {
  // prettier-ignore
  it.each<{ shows: string; places: number; waiting: string[]; want: string[] }>([
    { shows: "gives a single owner half of the places",           places: 8, waiting: of("a", 9),                          want: of("a", 4) },
    { shows: "gives two owners a third each, in turn",            places: 6, waiting: [...of("a", 9), ...of("b", 9)],       want: ["a1", "b1", "a2", "b2"] },
    { shows: "gives the only place to any owner",                 places: 1, waiting: of("a", 2),                          want: ["a1"] },
    { shows: "keeps one of two places free",                      places: 2, waiting: of("a", 2),                          want: ["a1"] },
    { shows: "keeps the order of the items of one owner",         places: 9, waiting: ["a3", "a1", "a2"],                  want: ["a3", "a1", "a2"] },
    { shows: "lets a late owner overtake the queue of the first", places: 3, waiting: [...of("a", 99), "b1"],              want: ["a1", "b1"] },
    { shows: "gives all places to items without an owner",        places: 3, waiting: of("", 9),                           want: ["1", "2", "3"] },
    { shows: "gives as many owners as places one each",           places: 3, waiting: ["a1", "a2", "b1", "c1", "d1"],      want: ["a1", "b1", "c1"] },
  ])("$shows", ({ places, waiting, want }) => {
    const { takeAll } = scene(places, waiting);
    expect(takeAll()).toEqual(want);
  });

  it("gives a released place to the owner whose turn it is", () => {
    const { share, takeAll } = scene(2, ["a1", "a2", "b1", "b2"]);
    expect(takeAll()).toEqual(["a1", "b1"]);
    share.leave("b");
    expect(takeAll()).toEqual(["b2"]);
    share.add("b", "b3");
    share.leave("b");
    share.leave("a");
    expect(takeAll()).toEqual(["a2", "b3"]);
  });

  // Each letter is an item of owner a that got an answer (y) or none (n).
  // prettier-ignore
  it.each([
    { after: "",               mayHold: 8 },
    { after: "n",              mayHold: 8 },
    { after: "nn",             mayHold: 4 },
    { after: "nnn",            mayHold: 2 },
    { after: "nnnnnnnnn",      mayHold: 2 },
    { after: "nnny",           mayHold: 3 },
    { after: "nnnyyyyyy",      mayHold: 8 },
    { after: "yyyyyynn",       mayHold: 4 },
    { after: "nnnyyyyyyyyyyyyyyyyyynn", mayHold: 4 },
  ])("lets an owner hold $mayHold of 16 places after '$after'", ({ after, mayHold }) => {
    const { share, takeAll } = scene(16, [...of("a", 99), ...of("b", 2)], 2);
    for (const each of after) share.learn("a", each === "y");
    const taken = takeAll().map(ownerOf);
    expect(taken.filter(owner => owner === "b")).toHaveLength(2);
    expect(taken.filter(owner => owner === "a")).toHaveLength(Math.min(mayHold, 7));
  });

  // prettier-ignore
  it.each([
    { shows: "the one with the fewest places",           taken: ["a1", "b1", "a2"],        of: ["a", "b"],      want: "b" },
    { shows: "one without any",                          taken: ["a1", "b1"],              of: ["a", "b", "c"], want: "c" },
    { shows: "the first of equals",                      taken: ["a1", "b1"],              of: ["b", "a"],      want: "b" },
    { shows: "the other one if one may take no more",    taken: ["a1", "a2", "a3", "a4"],  of: ["a", "b"],      want: "b" },
    { shows: "none if all are at their limits",          taken: ["a1", "a2", "a3", "a4"],  of: ["a"],           want: undefined },
    { shows: "none if all places are taken",             taken: of("", 8),                 of: ["a", "b"],      want: undefined },
  ])("finds $shows", ({ taken, of: owners, want }) => {
    const { share, takeAll } = scene(8, taken);
    expect(takeAll().sort()).toEqual([...taken].sort());
    expect(share.readiest(owners)).toBe(want);
  });

  it("forgets removed items", () => {
    const { share, takeAll } = scene(8, ["a1", "a2", "b1"]);
    share.remove("a", "a1");
    share.remove("b", "b1");
    share.remove("b", "b1");
    expect(takeAll()).toEqual(["a2"]);
  });

  it("keeps one of 16 places for a fourth owner, whatever three others do", () => {
    const step = fc.record({ owner: fc.constantFrom("a", "b", "c"), adds: fc.boolean() });
    const holds = fc.property(fc.array(step, { maxLength: 200 }), steps => {
      const { share, takeAll } = scene(16);
      const held: string[] = [];
      for (const { owner, adds } of steps) {
        if (adds) share.add(owner, `${owner}${held.length}`);
        else if (held.includes(owner)) {
          share.leave(owner);
          held.splice(held.indexOf(owner), 1);
        }
        held.push(...takeAll().map(ownerOf));
        expect(held.length).toBeLessThan(16);
      }
      share.add("d", "d1");
      expect(share.take()).toBe("d1");
    });
    fc.assert(holds, runs(300));
  });
});
