import { describe, expect, it } from "vitest";

import { failure } from "../../kube/testing/failure.ts";
import { until } from "../../kube/testing/until.ts";
import type { KubeErrorCode } from "../../kube/transport/errors.ts";
import { listed, scaled, targetsScene } from "../testing/targets-scene.ts";
import { mostMatches, selectedTopic } from "./label-index.ts";
import type { PoolState, SelectedTargets } from "./selected-targets.ts";

const matchLabels = { app: "web" };
const web = { apiVersion: "apps/v1", kind: "Deployment", selector: { matchLabels } };
const gadgets = { apiVersion: "example.dev/v1", kind: "Gadget", selector: { matchLabels } };

const objectOf = (name: string, replicas: number, fields: object = {}) => ({
  metadata: {
    ...{ name, namespace: "shop", uid: `${name}-uid`, resourceVersion: "4", labels: matchLabels },
    ...{ creationTimestamp: "2026-01-01T00:00:00Z", ...fields },
  },
  spec: { replicas },
});

/** Two objects that the selector matches, and others; one object of the other kind. */
const scene = (watched: readonly string[] = []) =>
  targetsScene(
    {
      deployments: () =>
        listed(
          objectOf("blue", 2),
          objectOf("green", 4),
          objectOf("db", 9, { labels: { app: "db" } }),
          objectOf("leaving", 9, { deletionTimestamp: "2026-01-02T00:00:00Z" }),
          objectOf("elsewhere", 9, { namespace: "other" }),
        ),
      gadgets: () => listed(objectOf("blue", 0)),
      scale: () => scaled("blue-uid", "4", 7),
    },
    watched,
  );

const countsOf = (pool: PoolState) =>
  pool.kind === "known"
    ? Object.fromEntries(pool.members.map(({ name, replicas }) => [name, replicas]))
    : pool;

const known = (pools: SelectedTargets, selector = web) =>
  until(async () => {
    const pool = await pools.read("shop", selector);
    expect(pool.kind).toBe("known");
    return countsOf(pool);
  });

