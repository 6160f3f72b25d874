import { describe, expect, it } from "vitest";

import { controllerLeaderCallbacks, type Controller } from "./controller.ts";

function scene() {
  const told: string[] = [];
  const lists: (() => void)[] = [];
  const controller = {
    queue: { add: (key: string) => told.push(`add ${key}`) },
    startLeading: () => told.push("startLeading"),
    stopLeading: () => Promise.resolve(void told.push("stopLeading")),
  } as unknown as Controller;
  const refresh = () => new Promise<void>(resolve => lists.push(resolve));
  const callbacks = controllerLeaderCallbacks(controller, refresh, () => ["ns/web"]);
  const settle = () => new Promise(resolve => setImmediate(resolve));
  return { told, lists, callbacks, settle };
}

describe("controllerLeaderCallbacks", () => {
  it("starts decisions once the objects are listed after the Lease is won", async () => {
    const { told, lists, callbacks, settle } = scene();
    callbacks.onStartedLeading(false);
    await settle();
    expect(told).toEqual([]);
    lists[0]?.();
    await settle();
    expect(told).toEqual(["startLeading", "add ns/web"]);
  });

  it("lists nothing if no other replica has led", async () => {
    const { told, lists, callbacks, settle } = scene();
    callbacks.onStartedLeading(true);
    await settle();
    expect([told, lists.length]).toEqual([["startLeading", "add ns/web"], 0]);
  });

  it("never leads after the Lease is lost, however late the list arrives", async () => {
    const { told, lists, callbacks, settle } = scene();
    callbacks.onStartedLeading(false);
    await callbacks.onStoppedLeading();
    lists[0]?.();
    await settle();
    expect(told).toEqual(["stopLeading", "add ns/web"]);
  });

  it("waits for the list of its own term", async () => {
    const { told, lists, callbacks, settle } = scene();
    callbacks.onStartedLeading(false);
    await callbacks.onStoppedLeading();
    callbacks.onStartedLeading(false);
    lists[0]?.();
    await settle();
    expect(told).not.toContain("startLeading");
    lists[1]?.();
    await settle();
    expect(told).toContain("startLeading");
  });

  it("wakes the objects of the namespaces that are left, or no longer left", () => {
    const { told, callbacks } = scene();
    callbacks.onNamespacesLeft?.(["other"]);
    expect(told).toEqual([]);
    callbacks.onNamespacesLeft?.(["other", "ns"]);
    expect(told).toEqual(["add ns/web"]);
  });
});
