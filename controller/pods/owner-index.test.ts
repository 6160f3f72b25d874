import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { PodOwner } from "../../engine/observation/pod-owner.ts";
import { runs } from "../../engine/testing/runs.ts";
import { OwnerIndex } from "./owner-index.ts";

const by = (uid: string, intermediate: PodOwner["intermediate"] = "ReplicaSet"): PodOwner => ({
  ...{ uid, intermediate },
});

function scene(...knownUids: string[]) {
  const known = new Set(knownUids);
  const index = new OwnerIndex(uid => known.has(uid));
  const unresolved = (...kinds: Parameters<OwnerIndex["unresolved"]>[0]) =>
    [...index.unresolved(kinds.length > 0 ? kinds : ["ReplicaSet"])].sort();
  return { known, index, unresolved };
}

describe("OwnerIndex", () => {
  it("finds the pods of several controllers", () => {
    const { index } = scene("a", "b");
    index.place("one", null, by("a"));
    index.place("two", null, by("b"));
    index.place("three", null, by("c", null));
    index.place("bare", null, null);
    expect([...index.of(["a", "b", "x"])]).toEqual(["one", "two"]);
    index.place("one", by("a"), by("b"));
    index.place("two", by("b"), null);
    expect([...index.of(["a", "b"])]).toEqual(["one"]);
  });

  it("reports pods of a new controller as unresolved until that is known", () => {
    const { index, known, unresolved } = scene();
    index.place("one", null, by("a"));
    index.place("other", null, by("b", "StatefulSet"));
    index.place("job", null, by("c", null));
    expect(unresolved()).toEqual(["one"]);
    expect(unresolved("ReplicaSet", "StatefulSet")).toEqual(["one", "other"]);
    known.add("a");
    expect(unresolved()).toEqual([]);
  });

  it("reports pods of a controller that is gone as unresolved, until they are gone, too", () => {
    const { index, known, unresolved } = scene("a");
    index.place("one", null, by("a"));
    known.delete("a");
    expect(unresolved()).toEqual([]);
    index.lose("a", "ReplicaSet");
    index.lose("b", "ReplicaSet");
    expect(unresolved()).toEqual(["one"]);
    index.place("one", by("a"), null);
    expect(unresolved()).toEqual([]);
  });

  it("is empty after it is cleared", () => {
    const { index, unresolved } = scene();
    index.place("one", null, by("a"));
    index.clear();
    expect([[...index.of(["a"])], unresolved()]).toEqual([[], []]);
  });

  it("agrees with a look at all pods, whatever comes first", () => {
    const change = fc.record({
      pod: fc.constantFrom("p", "q", "r", "s"),
      uid: fc.constantFrom("a", "b", "c", null),
      learns: fc.constantFrom("a", "b", "c", null),
      loses: fc.constantFrom("a", "b", "c", null),
    });
    const property = fc.property(fc.array(change, { maxLength: 30 }), changes => {
      const { index, known, unresolved } = scene();
      const pods = new Map<string, PodOwner | null>();
      for (const { pod, uid, learns, loses } of changes) {
        const now = uid === null ? null : by(uid);
        index.place(pod, pods.get(pod) ?? null, now);
        pods.set(pod, now);
        if (learns !== null) known.add(learns);
        if (loses !== null && known.delete(loses)) index.lose(loses, "ReplicaSet");
        const named = [...pods].flatMap(([name, owner]) => (owner ? [{ name, owner }] : []));
        const ofA = named.filter(({ owner }) => owner.uid === "a").map(({ name }) => name);
        const strangers = named.filter(({ owner }) => !known.has(owner.uid));
        expect([...index.of(["a"])].sort()).toEqual(ofA.sort());
        expect(unresolved()).toEqual(strangers.map(({ name }) => name).sort());
      }
    });
    fc.assert(property, runs(300));
  });
});
