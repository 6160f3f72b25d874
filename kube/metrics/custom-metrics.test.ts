import { describe, expect, it } from "vitest";

import { err, ok } from "../../engine/model/values/result.ts";
import { CustomMetrics, listExternalMetric } from "./custom-metrics.ts";
import { Discovery } from "../api/discovery.ts";
import { isSendable } from "../transport/api-path.ts";
import { kubeError } from "../transport/errors.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { ScriptedTransport } from "../testing/scripted-transport.ts";
import type { KubeRequest } from "../transport/kube-request.ts";

const absent = err(kubeError("NotFound", { request: "GET", message: "no such API" }));

const group = (...versions: string[]) => ({
  versions: versions.map(version => ({ version })),
  preferredVersion: { version: versions[0] },
});

const resources = [
  { name: "services", kind: "Service", namespaced: true },
  { name: "nodes", kind: "Node", namespaced: false },
  { name: "storageclasses", kind: "StorageClass", namespaced: false },
  { name: "ingresses", kind: "Ingress", namespaced: true },
];

/** `answers` by path, in addition to discovery of the core and the networking group. */
function scene(served: object | null, answer: unknown = { items: [] }) {
  const answers: Readonly<Record<string, unknown>> = {
    "/apis/custom.metrics.k8s.io": served,
    "/api/v1": { resources },
    "/apis/networking.k8s.io/v1": { resources },
  };
  const transport = new ScriptedTransport(({ path }: KubeRequest) => {
    if (!(path in answers)) return ok(answer);
    return answers[path] === null ? absent : ok(answers[path]);
  });
  const clock = new ManualClock();
  const custom = new CustomMetrics(transport, new Discovery(transport, clock));
  const asked = () => transport.requests.at(-1);
  return { custom, transport, clock, asked };
}

const v1beta2 = group("v1beta2", "v1beta1");
const qps = { name: "qps", selector: "" };
const pods = { namespace: "shop", podSelector: "app=web", metric: qps, deadlineMs: 4_000 };

