import { describe, expect, it } from "vitest";

import { intermediatesOf, podOwner, type RawOwners } from "./pod.ts";

const owner = (apiVersion: string, kind: string, uid = "u", controller: boolean | null = true) => ({
  ...{ apiVersion, kind, uid, controller },
});

describe("podOwner", () => {
  // prettier-ignore
  it.each<{ shows: string; owners: RawOwners | undefined; want: object | null }>([
    { shows: "no owner of a bare pod",               owners: undefined,                                    want: null },
    { shows: "no owner in null",                     owners: null,                                         want: null },
    { shows: "no owner in an empty list",            owners: [],                                           want: null },
    { shows: "no owner that is not the controller",  owners: [owner("apps/v1", "ReplicaSet", "u", null), owner("v1", "Node", "n", false)], want: null },
    { shows: "no owner without a uid",               owners: [{ kind: "ReplicaSet", controller: true }],   want: null },
    { shows: "a ReplicaSet",                         owners: [owner("apps/v1", "ReplicaSet")],             want: { uid: "u", intermediate: "ReplicaSet" } },
    { shows: "a ReplicaSet of another version",      owners: [owner("apps/v1beta2", "ReplicaSet")],        want: { uid: "u", intermediate: "ReplicaSet" } },
    { shows: "a kind of another group with that name", owners: [owner("example.com/v1", "ReplicaSet")],    want: { uid: "u", intermediate: null } },
    { shows: "a StatefulSet",                        owners: [owner("apps/v1", "StatefulSet")],            want: { uid: "u", intermediate: "StatefulSet" } },
    { shows: "a ReplicationController",              owners: [owner("v1", "ReplicationController")],       want: { uid: "u", intermediate: "ReplicationController" } },
    { shows: "a Job, whose own owner does not matter", owners: [owner("batch/v1", "Job")],                 want: { uid: "u", intermediate: null } },
    { shows: "the controller among several owners",  owners: [owner("v1", "Node", "n", false), owner("apps/v1", "ReplicaSet")], want: { uid: "u", intermediate: "ReplicaSet" } },
  ])("finds $shows", ({ owners, want }) => {
    expect(podOwner(owners)).toEqual(want);
  });
});

describe("intermediatesOf", () => {
  const all = ["ReplicaSet", "StatefulSet", "ReplicationController"];

  // prettier-ignore
  it.each([
    { apiVersion: "apps/v1",             kind: "Deployment",            want: ["ReplicaSet"] },
    { apiVersion: "apps/v1",             kind: "ReplicaSet",            want: [] },
    { apiVersion: "apps/v1",             kind: "StatefulSet",           want: [] },
    { apiVersion: "v1",                  kind: "ReplicationController", want: [] },
    { apiVersion: "argoproj.io/v1alpha1", kind: "Rollout",              want: all },
    { apiVersion: "example.com/v1",      kind: "StatefulSet",           want: all },
  ])("of a $kind in $apiVersion are $want", ({ want, ...workload }) => {
    expect(intermediatesOf(workload)).toEqual(want);
  });
});
