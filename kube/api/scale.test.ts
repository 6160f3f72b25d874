import { describe, expect, it } from "vitest";

import { err, ok } from "../../engine/model/values/result.ts";
import { errorFromResponse, kubeError, type KubeErrorCode } from "../transport/errors.ts";
import { compareAndSwapReplicas, getScale, swapPatch } from "./scale.ts";
import { ScriptedTransport } from "../testing/scripted-transport.ts";

const resource = {
  group: "apps",
  version: "v1",
  kind: "Deployment",
  plural: "deployments",
  namespaced: true,
  scalable: true,
};
const target = { resource, namespace: "shop", name: "web" };
const path = "/apis/apps/v1/namespaces/shop/deployments/web/scale";
const metadata = { uid: "u", resourceVersion: "7" };

describe("swapPatch", () => {
  const sameObject = { op: "test", path: "/metadata/uid", value: "u" };
  const absent = { op: "test", path: "/spec", value: {} };

  // prettier-ignore
  it.each([
    { from: 2, to: 5, then: [{ op: "test", path: "/spec/replicas", value: 2 }, { op: "replace", path: "/spec/replicas", value: 5 }] },
    { from: 5, to: 0, then: [{ op: "test", path: "/spec/replicas", value: 5 }, { op: "replace", path: "/spec/replicas", value: 0 }] },
    { from: 0, to: 1, then: [absent, { op: "add", path: "/spec/replicas", value: 1 }] },
  ])("tests the object and $from before it writes $to", ({ from, to, then }) => {
    expect(swapPatch({ uid: "u", from, to })).toEqual([sameObject, ...then]);
  });
});

describe("getScale", () => {
  it("reads the scale and its pod selector", async () => {
    const status = { replicas: 2, selector: "app=web" };
    const transport = new ScriptedTransport(() => ok({ metadata, spec: { replicas: 3 }, status }));
    expect(await getScale(transport, target)).toMatchObject({
      value: { replicas: 3, statusReplicas: 2, selector: "app=web" },
    });
  });

  it.each([
    { shows: "the count", spec: { replicas: 3 }, want: 3 },
    { shows: "0 for an absent count", spec: {}, want: 0 },
    { shows: "0 without a spec", spec: undefined, want: 0 },
  ])("reads $shows", async ({ spec, want }) => {
    const transport = new ScriptedTransport(() => ok({ metadata, spec }));
    expect(await getScale(transport, target)).toEqual(
      ok({ uid: "u", resourceVersion: "7", replicas: want, statusReplicas: 0, selector: "" }),
    );
    expect(transport.requests).toEqual([{ method: "GET", path, mostBytes: 262_144 }]);
  });

  it("waits its turn by kind and version for a custom resource, whose webhook may hang", async () => {
    const transport = new ScriptedTransport(() => ok({ metadata }));
    const of = { group: "example.dev", version: "v1", kind: "Gadget", plural: "gadgets" };
    await getScale(transport, { ...target, resource: { ...target.resource, ...of } });
    const turn = { owner: `${target.namespace} gadgets.v1.example.dev`, lingerMs: 30_000 };
    expect(transport.requests).toMatchObject([turn]);
  });

  it("explains that a custom resource without a count needs a change", async () => {
    const message = 'the spec replicas field ".spec.replicas" does not exist';
    const error = errorFromResponse("GET", 500, JSON.stringify({ message }), undefined);
    const answer = await getScale(new ScriptedTransport(() => err(error)), target);
    expect(answer).toMatchObject({ error: { code: "Invalid", message } });
    expect(!answer.ok && answer.error.remedy).toContain("set the target's replicas field once");
  });

  it.each([
    { answer: null },
    { answer: {} },
    { answer: { metadata: { uid: "u" } } },
    { answer: { metadata: { uid: "u", resourceVersion: "7" }, spec: { replicas: "3" } } },
    { answer: { metadata: { uid: "u", resourceVersion: "7" }, status: { selector: ["a"] } } },
  ])("refuses $answer, which is not a Scale", async ({ answer }) => {
    expect(await getScale(new ScriptedTransport(() => ok(answer)), target)).toMatchObject({
      error: { code: "Malformed", message: "the answer is not a Scale" },
    });
  });

  it.each<{ code: KubeErrorCode }>([
    { code: "ServerError" },
    { code: "NotFound" },
    { code: "Forbidden" },
  ])("passes $code through", async ({ code }) => {
    const error = kubeError(code, { request: "GET", message: "etcd is away" });
    expect(await getScale(new ScriptedTransport(() => err(error)), target)).toEqual(err(error));
  });
});

