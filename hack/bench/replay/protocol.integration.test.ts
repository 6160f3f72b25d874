import { randomUUID } from "node:crypto";
import { request } from "node:https";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import {
  apiRequest,
  forEachConcurrently,
  identityOf,
  mustRequest,
  type ApiObject,
  type ApiTarget,
} from "../../cluster/api.ts";
import { useOrStartCluster, type Cluster } from "../../cluster/cluster.ts";
import { createDeployment } from "../../cluster/operator/workloads.ts";
import { startReplay, type Replay } from "./replay.ts";

const objects = 5;
const namespace = `replay-${randomUUID().slice(0, 8)}`;
const jsonPatch = "application/json-patch+json";
const applyPatch = "application/apply-patch+yaml";
const partial = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";

let cluster: Cluster;
let replay: Replay;

beforeAll(async () => {
  cluster = await useOrStartCluster({ name: "replay" });
  await mustRequest(cluster, "POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  for (let index = 0; index < objects; index++) {
    await createDeployment(cluster, namespace, `web-${index}`, 1);
  }
  replay = await startReplay({ namespaces: 1, objects, pods: 1, nodes: 1, bystanders: 0 });
});

afterAll(async () => {
  await replay.stop();
  const path = `/apis/apps/v1/namespaces/${namespace}/deployments`;
  await mustRequest(cluster, "DELETE", `${path}?propagationPolicy=Background`);
  await cluster.stop();
});

interface Listed extends ApiObject {
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
  readonly items: readonly ApiObject[];
}

interface Event {
  readonly type: string;
  readonly object: ApiObject & { readonly code?: number };
}

interface Scale {
  readonly metadata: { readonly uid: string; readonly resourceVersion: string };
  readonly spec: object;
}

type Sent = ReturnType<typeof apiRequest>;

const versionOf = (event: Event | undefined): number =>
  Number(event?.object.metadata?.resourceVersion);
const countOf = (object: ApiObject): unknown => (object.spec as { replicas?: number }).replicas;

