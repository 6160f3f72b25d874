import { describe, expect, it } from "vitest";

import { until } from "../kube/testing/until.ts";
import { isSameRevision, openOwnObjects, type OwnObject } from "./resource-informer.ts";
import { web } from "./testing/claims-scene.ts";
import { watchedLists } from "./testing/watched-server.ts";

const kind = { group: "test.trimtab.dev", version: "v1", kind: "Thing", plural: "topics" };
const metadata = { name: "web", uid: "u", resourceVersion: "1" };
const full = {
  metadata: {
    ...{ ...metadata, namespace: "shop", generation: 3 },
    creationTimestamp: "2026-01-01T00:00:00Z",
    deletionTimestamp: "2026-01-02T00:00:00Z",
    annotations: { "autoscaling.trimtab.dev/paused-until": "2026-01-01T02:00:00Z" },
  },
  spec: { period: 5 },
  status: { summary: "ok" },
};
const ignored = { labels: { a: "b" }, managedFields: [{ manager: "m" }] };

async function scene(object: object) {
  const { transport, reflectors, send } = watchedLists({ topics: [object] });
  const changed: (OwnObject | undefined)[] = [];
  const objects = openOwnObjects<OwnObject>(reflectors, kind, {
    onChanges: changes => {
      changed.push(...changes.map(({ current }) => current));
    },
    claims: ({ status }) => (status === "claims nothing" ? [] : [web]),
  });
  objects.start();
  await objects.whenSynced();
  return { transport, objects, changed, send };
}

describe("own objects", () => {
  it("are listed in the whole cluster", async () => {
    const { transport } = await scene(full);
    expect(transport.requests.map(({ path }) => path)).toEqual([
      "/apis/test.trimtab.dev/v1/topics",
    ]);
  });

  it.each([
    { shows: "with all fields", object: full, key: "shop/web" },
    { shows: "with no optional fields", object: { metadata, spec: {} }, key: "web" },
  ])("$shows are stored without unused fields", async ({ object, key }) => {
    const annotations = {
      c: "d",
      ...("annotations" in object.metadata ? object.metadata.annotations : {}),
    };
    const given = { ...object.metadata, ...ignored, annotations };
    const { objects } = await scene({ ...object, metadata: given });
    expect(objects.get(key)).toStrictEqual(object);
  });

  it("do not notify of a new status, but of a new generation", async () => {
    const { changed, objects, send } = await scene(full);
    const version = (resourceVersion: string, generation: number, summary: string) => ({
      ...{ ...full, metadata: { ...full.metadata, resourceVersion, generation } },
      status: { summary },
    });
    await send("topics", "MODIFIED", version("2", 3, "written"));
    await until(() => {
      expect(objects.get("shop/web")?.status).toEqual({ summary: "written" });
    });
    expect(changed).toEqual([full]);
    await send("topics", "MODIFIED", version("3", 4, "written"));
    await until(() => {
      expect(changed).toEqual([full, version("3", 4, "written")]);
    });
  });

  it("notify of a status that changes what they claim", async () => {
    const { changed, send } = await scene(full);
    const version = (resourceVersion: string, status: string) => ({
      ...{ ...full, metadata: { ...full.metadata, resourceVersion }, status },
    });
    for (const [index, status] of ["a", "b", "claims nothing", "claims nothing"].entries()) {
      await send("topics", "MODIFIED", version(`${index + 2}`, status));
    }
    await until(() => {
      expect(changed).toEqual([full, version("4", "claims nothing")]);
    });
  });

  it("share their spec with the next version, unless it differs", async () => {
    const { objects, send } = await scene(full);
    const spec = objects.get("shop/web")?.spec;
    const version = (resourceVersion: string, period: number) => ({
      ...{ ...full, metadata: { ...full.metadata, resourceVersion }, spec: { period } },
    });
    await send("topics", "MODIFIED", version("2", 5));
    await until(() => {
      expect(objects.get("shop/web")?.metadata.resourceVersion).toBe("2");
    });
    expect(objects.get("shop/web")?.spec).toBe(spec);
    await send("topics", "MODIFIED", version("3", 6));
    await until(() => {
      expect(objects.get("shop/web")?.spec).toEqual({ period: 6 });
    });
  });
});

describe("isSameRevision", () => {
  const first = { metadata: { name: "web", uid: "u", resourceVersion: "1" } };
  const before = { ...first, status: { summary: "old" } };
  const metadata = (change: object) => ({ metadata: { ...before.metadata, ...change } });
  const isBeingDeleted = metadata({ deletionTimestamp: "2026-01-01T00:00:00Z" });

  // prettier-ignore
  it.each([
    { when: "its status was written",    change: { status: { summary: "new" } }, same: true },
    { when: "it was labelled",           change: metadata({ labels: { a: "b" } }), same: true },
    { when: "its status was removed",    change: { status: undefined },          same: false },
    { when: "its status was emptied",    change: { status: {} },                 same: false },
    { when: "its status is the default", change: { status: { observedGeneration: -1 } }, same: false },
    { when: "it was annotated",          change: metadata({ annotations: { a: "b" } }), same: true },
    { when: "it was paused",             change: metadata({ annotations: { "autoscaling.trimtab.dev/paused-until": "x" } }), same: false },
    { when: "its spec was edited",       change: metadata({ generation: 2 }),    same: false },
    { when: "it was re-created",         change: metadata({ uid: "other" }),     same: false },
    { when: "it is being deleted",       change: isBeingDeleted,                 same: false },
  ])("is $same when $when", ({ change, same }) => {
    expect(isSameRevision(before, { ...before, ...change })).toBe(same);
  });

  it("treats a first status as one of ours", () => {
    expect(isSameRevision(first, before)).toBe(true);
  });
});
