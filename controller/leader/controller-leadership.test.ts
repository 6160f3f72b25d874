import { describe, expect, it } from "vitest";

import { followLeadership } from "./controller-leadership.ts";
import type { Controller } from "../controller.ts";

function scene() {
  const told: string[] = [];
  const lists: (() => void)[] = [];
  const controller = {
    queue: { add: (key: string) => told.push(`add ${key}`) },
    lead: () => told.push("lead"),
    follow: () => Promise.resolve(void told.push("follow")),
  } as unknown as Controller;
  const leadership = followLeadership({
    controller,
    refresh: () => new Promise<void>(resolve => lists.push(resolve)),
    keys: () => ["ns/web"],
  });
  const settle = () => new Promise(resolve => setImmediate(resolve));
  return { told, lists, leadership, settle };
}

describe("followLeadership", () => {
  it("starts decisions once the objects are listed after the Lease is won", async () => {
    const { told, lists, leadership, settle } = scene();
    leadership.begin(false);
    await settle();
    expect(told).toEqual([]);
    lists[0]?.();
    await settle();
    expect(told).toEqual(["lead", "add ns/web"]);
  });

  it("lists nothing if no other replica has led", async () => {
    const { told, lists, leadership, settle } = scene();
    leadership.begin(true);
    await settle();
    expect([told, lists.length]).toEqual([["lead", "add ns/web"], 0]);
  });

  it("never leads after the Lease is lost, however late the list arrives", async () => {
    const { told, lists, leadership, settle } = scene();
    leadership.begin(false);
    await leadership.end();
    lists[0]?.();
    await settle();
    expect(told).toEqual(["follow", "add ns/web"]);
  });

  it("waits for the list of its own term", async () => {
    const { told, lists, leadership, settle } = scene();
    leadership.begin(false);
    await leadership.end();
    leadership.begin(false);
    lists[0]?.();
    await settle();
    expect(told).not.toContain("lead");
    lists[1]?.();
    await settle();
    expect(told).toContain("lead");
  });
});
