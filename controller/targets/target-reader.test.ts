import { describe, expect, it } from "vitest";

import { failure } from "../../kube/testing/failure.ts";
import { until } from "../../kube/testing/until.ts";
import type { KubeErrorCode } from "../../kube/transport/errors.ts";
import { listed, scaled, targetsScene } from "../testing/targets-scene.ts";

const ref = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
const gadget = { apiVersion: "example.dev/v1", kind: "Gadget", name: "web" };

const metadataOf = (name: string, resourceVersion: string) => ({
  metadata: { name, namespace: "ns", uid: "u", resourceVersion },
});

/** An object of each kind. */
const scene = (watched: readonly string[] = []) =>
  targetsScene(
    {
      deployments: () => listed({ ...metadataOf("web", "4"), spec: { replicas: 3 } }),
      gadgets: () => listed(metadataOf("web", "6")),
      scale: () => scaled("u", "6", 7),
    },
    watched,
  );

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
    const { targets, changed, send } = scene();
    await targets.observe("ns", ref, false);
    await until(() => {
      expect(changed).toHaveLength(1);
    });
    let version = 10;
    const shows = async (status: object, changes: number) => {
      version += 1;
      const metadata = { ...metadataOf("web", String(version)).metadata, generation: 2 };
      const object = { metadata, spec: { replicas: 3 }, status: { replicas: 3, ...status } };
      await send("deployments", "MODIFIED", object);
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
    play.deployments = () => listed(...items);
    await targets.observe("ns", ref, false);
    await until(async () => {
      const seen = await targets.observe("ns", ref, false);
      expect(seen).toMatchObject({ state: { replicas: 0, zeroOf: "Operator" } });
    });
    const other = await targets.observe("ns", { ...ref, name: "api" }, false);
    expect(other).not.toHaveProperty("state.zeroOf");
  });

  it("that is missing triggers no discovery: the kind is served", async () => {
    const { targets, play, transport } = scene();
    play.scale = () => failure("NotFound");
    for (const name of ["a", "b"]) {
      const missing = { problem: { reason: "TargetNotFound" } };
      expect(await targets.observe("ns", { ...ref, name }, true)).toMatchObject(missing);
    }
    expect(transport.requests.map(({ path }) => path)).toEqual([
      "/apis/apps/v1",
      "/apis/apps/v1/namespaces/ns/deployments/a/scale",
      "/apis/apps/v1/namespaces/ns/deployments/b/scale",
    ]);
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
    play.deployments = () => failure(code);
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
    { shows: "has no scale", ref: { ...gadget, kind: "Flat" }, reason: "NotScalable" },
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
  const world = scene(["gadgets.example.dev"]);
  expect(await world.targets.observe("ns", gadget, false)).toEqual({ kind: "waiting" });
  await until(() => {
    expect(world.changed).toEqual([world.targets.topic("ns", gadget)]);
  });
  const observe = (name = "web", live = false) =>
    world.targets.observe("ns", { ...gadget, name }, live);
  /** Sends a watch event, and waits until the change is reported. */
  const bring = async (type: string, object: object) => {
    const before = world.changed.length;
    await world.send("gadgets", type, object);
    await until(() => {
      expect(world.changed.length).toBeGreaterThan(before);
    });
  };
  const rescale = (replicas: number, resourceVersion: string) => {
    world.play.scale = () => scaled("u", resourceVersion, replicas);
  };
  return { ...world, observe, bring, rescale };
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
    const { observe, bring, rescale, asked } = await followed();
    await observe();
    rescale(9, says);
    await bring("MODIFIED", object);
    for (let look = 0; look < 3; look++) {
      expect(await observe()).toMatchObject({ state: { replicas: asks === 1 ? 7 : 9 } });
    }
    expect(asked()).toHaveLength(asks);
  });

  it("is not read again if the response arrived before the watch event", async () => {
    const { observe, bring, rescale, asked } = await followed();
    rescale(9, "8");
    await observe();
    await bring("MODIFIED", metadataOf("web", "8"));
    expect(await observe()).toMatchObject({ state: { replicas: 9 } });
    expect(asked()).toHaveLength(1);
  });

  it("is not stored with an old state from a late response", async () => {
    const { observe, bring, rescale, play, asked, transport } = await followed();
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
    rescale(9, "8");
    expect(await observe()).toMatchObject({ state: { replicas: 9 } });
  });

  it("is read live on request, and keeps the result", async () => {
    const { observe, rescale, asked } = await followed();
    await observe();
    rescale(9, "8");
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
    const { observe, endWatch, changed, targets, asked } = await followed();
    await observe();
    await endWatch("gadgets");
    await until(() => {
      expect(changed).toEqual(Array(2).fill(targets.topic("ns", gadget)));
    });
    for (let look = 0; look < 2; look++) expect(await observe()).toMatchObject({ polled: true });
    expect(asked()).toHaveLength(3);
    expect(await targets.peek("ns", gadget)).toBeNull();
  });

  it("that turns out to be forbidden to list is read each time", async () => {
    const { targets, play, asked, transport } = scene(["gadgets.example.dev"]);
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

describe("a target in a watch that runs", () => {
  const watched = async () => {
    const world = scene(["gadgets.example.dev"]);
    await world.targets.observe("ns", ref, false);
    await world.targets.observe("ns", gadget, false);
    await until(() => {
      expect(world.changed).toHaveLength(2);
    });
    return world;
  };

  it("is known without a request for it", async () => {
    const { targets, asked } = await watched();
    const want = { kind: "found", state: { replicas: 3 }, polled: false };
    expect(await targets.known("ns", ref)).toMatchObject(want);
    expect(asked()).toEqual([]);
  });

  it("is known once its scale has been read, if only that has its count", async () => {
    const { targets, asked } = await watched();
    expect(await targets.known("ns", gadget)).toBeNull();
    await targets.observe("ns", gadget, false);
    expect(await targets.known("ns", gadget)).toMatchObject({ state: { replicas: 7 } });
    expect(asked()).toHaveLength(1);
  });

  it.each([
    { shows: "another name", of: { ...ref, name: "x" } },
    { shows: "a kind without a scale", of: { ...gadget, kind: "Flat" } },
    { shows: "a kind that is not served", of: { ...gadget, kind: "Nothing" } },
  ])("is not known by $shows", async ({ of }) => {
    const { targets, asked } = await watched();
    expect(await targets.known("ns", of)).toBeNull();
    expect(asked()).toEqual([]);
  });

  it.each([{ of: ref }, { of: gadget }])("is not known before: $of.kind", async ({ of }) => {
    const { targets, reflectors } = scene(["gadgets.example.dev"]);
    expect(await targets.known("ns", of)).toBeNull();
    expect(reflectors.counts()).toEqual(new Map());
  });

  it("is not known once the watch is lost", async () => {
    const { targets, endWatch, reflectors } = await watched();
    await endWatch("deployments");
    await until(() => {
      expect(reflectors.disconnected().get("deployments")).toBe(1);
    });
    expect(await targets.known("ns", ref)).toBeNull();
  });
});
