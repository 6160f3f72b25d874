import { describe, expect, it } from "vitest";

import { err, ok } from "../../engine/result.ts";
import {
  errorFromResponse,
  formatKubeError,
  kubeError,
  type KubeErrorCode,
} from "../transport/errors.ts";
import { listPodMetrics } from "./pod-metrics.ts";
import { ScriptedTransport } from "../testing/scripted-transport.ts";

const path = "/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods";
const question = { namespace: "shop", labelSelector: null, deadlineMs: 4_000 };
const container = { name: "main", usage: { cpu: "100m", memory: "64Mi" } };
const item = { metadata: { name: "web-1" }, timestamp: "", window: "15s", containers: [container] };

const answered = (value: unknown) =>
  listPodMetrics(new ScriptedTransport(() => ok(value)), question);
const list = (items: unknown) => answered({ metadata: {}, items });

describe("listPodMetrics", () => {
  // prettier-ignore
  it.each([
    { whose: "a namespace's pods",  labelSelector: null,      query: {} },
    { whose: "a selector's pods",   labelSelector: "app=web", query: { query: { labelSelector: "app=web" } } },
  ])("asks once about $whose, within the deadline", async ({ labelSelector, query }) => {
    const transport = new ScriptedTransport(() => ok({ items: [item] }));
    const answer = await listPodMetrics(transport, { ...question, labelSelector });
    expect(answer).toEqual(ok([item]));
    expect(transport.requests).toEqual([
      { method: "GET", path, ...query, deadlineMs: 4_000, tries: 1, mostBytes: 16_777_216 },
    ]);
  });

  // prettier-ignore
  it.each<{ shows: string; items: unknown; want: readonly unknown[] }>([
    { shows: "an empty list",                     items: [],                                  want: [] },
    { shows: "what Go writes for an empty list",  items: null,                                want: [] },
    { shows: "a pod without containers",          items: [{ ...item, containers: null }],     want: [{ ...item, containers: null }] },
    { shows: "a container that uses nothing",     items: [{ ...item, containers: [{ name: "main", usage: null }] }], want: [{ ...item, containers: [{ name: "main", usage: null }] }] },
  ])("takes $shows as it is", async ({ items, want }) => {
    expect(await list(items)).toEqual(ok(want));
  });

  // prettier-ignore
  it.each<{ what: string; answer: unknown }>([
    { what: "no object",                          answer: "metrics" },
    { what: "null",                               answer: null },
    { what: "a bare list",                        answer: [item] },
    { what: "items that are no list",             answer: { items: { "web-1": item } } },
    { what: "an item that is null",               answer: { items: [item, null] } },
    { what: "an item without a name",             answer: { items: [{ ...item, metadata: {} }] } },
    { what: "containers that are no list",        answer: { items: [{ ...item, containers: 5 }] } },
    { what: "a container that is null",           answer: { items: [{ ...item, containers: [null] }] } },
    { what: "a usage that is no quantity",        answer: { items: [{ ...item, containers: [{ name: "main", usage: { cpu: 5 } }] }] } },
    { what: "a time that is no text",             answer: { items: [{ ...item, timestamp: 5 }] } },
    { what: "a window that is no text",           answer: { items: [{ ...item, window: 15 }] } },
  ])("never believes $what", async ({ answer }) => {
    expect(await answered(answer)).toMatchObject({ ok: false, error: { code: "Malformed" } });
  });

  // prettier-ignore
  it.each([
    { when: "it fails",                    status: 500, says: "look at the log of metrics-server" },
    { when: "the API server gives it up",  status: 504, says: "check that metrics-server answers" },
    { when: "there is no such API",        status: 404, says: "install metrics-server, or look why it is not available" },
    { when: "nobody serves it",            status: 503, says: "install metrics-server, or look why it is not available" },
    { when: "it may not be asked",         status: 403, says: "grant the operator's service account this verb" },
  ])("says what to do when $when", async ({ status, says }) => {
    const error = errorFromResponse(`GET ${path}`, status, "{}", undefined);
    const answer = await listPodMetrics(new ScriptedTransport(() => err(error)), question);
    expect(answer.ok ? "" : formatKubeError(answer.error)).toContain(says);
  });

  it("says what to do when it is too long", async () => {
    const message = "the answer is longer than 16777216 bytes";
    const error = kubeError("TooLarge", { request: `GET ${path}`, message });
    const answer = await listPodMetrics(new ScriptedTransport(() => err(error)), question);
    const remedy = "let the target's selector match fewer pods, or give them fewer labels";
    expect(answer.ok ? "" : formatKubeError(answer.error)).toMatch(
      new RegExp(`${message} .*${remedy}`),
    );
  });

  it.each<{ code: KubeErrorCode }>([{ code: "Unreachable" }, { code: "TooManyRequests" }])(
    "leaves $code, which is the API server's own, as it is",
    async ({ code }) => {
      const error = kubeError(code, { request: "GET", message: "late" });
      const transport = new ScriptedTransport(() => err(error));
      expect(await listPodMetrics(transport, question)).toEqual(err(error));
    },
  );
});