describe("compareAndSwapReplicas", () => {
  const swap = { uid: "u", resourceVersion: "7", from: 2, to: 5 };
  const mayWrite = () => true;

  it("sends the patch with our field manager, and returns the new resource version", async () => {
    const transport = new ScriptedTransport(() =>
      ok({ metadata: { uid: "u", resourceVersion: "8" }, spec: { replicas: 5 } }),
    );
    expect(await compareAndSwapReplicas(transport, target, swap, mayWrite)).toEqual(
      ok({ uid: "u", resourceVersion: "8", replicas: 5, statusReplicas: 0, selector: "" }),
    );
    expect(transport.requests).toEqual([
      {
        method: "PATCH",
        path,
        query: { fieldManager: "trimtab" },
        contentType: "application/json-patch+json",
        body: swapPatch(swap),
        mayWrite,
      },
    ]);
  });

  // prettier-ignore
  it.each([
    { of: "a built-in kind", group: "apps", to: 0, contentType: "application/apply-patch+yaml" },
    { of: "a ReplicationController", group: "", to: 0, contentType: "application/apply-patch+yaml" },
    { of: "a custom resource", group: "example.dev", to: 0, contentType: "application/json-patch+json" },
    { of: "a built-in kind", group: "apps", to: 1, contentType: "application/json-patch+json" },
  ])("sends a count of $to for $of as $contentType", async ({ group, to, contentType }) => {
    const transport = new ScriptedTransport(() =>
      ok({ metadata: { uid: "u", resourceVersion: "8" }, spec: {} }),
    );
    const of = { ...target, resource: { ...target.resource, group } };
    const answer = await compareAndSwapReplicas(transport, of, { ...swap, to }, mayWrite);
    expect(answer).toMatchObject({ ok: true, value: { resourceVersion: "8", replicas: 0 } });
    expect(transport.requests).toMatchObject([{ method: "PATCH", contentType, mayWrite }]);
  });

  it("applies a 0 to exactly the version of the decision, with forced ownership of the count", async () => {
    const error = kubeError("Conflict", { request: "PATCH", message: "modified", status: 409 });
    const transport = new ScriptedTransport(() => err(error));
    const down = { ...swap, to: 0 };
    expect(await compareAndSwapReplicas(transport, target, down, mayWrite)).toEqual(err(error));
    const metadata = { namespace: "shop", name: "web", uid: "u", resourceVersion: "7" };
    expect(transport.requests).toMatchObject([
      {
        query: { fieldManager: "trimtab", force: "true" },
        body: { metadata, spec: { replicas: 0 } },
      },
    ]);
  });

  it("treats a failed test as a conflict, and keeps the server's message", async () => {
    const error = kubeError("Invalid", { request: "PATCH", message: "test failed", status: 422 });
    const answer = await compareAndSwapReplicas(
      new ScriptedTransport(() => err(error)),
      target,
      swap,
      mayWrite,
    );
    expect(answer).toMatchObject({
      error: { code: "Conflict", status: 422, message: "test failed" },
    });
    expect(!answer.ok && answer.error.remedy).toBe("read it again and decide again");
  });

  it.each<{ code: KubeErrorCode }>([
    { code: "Timeout" },
    { code: "ServerError" },
    { code: "NotFound" },
    { code: "Conflict" },
  ])("passes $code through", async ({ code }) => {
    const error = kubeError(code, { request: "PATCH", message: "no" });
    const transport = new ScriptedTransport(() => err(error));
    expect(await compareAndSwapReplicas(transport, target, swap, mayWrite)).toEqual(err(error));
  });
});
