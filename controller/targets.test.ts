import { describe, expect, it, vi } from "vitest";

import { err, ok } from "../engine/result.ts";
import { Discovery } from "../kube/discovery.ts";
import { kubeError, type KubeErrorCode } from "../kube/errors.ts";
import { Reflectors } from "../kube/reflectors.ts";
import { ManualClock } from "../kube/testing/manual-clock.ts";
import { ScriptedTransport } from "../kube/testing/scripted-transport.ts";
import type { KubeRequest } from "../kube/transport.ts";
import { Targets } from "./targets.ts";

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

/** Two groups with a scalable kind each; lists and scales are answered as the test says. */
function scene() {
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
    scale: (): ReturnType<typeof ok> | ReturnType<typeof failure> =>
      ok({ metadata: { uid: "u", resourceVersion: "6" }, spec: { replicas: 7 } }),
  };
  const transport = new ScriptedTransport(({ path }: KubeRequest) => {
    if (path === "/apis/apps/v1") return resources("deployments", "Deployment");
    if (path === "/apis/example.dev/v1") return resources("gadgets", "Gadget");
    if (path.endsWith("/scale")) return play.scale();
    return path === "/apis/apps/v1/deployments" ? play.list() : failure("NotFound");
  });
  const clock = new ManualClock();
  const reflectors = new Reflectors({
    transport,
    clock,
    random: () => 0,
    // Nothing is tried again here.
    sleep: () => new Promise<void>(() => undefined),
    onHealth: () => undefined,
  });
  const changed: string[] = [];
  const targets = new Targets({
    ...{ transport, reflectors },
    discovery: new Discovery(transport, clock),
    onChange: thing => changed.push(thing),
  });
  const asked = () =>
    transport.requests.map(({ path }) => path).filter(path => path.endsWith("/scale"));
  return { play, targets, changed, asked, transport, clock };
}

describe("a built-in kind", () => {
  it("is looked up in a cache of the kind, whose arrival is told", async () => {
    const { targets, changed, asked } = scene();
    expect(await targets.observe("ns", ref, false)).toEqual({ kind: "waiting" });
    await vi.waitFor(() => {
      expect(changed).toEqual([targets.thing("ns", ref)]);
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

  it("is asked live on request, whatever the cache says", async () => {
    const { targets, changed } = scene();
    await targets.observe("ns", ref, false);
    await vi.waitFor(() => {
      expect(changed).toHaveLength(1);
    });
    expect(await targets.observe("ns", ref, true)).toMatchObject({
      state: { replicas: 7 },
      polled: false,
    });
  });

  it("that was only ever asked live must be looked at again: no watch tells of its changes yet", async () => {
    const { targets } = scene();
    expect(await targets.observe("ns", ref, true)).toMatchObject({ kind: "found", polled: true });
  });

  it.each<{ code: KubeErrorCode; want: object }>([
    {
      code: "Forbidden",
      want: { kind: "problem", problem: { reason: "FailedGetScale", permanent: false } },
    },
    { code: "Timeout", want: { kind: "fault", error: { code: "Timeout" } } },
  ])("that cannot be listed ($code) is told as such", async ({ code, want }) => {
    const { targets, play, transport } = scene();
    play.list = () => failure(code);
    await targets.observe("ns", ref, false);
    await vi.waitFor(() => {
      expect(transport.requests.at(-1)?.path).toBe("/apis/apps/v1/deployments");
    });
    await new Promise(resolve => setImmediate(resolve));
    expect(await targets.observe("ns", ref, false)).toMatchObject(want);
  });
});

describe("another kind", () => {
  it("is asked each time", async () => {
    const { targets, asked } = scene();
    expect(await targets.observe("ns", gadget, false)).toMatchObject({
      state: { replicas: 7 },
      polled: true,
    });
    await targets.observe("ns", gadget, false);
    expect(asked()).toEqual(Array(2).fill("/apis/example.dev/v1/namespaces/ns/gadgets/web/scale"));
  });

  it("that is missing has its group asked about once in fifteen seconds, whatever misses it", async () => {
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
    { code: "Unreachable", want: { kind: "fault", error: { code: "Unreachable" } } },
    { code: "TooManyRequests", want: { kind: "fault", error: { code: "TooManyRequests" } } },
  ])("that answers $code is told as such", async ({ code, want }) => {
    const { targets, play } = scene();
    play.scale = () => failure(code);
    expect(await targets.observe("ns", gadget, false)).toMatchObject(want);
  });

  it.each([
    { shows: "nobody serves", ref: { ...gadget, kind: "Nothing" }, reason: "UnknownKind" },
    {
      shows: "of a group that nobody serves",
      ref: { ...gadget, apiVersion: "nobody.dev/v1" },
      reason: "UnknownKind",
    },
    { shows: "has no scale", ref: { ...gadget, kind: "FlatThing" }, reason: "NotScalable" },
  ])(
    "that $shows is a problem that waiting does not mend, but which is looked at again",
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
