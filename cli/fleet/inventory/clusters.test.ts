import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { type Arrived, json, StubServer } from "../../../kube/testing/stub-server.ts";
import { ago, container, deployment, hpa } from "../testing/objects.ts";
import { readClusters } from "./clusters.ts";

type Items = Readonly<Record<string, readonly object[]>>;

const autoscaling = "/apis/autoscaling/v2/horizontalpodautoscalers";
const deployments = "/apis/apps/v1/deployments";
const budgets = "/apis/policy/v1/poddisruptionbudgets";
const namespaced = (path: string, namespace: string) => {
  const cut = path.lastIndexOf("/");
  return `${path.slice(0, cut)}/namespaces/${namespace}${path.slice(cut)}`;
};

/** An API server with these lists; of an item, it sends no apiVersion and kind. */
const serving =
  (lists: Items, pageOf = Infinity) =>
  ({ path, query }: Arrived, response: Parameters<typeof json>[0]) => {
    const items = lists[path];
    if (items === undefined) {
      json(response, path === "/" ? 200 : 404, { kind: "Status", reason: "NotFound" });
      return;
    }
    const start = Number(query["continue"] ?? 0);
    const end = start + Math.min(pageOf, Number(query["limit"] ?? Infinity));
    const page = items.slice(start, end).map(each => {
      const { apiVersion: _, kind: __, ...item } = each as Record<string, unknown>;
      return { ...item, metadata: { resourceVersion: "1", ...(item["metadata"] as object) } };
    });
    const more = end < items.length ? { continue: String(end) } : {};
    json(response, 200, { kind: "List", metadata: { resourceVersion: "1", ...more }, items: page });
  };

const usual: Items = {
  [autoscaling]: [hpa()],
  [deployments]: [deployment()],
  "/apis/apps/v1/statefulsets": [],
  [budgets]: [],
  "/api/v1/resourcequotas": [],
  "/api/v1/limitranges": [],
  "/api/v1/nodes": [],
  [namespaced("/api/v1/pods", "shop")]: [],
};