describe("custom metrics of pods", () => {
  it("are requested by selector, once, with a deadline", async () => {
    const timestamp = "2026-01-01T00:00:00Z";
    const item = { describedObject: { kind: "Pod", name: "web-1" }, value: "1500m", timestamp };
    const { custom, asked } = scene(v1beta2, { items: [{ ...item, windowSeconds: 30 }] });
    const metric = { name: "qps", selector: "verb=GET" };
    expect(await custom.ofPods({ ...pods, metric })).toEqual(
      ok([{ pod: "web-1", value: "1500m", timestamp, windowSeconds: 30 }]),
    );
    expect(asked()).toEqual({
      method: "GET",
      path: "/apis/custom.metrics.k8s.io/v1beta2/namespaces/shop/pods/*/qps",
      query: { labelSelector: "app=web", metricLabelSelector: "verb=GET" },
      deadlineMs: 4_000,
      tries: 1,
      mostBytes: 16_777_216,
      mostItems: 50_000,
      owner: "shop custom.metrics.k8s.io",
      onItems: expect.any(Function) as unknown,
    });
  });

  it.each([
    { when: "the preferred version", served: v1beta2, want: "v1beta2" },
    {
      when: "the older version if it is preferred",
      served: group("v1beta1", "v1beta2"),
      want: "v1beta1",
    },
    { when: "a version that is supported", served: group("v2", "v1beta1"), want: "v1beta1" },
  ])("are requested in $when", async ({ served, want }) => {
    const { custom, asked } = scene(served);
    await custom.ofPods(pods);
    expect(asked()?.path).toContain(`/${want}/`);
  });

  it.each([
    { when: "without an adapter", served: null },
    { when: "with an adapter of an unknown version", served: group("v2") },
  ])("fail $when, and name what to install", async ({ served }) => {
    expect(await scene(served).custom.ofPods(pods)).toMatchObject({
      ok: false,
      error: { code: "NotFound", remedy: expect.stringContaining("adapter") as string },
    });
  });

  // prettier-ignore
  it.each<{ what: string; answer: unknown }>([
    { what: "a string",                   answer: "hello" },
    { what: "null",                       answer: null },
    { what: "an item that is null",       answer: { items: [null] } },
    { what: "a value that is a number",   answer: { items: [{ value: 5 }] } },
    { what: "a time that is a number",    answer: { items: [{ value: "5", timestamp: 5 }] } },
    { what: "a window that is a string",  answer: { items: [{ value: "5", windowSeconds: "5" }] } },
    { what: "an object that is a string", answer: { items: [{ value: "5", describedObject: "web" }] } },
    { what: "a value that is too long",   answer: { items: [{ value: "1".repeat(65) }] } },
    { what: "a time that is too long",    answer: { items: [{ value: "5", timestamp: "2".repeat(65) }] } },
    { what: "a name that is too long",    answer: { items: [{ value: "5", describedObject: { name: "w".repeat(318) } }] } },
    { what: "an object without a name",   answer: { items: [{ value: "5", describedObject: { name: 5 } }] } },
  ])("are rejected if the response is $what", async ({ answer }) => {
    expect(await scene(v1beta2, answer).custom.ofPods(pods)).toMatchObject({
      error: { code: "Malformed" },
    });
  });

  it("that the adapter does not know have a remedy that refers to the names", async () => {
    const { custom, transport } = scene(v1beta2);
    transport.answer = ({ path }) => (path.endsWith("/qps") ? absent : ok(v1beta2));
    expect(await custom.ofPods(pods)).toMatchObject({
      error: { code: "NotFound", remedy: expect.stringContaining("check the names") as string },
    });
  });

  it("are found again, one request later, when the adapter changes its version", async () => {
    const { custom, transport, asked } = scene(v1beta2);
    await custom.ofPods(pods);
    transport.answer = ({ path }) => {
      if (path.includes("/v1beta2/")) return absent;
      return ok(path.endsWith("/qps") ? { items: [] } : group("v1beta1"));
    };
    expect(await custom.ofPods(pods)).toMatchObject({ error: { code: "NotFound" } });
    expect(await custom.ofPods(pods)).toEqual(ok([]));
    expect(asked()?.path).toContain("/v1beta1/");
  });

  it("that do not exist cause discovery at most once a minute", async () => {
    const { custom, transport, clock } = scene(v1beta2);
    transport.answer = ({ path }) => (path.endsWith("/qps") ? absent : ok(v1beta2));
    for (let sync = 0; sync < 8; sync++) {
      await custom.ofPods(pods);
      clock.advance(15_000);
    }
    const others = transport.requests.filter(({ path }) => !path.endsWith("/qps"));
    expect(others).toHaveLength(3);
  });

  it("with null fields are read as empty strings", async () => {
    const { custom } = scene(v1beta2, { items: [{ value: null, describedObject: null }] });
    expect(await custom.ofPods(pods)).toMatchObject(ok([{ pod: "", value: "" }]));
  });
});

