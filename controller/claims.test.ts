import { describe, expect, it } from "vitest";

import type { KubeObject } from "../kube/object.ts";
import { Claims } from "./claims.ts";

const web = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };

const named = (uid: string, creationTimestamp: string): KubeObject => ({
  metadata: { name: uid, namespace: "ns", uid, resourceVersion: "1", creationTimestamp },
});

function scene() {
  const changed: string[] = [];
  const claims = new Claims(thing => changed.push(thing));
  const put = (uid: string, createdAt: string, { kind = "Autoscaler", refs = [web] } = {}) => {
    const change = { key: `ns/${uid}`, current: named(uid, createdAt), previous: undefined };
    claims.update(kind, [change], () => refs);
  };
  const remove = (uid: string, kind = "Autoscaler") => {
    claims.update(
      kind,
      [{ key: `ns/${uid}`, current: undefined, previous: named(uid, "") }],
      () => [],
    );
  };
  const before = (uid: string, ref = web) => claims.olderThan(uid, "ns", ref)?.uid ?? null;
  return { claims, changed, put, remove, before };
}

const early = "2026-01-01T00:00:00Z";
const late = "2026-01-01T00:00:01Z";

describe("Claims", () => {
  it.each([
    { when: "it is alone", others: [], want: null },
    { when: "the other is younger", others: [["z", late]], want: null },
    { when: "the other is older", others: [["z", "2025-01-01T00:00:00Z"]], want: "z" },
    { when: "the other is as old, and later by uid", others: [["z", early]], want: null },
    { when: "the other is as old, and first by uid", others: [["a", early]], want: "a" },
    {
      when: "several are older",
      others: [
        ["z", "2025-01-02T00:00:00Z"],
        ["y", "2025-01-01T00:00:00Z"],
      ],
      want: "y",
    },
  ])("find $want before an object when $when", ({ others, want }) => {
    const { put, before } = scene();
    put("m", early);
    for (const [uid = "", createdAt = ""] of others) put(uid, createdAt);
    expect(before("m")).toBe(want);
  });

  it("end when an object is deleted, although a finalizer keeps it", () => {
    const { claims, put, before } = scene();
    put("a", early);
    const { metadata } = named("a", early);
    const current = { metadata: { ...metadata, deletionTimestamp: late } };
    claims.update("Autoscaler", [{ key: "ns/a", current, previous: undefined }], () => [web]);
    expect(before("m")).toBeNull();
  });

  it("are on one target in all versions of its group, and on no other", () => {
    const { put, before } = scene();
    put("a", early, { refs: [{ ...web, apiVersion: "apps/v9" }] });
    expect(before("m")).toBe("a");
    expect(before("m", { ...web, apiVersion: "example.dev/v1" })).toBeNull();
    expect(before("m", { ...web, kind: "StatefulSet" })).toBeNull();
    expect(before("m", { ...web, name: "dns" })).toBeNull();
  });

  it("of objects of several kinds that share a name are apart", () => {
    const { put, remove, before } = scene();
    put("a", early);
    put("a", early, { kind: "ClusterProportionalAutoscaler" });
    remove("a");
    expect(before("m")).toBe("a");
  });

  it("end with the object, and when it names another target or none", () => {
    const { put, remove, before } = scene();
    put("a", early);
    put("a", early, { refs: [{ ...web, name: "dns" }] });
    expect(before("m")).toBeNull();
    put("a", early, { refs: [] });
    expect(before("m", { ...web, name: "dns" })).toBeNull();
    put("a", early);
    remove("a");
    expect(before("m")).toBeNull();
  });

  it("are announced where they change: at the old target and at the new one", () => {
    const { claims, put, changed } = scene();
    put("a", early);
    put("a", early, { refs: [{ ...web, name: "dns" }] });
    const [old, next] = ["web", "dns"].map(name => claims.thing("ns", { ...web, name }));
    expect(changed).toEqual([old, old, next]);
  });
});
