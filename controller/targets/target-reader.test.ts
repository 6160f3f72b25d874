import { PassThrough } from "node:stream";

import { describe, expect, it, vi } from "vitest";

import { err, ok } from "../../engine/result.ts";
import { Discovery } from "../../kube/api/discovery.ts";
import { kubeError, type KubeErrorCode } from "../../kube/transport/errors.ts";
import { Reflectors } from "../../kube/watch/reflectors.ts";
import { ManualClock } from "../../kube/testing/manual-clock.ts";
import { ScriptedTransport } from "../../kube/testing/scripted-transport.ts";
import { until } from "../../kube/testing/until.ts";
import type { KubeRequest } from "../../kube/transport/kube-request.ts";
import { TargetReader } from "./target-reader.ts";

const ref = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
const gadget = { apiVersion: "example.dev/v1", kind: "Gadget", name: "web" };

const failure = (code: KubeErrorCode) => err(kubeError(code, { request: "GET", message: "no" }));
const resources = (plural: string, kind: string) =>
  ok({
    resources: [
      { name: plural, kind, namespaced: true },
      { name: `${plural}/scale`, kind: "Scale", namespaced: true },
      { name: "flatthings", kind: "FlatThing", namespaced: true },
    ],
  });

/** Two groups with a scalable kind each; the test sets the lists and scales. */
function scene({ watched = [] }: { watched?: readonly string[] } = {}) {
  const play = {
    list: (): ReturnType<typeof ok> | ReturnType<typeof failure> =>
      ok({
        metadata: { resourceVersion: "5" },
        items: [
          {
            metadata: { name: "web", namespace: "ns", uid: "u", resourceVersion: "4" },
            spec: { replicas: 3 },
          },
        ],
      }),
    /** The versions of the objects of the other kind, by name. */
    gadgets: (): ReturnType<typeof ok> | ReturnType<typeof failure> =>
      ok({ metadata: { resourceVersion: "5" }, items: [metadataOf("web", "6")] }),
    scale: (): ReturnType<typeof ok> | ReturnType<typeof failure> =>
      ok({ metadata: { uid: "u", resourceVersion: "6" }, spec: { replicas: 7 } }),
  };
  const transport = new ScriptedTransport(({ path }: KubeRequest) => {
    if (path === "/apis/apps/v1") return resources("deployments", "Deployment");
    if (path === "/apis/example.dev/v1") return resources("gadgets", "Gadget");
    if (path.endsWith("/scale")) return play.scale();
    if (path === "/apis/example.dev/v1/gadgets") return play.gadgets();
    return path === "/apis/apps/v1/deployments" ? play.list() : failure("NotFound");
  });
  const feed = new PassThrough();
  if (watched.length > 0) {
    const opened = ok({ chunks: feed, close: () => undefined });
    vi.spyOn(transport, "stream").mockResolvedValue(opened);
  }
  const clock = new ManualClock();
  const reflectors = new Reflectors({
    transport,
    clock,
    random: () => 0,
    // No retries.
    sleep: () => new Promise<void>(() => undefined),
    onHealth: () => undefined,
  });
  const changed: string[] = [];
  const targets = new TargetReader({
    ...{ transport, reflectors },
    discovery: new Discovery(transport, clock),
    onChange: topic => changed.push(topic),
    watched,
  });
  const asked = () =>
    transport.requests.map(({ path }) => path).filter(path => path.endsWith("/scale"));
  const send = (type: string, object: object) =>
    feed.write(`${JSON.stringify({ type, object })}\n`);
  return { play, targets, changed, asked, transport, clock, feed, send };
}

const metadataOf = (name: string, resourceVersion: string) => ({
  metadata: { name, namespace: "ns", uid: "u", resourceVersion },
});

