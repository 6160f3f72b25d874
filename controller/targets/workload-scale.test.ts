import { describe, expect, it } from "vitest";

import { type CountedTarget, type Marks, sameTarget, withMarksOf } from "./workload-scale.ts";

const state = { uid: "u", resourceVersion: "1", replicas: 3, statusReplicas: 3, selector: "app=a" };

describe("withMarksOf", () => {
  // prettier-ignore
  it.each<{ shows: string; replicas: number; uid?: string; marks: Marks; want: Marks }>([
    { shows: "an announced rollout",               replicas: 3, marks: { rollout: "Announced" },             want: { rollout: "Announced" } },
    { shows: "the owner of a count of 0",          replicas: 0, marks: { zeroOf: "Operator" },               want: { zeroOf: "Operator" } },
    { shows: "no owner of another count",          replicas: 3, marks: { zeroOf: "Operator" },               want: {} },
    { shows: "nothing that the watch has not seen", replicas: 0, marks: {},                                  want: {} },
    { shows: "nothing of a former object of that name", replicas: 0, uid: "v", marks: { rollout: "Rolling", zeroOf: "Other" }, want: {} },
  ])("adds $shows", ({ replicas, uid = "u", marks, want }) => {
    const answer = { ...state, replicas };
    expect(withMarksOf({ uid, ...marks }, answer)).toStrictEqual({ ...answer, ...want });
  });
});

describe("sameTarget", () => {
  const traits = { labels: { app: "a" }, createdAt: "", isLeaving: false, isOwned: false };
  const target: CountedTarget = { ...state, ...traits };

  // prettier-ignore
  it.each<{ what: string; next: Partial<CountedTarget>; same: boolean }>([
    { what: "version",          next: { resourceVersion: "2" },  same: true },
    { what: "number of pods",   next: { statusReplicas: 2 },     same: true },
    { what: "uid",              next: { uid: "v" },              same: false },
    { what: "count",            next: { replicas: 4 },           same: false },
    { what: "selector",         next: { selector: "app=b" },     same: false },
    { what: "rollout",          next: { rollout: "Rolling" },    same: false },
    { what: "owner of its 0",   next: { zeroOf: "Other" },       same: false },
    { what: "labels",           next: { labels: { app: "b" } },  same: false },
  ])("of a target with another $what is $same", ({ next, same }) => {
    expect(sameTarget(target, { ...target, ...next })).toBe(same);
  });
});
