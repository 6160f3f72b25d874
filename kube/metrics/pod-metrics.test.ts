import { describe, expect, it } from "vitest";

import type { PodUsage } from "../../engine/model/observation/pod-usage.ts";
import { err, ok } from "../../engine/model/values/result.ts";
import { ZERO_TIME } from "../../engine/model/values/time.ts";
import {
  errorFromResponse,
  formatKubeError,
  kubeError,
  type KubeErrorCode,
} from "../transport/errors.ts";
import { listClusterPodMetrics, listPodMetrics } from "./pod-metrics.ts";
import { ScriptedTransport } from "../testing/scripted-transport.ts";

const path = "/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods";
const mib = 1024 * 1024;
const question = { namespace: "shop", labelSelector: null, deadlineMs: 4_000 };
const container = { name: "main", usage: { cpu: "100m", memory: "64Mi" } };
const item = { metadata: { name: "web-1" }, timestamp: "", window: "15s", containers: [container] };

const read = {
  name: "web-1",
  time: ZERO_TIME,
  windowMs: 15_000,
  cpu: 100n,
  memory: 2n ** 26n * 1000n,
};

const fieldsOf = (usage: PodUsage) => ({
  ...{ name: usage.name, time: usage.time, windowMs: usage.windowMs },
  ...{ cpu: usage.amountOf("cpu", null), memory: usage.amountOf("memory", null) },
});

async function answered(value: unknown) {
  const answer = await listPodMetrics(new ScriptedTransport(() => ok(value)), question);
  return answer.ok ? ok(answer.value.map(fieldsOf)) : answer;
}

const list = (items: unknown) => answered({ metadata: {}, items });

