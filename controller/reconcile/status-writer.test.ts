import { describe, expect, it } from "vitest";

import type { KubeErrorCode } from "../../kube/transport/errors.ts";
import type { KubeRequest } from "../../kube/transport/kube-request.ts";
import { done, failNth, isScale, isStatus, scene } from "../testing/reconciler-scene.ts";
import type { Fault } from "../testing/world.ts";

describe("the status before a change", () => {
  it.each<{ code: KubeErrorCode; late?: boolean }>([
    { code: "Timeout" },
    { code: "Timeout", late: true },
    { code: "Forbidden" },
    { code: "ServerError" },
  ])(
    "that cannot be written ($code, late: $late) prevents the change that it announces",
    async fault => {
      const { world, pass, log, stateOf, target } = scene();
      world.before = failNth(isStatus, 1, fault);
      expect(await pass()).toMatchObject({ kind: "retry" });
      expect(log.filter(line => line.startsWith("scale"))).toEqual([]);
      expect(stateOf().memory.history).toMatchObject({ pending: null, scaleEvents: [] });
      await pass();
      expect(log).toContain("scale web 3->5");
      expect(target()?.history).toMatchObject({ scaleEvents: [{ change: 2 }] });
    },
  );

  it("that conflicts with a spec edit prevents the change; the next decision uses the new spec", async () => {
    const { world, pass, log, wish } = scene();
    wish.version = world.object.version;
    world.editObject();
    expect(await pass()).toMatchObject({ kind: "retry" });
    expect(log).toEqual([]);
    wish.version = null;
    wish.nodes = 4;
    await pass();
    expect(log).toContain("scale web 3->4");
  });

  it("that lands late, after a newer one, reverts nothing", async () => {
    const { world, pass, log } = scene();
    const late: KubeRequest[] = [];
    world.before = request => {
      if (!isStatus(request) || late.length > 0) return null;
      late.push(request);
      return { code: "Timeout" };
    };
    await pass();
    await pass();
    const newer = world.object.status;
    expect(late.map(request => world.answer(request).ok)).toEqual([false]);
    expect([world.object.status, log.at(-1)]).toEqual([newer, "event SuccessfulRescale"]);
  });

  it("is written although a restore reset the resource versions to smaller ones", async () => {
    const { world, pass, wish, log, targets } = scene();
    world.object.version = 1_000;
    await pass();
    targets.catchUp();
    world.object.version = 7;
    wish.nodes = 8;
    expect(await pass()).toMatchObject({ kind: "retry", reason: "Invalid" });
    expect(await pass()).toEqual(done);
    expect(log).toContain("scale web 5->8");
  });

  it.each<{ code: KubeErrorCode }>([{ code: "Invalid" }, { code: "Forbidden" }])(
    "that is rejected ($code) needs a fix by a user, and is tried once per pass",
    async ({ code }) => {
      const { world, pass, transport } = scene();
      world.before = request => (isStatus(request) ? { code } : null);
      const outcome = await pass();
      expect(outcome).toMatchObject({ kind: "retry", reason: code });
      expect(outcome).toHaveProperty("refusal");
      expect(transport.requests).toHaveLength(1);
    },
  );

  // prettier-ignore
  it.each<{ shows: string; code: KubeErrorCode; passes: number; want: string[] }>([
    { shows: "reported by one event",          code: "Forbidden", passes: 20, want: ["event FailedUpdateStatus"] },
    { shows: "not reported: it may be a race", code: "Invalid", passes: 5, want: [] },
    { shows: "not reported: it is an outage",  code: "Timeout", passes: 20, want: [] },
  ])("that fails repeatedly ($code, $passes times) is $shows", async row => {
    const { world, pass, events } = scene();
    world.before = request => (isStatus(request) ? { code: row.code } : null);
    for (let times = 0; times < row.passes; times++) await pass();
    expect(events()).toEqual(row.want);
  });

  it("that is rejected again after a successful write is reported again", async () => {
    const { world, pass, events, targets } = scene();
    const refuse = (request: KubeRequest): Fault | null =>
      isStatus(request) ? { code: "Forbidden" } : null;
    for (let round = 0; round < 2; round++) {
      world.before = refuse;
      for (let times = 0; times < 10; times++) await pass();
      world.before = () => null;
      await pass();
      world.edit("web", 9);
      targets.catchUp();
    }
    expect(events().filter(line => !line.includes("SuccessfulRescale"))).toEqual([
      "event FailedUpdateStatus",
      "event again",
    ]);
  });
});

