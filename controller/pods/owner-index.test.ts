import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  type Pod,
  trimPod,
  type Intermediate,
  type PodOwner,
} from "../../engine/model/observation/pod.ts";
import { runs } from "../../engine/testing/runs.ts";
import { operationsOf } from "../../engine/testing/operations.ts";
import { OwnerIndex } from "./owner-index.ts";

const by = (uid: string, intermediate: PodOwner["intermediate"] = "ReplicaSet"): PodOwner => ({
  ...{ uid, intermediate },
});

function scene(...knownUids: string[]) {
  const known = new Set(knownUids);
  const pods = new Map<string, Pod>();
  const index = new OwnerIndex(uid => known.has(uid));
  const place = (name: string, owner: PodOwner | null): void => {
    index.place(name, pods.get(name)?.owner ?? null, owner);
    pods.set(name, { ...trimPod({ metadata: { name } }), owner });
  };
  const learn = (uid: string, isKnown = true): void => {
    if (isKnown) known.add(uid);
    else known.delete(uid);
    index.note(by(uid));
  };
  const unresolved = (kinds: readonly Intermediate[] = ["ReplicaSet"], among = pods) =>
    Array.from(index.unresolved(among, kinds), ([name]) => name).sort();
  return { index, pods, place, learn, unresolved };
}

describe("OwnerIndex", () => {
  it("finds the pods of several controllers", () => {
    const { index, place } = scene("a", "b");
    place("one", by("a"));
    place("two", by("b"));
    place("three", by("c", null));
    place("bare", null);
    expect([...index.of(["a", "b", "x"])]).toEqual(["one", "two"]);
    place("one", by("b"));
    place("two", null);
    expect([...index.of(["a", "b"])]).toEqual(["one"]);
  });

  it("reports pods of a new controller as unresolved until that is known", () => {
    const { place, learn, unresolved } = scene();
    place("one", by("a"));
    place("other", by("b", "StatefulSet"));
    place("job", by("c", null));
    expect(unresolved()).toEqual(["one"]);
    expect(unresolved(["ReplicaSet", "StatefulSet"])).toEqual(["one", "other"]);
    expect(unresolved(["ReplicaSet"], new Map())).toEqual([]);
    learn("a");
    expect(unresolved()).toEqual([]);
  });

  it("reports pods of a controller that is gone as unresolved, until they are gone, too", () => {
    const { place, learn, unresolved } = scene("a");
    place("one", by("a"));
    learn("b", false);
    expect(unresolved()).toEqual([]);
    learn("a", false);
    expect(unresolved()).toEqual(["one"]);
    place("one", null);
    expect(unresolved()).toEqual([]);
  });

  it("is empty after it is cleared", () => {
    const { index, place, unresolved } = scene();
    place("one", by("a"));
    index.clear();
    expect([[...index.of(["a"])], unresolved()]).toEqual([[], []]);
  });

  it("costs a few pods no more while thousands of controllers are unknown", () => {
    const work = (many: number): number => {
      const { index, pods, place } = scene();
      for (let each = 0; each < many; each += 1) place(`pod-${each}`, by(`rs-${each}`));
      const few = new Map([...pods].slice(0, 3));
      return operationsOf(() => void [...index.unresolved(few, ["ReplicaSet"])]);
    };
    expect(work(5_000)).toBeLessThanOrEqual(work(10));
  });

  it("agrees with a look at all pods, whatever comes first", () => {
    const change = fc.record({
      pod: fc.constantFrom("p", "q", "r", "s"),
      uid: fc.constantFrom("a", "b", "c", null),
      learned: fc.constantFrom("a", "b", "c"),
      isKnown: fc.boolean(),
    });
    const property = fc.property(fc.array(change, { maxLength: 30 }), changes => {
      const { index, pods, place, learn, unresolved } = scene();
      const known = new Set<string>();
      for (const { pod, uid, learned, isKnown } of changes) {
        place(pod, uid === null ? null : by(uid));
        learn(learned, isKnown);
        if (isKnown) known.add(learned);
        else known.delete(learned);
        const owned = [...pods].flatMap(([name, { owner }]) => (owner ? [{ name, owner }] : []));
        const ofA = owned.filter(({ owner }) => owner.uid === "a").map(({ name }) => name);
        const strangers = owned.filter(({ owner }) => !known.has(owner.uid));
        expect([...index.of(["a"])].sort()).toEqual(ofA.sort());
        expect(unresolved()).toEqual(strangers.map(({ name }) => name).sort());
        for (const [name, one] of pods) {
          const alone = unresolved(["ReplicaSet"], new Map([[name, one]]));
          expect(alone).toEqual(strangers.some(each => each.name === name) ? [name] : []);
        }
      }
    });
    fc.assert(property, runs(300));
  });
});