describe("listPodMetrics", () => {
  // prettier-ignore
  it.each([
    { whose: "a namespace's pods",  labelSelector: null,      query: {} },
    { whose: "a selector's pods",   labelSelector: "app=web", query: { query: { labelSelector: "app=web" } } },
  ])("sends one request for $whose, within the deadline", async ({ labelSelector, query }) => {
    const transport = new ScriptedTransport(() => ok({ items: [item] }));
    const answer = await listPodMetrics(transport, { ...question, labelSelector });
    expect(answer.ok && answer.value.map(fieldsOf)).toEqual([read]);
    expect(transport.requests).toEqual([
      {
        ...{ method: "GET", path, ...query, deadlineMs: 4_000, tries: 1 },
        ...{ mostBytes: 16 * mib, mostItems: 10_000 },
        onItems: expect.any(Function) as unknown,
      },
    ]);
  });

  // prettier-ignore
  it.each([
    { pods: 4_096,    mostBytes: 16 * mib,           mostItems: 10_000 },
    { pods: 100_000,  mostBytes: 100_000 * 4 * 1024, mostItems: 200_000 },
    { pods: Infinity, mostBytes: 16 * mib,           mostItems: 10_000 },
  ])("reads at most $mostBytes bytes and $mostItems items about $pods known pods", async ({ pods, ...most }) => {
    const transport = new ScriptedTransport(() => ok({ items: [] }));
    await listPodMetrics(transport, { ...question, pods });
    expect(transport.requests).toMatchObject([most]);
  });

  // prettier-ignore
  it.each([
    { shows: "twice as many pods as it knows",     items: 20_000, pods: 10_000, becomes: { ok: true } },
    { shows: "no more pods than that",             items: 20_001, pods: 10_000, becomes: { error: { code: "TooLarge" } } },
    { shows: "10,000 pods, if it knows none",      items: 10_000, pods: 0,      becomes: { ok: true } },
    { shows: "no more than that, however tiny",    items: 10_001, pods: 0,      becomes: { error: { code: "TooLarge", remedy: expect.stringContaining("match fewer pods") as string } } },
  ])("accepts $shows", async ({ items, pods, becomes }) => {
    const made = Array.from({ length: items }, () => ({ metadata: { name: "" } }));
    const transport = new ScriptedTransport(() => ok({ items: made }));
    expect(await listPodMetrics(transport, { ...question, pods })).toMatchObject(becomes);
  });

  // prettier-ignore
  it.each<{ shows: string; items: unknown; want: readonly unknown[] }>([
    { shows: "an empty list",                  items: [],                                  want: [] },
    { shows: "a list that Go encodes as null", items: null,                                want: [] },
    { shows: "a pod without containers",       items: [{ ...item, containers: null }],     want: [{ ...read, cpu: null, memory: null }] },
    { shows: "a container that uses nothing",  items: [{ ...item, containers: [{ name: "main", usage: null }] }], want: [{ ...read, cpu: null, memory: null }] },
    { shows: "a pod with labels, without them", items: [{ ...item, metadata: { name: "web-1", labels: { app: "web" } } }], want: [read] },
    { shows: "a sample without a time",        items: [{ metadata: item.metadata }],       want: [{ ...read, windowMs: 0, cpu: null, memory: null }] },
    { shows: "a pod with two containers",      items: [{ ...item, containers: [container, container] }], want: [{ ...read, cpu: 200n, memory: 2n ** 27n * 1000n }] },
  ])("accepts $shows", async ({ items, want }) => {
    expect(await list(items)).toEqual(ok(want));
  });

  // prettier-ignore
  it.each<{ what: string; answer: unknown }>([
    { what: "a string",                       answer: "metrics" },
    { what: "null",                           answer: null },
    { what: "a bare list",                    answer: [item] },
    { what: "items that are not a list",      answer: { items: { "web-1": item } } },
    { what: "an item that is null",           answer: { items: [item, null] } },
    { what: "an item without a name",         answer: { items: [{ ...item, metadata: {} }] } },
    { what: "containers that are not a list", answer: { items: [{ ...item, containers: 5 }] } },
    { what: "a container that is null",       answer: { items: [{ ...item, containers: [null] }] } },
    { what: "a usage that is not a quantity", answer: { items: [{ ...item, containers: [{ name: "main", usage: { cpu: 5 } }] }] } },
    { what: "a time that is not a string",    answer: { items: [{ ...item, timestamp: 5 }] } },
    { what: "a window that is not a string",  answer: { items: [{ ...item, window: 15 }] } },
    { what: "a name that no pod has",         answer: { items: [{ ...item, metadata: { name: "w".repeat(318) } }] } },
    { what: "a time that is too long",        answer: { items: [{ ...item, timestamp: "2".repeat(65) }] } },
    { what: "a window that is too long",      answer: { items: [{ ...item, window: `${"1".repeat(64)}s` }] } },
    { what: "a container with too long a name", answer: { items: [{ ...item, containers: [{ name: "m".repeat(318) }] }] } },
    { what: "a resource with too long a name", answer: { items: [{ ...item, containers: [{ name: "main", usage: { ["c".repeat(318)]: "1" } }] }] } },
    { what: "a quantity that is too long",    answer: { items: [{ ...item, containers: [{ name: "main", usage: { cpu: "1".repeat(65) } }] }] } },
  ])("rejects $what", async ({ answer }) => {
    expect(await answered(answer)).toMatchObject({ ok: false, error: { code: "Malformed" } });
  });

  // prettier-ignore
  it.each([
    { when: "the request fails",        status: 500, says: "look at the log of metrics-server" },
    { when: "the API server times out", status: 504, says: "check that metrics-server answers" },
    { when: "the API does not exist",   status: 404, says: "install metrics-server, or look why it is not available" },
    { when: "the API is not available", status: 503, says: "install metrics-server, or look why it is not available" },
    { when: "the request is forbidden", status: 403, says: "grant the operator's service account this verb" },
  ])("suggests a remedy when $when", async ({ status, says }) => {
    const error = errorFromResponse(`GET ${path}`, status, "{}", undefined);
    const answer = await listPodMetrics(new ScriptedTransport(() => err(error)), question);
    expect(answer.ok ? "" : formatKubeError(answer.error)).toContain(says);
  });

  it("suggests a remedy when the response is too long", async () => {
    const message = "the answer is longer than 16777216 bytes";
    const error = kubeError("TooLarge", { request: `GET ${path}`, message });
    const answer = await listPodMetrics(new ScriptedTransport(() => err(error)), question);
    const remedy = "let the target's selector match fewer pods, or give them fewer labels";
    expect(answer.ok ? "" : formatKubeError(answer.error)).toMatch(
      new RegExp(`${message} .*${remedy}`),
    );
  });

  it.each<{ code: KubeErrorCode }>([{ code: "Unreachable" }, { code: "TooManyRequests" }])(
    "passes $code, which comes from the API server itself, through",
    async ({ code }) => {
      const error = kubeError(code, { request: "GET", message: "late" });
      const transport = new ScriptedTransport(() => err(error));
      expect(await listPodMetrics(transport, question)).toEqual(err(error));
    },
  );
});

describe("listClusterPodMetrics", () => {
  const of = (namespace: unknown, name: string) => ({ ...item, metadata: { namespace, name } });
  const ask = (items: readonly unknown[]) => {
    const transport = new ScriptedTransport(() => ok({ items }));
    const namespaces = new Set(["shop", "bank"]);
    const answer = listClusterPodMetrics(transport, { namespaces, pods: 8_000, deadlineMs: 4_000 });
    return { transport, answer };
  };

  it("sends one request for the cluster, and keeps the usage in the wanted namespaces", async () => {
    const all = [of("shop", "a"), of("other", "b"), of("bank", "c"), of("shop", "d")];
    const { transport, answer } = ask(all);
    const given = await answer;
    const names = given.ok && [...given.value].map(([its, pods]) => [its, ...pods.keys()]);
    expect(names).toEqual([
      ["shop", "a", "d"],
      ["bank", "c"],
    ]);
    expect(transport.requests).toMatchObject([
      {
        ...{ path: "/apis/metrics.k8s.io/v1beta1/pods", tries: 1, deadlineMs: 4_000 },
        ...{ mostBytes: 8_000 * 4 * 1024, mostItems: 16_000 },
      },
    ]);
  });

  // prettier-ignore
  it.each([
    { what: "a pod without a namespace",              bad: of(undefined, "b") },
    { what: "an invalid item in another namespace",   bad: { ...of("other", "b"), containers: 5 } },
  ])("rejects $what", async ({ bad }) => {
    const { answer } = ask([of("shop", "a"), bad]);
    expect(await answer).toMatchObject({ ok: false, error: { code: "Malformed" } });
  });
});
