import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { compileSelector } from "../../engine/model/selectors/label-selector.ts";
import { runs } from "../../engine/testing/runs.ts";
import { ClaimIndex, type Claimed } from "./claim-index.ts";
import { rivalOn } from "../reconcile/rivals.ts";
import { claimsScene, named, ours, web } from "../testing/claims-scene.ts";
import { operationsOf } from "../../engine/testing/operations.ts";

const early = "2026-01-01T00:00:00Z";
const late = "2026-01-01T00:00:01Z";

describe("ClaimIndex", () => {
  it.each([
    { when: "it is alone", others: [], want: null },
    { when: "another object is younger", others: [["z", late]], want: null },
    { when: "another object is older", others: [["z", "2025-01-01T00:00:00Z"]], want: "z" },
    { when: "another object is as old and has a greater UID", others: [["z", early]], want: null },
    { when: "another object is as old and has a smaller UID", others: [["a", early]], want: "a" },
    {
      when: "several objects are older",
      others: [
        ["z", "2025-01-02T00:00:00Z"],
        ["y", "2025-01-01T00:00:00Z"],
      ],
      want: "y",
    },
  ])("finds $want before an object when $when", ({ others, want }) => {
    const { put, before } = claimsScene();
    put("m", early);
    for (const [uid = "", createdAt = ""] of others) put(uid, createdAt);
    expect(before("m")).toBe(want);
  });

  it("drops the claims of a deleted object, although a finalizer keeps the object", () => {
    const { claims, put, before } = claimsScene();
    put("a", early);
    const { metadata } = named("a", early);
    const current = { metadata: { ...metadata, deletionTimestamp: late } };
    claims.update(ours, [{ key: "shop/a", current, previous: undefined }], () => [web]);
    expect(before("m")).toBeNull();
  });

  it("has one claim per target for all versions of its group", () => {
    const { put, before } = claimsScene();
    put("a", early, { claimed: [{ ...web, apiVersion: "apps/v9" }] });
    expect(before("m")).toBe("a");
    expect(before("m", { ...web, apiVersion: "example.dev/v1" })).toBeNull();
    expect(before("m", { ...web, kind: "StatefulSet" })).toBeNull();
    expect(before("m", { ...web, name: "dns" })).toBeNull();
  });

  it("separates objects of different kinds with the same name", () => {
    const { put, remove, before } = claimsScene();
    put("a", early);
    put("a", early, { kind: "ClusterProportionalAutoscaler" });
    remove("a");
    expect(before("m")).toBe("a");
  });

  it("drops a claim with its object, and when the object names another target or none", () => {
    const { put, remove, before } = claimsScene();
    put("a", early);
    put("a", early, { claimed: [{ ...web, name: "dns" }] });
    expect(before("m")).toBeNull();
    put("a", early, { claimed: [] });
    expect(before("m", { ...web, name: "dns" })).toBeNull();
    put("a", early);
    remove("a");
    expect(before("m")).toBeNull();
  });

  it("announces a change at the old target and at the new one", () => {
    const { claims, put, changed } = claimsScene();
    put("a", early);
    put("a", early, { claimed: [{ ...web, name: "dns" }] });
    const [old, next] = ["web", "dns"].map(name => claims.topic("shop", { ...web, name }));
    const byName = claims.nameClaimsTopic("shop", web);
    expect(changed).toEqual([old, byName, old, byName, next]);
  });
});

describe("claims by name", () => {
  const { claims, changed, put } = claimsScene();
  put("a", early);

  // prettier-ignore
  it.each([
    { shows: "in another version of the group", namespace: "shop",  of: { apiVersion: "apps/v9" },        isTold: true },
    { shows: "in another namespace",            namespace: "other", of: {},                               isTold: false },
    { shows: "of another kind",                 namespace: "shop",  of: { kind: "StatefulSet" },          isTold: false },
    { shows: "of another group",                namespace: "shop",  of: { apiVersion: "example.dev/v1" }, isTold: false },
  ])("are announced to selectors $shows: $isTold", ({ namespace, of, isTold }) => {
    const topic = claims.nameClaimsTopic(namespace, { ...web, ...of });
    expect(changed.includes(topic)).toBe(isTold);
  });
});

describe("claims by selector", () => {
  const labels: Record<string, Record<string, string>> = {
    "shop/web": { app: "web", color: "blue" },
    "shop/db": { app: "db" },
  };
  const scene = () =>
    claimsScene({
      labelsOf: (namespace, { name }) => labels[`${namespace}/${name}`] ?? null,
    });
  const all = {
    apiVersion: "apps/v1beta1",
    kind: "Deployment",
    selector: { matchLabels: { app: "web" } },
  };
  const blue = { ...all, selector: { matchLabels: { color: "blue" } } };
  const red = { ...all, selector: { matchLabels: { color: "red" } } };

  // prettier-ignore
  it.each<{ when: string; older: Claimed; younger: Claimed; isForeign?: boolean; want: string | null }>([
    { when: "a selector matches a target that another one names", older: all,                       younger: web,  want: "older" },
    { when: "a younger selector matches a named target",          older: web,                      younger: all,  want: "older" },
    { when: "two selectors match the same target",                older: blue,                      younger: all,  want: "older" },
    { when: "the other selector matches another target",          older: red,                       younger: all,  want: null },
    { when: "the other selector is of another kind",              older: { ...all, kind: "StatefulSet" }, younger: web, want: null },
    { when: "the other selector is of another group",             older: { ...all, apiVersion: "example.dev/v1" }, younger: web, want: null },
    { when: "a younger HPA scales a matching target",             older: all,                       younger: web,  isForeign: true, want: null },
  ])("$want comes before when $when", ({ older, younger, isForeign = false, want }) => {
    const { put, before } = scene();
    put("older", early, { claimed: [older] });
    put("younger", late, { claimed: [younger], isForeign });
    expect(before("younger")).toBe(want);
  });

  it("yield to an HPA, and claim no target with unknown labels", () => {
    const { claims, put, before } = scene();
    put("ours", early, { claimed: [all] });
    put("hpa", late, { isForeign: true });
    expect(before("ours")).toBe("hpa");
    expect(claims.firstOther("new", "shop", { ...web, name: "unknown" })).toBeNull();
    expect(claims.firstOther("new", "shop", { ...web, name: "db" })).toBeNull();
  });

  it("are announced to all subscribers of the kind, and end", () => {
    const { claims, put, remove, changed } = scene();
    put("ours", early, { claimed: [all] });
    expect(changed).toEqual([claims.selectorClaimsTopic("shop", web)]);
    remove("ours");
    expect(claims.firstOther("new", "shop", web)).toBeNull();
    expect(changed).toHaveLength(2);
  });
});

