import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { runs } from "../../engine/testing/runs.ts";
import type { Topic } from "./topic.ts";
import { Subscriptions } from "./subscriptions.ts";

function scene() {
  const unused: Topic[] = [];
  const dependents = new Subscriptions(topic => unused.push(topic));
  const of = (topic: Topic) => [...dependents.of(topic)].sort();
  return { dependents, unused, of };
}

describe("Subscriptions", () => {
  it("returns every subscriber of a topic", () => {
    const { dependents, of } = scene();
    dependents.set("a", ["nodes/nodes", "nodes/map"]);
    dependents.set("b", ["nodes/nodes"]);
    expect([of("nodes/nodes"), of("nodes/map"), of("nodes/other")]).toEqual([
      ["a", "b"],
      ["a"],
      [],
    ]);
  });

  it("replaces the earlier topics of a key", () => {
    const { dependents, of } = scene();
    dependents.set("a", ["nodes/one", "nodes/two"]);
    dependents.set("a", ["nodes/two", "nodes/three"]);
    expect([of("nodes/one"), of("nodes/two"), of("nodes/three")]).toEqual([[], ["a"], ["a"]]);
  });

  it("reports once that a topic has lost its last subscriber", () => {
    const { dependents, unused } = scene();
    dependents.set("a", ["nodes/nodes", "nodes/map"]);
    dependents.set("b", ["nodes/nodes"]);
    dependents.delete("a");
    expect(unused).toEqual(["nodes/map"]);
    dependents.delete("b");
    dependents.delete("b");
    expect(unused).toEqual(["nodes/map", "nodes/nodes"]);
  });

  it("reports nothing for a topic that is kept", () => {
    const { dependents, unused } = scene();
    dependents.set("a", ["nodes/nodes", "nodes/nodes"]);
    dependents.set("a", ["nodes/nodes"]);
    dependents.set("a", ["nodes/nodes", "nodes/map"]);
    expect(unused).toEqual([]);
  });

  it("adds topics to those of a key without releasing the others", () => {
    const { dependents, unused, of } = scene();
    dependents.set("a", ["nodes/one"]);
    dependents.add("a", ["nodes/two"]);
    dependents.add("b", []);
    expect([of("nodes/one"), of("nodes/two"), unused]).toEqual([["a"], ["a"], []]);
    dependents.delete("a");
    expect(unused).toEqual(["nodes/one", "nodes/two"]);
  });

  it("allows changes while subscribers are notified", () => {
    const { dependents } = scene();
    for (const key of ["a", "b", "c"]) dependents.set(key, ["nodes/nodes"]);
    const woken: string[] = [];
    for (const key of dependents.of("nodes/nodes")) {
      woken.push(key);
      if (key === "a") dependents.set("a", ["nodes/nodes", "nodes/map"]);
      if (key === "b") dependents.delete("b");
    }
    expect(woken).toEqual(["a", "b", "c"]);
  });

  it("watches exactly the topics with subscribers, after any sequence of changes", () => {
    const key = fc.constantFrom("a", "b", "c");
    const topics = fc.subarray<Topic>(["nodes/x", "nodes/y", "nodes/z"]);
    const exact = fc.property(fc.array(fc.tuple(key, topics), { maxLength: 40 }), steps => {
      const watched = new Set<string>();
      const dependents = new Subscriptions(topic => watched.delete(topic));
      const model = new Map<string, readonly string[]>();
      for (const [name, wanted] of steps) {
        for (const topic of wanted) watched.add(topic);
        dependents.set(name, wanted);
        model.set(name, wanted);
        expect([...watched].sort()).toEqual([...new Set([...model.values()].flat())].sort());
      }
    });
    fc.assert(exact, runs(200));
  });
});