describe("a built-in kind", () => {
  it("is read from a cache, which reports when it is filled", async () => {
    const { targets, changed, asked } = scene();
    expect(await targets.observe("ns", ref, false)).toEqual({ kind: "waiting" });
    await until(() => {
      expect(changed).toEqual([targets.topic("ns", ref)]);
    });
    expect(await targets.observe("ns", ref, false)).toMatchObject({
      kind: "found",
      state: { uid: "u", resourceVersion: "4", replicas: 3 },
      polled: false,
    });
    expect(await targets.observe("ns", { ...ref, name: "x" }, false)).toMatchObject({
      kind: "problem",
      problem: { reason: "TargetNotFound", permanent: false },
      polled: false,
    });
    expect(asked()).toEqual([]);
  });

  it("is read live on request, whatever the cache contains", async () => {
    const { targets, changed } = scene();
    await targets.observe("ns", ref, false);
    await until(() => {
      expect(changed).toHaveLength(1);
    });
    expect(await targets.observe("ns", ref, true)).toMatchObject({
      state: { replicas: 7 },
      polled: false,
    });
  });

  it("reports the start and the end of a rollout, and nothing in between", async () => {
    const { targets, changed, send } = scene({ watched: ["any"] });
    await targets.observe("ns", ref, false);
    await until(() => {
      expect(changed).toHaveLength(1);
    });
    let version = 10;
    const shows = async (status: object, changes: number) => {
      version += 1;
      const metadata = { ...metadataOf("web", String(version)).metadata, generation: 2 };
      send("MODIFIED", { metadata, spec: { replicas: 3 }, status: { replicas: 3, ...status } });
      await until(async () => {
        const seen = await targets.observe("ns", ref, false);
        expect(seen).toMatchObject({ state: { resourceVersion: String(version) } });
      });
      expect(changed).toHaveLength(changes);
    };
    await shows({ updatedReplicas: 3, observedGeneration: 2 }, 1);
    await shows({ updatedReplicas: 0, observedGeneration: 2 }, 2);
    // `/scale` does not contain everything.
    expect(await targets.observe("ns", ref, true)).toMatchObject({
      state: { replicas: 7, rollout: "Rolling" },
    });
    await shows({ updatedReplicas: 1, observedGeneration: 2 }, 2);
    await shows({ updatedReplicas: 2, observedGeneration: 2 }, 2);
    await shows({ updatedReplicas: 3, observedGeneration: 2 }, 3);
    expect(await targets.observe("ns", ref, false)).not.toHaveProperty("state.rollout");
  });

  it("reports the owner of the count only if the count is 0", async () => {
    const { targets, play } = scene();
    const fieldsV1 = { "f:spec": { "f:replicas": {} } };
    const managedFields = [{ manager: "trimtab", subresource: "scale", fieldsV1 }];
    const item = (name: string, replicas: number) => ({
      metadata: { ...metadataOf(name, "4").metadata, managedFields },
      spec: { replicas },
    });
    const items = [item("web", 0), item("api", 2)];
    play.list = () => ok({ metadata: { resourceVersion: "5" }, items });
    await targets.observe("ns", ref, false);
    await until(async () => {
      const seen = await targets.observe("ns", ref, false);
      expect(seen).toMatchObject({ state: { replicas: 0, zeroOf: "Operator" } });
    });
    const other = await targets.observe("ns", { ...ref, name: "api" }, false);
    expect(other).not.toHaveProperty("state.zeroOf");
  });

  it("that was only read live must be polled: no watch reports its changes yet", async () => {
    const { targets } = scene();
    expect(await targets.observe("ns", ref, true)).toMatchObject({ kind: "found", polled: true });
  });

  it.each<{ code: KubeErrorCode; want: object }>([
    {
      code: "Forbidden",
      want: { kind: "problem", problem: { reason: "FailedGetScale", permanent: false } },
    },
    { code: "Timeout", want: { kind: "fault", error: { code: "Timeout" } } },
  ])("that cannot be listed ($code) is reported as such", async ({ code, want }) => {
    const { targets, play, transport } = scene();
    play.list = () => failure(code);
    await targets.observe("ns", ref, false);
    await until(() => {
      expect(transport.requests.at(-1)?.path).toBe("/apis/apps/v1/deployments");
    });
    await new Promise(resolve => setImmediate(resolve));
    expect(await targets.observe("ns", ref, false)).toMatchObject(want);
  });
});

