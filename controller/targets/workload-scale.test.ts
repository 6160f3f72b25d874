import { describe, expect, it } from "vitest";

import { ok } from "../../engine/model/values/result.ts";
import { failure } from "../../kube/testing/failure.ts";
import { until } from "../../kube/testing/until.ts";
import { listed, targetsScene } from "../testing/targets-scene.ts";
import {
  type CountedTarget,
  type Marks,
  marksOf,
  sameTarget,
  withMarksOf,
} from "./workload-scale.ts";

const state = { uid: "u", resourceVersion: "1", replicas: 3, statusReplicas: 3, selector: "app=a" };

describe("withMarksOf", () => {
  // prettier-ignore
  it.each<{ shows: string; replicas: number; uid?: string; version?: string; marks: Marks; want: Marks }>([
    { shows: "an announced rollout",               replicas: 3, marks: { rollout: "Announced" },             want: { rollout: "Announced" } },
    { shows: "the owner of a count of 0",          replicas: 0, marks: { zeroOf: "Operator" },               want: { zeroOf: "Operator" } },
    { shows: "no owner of an earlier version's count", replicas: 0, version: "0", marks: { zeroOf: "Operator" }, want: {} },
    { shows: "no owner of another count",          replicas: 3, marks: { zeroOf: "Operator" },               want: {} },
    { shows: "nothing that the watch has not seen", replicas: 0, marks: {},                                  want: {} },
    { shows: "nothing of a former object of that name", replicas: 0, uid: "v", marks: { rollout: "Rolling", zeroOf: "Other" }, want: {} },
  ])("adds $shows", ({ replicas, uid = "u", version = "1", marks, want }) => {
    const answer = { ...state, replicas };
    expect(withMarksOf({ uid, resourceVersion: version, ...marks }, answer)).toStrictEqual({ ...answer, ...want });
  });
});

describe("marksOf", () => {
  const metadata = { name: "web", uid: "u", resourceVersion: "1" };
  const status = { currentPodHash: "b", stableRS: "a" };

  // prettier-ignore
  it.each<{ shows: string; group: string; plural: string; marks: Marks }>([
    { shows: "the rollout of an Argo Rollout",       group: "argoproj.io", plural: "rollouts",  marks: { rollout: "Rolling" } },
    { shows: "nothing of an Experiment's status",    group: "argoproj.io", plural: "experiments", marks: {} },
    { shows: "nothing of another group's status",    group: "example.dev", plural: "rollouts",  marks: {} },
  ])("shows $shows", ({ group, plural, marks }) => {
    expect(marksOf({ metadata, status }, { group, plural })).toStrictEqual(marks);
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

describe("a custom resource at 0 with an announced rollout", () => {
  const gadget = { apiVersion: "example.dev/v1", kind: "Gadget", name: "web" };
  const identity = { uid: "u", resourceVersion: "6" };
  const zero = { ...identity, replicas: 0, statusReplicas: 0, selector: "" };
  const ownerOf = (spec: object) => [{ manager: "kubectl", fieldsV1: { "f:spec": spec } }];
  const edited = ownerOf({ "f:replicas": {} });
  /** A patch of `/scale` to 0, by the operator or by kubectl, leaves the count without an owner. */
  const patched = ownerOf({ "f:color": {} });

  // prettier-ignore
  it.each<{ shows: string; watched: readonly string[]; managedFields: object[]; marks: Marks }>([
    { shows: "shows the rollout and who edited it", watched: ["gadgets.example.dev"], managedFields: edited,  marks: { rollout: "Announced", zeroOf: "Other" } },
    { shows: "does not show who patched its scale", watched: ["gadgets.example.dev"], managedFields: patched, marks: { rollout: "Announced" } },
    { shows: "shows neither if it is not watched",  watched: [],                      managedFields: edited,  marks: {} },
  ])("$shows", async ({ watched, managedFields, marks }) => {
    const annotations = { "autoscaling.trimtab.dev/rollout": "InProgress" };
    const metadata = { ...identity, name: "web", namespace: "ns", annotations, managedFields };
    const { targets } = targetsScene(
      {
        deployments: () => failure("NotFound"),
        gadgets: () => listed({ metadata }),
        scale: () => ok({ metadata: identity, spec: {} }),
      },
      watched,
    );
    await targets.observe("ns", gadget, false);
    // The second time, it is in the cache if its kind is watched.
    for (let time = 1; time <= 2; time++) {
      await until(async () => {
        const seen = await targets.observe("ns", gadget, false);
        expect(seen).toHaveProperty("state", { ...zero, ...marks });
      });
    }
  });
});
