import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { runs } from "../../engine/testing/runs.ts";
import { Dependents } from "./subscriptions.ts";

function scene() {
  const unused: string[] = [];
  const dependents = new Dependents(thing => unused.push(thing));
  const of = (thing: string) => [...dependents.of(thing)].sort();
  return { dependents, unused, of };
}

describe("Dependents", () => {
  it("names all who depend on a thing", () => {
    const { dependents, of } = scene();
    dependents.set("a", ["nodes", "map"]);
    dependents.set("b", ["nodes"]);
    expect([of("nodes"), of("map"), of("other")]).toEqual([["a", "b"], ["a"], []]);
  });

  it("replaces what a key depended on before", () => {
    const { dependents, of } = scene();
    dependents.set("a", ["one", "two"]);
    dependents.set("a", ["two", "three"]);
    expect([of("one"), of("two"), of("three")]).toEqual([[], ["a"], ["a"]]);
  });

  it("tells once that a thing lost its last dependent", () => {
    const { dependents, unused } = scene();
    dependents.set("a", ["nodes", "map"]);
    dependents.set("b", ["nodes"]);
    dependents.delete("a");
    expect(unused).toEqual(["map"]);
    dependents.delete("b");
    dependents.delete("b");
    expect(unused).toEqual(["map", "nodes"]);
  });

  it("tells nothing of a thing that is kept", () => {
    const { dependents, unused } = scene();
    dependents.set("a", ["nodes", "nodes"]);
    dependents.set("a", ["nodes"]);
    dependents.set("a", ["nodes", "map"]);
    expect(unused).toEqual([]);
  });

  it("adds to what a key depends on, without letting go of the rest", () => {
    const { dependents, unused, of } = scene();
    dependents.set("a", ["one"]);
    dependents.add("a", ["two"]);
    dependents.add("b", []);
    expect([of("one"), of("two"), unused]).toEqual([["a"], ["a"], []]);
    dependents.delete("a");
    expect(unused).toEqual(["one", "two"]);
  });

  it("can be changed by whoever is being woken", () => {
    const { dependents } = scene();
    for (const key of ["a", "b", "c"]) dependents.set(key, ["nodes"]);
    const woken: string[] = [];
    for (const key of dependents.of("nodes")) {
      woken.push(key);
      if (key === "a") dependents.set("a", ["nodes", "map"]);
      if (key === "b") dependents.delete("b");
    }
    expect(woken).toEqual(["a", "b", "c"]);
  });

  it("watches exactly what someone depends on, whatever came before", () => {
    const key = fc.constantFrom("a", "b", "c");
    const things = fc.subarray(["x", "y", "z"]);
    const exact = fc.property(fc.array(fc.tuple(key, things), { maxLength: 40 }), steps => {
      const watched = new Set<string>();
      const dependents = new Dependents(thing => watched.delete(thing));
      const model = new Map<string, readonly string[]>();
      for (const [name, wanted] of steps) {
        for (const thing of wanted) watched.add(thing);
        dependents.set(name, wanted);
        model.set(name, wanted);
        expect([...watched].sort()).toEqual([...new Set([...model.values()].flat())].sort());
      }
    });
    fc.assert(exact, runs(200));
  });
});
