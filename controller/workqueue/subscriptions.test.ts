import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { runs } from "../../engine/testing/runs.ts";
import { type Topic, Subscriptions } from "./subscriptions.ts";

function scene() {
  const unused: Topic[] = [];
  const dependents = new Subscriptions(topic => unused.push(topic));
  const of = (topic: Topic) => [...dependents.of(topic)].sort();
  return { dependents, unused, of };
}

/** A pass that reads these topics to its end. */
function set(dependents: Subscriptions, key: string, topics: readonly Topic[]): void {
  const tracker = dependents.track(key);
  for (const topic of topics) tracker.add(topic);
  tracker.commit();
}

describe("Subscriptions", () => {
  it("returns every subscriber of a topic", () => {
    const { dependents, of } = scene();
    set(dependents, "a", ["nodes/nodes", "nodes/map"]);
    set(dependents, "b", ["nodes/nodes"]);
    expect([of("nodes/nodes"), of("nodes/map"), of("nodes/other")]).toEqual([
      ["a", "b"],
      ["a"],
      [],
    ]);
  });

  it("replaces the earlier topics of a key", () => {
    const { dependents, of } = scene();
    set(dependents, "a", ["nodes/one", "nodes/two"]);
    set(dependents, "a", ["nodes/two", "nodes/three"]);
    expect([of("nodes/one"), of("nodes/two"), of("nodes/three")]).toEqual([[], ["a"], ["a"]]);
  });

  it("reports once that a topic has lost its last subscriber", () => {
    const { dependents, unused } = scene();
    set(dependents, "a", ["nodes/nodes", "nodes/map"]);
    set(dependents, "b", ["nodes/nodes"]);
    dependents.delete("a");
    expect(unused).toEqual(["nodes/map"]);
    dependents.delete("b");
    dependents.delete("b");
    expect(unused).toEqual(["nodes/map", "nodes/nodes"]);
  });

  it("reports nothing for a topic that is kept", () => {
    const { dependents, unused } = scene();
    set(dependents, "a", ["nodes/nodes", "nodes/nodes"]);
    set(dependents, "a", ["nodes/nodes"]);
    set(dependents, "a", ["nodes/nodes", "nodes/map"]);
    expect(unused).toEqual([]);
  });

  it("keeps the earlier topics of a key until a pass ends", () => {
    const { dependents, unused, of } = scene();
    set(dependents, "a", ["nodes/one"]);
    dependents.track("a").add("nodes/two");
    dependents.track("b");
    expect([of("nodes/one"), of("nodes/two"), unused]).toEqual([["a"], ["a"], []]);
    dependents.delete("a");
    expect(unused).toEqual(["nodes/one", "nodes/two"]);
  });

  it("allows changes while subscribers are notified", () => {
    const { dependents } = scene();
    for (const key of ["a", "b", "c"]) set(dependents, key, ["nodes/nodes"]);
    const woken: string[] = [];
    for (const key of dependents.of("nodes/nodes")) {
      woken.push(key);
      if (key === "a") set(dependents, "a", ["nodes/nodes", "nodes/map"]);
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
        set(dependents, name, wanted);
        model.set(name, wanted);
        expect([...watched].sort()).toEqual([...new Set([...model.values()].flat())].sort());
      }
    });
    fc.assert(exact, runs(200));
  });
});
