import { randomUUID } from "node:crypto";
import { request } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { listeners, loopback } from "../../host/listeners.ts";
import { apiRequest, identityOf, mustRequest, type ApiResponse } from "../api.ts";
import { useOrStartCluster, type Cluster } from "../cluster.ts";
import { CustomMetrics, type Fault, type MetricsGroup } from "./custom-metrics.ts";

const namespace = `metrics-${randomUUID().slice(0, 8)}`;
const elsewhere = `${namespace}-b`;
const node = `${namespace}-node`;
const time = "2026-01-01T00:00:00Z";

let cluster: Cluster;
let metrics: CustomMetrics;

/** The prefix of a custom metrics path, in either version. */
const custom = (rest: string, version = "v1beta2"): string =>
  `/apis/custom.metrics.k8s.io/${version}/${rest}`;
const external = (rest: string, within = namespace): string =>
  `/apis/external.metrics.k8s.io/v1beta1/namespaces/${within}/${rest}`;
const ours = `namespaces/${namespace}`;

const get = (path: string): Promise<ApiResponse> => apiRequest(cluster, "GET", path);

/** `[{ name: "web-0", value: "1500m" }]`, sorted by name */
async function values(path: string): Promise<object[]> {
  const { items = [] } = await mustRequest(cluster, "GET", path);
  return (items as readonly Record<string, unknown>[])
    .map(({ describedObject, value, metricLabels }) => ({
      name: (describedObject as { name?: string } | undefined)?.name ?? metricLabels,
      value,
    }))
    .sort((a, b) => String(a.name).localeCompare(String(b.name)));
}

/** The API server does not learn this timeout: otherwise it would time out as well. */
function answersWithin(ms: number, path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(ms);
    const sent = request(new URL(path, cluster.server), { ...identityOf(cluster), signal });
    sent.once("response", response => {
      response.resume();
      resolve(true);
    });
    sent.once("error", error => {
      if (signal.aborted) resolve(false);
      else reject(error);
    });
    sent.end();
  });
}

async function createPod(name: string, app: string): Promise<void> {
  const spec = { containers: [{ name: "main", image: "example.invalid/main:1" }] };
  const pod = { metadata: { name, labels: { app } }, spec };
  // Rejected until the namespace has its ServiceAccount.
  for (let tries = 0; tries < 300; tries++) {
    const { code } = await apiRequest(cluster, "POST", `/api/v1/${ours}/pods`, pod);
    if (code === 201) return;
    await sleep(100);
  }
  throw new Error(`the pod ${name} is refused`);
}

beforeAll(async () => {
  cluster = await useOrStartCluster({ name: "custom-metrics", customMetrics: true });
  metrics = new CustomMetrics(cluster);
  await mustRequest(cluster, "POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  await Promise.all([
    createPod("web-0", "web"),
    createPod("web-1", "web"),
    createPod("db-0", "db"),
  ]);
});

const clear = () => Promise.all([namespace, elsewhere].map(name => metrics.clear(name)));

afterAll(async () => {
  await clear();
  await metrics.setCustom({ resource: "nodes", name: node, metric: "heat", value: null });
  await apiRequest(cluster, "DELETE", `/api/v1/namespaces/${namespace}`);
  await cluster.stop();
});

beforeEach(async () => {
  await clear();
  const about = { resource: "pods", namespace, metric: "rps" };
  await metrics.setCustom(
    { ...about, name: "web-0", value: "1500m", timestamp: time, windowSeconds: 30 },
    { ...about, name: "web-1", value: "2", timestamp: time, labels: { verb: "GET" } },
    { ...about, name: "db-0", value: "2Ki", timestamp: time },
    { resource: "deployments.apps", namespace, name: "web", metric: "hits", value: "7" },
    { resource: "namespaces", name: namespace, metric: "hits", value: "8" },
    { resource: "nodes", name: node, metric: "heat", value: "9" },
  );
  await metrics.setExternal(
    { namespace, metric: "queue", labels: { name: "a" }, value: "12", timestamp: time },
    { namespace, metric: "queue", labels: { name: "b" }, value: "300m", windowSeconds: 10 },
    { namespace: elsewhere, metric: "queue", labels: { name: "c" }, value: "1", timestamp: time },
  );
});