describe("claims that are added and removed in any order", () => {
  const ref = (name: string) => ({ apiVersion: "apps/v1", kind: "Deployment", name });
  const selecting = (matchLabels: Record<string, string>, not: string[] = []) => ({
    ...{ apiVersion: "apps/v1", kind: "Deployment" },
    selector: {
      matchLabels,
      matchExpressions: not.map(key => ({ key, operator: "DoesNotExist" })),
    },
  });
  const names = ["web", "api", "db"];
  const some = fc.constantFrom<Claimed>(
    ...names.map(ref),
    ...[selecting({ app: "a" }), selecting({ app: "a", tier: "x" }), selecting({}, ["tier"])],
  );
  const labels = fc.record(
    { app: fc.constantFrom("a", "b"), tier: fc.constantFrom("x", "y") },
    { requiredKeys: [] },
  );
  const holder = fc.constantFrom(...Array.from("abcdefgh"));
  const step = fc.oneof(
    fc.record({ kind: fc.constant("claim" as const), holder, claimed: some }),
    fc.record({ kind: fc.constant("leave" as const), holder }),
    fc.record({ kind: fc.constant("label" as const), name: fc.constantFrom(...names), labels }),
  );
  const matches = (claimed: Claimed, name: string, its: Record<string, string>): boolean => {
    if ("name" in claimed) return claimed.name === name;
    const compiled = compileSelector(claimed.selector ?? {});
    return compiled.ok && compiled.value(its);
  };

  it("leave each target to its first claimant", () => {
    const holds = fc.property(fc.array(step, { maxLength: 60 }), steps => {
      const labelsOf = new Map<string, Record<string, string>>(names.map(name => [name, {}]));
      const held = new Map<string, Claimed>();
      const claims = new ClaimIndex(
        () => undefined,
        (_, { name }) => labelsOf.get(name) ?? null,
      );
      const hold = (holder: string, claimed: Claimed | null): void => {
        if (claimed) held.set(holder, claimed);
        else held.delete(holder);
        const current = claimed ? named(holder, early) : undefined;
        const change = { key: `shop/${holder}`, current, previous: undefined };
        claims.update(ours, [change], () => (claimed ? [claimed] : []));
      };
      const expectFirst = (name: string): void => {
        const its = labelsOf.get(name) ?? {};
        const all = [...held].filter(([, claimed]) => matches(claimed, name, its));
        const [first = null, second = null] = all.map(([uid]) => uid).sort();
        expect(claims.winnerOver("another", "shop", ref(name))?.uid ?? null).toBe(first);
        expect(claims.firstOther(first ?? "", "shop", ref(name))?.uid ?? null).toBe(second);
      };
      for (const one of steps) {
        if (one.kind === "label") labelsOf.set(one.name, one.labels);
        else hold(one.holder, one.kind === "claim" ? one.claimed : null);
        for (const name of names) expectFirst(name);
      }
    });
    fc.assert(holds, runs(300));
  });
});

describe("the work for many objects in one namespace", () => {
  const candidates = Array.from({ length: 50 }, (_, index) => ({ ...web, name: `web-${index}` }));
  const labelsOf = new Map(candidates.map(({ name }) => [name, { app: "web", name }]));
  const all = { apiVersion: "apps/v1", kind: "Deployment" };

  // prettier-ignore
  it.each<{ shows: string; claimed: (index: number) => Claimed }>([
    { shows: "name the same target",               claimed: () => web },
    { shows: "select the same targets",            claimed: () => ({ ...all, selector: { matchLabels: { app: "web" } } }) },
    { shows: "select them without a common label", claimed: index => ({ ...all, selector: { matchExpressions: [{ key: `x${index}`, operator: "DoesNotExist" }] } }) },
    { shows: "select other targets",               claimed: index => ({ ...all, selector: { matchLabels: { app: `other-${index}` } } }) },
  ])("that $shows doubles with their number", ({ claimed }) => {
    const work = (many: number): number => {
      const claims = new ClaimIndex(
        () => undefined,
        (_, { name }) => labelsOf.get(name) ?? null,
      );
      return operationsOf(() => {
        for (let index = 0; index < many; index++) {
          const change = { key: `shop/${index}`, current: named(`${index}`, early), previous: undefined };
          claims.update(ours, [change], () => [claimed(index)]);
        }
        for (let index = 0; index < many; index++) {
          rivalOn([web, ...candidates], ref => claims.winnerOver(`${index}`, "shop", ref));
        }
      });
    };
    expect(work(2_000)).toBeLessThanOrEqual(2.5 * work(1_000));
  });
});
