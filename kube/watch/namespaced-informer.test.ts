import { setImmediate as turn } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import { ok } from "../../engine/model/values/result.ts";
import { failure } from "../testing/failure.ts";
import type { KubeRequest } from "../transport/kube-request.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { ScriptedTransport } from "../testing/scripted-transport.ts";
import type { KubeObject } from "./object.ts";
import type { Change } from "./object-cache.ts";
import { Reflectors } from "./reflectors.ts";

const resource = { group: "apps", version: "v1", plural: "deployments" };
const stored = (namespace: string, name: string) => ({
  metadata: { namespace, name, uid: `${namespace}-${name}`, resourceVersion: "1" },
});
const namespaceOf = ({ path }: KubeRequest): string => /namespaces\/([^/]+)/.exec(path)?.[1] ?? "";

/** The API server has two Deployments in each namespace; each pause lets the others go on. */
function scene(namespaces: readonly string[] | null, refused = new Set<string>()) {
  const clock = new ManualClock();
  const transport = new ScriptedTransport(request => {
    const namespace = namespaceOf(request);
    if (refused.has(namespace)) return failure("Forbidden");
    const items = ["x", "y"].map(name => stored(namespace || "any", name));
    return ok({ metadata: { resourceVersion: "1" }, items });
  });
  // Watches stay open until a refresh.
  transport.stream = (_, __, signal) =>
    new Promise(resolve => {
      signal.addEventListener("abort", () => {
        resolve(failure("Stopped"));
      });
    });
  const changes: Change<string>[][] = [];
  const reflectors = new Reflectors({
    ...{ transport, clock, random: () => 0.5, namespaces, onHealth: () => undefined },
    sleep: async () => {
      await turn();
    },
  });
  const open = (plural = resource.plural) =>
    reflectors.openNamespaced<KubeObject, string>({
      resource: { ...resource, plural },
      trim: ({ metadata: { namespace = "", name } }) => `${namespace}/${name}`,
      same: (a, b) => a === b,
      onChanges: batch => changes.push([...batch]),
    });
  const paths = () => transport.requests.map(({ path }) => path);
  return { clock, transport, reflectors, open, changes, paths, refused };
}

describe("the informer of a kind", () => {
  it("lists all namespaces at once where all may be watched", async () => {
    const { open, paths, reflectors } = scene(null);
    const informer = open();
    informer.start();
    await informer.whenSynced();
    expect(paths()).toEqual(["/apis/apps/v1/deployments"]);
    reflectors.closeAll();
  });

  it("lists each watched namespace and nothing else, and reads as one", async () => {
    const { open, paths, reflectors, changes } = scene(["a", "b"]);
    const informer = open();
    expect([informer.synced, informer.listed, informer.size]).toEqual([false, null, 0]);
    informer.start();
    await informer.whenSynced();
    expect(paths()).toEqual([
      "/apis/apps/v1/namespaces/a/deployments",
      "/apis/apps/v1/namespaces/b/deployments",
    ]);
    expect([...informer.entries()].map(([key]) => key)).toEqual(["a/x", "a/y", "b/x", "b/y"]);
    expect([informer.get("b/x"), informer.get("c/x"), informer.size]).toEqual([
      "b/x",
      undefined,
      4,
    ]);
    expect([informer.synced, informer.error, informer.failingMs]).toEqual([true, null, 0]);
    expect(informer.listed).not.toBeNull();
    expect(changes.map(batch => batch.length)).toEqual([2, 2]);
    expect(reflectors.counts()).toEqual(new Map([["deployments", 2]]));
    reflectors.close(informer);
    expect(reflectors.counts()).toEqual(new Map());
  });

  it("lists each namespace again on a refresh", async () => {
    const { open, paths, reflectors } = scene(["a", "b"]);
    const informer = open();
    informer.start();
    await informer.whenSynced();
    await informer.refresh();
    expect(paths()).toHaveLength(4);
    reflectors.closeAll();
  });
});

describe("a namespace that refuses everything", () => {
  it("delays the others for half a minute, then counts as empty, and is read once it is back", async () => {
    const { open, clock, reflectors, refused } = scene(["a", "gone"], new Set(["gone"]));
    const informer = open();
    informer.start();
    for (let n = 0; n < 10; n++) await turn();
    expect([informer.synced, informer.error?.code]).toEqual([false, "Forbidden"]);
    clock.advance(30_000);
    await informer.whenSynced();
    await informer.refresh();
    expect([informer.synced, informer.error, informer.size]).toEqual([true, null, 2]);
    expect(informer.listed).not.toBeNull();
    refused.clear();
    while (informer.size < 4) await turn();
    reflectors.closeAll();
  });

  it("is not one that lacks a single right: that stops the work, as it does in the whole cluster", async () => {
    const { open, clock, transport, reflectors } = scene(["a", "b"]);
    const { answer } = transport;
    transport.answer = request =>
      request.path.endsWith("/b/others") ? failure("Forbidden") : answer(request);
    const [granted, lacking] = [open(), open("others")];
    granted.start();
    lacking.start();
    await granted.whenSynced();
    clock.advance(60_000);
    for (let n = 0; n < 10; n++) await turn();
    expect([granted.synced, lacking.synced, reflectors.isGone("b")]).toEqual([true, false, false]);
    reflectors.closeAll();
  });
});