describe("the clusters of a kubeconfig", () => {
  let folder = "";
  const stubs: StubServer[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "fleet-"));
    vi.stubEnv("KUBECONFIG", join(folder, "config"));
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await Promise.all(stubs.splice(0).map(each => each.close()));
  });

  const start = async (lists: Items, pageOf?: number): Promise<StubServer> => {
    const stub = await StubServer.start(serving(lists, pageOf));
    stubs.push(stub);
    return stub;
  };
  const use = (servers: Readonly<Record<string, string>>, current?: string | null): void => {
    const names = Object.entries(servers);
    const config = {
      ...{
        apiVersion: "v1",
        kind: "Config",
        "current-context": current === undefined ? names[0]?.[0] : current,
      },
      clusters: names.map(([name, server]) => ({
        name,
        cluster: { server, "insecure-skip-tls-verify": true },
      })),
      contexts: names.map(([name]) => ({ name, context: { cluster: name, user: name } })),
      users: names.map(([name]) => ({ name, user: { token: `token-of-${name}` } })),
    };
    writeFileSync(join(folder, "config"), JSON.stringify(config));
  };
  const read = async (contexts: readonly string[] = [], namespaces: readonly string[] = []) => {
    const answer = await readClusters({ contexts, namespaces });
    if (!answer.ok) throw new Error(answer.error);
    return answer.value;
  };

  it("are read with GET alone, in a few requests", async () => {
    const names = Array.from({ length: 1200 }, (_, index) => `web-${index}`);
    const named = (object: object) =>
      names.map(name => ({ ...object, metadata: { name, namespace: "shop" } }));
    const stub = await start({
      ...usual,
      [autoscaling]: named(hpa()),
      [deployments]: named(deployment()),
    });
    use({ prod: stub.url });
    const [inventory] = await read();
    expect(inventory).toMatchObject({
      cluster: "prod",
      unread: [],
      objects: { length: 1200 },
      workloads: { length: 1200 },
    });
    const methods = new Set(stub.requests.map(({ method }) => method));
    expect([...methods]).toEqual(["GET"]);
    // 250, 500 and 450 for each of the two lists, and one for each other.
    expect(stub.requests.length).toBe(6 + 7);
  });

  it.each([
    { shows: "the current one", wanted: [], want: ["b"] },
    { shows: "some", wanted: ["a"], want: ["a"] },
    { shows: "several", wanted: ["b", "a"], want: ["b", "a"] },
    { shows: "one for each API server", wanted: ["all"], want: ["b", "a"] },
  ])("$shows", async ({ wanted, want }) => {
    const [a, b] = [await start(usual), await start(usual)];
    use({ a: a.url, b: b.url, "b-of-another-user": b.url }, "b");
    const inventories = await read(wanted);
    expect(inventories.map(({ cluster }) => cluster)).toEqual(want);
    const tokens = stubs.flatMap(({ requests }) =>
      requests.map(({ headers }) => headers.authorization),
    );
    expect([...new Set(tokens)].toSorted()).toEqual(
      want.map(name => `Bearer token-of-${name}`).toSorted(),
    );
  });

  it("have to be there", async () => {
    use({ a: "http://127.0.0.1:1" });
    await expect(read(["c"])).rejects.toThrow("the kubeconfig has no context c; it has a");
  });

  it.each([
    { shows: "no context is the current one", current: null, names: ["a", "b"] },
    { shows: "the current one is not there", current: "gone", names: ["a", "b"] },
    { shows: "there is none at all", current: null, names: [] },
    { shows: "there is none at all for all", wanted: ["all"], current: null, names: [] },
  ])("are not guessed if $shows", async ({ current, names, wanted = [] }) => {
    const stub = await start(usual);
    use(Object.fromEntries(names.map(name => [name, stub.url])), current);
    const says = names.length > 0 ? "no current context; name one of a, b" : "no contexts";
    await expect(read(wanted)).rejects.toThrow(`the kubeconfig has ${says}`);
    expect(stub.requests).toEqual([]);
  });

  it("go on without one that cannot be reached", async () => {
    const a = await start(usual);
    use({ a: a.url, gone: "http://127.0.0.1:1" });
    const inventories = await read(["all"]);
    expect(inventories.map(({ objects }) => objects.length)).toEqual([1, 0]);
    expect(inventories[1]?.unread).toEqual([
      {
        ...{ cluster: "gone", resource: "horizontalpodautoscalers.autoscaling" },
        reason: expect.stringContaining("cannot be reached") as string,
      },
    ]);
  });

  it("read a list again whose pages have expired", async () => {
    const names = Array.from({ length: 300 }, (_, index) => `web-${index}`);
    const many = names.map(name => ({ ...hpa(), metadata: { name, namespace: "shop" } }));
    const stub = await start({ ...usual, [autoscaling]: many });
    const { handler } = stub;
    let expired = 0;
    stub.handler = (request, response) => {
      if (request.query["continue"] === undefined || (expired += 1) > 1) return handler(request, response); // prettier-ignore
      json(response, 410, { kind: "Status", reason: "Expired" });
      return undefined;
    };
    use({ prod: stub.url });
    expect(await read()).toMatchObject([{ unread: [], objects: { length: 300 } }]);
  });

  const forbid = (stub: StubServer, path: string): void => {
    const { handler } = stub;
    stub.handler = (request, response) =>
      request.path === path
        ? json(response, 403, { kind: "Status", reason: "Forbidden", message: "no" })
        : handler(request, response);
  };

  it.each([
    { shows: "budgets", path: budgets, resource: "poddisruptionbudgets.policy", exists: true },
    { shows: "nodes", path: "/api/v1/nodes", resource: "nodes", exists: true },
    { shows: "Deployments", path: deployments, resource: "deployments.apps", exists: null },
    { shows: "pods", path: namespaced("/api/v1/pods", "shop"), resource: "pods", exists: true },
  ])("go on without the right to list $shows", async ({ path, resource, exists }) => {
    const stub = await start(usual);
    forbid(stub, path);
    use({ prod: stub.url });
    const [inventory] = await read();
    const reason = `the right to list ${resource} in all namespaces is missing`;
    expect(inventory?.unread).toEqual([{ cluster: "prod", resource, reason }]);
    expect(inventory?.objects).toMatchObject([{ targetExists: exists }]);
  });

  it("know that a target of another group is not among the lists", async () => {
    const scaleTargetRef = {
      apiVersion: "apps.kruise.io/v1beta1",
      kind: "StatefulSet",
      name: "web",
    };
    const stub = await start({ ...usual, [autoscaling]: [hpa({ scaleTargetRef })] });
    const group = "/apis/apps.kruise.io/v1beta1";
    const { handler } = stub;
    stub.handler = (request, response) => {
      const resources = [{ name: "statefulsets", kind: "StatefulSet", namespaced: true }];
      if (request.path === group) json(response, 200, { resources });
      else if (request.path.startsWith(group)) json(response, 200, { metadata: {} });
      else return handler(request, response);
      return undefined;
    };
    use({ prod: stub.url });
    expect(await read()).toMatchObject([{ objects: [{ targetExists: true }] }]);
  });

  it("show which targets are not there", async () => {
    const stub = await start({ ...usual, [deployments]: [] });
    use({ prod: stub.url });
    expect(await read()).toMatchObject([{ objects: [{ targetExists: false }] }]);
  });

  it("may be limited to namespaces", async () => {
    const lists = [
      autoscaling,
      deployments,
      "/apis/apps/v1/statefulsets",
      budgets,
      "/api/v1/resourcequotas",
      "/api/v1/limitranges",
    ];
    const shop = Object.fromEntries(
      lists.map(path => [namespaced(path, "shop"), usual[path] ?? []]),
    );
    const stub = await start({
      ...shop,
      "/api/v1/nodes": [],
      [namespaced("/api/v1/pods", "shop")]: [],
    });
    use({ prod: stub.url });
    const [inventory] = await read([], ["shop"]);
    expect(inventory).toMatchObject({ unread: [], objects: [{ targetExists: true }] });
  });

  it("time the start of pods in a sample", async () => {
    const pod = {
      metadata: {
        name: "web-1",
        namespace: "shop",
        creationTimestamp: ago(10),
        ownerReferences: [{ kind: "StatefulSet", name: "web", controller: true }],
      },
      status: { conditions: [{ type: "Ready", status: "True", lastTransitionTime: ago(9) }] },
    };
    const stub = await start({
      ...usual,
      "/apis/apps/v1/statefulsets": [deployment([container()])],
      [namespaced("/api/v1/pods", "shop")]: Array.from({ length: 150 }, () => pod),
    });
    use({ prod: stub.url });
    const [inventory] = await read();
    const set = inventory?.workloads.find(({ kind }) => kind === "StatefulSet");
    expect(set?.startMs).toEqual(Array.from({ length: 100 }, () => 60_000));
  });

  const rollout = (name: string) =>
    hpa(
      { scaleTargetRef: { apiVersion: "argoproj.io/v1alpha1", kind: "Rollout", name } },
      {},
      { name },
    );
  it("look for targets of other kinds, up to a limit", async () => {
    const group = "/apis/argoproj.io/v1alpha1";
    const stub = await start({
      ...usual,
      [autoscaling]: [
        rollout("here"),
        ...Array.from({ length: 59 }, (_, index) => rollout(`r-${index}`)),
      ],
    });
    const { handler } = stub;
    stub.handler = (request, response) => {
      const resources = [{ name: "rollouts", kind: "Rollout", namespaced: true }];
      if (request.path === group) json(response, 200, { resources });
      else if (request.path === namespaced(`${group}/rollouts`, "shop") + "/here")
        json(response, 200, { metadata: {} });
      else return handler(request, response);
      return undefined;
    };
    use({ prod: stub.url });
    const [inventory] = await read();
    const exist = inventory?.objects.map(({ targetExists }) => targetExists);
    expect([exist?.[0], exist?.slice(1, 50).includes(null), exist?.slice(50)]).toEqual([
      true,
      false,
      Array(10).fill(null),
    ]);
    expect(stub.requests.filter(({ path }) => path.startsWith(group)).length).toBe(51);
  });
});