describe("another kind", () => {
  it("is read each time", async () => {
    const { targets, asked } = scene();
    expect(await targets.observe("ns", gadget, false)).toMatchObject({
      state: { replicas: 7 },
      polled: true,
    });
    await targets.observe("ns", gadget, false);
    expect(asked()).toEqual(Array(2).fill("/apis/example.dev/v1/namespaces/ns/gadgets/web/scale"));
  });

  it("that is missing triggers discovery of its group once in fifteen seconds, for all its users", async () => {
    const { targets, play, transport, clock } = scene();
    play.scale = () => failure("NotFound");
    const discoveries = () =>
      transport.requests.filter(({ path }) => path === "/apis/example.dev/v1").length;
    const poll = async () => {
      for (const name of ["a", "b", "c"]) await targets.observe("ns", { ...gadget, name }, false);
      return discoveries();
    };
    expect(await poll()).toBe(2);
    clock.advance(14_999);
    expect(await poll()).toBe(2);
    clock.advance(1);
    expect(await poll()).toBe(3);
  });

  it.each<{ code: KubeErrorCode; want: object }>([
    {
      code: "NotFound",
      want: {
        kind: "problem",
        problem: { reason: "TargetNotFound", permanent: false },
        polled: true,
      },
    },
    {
      code: "Forbidden",
      want: { kind: "problem", problem: { reason: "FailedGetScale" }, polled: true },
    },
    {
      code: "Invalid",
      want: { kind: "problem", problem: { reason: "FailedGetScale" }, polled: true },
    },
    {
      code: "TooLarge",
      want: { kind: "problem", problem: { reason: "FailedGetScale" }, polled: true },
    },
    { code: "Unreachable", want: { kind: "fault", error: { code: "Unreachable" } } },
    { code: "TooManyRequests", want: { kind: "fault", error: { code: "TooManyRequests" } } },
  ])("that responds with $code is reported as such", async ({ code, want }) => {
    const { targets, play } = scene();
    play.scale = () => failure(code);
    expect(await targets.observe("ns", gadget, false)).toMatchObject(want);
  });

  it.each([
    { shows: "is not served", ref: { ...gadget, kind: "Nothing" }, reason: "UnknownKind" },
    {
      shows: "belongs to a group that is not served",
      ref: { ...gadget, apiVersion: "nobody.dev/v1" },
      reason: "UnknownKind",
    },
    { shows: "has no scale", ref: { ...gadget, kind: "FlatThing" }, reason: "NotScalable" },
  ])(
    "that $shows is a permanent problem, but is checked again later",
    async ({ ref: of, reason }) => {
      const { targets } = scene();
      expect(await targets.observe("ns", of, false)).toMatchObject({
        kind: "problem",
        problem: { reason, permanent: true },
        polled: true,
      });
    },
  );
});

/** Another kind that may be watched and has been listed once. */
async function followed() {
  const world = scene({ watched: ["gadgets.example.dev"] });
  expect(await world.targets.observe("ns", gadget, false)).toEqual({ kind: "waiting" });
  await until(() => {
    expect(world.changed).toEqual([world.targets.topic("ns", gadget)]);
  });
  const observe = (name = "web", live = false) =>
    world.targets.observe("ns", { ...gadget, name }, live);
  /** Sends a watch event, and waits until the change is reported. */
  const bring = async (type: string, object: object) => {
    const before = world.changed.length;
    world.send(type, object);
    await until(() => {
      expect(world.changed.length).toBeGreaterThan(before);
    });
  };
  const scaled = (replicas: number, resourceVersion: string) => {
    world.play.scale = () => ok({ metadata: { uid: "u", resourceVersion }, spec: { replicas } });
  };
  return { ...world, observe, bring, scaled };
}