describe.each(["v1beta2", "v1beta1"])("custom.metrics.k8s.io/%s", version => {
  // prettier-ignore
  it.each([
    { shows: "a pod",                     path: `${ours}/pods/web-0/rps`,                              want: [{ name: "web-0", value: "1500m" }] },
    { shows: "the pods of a selector",    path: `${ours}/pods/*/rps?labelSelector=app%3Dweb`,          want: [{ name: "web-0", value: "1500m" }, { name: "web-1", value: "2" }] },
    { shows: "all pods",                  path: `${ours}/pods/*/rps`,                                  want: [{ name: "db-0", value: "2Ki" }, { name: "web-0", value: "1500m" }, { name: "web-1", value: "2" }] },
    { shows: "no pods if none match",     path: `${ours}/pods/*/rps?labelSelector=app%3Dnone`,         want: [] },
    { shows: "values of some labels",     path: `${ours}/pods/*/rps?metricLabelSelector=verb%3DGET`,   want: [{ name: "web-1", value: "2" }] },
    { shows: "an object of any kind",     path: `${ours}/deployments.apps/web/hits`,                   want: [{ name: "web", value: "7" }] },
    { shows: "a namespace",               path: `${ours}/metrics/hits`,                                want: [{ name: namespace, value: "8" }] },
    { shows: "a cluster-scoped object",   path: `nodes/${node}/heat`,                                  want: [{ name: node, value: "9" }] },
  ])("returns the values of $shows", async ({ path, want }) => {
    expect(await values(custom(path, version))).toEqual(want);
  });

  it("returns the format of its version", async () => {
    const body = await mustRequest(cluster, "GET", custom(`${ours}/pods/web-0/rps`, version));
    const metric = version === "v1beta2" ? { metric: { name: "rps" } } : { metricName: "rps" };
    const window = version === "v1beta2" ? { windowSeconds: 30 } : { window: 30 };
    expect(body).toMatchObject({
      kind: "MetricValueList",
      apiVersion: `custom.metrics.k8s.io/${version}`,
      items: [
        { ...metric, ...window, timestamp: time, describedObject: { kind: "Pod", namespace } },
      ],
    });
  });

  it("responds 404 to unknown metrics", async () => {
    const { code, body } = await get(custom(`${ours}/pods/web-0/errors`, version));
    expect([code, body.reason]).toEqual([404, "NotFound"]);
  });
});

describe("external.metrics.k8s.io/v1beta1", () => {
  // prettier-ignore
  it.each([
    { shows: "all values of a metric", path: "queue",                            want: ["12", "300m"] },
    { shows: "values with a label",    path: "queue?labelSelector=name%3Db",     want: ["300m"] },
    { shows: "values in a set",        path: "queue?labelSelector=name+in+(a,c)", want: ["12"] },
    { shows: "no value if none match", path: "queue?labelSelector=name%3Dc",     want: [] },
  ])("returns $shows", async ({ path, want }) => {
    const found = (await values(external(path))) as { value: string }[];
    expect(found.map(({ value }) => value).sort()).toEqual(want);
  });

  it("returns the timestamp that was set, by default the current time", async () => {
    const began = Math.floor(Date.now() / 1000) * 1000;
    const { items = [] } = await mustRequest(cluster, "GET", external("queue"));
    const [a, b] = items as readonly { timestamp?: string; window?: number }[];
    expect([a?.timestamp, a?.window, b?.window]).toEqual([time, undefined, 10]);
    expect(Date.parse(b?.timestamp ?? "")).toBeGreaterThanOrEqual(began);
  });

  it("responds 404 to unknown metrics", async () => {
    expect((await get(external("traffic"))).code).toBe(404);
  });
});

it("serves three available APIServices and lists its metrics", async () => {
  for (const [name, metric] of [
    ["v1beta2.custom.metrics.k8s.io", "pods/rps"],
    ["v1beta1.custom.metrics.k8s.io", "deployments.apps/hits"],
    ["v1beta1.external.metrics.k8s.io", "queue"],
  ] as const) {
    const path = `/apis/apiregistration.k8s.io/v1/apiservices/${name}`;
    const { status } = await mustRequest(cluster, "GET", path);
    expect(status).toMatchObject({ conditions: [{ type: "Available", status: "True" }] });
    const [version = "", ...group] = name.split(".");
    const { text } = await get(`/apis/${group.join(".")}/${version}`);
    expect(text).toContain(`"${metric}"`);
  }
});

it("listens on loopback only", () => {
  const addresses = listeners([cluster.pid("custom-metrics")]);
  expect(addresses).toHaveLength(2);
  expect(addresses.filter(address => !address.startsWith(`${loopback}:`))).toEqual([]);
});