describe("the status after a change", () => {
  it("that cannot be written is written by the next pass; the change causes one event", async () => {
    const { world, pass, log, target, events, targets } = scene();
    world.before = failNth(isStatus, 2, { code: "Timeout" });
    expect(await pass()).toMatchObject({ kind: "retry", reason: "Timeout" });
    expect(target()?.history?.pending).toBeDefined();
    targets.catchUp();
    expect(await pass()).toMatchObject({ kind: "done" });
    expect(target()?.history).not.toHaveProperty("pending");
    expect(events()).toEqual(["event SuccessfulRescale"]);
    expect(log.filter(line => line.startsWith("scale"))).toHaveLength(1);
  });

  it("whose write fails still causes exactly one event for each new problem", async () => {
    const { world, pass, events, targets } = scene({ targets: { web: 3, gone: 1 } });
    world.targets.delete("gone");
    targets.catchUp();
    let writes = 0;
    // The status before the change arrives, with the problem; the later ones fail.
    world.before = request =>
      isStatus(request) && ++writes > 1 && writes < 4 ? { code: "Timeout" } : null;
    await pass();
    targets.catchUp();
    await pass();
    await pass();
    await pass();
    expect(events().filter(line => line.includes("TargetNotFound"))).toHaveLength(1);
    expect(events().filter(line => line.includes("SuccessfulRescale"))).toHaveLength(1);
  });

  it("that cannot announce a second change still causes the event of the first", async () => {
    const { world, pass, events, targets } = scene({ targets: { a: 3, b: 3 } });
    const isOfB = (request: KubeRequest) => isScale(request) && request.path.includes("/b/");
    const secondStatus = failNth(isStatus, 2, { code: "Timeout" });
    world.before = request => {
      if (isOfB(request) && world.state("b")?.replicas === 3) world.edit("b", 4);
      return secondStatus(request);
    };
    expect(await pass()).toMatchObject({ kind: "retry", reason: "Timeout" });
    targets.catchUp();
    await pass();
    expect(events()).toEqual(["event SuccessfulRescale", "event SuccessfulRescale"]);
  });

  it.each([
    { shows: "emptied", edit: () => undefined, began: "this process" },
    { shows: "edited", edit: () => ({ summary: "x" }), began: "this process" },
    { shows: "emptied", edit: () => undefined, began: "another process" },
  ])(
    "that another client has $shows since $began is written again, once",
    async ({ edit, began }) => {
      const { world, pass, log, targets, restart } = scene();
      await pass();
      targets.catchUp();
      if (began === "another process") {
        restart();
        await pass();
      }
      const written = world.object.status;
      Object.assign(world.object, { status: edit(), version: world.object.version + 1 });
      log.length = 0;
      await pass();
      await pass();
      expect(log).toEqual(["status"]);
      expect(world.object.status).toEqual(written);
    },
  );

  it("is in memory once, as soon as the watch returns it", async () => {
    const { world, pass, objectState, targets } = scene();
    await pass();
    targets.catchUp();
    const cached = structuredClone(world.object.status);
    Object.assign(world.object, { status: cached });
    await pass();
    const { status, latest, lastReportedStatus } = objectState();
    for (const each of [status, latest, lastReportedStatus]) expect(each).toBe(cached);
  });

  it("is not written again when another field of the object is edited", async () => {
    const { world, pass, log, targets } = scene();
    await pass();
    targets.catchUp();
    world.object.version += 1;
    log.length = 0;
    await pass();
    expect(log).toEqual([]);
  });

  it("of an object that was deleted in the meantime is not retried", async () => {
    const { world, pass, wish, dependents } = scene();
    world.before = failNth(isStatus, 2, { code: "NotFound" });
    await pass();
    wish.exists = false;
    expect(await pass()).toEqual(done);
    expect([...dependents.of("nodes/")]).toEqual([]);
  });
});
