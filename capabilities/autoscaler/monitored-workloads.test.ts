import { describe, expect, it } from "vitest";

import type { CachedAnswer } from "../../controller/metrics/metric-cache.ts";
import type { SelectorUse } from "../../controller/pods/selector-users.ts";
import type { PodsState } from "../../controller/pods/pod-informers.ts";
import type { PoolState } from "../../controller/targets/selected-targets.ts";
import { trimPod } from "../../engine/model/observation/pod.ts";
import { readPodUsage } from "../../engine/model/observation/pod-usage.ts";
import {
  monitoredWorkloads,
  joined,
  listPods,
  ownSamples,
  partsOf,
} from "./monitored-workloads.ts";
import type { ResolvedSpec } from "./observed-spec.ts";
import { poolMember } from "./testing/pool-member.ts";
import { untracked } from "../../controller/testing/untracked.ts";

const selector = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  selector: { matchLabels: { app: "web" } },
};
const member = (name: string) => poolMember(name, 2, `pods=${name}`);
const { ref, state } = member("blue");
const target = { namespace: "shop", owner: "web", ref, state };
const resolved = {
  ...{ monitors: [selector, selector], isScaled: true, spec: {} },
} as unknown as ResolvedSpec;
const poolsOf = (state: PoolState) => ({ peek: () => state });
const pod = (name: string) => [name, trimPod({ metadata: { name } })] as const;
const known = (...names: string[]): PodsState => ({
  ...{ kind: "known", pods: new Map(names.map(pod)), sharedWith: null },
});

describe("the workloads monitored in addition to a target", () => {
  it("contain each object once, without the target", () => {
    const pools = poolsOf({ kind: "known", members: [member("blue"), member("green")] });
    expect(monitoredWorkloads(pools, resolved, target)?.map(({ name }) => name)).toEqual(["green"]);
    expect(monitoredWorkloads(poolsOf({ kind: "waiting" }), resolved, target)).toBeNull();
  });

  it("exclude an earlier object with the target's name that is still in the cache", () => {
    const before = { ...member("blue"), uid: "before" };
    const namesake = {
      ...member("blue"),
      uid: "other",
      ref: { ...before.ref, apiVersion: "x/v1" },
    };
    const pools = poolsOf({ kind: "known", members: [before, namesake] });
    expect(monitoredWorkloads(pools, resolved, target)).toEqual([namesake]);
  });

  it("include the target's own ReplicaSet, so that its replicas count twice", () => {
    const { ref: made, ...rest } = member("blue-1");
    const replicaSet = { ...rest, ref: { ...made, kind: "ReplicaSet" }, isOwned: true };
    const pools = poolsOf({ kind: "known", members: [member("blue"), replicaSet] });
    expect(monitoredWorkloads(pools, resolved, target)).toEqual([replicaSet]);
  });

  it("are read by their own selectors, and share their pods with other targets", () => {
    const parts = partsOf(resolved, target, [member("green")]);
    expect(parts).toEqual([
      {
        ...{ namespace: "shop", selector: "pods=blue" },
        target: { uid: "blue-uid", name: "Deployment blue", isScaled: true },
      },
      {
        ...{ namespace: "shop", selector: "pods=green" },
        target: { uid: "green-uid", name: "Deployment green", isScaled: false },
      },
    ]);
  });
});

const parts = partsOf(resolved, target, [member("green")]);

describe("the pods of all monitored workloads", () => {
  const read = (states: Record<string, PodsState>) =>
    listPods({ read: ({ selector: of }: SelectorUse) => states[of]! }, parts, untracked);

  it("are their union", () => {
    const listed = read({ "pods=blue": known("a", "b"), "pods=green": known("b", "c") });
    expect(listed).toMatchObject({ kind: "known", failure: null, sharedWith: null });
    if (listed.kind === "waiting") throw new Error("waiting");
    expect(listed.pods.map(({ name }) => name)).toEqual(["a", "b", "c"]);
    expect(listed.asked).toHaveLength(2);
  });

  it.each([
    { shows: "workloads that have pods", blue: [], green: ["c"], asked: ["pods=green"] },
    { shows: "the target if no workload has any", blue: [], green: [], asked: ["pods=blue"] },
  ])("are requested for $shows", ({ blue, green, asked }) => {
    const listed = read({ "pods=blue": known(...blue), "pods=green": known(...green) });
    if (listed.kind === "waiting") throw new Error("waiting");
    expect(listed.asked.map(({ use }) => use.selector)).toEqual(asked);
  });

  it("are unknown while those of one workload are unknown", () => {
    const failed: PodsState = { kind: "failed", message: "no" };
    const waiting: PodsState = { kind: "waiting" };
    expect(read({ "pods=blue": known("a"), "pods=green": waiting })).toEqual(waiting);
    expect(read({ "pods=blue": known("a"), "pods=green": failed })).toMatchObject({
      failure: "no",
    });
  });
});