/** The same requests to both servers; the numbers of the Deployments keep the cases apart. */
describe.concurrent.each(["the real API server", "the replay API server"])("%s", name => {
  const isReal = name.includes("real");
  const target = (): ApiTarget => (isReal ? cluster : replay.target);
  const path = `/apis/apps/v1/namespaces/${isReal ? namespace : "scale-0"}/deployments`;

  const list = async (query: string): Promise<Listed> =>
    (await mustRequest(target(), "GET", `${path}?${query}`)) as Listed;
  const pagesAfter = async (first: Listed, query: string): Promise<Listed[]> => {
    const pages: Listed[] = [];
    for (let { continue: token } = first.metadata; token; token = pages.at(-1)?.metadata.continue) {
      pages.push(await list(`${query}&continue=${token}`));
    }
    return pages;
  };
  const change = (what: string, body: unknown, contentType = jsonPatch) =>
    apiRequest(target(), "PATCH", `${path}/${what}`, body, contentType);
  const scaleOf = async (deployment: string): Promise<Scale> =>
    (await mustRequest(target(), "GET", `${path}/${deployment}/scale`)) as unknown as Scale;
  const watch = async (of: string, version: string): Promise<Event[]> => {
    const query = `watch=true&allowWatchBookmarks=true&timeoutSeconds=4&resourceVersion=${version}`;
    const { text } = await apiRequest(target(), "GET", `${of}?${query}`);
    const lines = text.split("\n").filter(line => line !== "");
    return lines.map(line => JSON.parse(line) as Event);
  };
  /** Sends with the current version. The Deployment controller may change the object meanwhile: then with the next. */
  const sendWithVersion = async (deployment: string, send: (version: string) => Sent) => {
    for (;;) {
      const version = await resourceVersionOf(deployment);
      const { code } = await send(version);
      if (code === 200 || (await resourceVersionOf(deployment)) === version) {
        return { code, version };
      }
    }
  };
  const resourceVersionOf = async (deployment: string): Promise<string> =>
    (await scaleOf(deployment)).metadata.resourceVersion;
  const swap = (uid: string, from: number, to: number) => [
    { op: "test", path: "/metadata/uid", value: uid },
    from === 0
      ? { op: "test", path: "/spec", value: {} }
      : { op: "test", path: "/spec/replicas", value: from },
    { op: from === 0 ? "add" : "replace", path: "/spec/replicas", value: to },
  ];

  it("lists in pages of one version, whatever changes meanwhile", async () => {
    const first = await list("limit=2");
    const { uid } = (await scaleOf("web-4")).metadata;
    expect(await change("web-4/scale", swap(uid, 1, 2))).toMatchObject({ code: 200 });
    const pages = [first, ...(await pagesAfter(first, "limit=2"))];
    const items = pages.flatMap(page => page.items);
    expect(items.map(({ metadata }) => metadata?.name)).toEqual(
      Array.from({ length: objects }, (_, index) => `web-${index}`),
    );
    expect(new Set(pages.map(({ metadata }) => metadata.resourceVersion)).size).toBe(1);
    expect(countOf(items[4] ?? {})).toBe(1);
    expect(countOf((await list("")).items[4] ?? {})).toBe(2);
  });

  it("fills pages with what a selector matches", async () => {
    const query = `labelSelector=${encodeURIComponent("app in (web-1,web-3)")}&limit=1`;
    const first = await list(query);
    const pages = [first, ...(await pagesAfter(first, query))];
    const names = pages.map(({ items }) => items.map(({ metadata }) => metadata?.name));
    // The real API server may not know that nothing follows: then the last page is empty.
    expect(names.filter(({ length }) => length > 0)).toEqual([["web-1"], ["web-3"]]);
  });

  it("refuses an invalid continue token", async () => {
    const answer = await apiRequest(target(), "GET", `${path}?limit=2&continue=nothing`);
    expect(answer.code).toBe(400);
  });

  it("serves the metadata alone", async () => {
    const { kind, items = [] } = JSON.parse(await ask(target(), path, partial)) as ApiObject;
    expect(kind).toBe("PartialObjectMetadataList");
    expect(items).toHaveLength(objects);
    expect(items[1]).toMatchObject({
      ...{ kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1" },
      metadata: { name: "web-1", labels: { app: "web-1" } },
    });
    expect(items[1]).not.toHaveProperty("spec");
  });

  it("watches from the version of a list, and sends a bookmark before its end", async () => {
    const { metadata } = await list("limit=1");
    const { uid } = (await scaleOf("web-0")).metadata;
    await change("web-0/scale", swap(uid, 1, 2));
    const events = await watch(path, metadata.resourceVersion);
    const own = events.filter(({ object }) => object.metadata?.name === "web-0");
    expect(own.map(({ object }) => countOf(object))).toContain(2);
    expect(new Set(own.map(({ type }) => type))).toEqual(new Set(["MODIFIED"]));
    // Other changes may follow the bookmark.
    const bookmark = events.findIndex(({ type }) => type === "BOOKMARK");
    expect(bookmark).toBeGreaterThan(0);
    expect(versionOf(events[bookmark])).toBeGreaterThanOrEqual(versionOf(events[bookmark - 1]));
  });

  it("ends a watch from a version that is gone", async () => {
    const events = await watch("/apis/autoscaling.trimtab.dev/v1alpha1/autoscalers", "1");
    expect(events).toMatchObject([{ type: "ERROR", object: { code: 410, reason: "Expired" } }]);
  });

  it("changes a count only if the tests of the patch hold", async () => {
    const { uid } = (await scaleOf("web-2")).metadata;
    const codes = [];
    for (const tests of [swap("other", 1, 3), swap(uid, 7, 3), swap(uid, 0, 3), swap(uid, 1, 3)]) {
      codes.push((await change("web-2/scale", tests)).code);
    }
    expect(codes).toEqual([422, 422, 422, 200]);
    expect((await scaleOf("web-2")).spec).toEqual({ replicas: 3 });
    expect((await change("absent/scale", swap(uid, 1, 3))).code).toBe(404);
  });

  it("has no count in a scale of 0, and an owner of it only if it was applied", async () => {
    const { uid } = (await scaleOf("web-3")).metadata;
    const owners = async (): Promise<unknown[]> => {
      const { metadata } = await mustRequest(target(), "GET", `${path}/web-3`);
      const { managedFields = [] } = metadata as { managedFields?: readonly Owner[] };
      const ofCount = managedFields.filter(({ fieldsV1 }) => fieldsV1["f:spec"]?.["f:replicas"]);
      return ofCount.map(({ manager, subresource }) => [manager, subresource]);
    };
    expect((await change("web-3/scale?fieldManager=trimtab", swap(uid, 1, 0))).code).toBe(200);
    expect((await scaleOf("web-3")).spec).toEqual({});
    expect(await owners()).toEqual([]);
    expect((await change("web-3/scale?fieldManager=trimtab", swap(uid, 0, 2))).code).toBe(200);
    const zero = (version: string) => ({
      ...{ apiVersion: "autoscaling/v1", kind: "Scale", spec: { replicas: 0 } },
      metadata: { name: "web-3", uid, resourceVersion: version },
    });
    const applied = "web-3/scale?fieldManager=trimtab&force=true";
    expect((await change(applied, zero("1"), applyPatch)).code).toBe(409);
    const apply = (version: string): Sent => change(applied, zero(version), applyPatch);
    expect(await sendWithVersion("web-3", apply)).toMatchObject({ code: 200 });
    expect((await scaleOf("web-3")).spec).toEqual({});
    expect(await owners()).toEqual([["trimtab", "scale"]]);
  });

  it("refuses a patch of an object that has changed", async () => {
    const label = (version: string, value: string): Sent =>
      change("web-1", [
        { op: "test", path: "/metadata/resourceVersion", value: version },
        { op: "add", path: "/metadata/labels/team", value },
      ]);
    const { code, version } = await sendWithVersion("web-1", current => label(current, "a"));
    expect(code).toBe(200);
    expect((await label(version, "b")).code).toBe(422);
  });
});

describe("the replay API server", () => {
  it("lets a continue token expire", async () => {
    const path = "/apis/apps/v1/namespaces/scale-0/deployments?limit=2";
    const first = await mustRequest(replay.target, "GET", path);
    const lists = Array.from({ length: 512 }, () => path);
    await forEachConcurrently(lists, each => mustRequest(replay.target, "GET", each));
    const token = first.metadata?.continue ?? "";
    const { code, body } = await apiRequest(replay.target, "GET", `${path}&continue=${token}`);
    expect({ code, reason: body.reason }).toEqual({ code: 410, reason: "Expired" });
  });
});

interface Owner {
  readonly manager: string;
  readonly subresource?: string;
  readonly fieldsV1: { readonly "f:spec"?: { readonly "f:replicas"?: object } };
}

function ask(target: ApiTarget, path: string, accept: string): Promise<string> {
  const { headers, ...identity } = identityOf(target);
  return new Promise((resolve, reject) => {
    const options = { ...identity, headers: { ...headers, accept } };
    const sent = request(new URL(path, target.server), options, response => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.once("end", () => {
        resolve(text);
      });
    });
    sent.once("error", reject);
    sent.end();
  });
}