describe("a custom metric of an object", () => {
  const object = (apiVersion: string, kind: string, name: string) => ({ apiVersion, kind, name });
  it.each([
    { of: object("v1", "Service", "web"), path: "namespaces/shop/services/web/qps" },
    { of: object("", "Service", "web"), path: "namespaces/shop/services/web/qps" },
    {
      of: object("networking.k8s.io/v1", "Ingress", "web"),
      path: "namespaces/shop/ingresses.networking.k8s.io/web/qps",
    },
    { of: object("v1", "Node", "n1"), path: "namespaces/shop/nodes/n1/qps" },
    {
      of: object("networking.k8s.io/v1", "StorageClass", "fast"),
      path: "namespaces/shop/storageclasses.networking.k8s.io/fast/qps",
    },
    { of: object("v1", "Namespace", "other"), path: "namespaces/shop/metrics/qps" },
  ])("$of.kind of $of.apiVersion is at $path", async ({ of, path }) => {
    const { custom, asked } = scene(v1beta2, { items: [{ value: "7" }] });
    const question = { namespace: "shop", object: of, metric: qps, deadlineMs: 1 };
    expect(await custom.ofObject(question)).toMatchObject(ok({ value: "7" }));
    expect(asked()?.path).toBe(`/apis/custom.metrics.k8s.io/v1beta2/${path}`);
    expect(asked()?.query).toEqual({});
    expect(asked()?.owner).toBe("shop custom.metrics.k8s.io");
  });

  it("is found again when the plural of its kind has changed", async () => {
    const { custom, transport, asked } = scene(v1beta2, { items: [{ value: "7" }] });
    const of = object("networking.k8s.io/v1", "Ingress", "web");
    const question = { namespace: "shop", object: of, metric: qps, deadlineMs: 1 };
    await custom.ofObject(question);
    const renamed = [{ name: "entries", kind: "Ingress", namespaced: true }];
    const before = transport.answer;
    transport.answer = request => {
      if (request.path.endsWith("networking.k8s.io/v1")) return ok({ resources: renamed });
      return request.path.includes("/ingresses.") ? absent : before(request);
    };
    expect(await custom.ofObject(question)).toMatchObject({ error: { code: "NotFound" } });
    expect(await custom.ofObject(question)).toMatchObject(ok({ value: "7" }));
    expect(asked()?.path).toContain("/entries.networking.k8s.io/");
  });

  // prettier-ignore
  it.each([
    { when: "the kind is not served", kind: "Shop",    items: [{ value: "1" }], code: "NotFound",  says: "serves no kind Shop" },
    { when: "there are two values",   kind: "Service", items: [{}, {}],         code: "Malformed", says: /answered several values where one was asked for$/ },
    { when: "there are many values",  kind: "Service", items: [{}, {}, {}, {}], code: "Malformed", says: /answered several values where one was asked for$/ },
    { when: "there is no value",      kind: "Service", items: [],               code: "Malformed", says: "answered no value where" },
  ])("fails when $when, and does not say how many there are", async ({ kind, items, code, says }) => {
    const { custom } = scene(v1beta2, { items });
    const question = { namespace: "shop", object: object("v1", kind, "x"), metric: qps };
    const message = expect.stringMatching(says) as string;
    expect(await custom.ofObject({ ...question, deadlineMs: 1 })).toMatchObject({
      error: { code, message },
    });
  });

  it.each([
    { of: object("v1", "Node", "*"), metric: "qps" },
    { of: object("v1", "Service", "*"), metric: "qps" },
    { of: object("v1", "Service", "web"), metric: "*" },
    { of: object("v1", "Namespace", "shop"), metric: "*" },
  ])("is never asked of all objects: $of.kind $of.name, metric $metric", async ({ of, metric }) => {
    const { custom, asked } = scene(v1beta2, { items: [{ value: "7" }] });
    const question = { namespace: "shop", object: of, metric: { ...qps, name: metric } };
    await custom.ofObject({ ...question, deadlineMs: 1 });
    expect(isSendable(asked()!.path)).toBe(false);
  });
});

describe("an external metric", () => {
  const ask = (answer: ReturnType<typeof ok> | typeof absent, selector = "") => {
    const transport = new ScriptedTransport(() => answer);
    const question = {
      namespace: "shop",
      metric: { name: "queue/depth", selector },
      deadlineMs: 5,
    };
    return { transport, answered: listExternalMetric(transport, question) };
  };

  it("includes all values that its selector matches", async () => {
    const timestamp = "2026-01-01T00:00:00Z";
    const items = [{ value: "3", timestamp, window: 30 }, { value: "500m" }];
    const { transport, answered } = ask(ok({ items }), "a=b");
    expect(await answered).toEqual(
      ok([
        { value: "3", timestamp, windowSeconds: 30 },
        { value: "500m", timestamp: null, windowSeconds: null },
      ]),
    );
    expect(transport.requests).toEqual([
      {
        method: "GET",
        owner: "shop external.metrics.k8s.io",
        path: "/apis/external.metrics.k8s.io/v1beta1/namespaces/shop/queue%2Fdepth",
        query: { labelSelector: "a=b" },
        deadlineMs: 5,
        tries: 1,
        mostBytes: 1_048_576,
        mostItems: 10_000,
        onItems: expect.any(Function) as unknown,
      },
    ]);
  });

  it.each([
    { when: "it is not served", answer: absent, want: { code: "NotFound" } },
    { when: "the response is of another type", answer: ok([]), want: { code: "Malformed" } },
    { when: "the response is null", answer: ok(null), want: { code: "Malformed" } },
    { when: "an item is null", answer: ok({ items: [null] }), want: { code: "Malformed" } },
    {
      when: "a value is too long",
      answer: ok({ items: [{ value: "1".repeat(65) }] }),
      want: { code: "Malformed" },
    },
    {
      when: "a value is not a string",
      answer: ok({ items: [{ value: 5 }] }),
      want: { code: "Malformed" },
    },
  ])("fails when $when", async ({ answer, want }) => {
    expect(await ask(answer).answered).toMatchObject({ ok: false, error: want });
  });
});