describe("the targets of a selector", () => {
  it("are known once their kind is listed: in its namespace, without objects being deleted", async () => {
    const { pools } = scene();
    expect(pools.peek("shop", web)).toEqual({ kind: "waiting" });
    expect(await known(pools)).toEqual({ blue: 2, green: 4 });
    expect(countsOf(pools.peek("shop", web))).toEqual({ blue: 2, green: 4 });
  });

  it("are named with their version and kind", async () => {
    const { pools } = scene();
    await known(pools);
    const pool = pools.peek("shop", web);
    const refs = pool.kind === "known" ? pool.members.map(({ ref }) => ref) : [];
    const { apiVersion, kind } = web;
    expect(refs).toEqual(["blue", "green"].map(name => ({ apiVersion, kind, name })));
  });

  it("are reported when a replica count or a label changes", async () => {
    const { pools, changed, send } = scene();
    await known(pools);
    changed.length = 0;
    await send("deployments", "MODIFIED", objectOf("blue", 5));
    await send("deployments", "MODIFIED", objectOf("db", 9));
    await until(() => {
      expect(countsOf(pools.peek("shop", web))).toEqual({ blue: 5, green: 4, db: 9 });
    });
    expect(changed.filter(topic => topic === selectedTopic("shop", web))).toHaveLength(2);
  });

  it("show which count of 0 is the operator's", async () => {
    const fieldsV1 = { "f:spec": { "f:replicas": {} } };
    const managedFields = [{ manager: "trimtab", subresource: "scale", fieldsV1 }];
    const { pools, send } = scene();
    await known(pools);
    await send("deployments", "MODIFIED", objectOf("blue", 0, { managedFields }));
    await until(() => {
      const pool = pools.peek("shop", web);
      const members = pool.kind === "known" ? pool.members : [];
      expect(members.map(({ name, zeroOf }) => [name, zeroOf])).toContainEqual([
        "blue",
        "Operator",
      ]);
    });
  });

  // prettier-ignore
  it.each([
    { shows: "a kind that is not served",      selector: { ...web, kind: "Webb" },                   reason: "UnknownKind",    says: "no kind Webb in apps/v1" },
    { shows: "a kind that cannot be scaled",   selector: { ...web, kind: "Flat" },                   reason: "NotScalable",    says: "Flat in apps/v1 has no scale subresource" },
    { shows: "such a kind of the core group",  selector: { ...web, apiVersion: "v1", kind: "Flat" }, reason: "NotScalable",    says: "Flat in v1 has no scale subresource" },
    { shows: "a kind without a namespace",     selector: { ...web, kind: "World" },                  reason: "NotScalable",    says: "World in apps/v1 has objects without a namespace" },
    { shows: "a kind that may not be watched", selector: gadgets,                                    reason: "KindNotWatched", says: "Gadget in example.dev/v1 is not watched" },
  ])("are a problem for $shows", async ({ selector, reason, says }) => {
    const { pools } = scene();
    const message = expect.stringContaining(says) as string;
    expect(await pools.read("shop", selector)).toMatchObject({
      ...{ kind: "problem", problem: { reason, message, permanent: true } },
    });
  });

  it.each([
    { many: mostMatches, state: { kind: "known" } },
    { many: mostMatches + 1, state: { kind: "problem", problem: { reason: "TooManyMatches" } } },
  ])("are $state.kind for $many objects", async ({ many, state }) => {
    const { pools, play } = scene();
    play.deployments = () =>
      listed(...Array.from({ length: many }, (_, index) => objectOf(`web-${index}`, 1)));
    await pools.read("shop", web);
    await until(async () => {
      expect(await pools.read("shop", web)).toMatchObject(state);
    });
  });

  it.each<{ code: KubeErrorCode; kind: string }>([
    { code: "Forbidden", kind: "problem" },
    { code: "Timeout", kind: "waiting" },
  ])("are $kind while their kind cannot be listed ($code)", async ({ code, kind }) => {
    const { pools, play } = scene();
    play.deployments = () => failure(code);
    await pools.read("shop", web);
    await until(async () => {
      expect(await pools.read("shop", web)).toMatchObject({ kind });
    });
  });

  it("are read through the scale if only that has the count, and not again until they change", async () => {
    const { pools, asked } = scene(["gadgets.example.dev"]);
    expect(await known(pools, gadgets)).toEqual({ blue: 7 });
    expect(await known(pools, gadgets)).toEqual({ blue: 7 });
    expect(asked()).toHaveLength(1);
  });

  it("are not read repeatedly while the watch is disconnected", async () => {
    const { pools, asked, send } = scene(["gadgets.example.dev"]);
    await known(pools, gadgets);
    await send("gadgets", "ERROR", { code: 500, message: "away" });
    await until(() => {
      expect(pools.peek("shop", gadgets)).toEqual({ kind: "waiting" });
    });
    for (let look = 0; look < 3; look++) await pools.read("shop", gadgets);
    expect(asked()).toHaveLength(1);
  });

  it.each<{ code: KubeErrorCode; want: object }>([
    { code: "Forbidden", want: { kind: "problem", problem: { reason: "FailedGetScale" } } },
    { code: "Timeout", want: { kind: "waiting" } },
    // The watch is about to report its deletion.
    { code: "NotFound", want: { kind: "waiting" } },
  ])("are not known while their scale cannot be read ($code)", async ({ code, want }) => {
    const { pools, play } = scene(["gadgets.example.dev"]);
    play.scale = () => failure(code);
    await pools.read("shop", gadgets);
    await until(async () => {
      expect(await pools.read("shop", gadgets)).toMatchObject(want);
    });
  });

  it.each<{ code: KubeErrorCode; want: object }>([
    { code: "Forbidden", want: { kind: "problem", problem: { reason: "FailedGetScale" } } },
    { code: "Timeout", want: { kind: "waiting" } },
  ])("are not read while the watch does not run ($code)", async ({ code, want }) => {
    const { pools, breakWatch, asked } = scene(["gadgets.example.dev"]);
    await known(pools, gadgets);
    const before = asked().length;
    await breakWatch("gadgets", code);
    await until(() => {
      expect(pools.peek("shop", gadgets)).toMatchObject(want);
    });
    expect(await pools.read("shop", gadgets)).toMatchObject(want);
    expect(asked()).toHaveLength(before);
  });

  it("share their caches, which also provide the labels of any object", async () => {
    const { pools, caches } = scene();
    const ref = { apiVersion: "apps/v1beta9", kind: "Deployment", name: "blue" };
    expect(caches.labelsOf("shop", ref)).toBeNull();
    await known(pools);
    expect(caches.labelsOf("shop", ref)).toEqual(matchLabels);
    expect(caches.labelsOf("shop", { ...ref, name: "x" })).toBeNull();
  });
});