describe("the combined response", () => {
  const given = (answer: CachedAnswer["answer"], askedAt = 5): CachedAnswer => ({
    answer,
    askedAt,
  });
  const failed = { kind: "Failed", message: "no" } as const;
  const values = (...pods: string[]) =>
    given({ kind: "PodValues", items: pods.map(name => ({ pod: name, value: "1" })) }, pods.length);
  const uses = (...names: string[]) =>
    given({ kind: "PodMetrics", items: readPodUsage(names.map(name => ({ metadata: { name } }))) });

  // prettier-ignore
  it.each<{ shows: string; answers: readonly CachedAnswer[]; want: object }>([
    { shows: "the values of all pods, each once",     answers: [values("a", "b"), values("b")], want: { askedAt: 1, answer: { kind: "PodValues", items: [{ pod: "a" }, { pod: "b" }] } } },
    { shows: "the usage of all pods, each once",      answers: [uses("a"), uses("a", "b")],     want: { answer: { kind: "PodMetrics", items: [{ name: "a" }, { name: "b" }] } } },
    { shows: "what is known if one failed",           answers: [given(failed, 1), values("a", "b")], want: { askedAt: 2, answer: { kind: "PodValues", items: [{ pod: "a" }, { pod: "b" }] } } },
    { shows: "what is known if the last one failed",  answers: [values("a", "b"), given(failed, 1)], want: { askedAt: 2, answer: { kind: "PodValues", items: [{ pod: "a" }, { pod: "b" }] } } },
    { shows: "the first failure if all failed",       answers: [given(failed, 3), given({ kind: "Failed", message: "nor this" }, 2)], want: { askedAt: 3, answer: failed } },
    { shows: "the object value if there are no pods", answers: [given({ kind: "ObjectValue", value: "3" }), given({ kind: "ObjectValue", value: "3" })], want: { answer: { kind: "ObjectValue", value: "3" } } },
    { shows: "the only response, unchanged",          answers: [values("a", "a")],              want: { answer: { kind: "PodValues", items: [{ pod: "a" }, { pod: "a" }] } } },
    { shows: "a failure if there are no responses",   answers: [],                              want: { answer: { kind: "Failed" } } },
  ])("is $shows", ({ answers, want }) => {
    expect(joined(answers)).toMatchObject(want);
  });

  // prettier-ignore
  it.each<{ shows: string; answer: CachedAnswer; want: object }>([
    { shows: "the values of its own pods", answer: values("a", "b", "c"),                          want: { answer: { kind: "PodValues", items: [{ pod: "a", value: "1" }] }, askedAt: 3 } },
    { shows: "the usage of its own pods",  answer: uses("a", "b", "c"),                            want: { answer: { kind: "PodMetrics", items: readPodUsage([{ metadata: { name: "a" } }]) }, askedAt: 5 } },
    { shows: "a value that is of no pod",  answer: given({ kind: "ObjectValue", value: "3" }),     want: { answer: { kind: "ObjectValue", value: "3" }, askedAt: 5 } },
    { shows: "a failure",                  answer: given(failed),                                  want: { answer: failed, askedAt: 5 } },
  ])("of a part that owns some pods is $shows", ({ answer, want }) => {
    const [use] = parts;
    const pods = new Map([pod("a"), pod("b")]);
    const besides = { matching: new Map(), unresolved: new Set(["b"]) };
    expect(ownSamples(answer, { use, pods, besides })).toEqual(want);
  });
});
