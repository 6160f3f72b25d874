import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { runs } from "../../engine/testing/runs.ts";
import { StreamPlaces } from "./stream-places.ts";

/** Streams are named after their namespace: "a1" is the first of a. */
const namespaceOf = (name: string): string => name.replace(/\d+$/, "");

function scene(most: number) {
  const places = new StreamPlaces(most);
  const open = new Set<string>();
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const take = (name: string): void => {
    const begin = () => {
      expect(open.has(name)).toBe(false);
      expect(log.length, "places that go back and forth").toBeLessThan(1_000);
      open.add(name);
      log.push(`+${name}`);
    };
    const interrupt = () => {
      expect(open.delete(name)).toBe(true);
      log.push(`-${name}`);
    };
    ends.set(name, places.take({ namespace: namespaceOf(name), begin, interrupt }));
  };
  const end = (name: string): void => {
    ends.get(name)?.();
    ends.delete(name);
    open.delete(name);
  };
  const openIn = (namespace: string) =>
    [...open].filter(name => namespaceOf(name) === namespace).length;
  return { places, take, end, open, openIn, log, ends };
}

const of = (namespace: string, many: number): string[] =>
  Array.from({ length: many }, (_, index) => `${namespace}${index + 1}`);

describe("the streams of a connection", () => {
  // prettier-ignore
  it.each<{ shows: string; most: number; asked: string[]; want: string[] }>([
    { shows: "are all of one namespace while no other wants any",   most: 4, asked: of("a", 9),                   want: of("a", 4) },
    { shows: "are one of another namespace that comes later",       most: 4, asked: [...of("a", 9), "b1"],        want: ["a1", "a2", "a3", "b1"] },
    { shows: "are halved between two",                              most: 4, asked: [...of("a", 9), ...of("b", 9)], want: ["a1", "a2", "b1", "b2"] },
    { shows: "leave an odd place to the namespace that had it",     most: 3, asked: [...of("a", 9), ...of("b", 9)], want: ["a1", "a2", "b1"] },
    { shows: "are shared by three",                                 most: 6, asked: [...of("a", 9), ...of("b", 9), ...of("c", 2)], want: ["a1", "a2", "b1", "b2", "c1", "c2"] },
    { shows: "leave to others what one does not want",              most: 6, asked: [...of("a", 1), ...of("b", 9)], want: ["a1", ...of("b", 5)] },
    { shows: "stay where they are if there are more namespaces than places", most: 2, asked: ["a1", "b1", "c1"], want: ["a1", "b1"] },
    { shows: "are none without a place",                            most: 0, asked: ["a1", "b1"],                 want: [] },
  ])("$shows", ({ most, asked, want }) => {
    const { take, open, places } = scene(most);
    for (const name of asked) take(name);
    expect([...open].sort()).toEqual([...want].sort());
    expect(places.taken).toBe(want.length);
  });

  it("close the newest of the namespace with the most, which waits and begins again", () => {
    const { take, end, log } = scene(3);
    for (const name of ["a1", "a2", "a3", "b1"]) take(name);
    expect(log.splice(0)).toEqual(["+a1", "+a2", "+a3", "-a3", "+b1"]);
    end("a1");
    expect(log).toEqual(["+a3"]);
  });

  it("go to those that wait without a place first, in their turns", () => {
    const { take, end, log } = scene(2);
    for (const name of ["a1", "b1", "a2", "c1", "d1", "c2"]) take(name);
    log.length = 0;
    for (const name of ["b1", "c1", "a1", "d1"]) end(name);
    expect(log).toEqual(["+c1", "+d1", "+a2", "+c2"]);
  });

  it("that have ended twice, or never began, give one place back at most", () => {
    const { take, end, ends, places, open } = scene(1);
    take("a1");
    take("b1");
    const twice = ends.get("b1");
    end("b1");
    twice?.();
    expect(places.taken).toBe(1);
    end("a1");
    take("c1");
    expect([...open]).toEqual(["c1"]);
  });

  it("are as even as they can be, and no place stays free while one waits", () => {
    const step = fc.record({
      name: fc.tuple(fc.constantFrom("a", "b", "c", "d"), fc.integer({ min: 1, max: 6 })),
      takes: fc.boolean(),
    });
    const holds = fc.property(fc.integer({ min: 1, max: 6 }), fc.array(step), (most, steps) => {
      const { take, end, open, openIn, ends, places } = scene(most);
      for (const { name: parts, takes } of steps) {
        const name = parts.join("");
        if (!takes) end(name);
        else if (!ends.has(name)) take(name);
        const waiting = [...ends.keys()].filter(each => !open.has(each));
        expect(places.taken).toBe(open.size);
        expect(open.size).toBe(Math.min(most, ends.size));
        const largest = Math.max(...["a", "b", "c", "d"].map(openIn));
        for (const each of waiting) {
          expect(largest - openIn(namespaceOf(each))).toBeLessThanOrEqual(1);
        }
      }
    });
    fc.assert(holds, runs(300));
  });
});