describe("another kind that may be watched", () => {
  it("is read once, and not again until it changes", async () => {
    const { observe, asked, transport } = await followed();
    for (let look = 0; look < 3; look++) {
      expect(await observe()).toMatchObject({ state: { replicas: 7 }, polled: false });
    }
    expect(asked()).toEqual(["/apis/example.dev/v1/namespaces/ns/gadgets/web/scale"]);
    const accepts = transport.requests.flatMap(({ accept = [] }) => accept);
    expect(accepts).toEqual([expect.stringContaining("as=PartialObjectMetadataList;")]);
  });

  it.each([
    { shows: "a new version", object: metadataOf("web", "8"), says: "9", asks: 2 },
    {
      shows: "a replacement",
      ...{ object: { metadata: { ...metadataOf("web", "8").metadata, uid: "v" } }, says: "8" },
      asks: 2,
    },
    { shows: "a change of another object", object: metadataOf("other", "8"), says: "8", asks: 1 },
  ])("is read again after $shows: $asks times in all", async ({ object, says, asks }) => {
    const { observe, bring, scaled, asked } = await followed();
    await observe();
    scaled(9, says);
    await bring("MODIFIED", object);
    for (let look = 0; look < 3; look++) {
      expect(await observe()).toMatchObject({ state: { replicas: asks === 1 ? 7 : 9 } });
    }
    expect(asked()).toHaveLength(asks);
  });

  it("is not read again if the response arrived before the watch event", async () => {
    const { observe, bring, scaled, asked } = await followed();
    scaled(9, "8");
    await observe();
    await bring("MODIFIED", metadataOf("web", "8"));
    expect(await observe()).toMatchObject({ state: { replicas: 9 } });
    expect(asked()).toHaveLength(1);
  });

  it("is not stored with an old state from a late response", async () => {
    const { observe, bring, scaled, play, asked, transport } = await followed();
    const answer = transport.answer;
    let letGo: () => void = () => undefined;
    const held = new Promise<void>(resolve => (letGo = resolve));
    transport.answer = request =>
      request.path.endsWith("/scale") ? held.then(() => play.scale()) : answer(request);
    const late = observe();
    await until(() => {
      expect(asked()).toHaveLength(1);
    });
    await bring("MODIFIED", metadataOf("web", "8"));
    letGo();
    await late;
    scaled(9, "8");
    expect(await observe()).toMatchObject({ state: { replicas: 9 } });
  });

  it("reports an announced rollout, and the owner of a count of 0", async () => {
    const { targets, play } = scene({ watched: ["gadgets.example.dev"] });
    const fieldsV1 = { "f:spec": { "f:replicas": {} } };
    const metadata = {
      ...metadataOf("web", "6").metadata,
      annotations: { "autoscaling.trimtab.dev/rollout": "InProgress" },
      managedFields: [{ manager: "kubectl", fieldsV1 }],
    };
    play.gadgets = () => ok({ metadata: { resourceVersion: "6" }, items: [{ metadata }] });
    play.scale = () => ok({ metadata: { uid: "u", resourceVersion: "6" }, spec: {} });
    await targets.observe("ns", gadget, false);
    for (let time = 1; time <= 2; time++) {
      await until(async () => {
        const seen = await targets.observe("ns", gadget, false);
        const state = { replicas: 0, rollout: "Announced", zeroOf: "Other" };
        expect(seen).toMatchObject({ state });
      });
    }
  });

  it("is read live on request, and keeps the result", async () => {
    const { observe, scaled, asked } = await followed();
    await observe();
    scaled(9, "8");
    expect(await observe("web", true)).toMatchObject({ state: { replicas: 9 }, polled: false });
    expect(await observe()).toMatchObject({ state: { replicas: 9 } });
    expect(asked()).toHaveLength(2);
  });

  it("that does not exist is reported without a request, and checked again", async () => {
    const { observe, bring, asked } = await followed();
    const missing = { problem: { reason: "TargetNotFound" }, polled: true };
    expect(await observe("x")).toMatchObject(missing);
    expect(asked()).toEqual([]);
    await observe();
    await bring("DELETED", metadataOf("web", "9"));
    expect(await observe()).toMatchObject(missing);
    expect(asked()).toHaveLength(1);
  });

  it("is read each time once its watch is lost, which is reported", async () => {
    const { observe, feed, changed, targets, asked } = await followed();
    await observe();
    feed.end();
    await until(() => {
      expect(changed).toEqual(Array(2).fill(targets.topic("ns", gadget)));
    });
    for (let look = 0; look < 2; look++) expect(await observe()).toMatchObject({ polled: true });
    expect(asked()).toHaveLength(3);
    expect(await targets.peek("ns", gadget)).toBeNull();
  });

  it("that turns out to be forbidden to list is read each time", async () => {
    const { targets, play, asked, transport } = scene({ watched: ["gadgets.example.dev"] });
    play.gadgets = () => failure("Forbidden");
    await targets.observe("ns", gadget, false);
    await until(() => {
      expect(transport.requests.at(-1)?.path).toBe("/apis/example.dev/v1/gadgets");
    });
    await new Promise(resolve => setImmediate(resolve));
    for (let look = 0; look < 2; look++) {
      expect(await targets.observe("ns", gadget, false)).toMatchObject({
        ...{ kind: "found", polled: true },
      });
    }
    expect(asked()).toHaveLength(2);
  });

  it("is peeked at without a request", async () => {
    const { targets, observe, bring, asked } = await followed();
    expect(await targets.peek("ns", gadget)).toBeNull();
    await observe();
    expect(await targets.peek("ns", gadget)).toMatchObject({ replicas: 7 });
    await bring("MODIFIED", metadataOf("web", "8"));
    expect(await targets.peek("ns", gadget)).toBeNull();
    expect(asked()).toHaveLength(1);
  });
});