it("changes a value, deletes it, and clears a namespace", async () => {
  const queue = { namespace, metric: "queue", labels: { name: "a" } };
  await metrics.setExternal({ ...queue, value: "13" });
  expect(await values(external("queue?labelSelector=name%3Da"))).toMatchObject([{ value: "13" }]);
  await metrics.setExternal({ ...queue, value: null });
  expect(await values(external("queue?labelSelector=name%3Da"))).toEqual([]);
  await metrics.clear(namespace);
  expect((await get(external("queue"))).code).toBe(404);
  expect((await get(custom(`${ours}/metrics/hits`))).code).toBe(404);
  expect(await values(external("queue", elsewhere))).toHaveLength(1);
});

it("rejects a value that is not a quantity", async () => {
  const value = { namespace, metric: "queue", value: "many" };
  await expect(metrics.setExternal(value)).rejects.toThrow("400");
});

const questions: readonly { group: MetricsGroup; path: string }[] = [
  { group: "custom.metrics.k8s.io", path: custom(`${ours}/pods/*/rps`) },
  { group: "custom.metrics.k8s.io", path: custom(`${ours}/pods/web-0/rps`, "v1beta1") },
  { group: "external.metrics.k8s.io", path: external("queue") },
];

describe.each(questions)("$path with the fault", ({ group, path }) => {
  const fail = (fault: Fault | null) => metrics.setFault(group, fault, namespace);

  it("slow responds after a delay", async () => {
    await fail({ mode: "slow", milliseconds: 500 });
    const began = performance.now();
    expect(await values(path)).not.toEqual([]);
    expect(performance.now() - began).toBeGreaterThanOrEqual(500);
  });

  it("empty returns no values", async () => {
    await fail({ mode: "empty" });
    const [, , apiGroup = "", version = ""] = path.split("/");
    const { code, body } = await get(path);
    const apiVersion = `${apiGroup}/${version}`;
    expect([code, body]).toMatchObject([200, { apiVersion, items: [] }]);
    expect(body.kind).toMatch(/^(External)?MetricValueList$/);
  });

  it.each([
    { status: 500, reason: "InternalError" },
    { status: 503, reason: "ServiceUnavailable" },
    { status: 429, reason: "TooManyRequests" },
    { status: 403, reason: "Forbidden" },
  ])("failing responds $status", async ({ status, reason }) => {
    await fail({ mode: "failing", status });
    const { code, body } = await get(path);
    expect([code, body.kind, body.reason]).toEqual([status, "Status", reason]);
  });

  it("hanging does not respond until the client gives up", async () => {
    await fail({ mode: "hanging" });
    expect(await answersWithin(1000, path)).toBe(false);
    await fail(null);
    expect(await answersWithin(30_000, path)).toBe(true);
    expect((await get(path)).code).toBe(200);
  });

  it("failing does not affect discovery", async () => {
    await fail({ mode: "failing", status: 503 });
    expect((await get(path.split("/").slice(0, 4).join("/"))).code).toBe(200);
  });
});

// prettier-ignore
it.each([
  { value: "1500m", suffix: "",    want: "1.5" },
  { value: "1500m", suffix: "u",   want: "1500000u" },
  { value: "1500m", suffix: "k",   want: "0.0015k" },
  { value: "1500m", suffix: "e-3", want: "1500e-3" },
  { value: "1.5",   suffix: "m",   want: "1500m" },
  { value: "2Ki",   suffix: "",    want: "2048" },
  { value: "3",     suffix: "Ki",  want: "0.0029296875Ki" },
])("formats $value as $want with the suffix '$suffix'", async ({ value, suffix, want }) => {
  await metrics.setCustom({ resource: "pods", namespace, name: "web-0", metric: "rps", value });
  await metrics.setExternal({ namespace, metric: "length", value });
  for (const { group } of questions) {
    await metrics.setFault(group, { mode: "units", suffix }, namespace);
  }
  for (const version of ["v1beta2", "v1beta1"]) {
    const pod = custom(`${ours}/pods/web-0/rps`, version);
    expect(await values(pod)).toEqual([{ name: "web-0", value: want }]);
  }
  expect(await values(external("length"))).toMatchObject([{ value: want }]);
});

it("applies a fault to one namespace, or to all namespaces without their own fault", async () => {
  const group = "external.metrics.k8s.io";
  await metrics.setFault(group, { mode: "empty" }, namespace);
  expect(await values(external("queue", elsewhere))).toMatchObject([{ value: "1" }]);
  // A fault that does not affect concurrent tests.
  await metrics.setFault(group, { mode: "units", suffix: "m" });
  expect(await values(external("queue", elsewhere))).toMatchObject([{ value: "1000m" }]);
  expect(await values(external("queue"))).toEqual([]);
  await metrics.setFault(group, null);
  expect(await values(external("queue", elsewhere))).toMatchObject([{ value: "1" }]);
});
