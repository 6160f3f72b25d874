import { describe, expect, it } from "vitest";

import { type KubeErrorCode, kubeError } from "../../kube/transport/errors.ts";
import { beforeFirstScale, done, failNth, isScale, scene } from "../testing/reconciler-scene.ts";

describe("a change", () => {
  it("is in the status before the target is scaled, and resolved there before the event", async () => {
    const { pass, log, target, wrote } = scene();
    expect(await pass()).toEqual(done);
    expect(log).toEqual([
      "status, pending web 3->5",
      "scale web 3->5",
      "status",
      "event SuccessfulRescale",
    ]);
    expect(target()).toMatchObject({
      currentReplicas: 5,
      desiredReplicas: 5,
      lastScaleTime: "2026-01-01T00:00:00Z",
      history: { scaleEvents: [{ time: "2026-01-01T00:00:00.000Z", change: 2 }] },
    });
    expect(target()?.history).not.toHaveProperty("pending");
    expect(wrote).toEqual(["web Written"]);
  });

  it("of several targets is announced in one status write and resolved in one", async () => {
    const { pass, log } = scene({ targets: { web: 3, dns: 9, api: 5 } });
    await pass();
    expect(log).toEqual([
      "status, pending web 3->5, dns 9->5",
      "scale web 3->5",
      "scale dns 9->5",
      "status",
      "event SuccessfulRescale",
      "event SuccessfulRescale",
    ]);
  });

  it("from zero and to zero is made like any other", async () => {
    const { pass, log } = scene({ targets: { web: 0 }, nodes: 2 });
    await pass();
    expect(log).toContain("scale web 0->2");
  });

  it("that is not needed costs one status write, and none in the next pass", async () => {
    const { pass, log, transport } = scene({ nodes: 3 });
    expect(await pass()).toEqual(done);
    expect(log).toEqual(["status"]);
    expect(await pass()).toEqual(done);
    expect(transport.requests).toHaveLength(1);
  });
});

describe("a change that may not be written", () => {
  it.each([
    { shows: "in a dry run", mode: "DryRun", mayWrite: true, reason: "DryRun" },
    { shows: "of another replica's object", mode: "Active", mayWrite: false, reason: "NotOwner" },
  ] as const)("$shows is reported as withheld: $reason", async ({ mode, mayWrite, reason }) => {
    const { pass, world, wish, withheld } = scene();
    Object.assign(wish, { mode, mayWrite: () => mayWrite });
    await pass();
    expect([withheld, world.state("web")?.replicas]).toEqual([[reason], 3]);
  });
});

describe("another client's write", () => {
  it("between decision and write causes a new decision on the current state", async () => {
    const { world, pass, log, target, wrote } = scene();
    beforeFirstScale(world, () => {
      world.edit("web", 4);
    });
    expect(await pass()).toEqual(done);
    expect(log).toEqual([
      "status, pending web 3->5",
      "status, pending web 4->5",
      "scale web 4->5",
      "status",
      "event SuccessfulRescale",
    ]);
    expect(target()?.history?.scaleEvents).toMatchObject([{ change: 1 }]);
    expect(wrote).toEqual(["web Conflict", "web Written"]);
  });

  it("that sets the wanted count leaves nothing to do and is counted: it may be our own late write", async () => {
    const { world, pass, log, target } = scene();
    world.before = request => {
      if (isScale(request)) world.edit("web", 5);
      return null;
    };
    await pass();
    expect(log).toEqual(["status, pending web 3->5", "status"]);
    expect(target()?.history).not.toHaveProperty("pending");
    expect(target()?.history?.scaleEvents).toMatchObject([{ change: 2 }]);
  });

  it("three times in a row ends the pass: it is retried with nothing pending or counted", async () => {
    const { world, pass, target, wrote, log, stateOf } = scene();
    let count = 10;
    world.before = request => {
      if (isScale(request)) world.edit("web", ++count);
      return null;
    };
    expect(await pass()).toMatchObject({ kind: "retry" });
    expect(wrote).toEqual(["web Conflict", "web Conflict", "web Conflict"]);
    expect(target()?.conditions).toMatchObject([
      { type: "AbleToScale", status: "False", reason: "FailedUpdateScale" },
      {},
      {},
    ]);
    expect(stateOf().memory.history).toMatchObject({ pending: null, scaleEvents: [] });
    world.before = () => null;
    await pass();
    expect(log.at(-3)).toBe("scale web 13->5");
  });

  it("that replaces the target by another of the same name starts a new history", async () => {
    const { world, pass, target, log } = scene();
    beforeFirstScale(world, () => {
      world.create("web", 1);
    });
    await pass();
    expect(log).toContain("scale web 1->5");
    expect(target()?.history?.targetUID).toBe(world.state("web")?.uid);
  });
});

describe("a write without a response", () => {
  it.each<{ code: KubeErrorCode }>([
    { code: "Timeout" },
    { code: "Unreachable" },
    { code: "ServerError" },
  ])("($code) that took effect is detected and not repeated", async ({ code }) => {
    const { world, pass, log, target, clock, targets } = scene();
    world.before = failNth(isScale, 1, { code, late: true });
    expect(await pass()).toMatchObject({ kind: "retry" });
    expect(target()?.history?.pending).toMatchObject({ from: 3, to: 5 });
    clock.advance(200);
    expect(await pass()).toEqual(done);
    expect(targets.asked).toEqual(["web"]);
    expect(log.filter(line => line.startsWith("scale"))).toEqual(["scale web 3->5"]);
    expect(target()?.history).toMatchObject({
      scaleEvents: [{ time: "2026-01-01T00:00:00.000Z", change: 2 }],
    });
    expect(target()?.history).not.toHaveProperty("pending");
    expect(target()?.lastScaleTime).toBe("2026-01-01T00:00:00Z");
  });

  it("that did not take effect is repeated and counted once", async () => {
    const { world, pass, log, target, clock } = scene();
    world.before = failNth(isScale, 1, { code: "Timeout" });
    expect(await pass()).toMatchObject({ kind: "retry" });
    clock.advance(200);
    await pass();
    expect(log).toContain("scale web 3->5");
    expect(target()?.history?.scaleEvents).toHaveLength(1);
  });

  it("is dropped together with its target, and the object is not retried", async () => {
    const { world, pass, stateOf, target, targets } = scene();
    world.before = failNth(isScale, 1, { code: "Timeout" });
    await pass();
    world.targets.delete("web");
    targets.catchUp();
    expect(await pass()).toEqual(done);
    expect(stateOf().memory.history?.pending).toBeNull();
    expect(target()?.history).not.toHaveProperty("pending");
  });

  it("stays pending while reading the target is forbidden", async () => {
    const { world, pass, stateOf, targets } = scene();
    world.before = failNth(isScale, 1, { code: "Timeout", late: true });
    await pass();
    const problem = { reason: "FailedGetScale", message: "no", permanent: false } as const;
    targets.fault = () => ({ kind: "problem", problem, polled: true });
    expect(await pass()).toEqual({ kind: "done", dueInMs: 30_000 });
    targets.fault = () => null;
    await pass();
    expect(stateOf().memory.history).toMatchObject({ pending: null, scaleEvents: [{ change: 2 }] });
  });

  it("stays pending while the target is unreachable", async () => {
    const { world, pass, targets, stateOf } = scene();
    world.before = failNth(isScale, 1, { code: "Timeout", late: true });
    await pass();
    const away = kubeError("Unreachable", { request: "GET", message: "refused" });
    targets.fault = () => ({ kind: "fault", error: away });
    expect(await pass()).toMatchObject({ kind: "retry" });
    expect(stateOf().memory.history?.pending).not.toBeNull();
    targets.fault = () => null;
    await pass();
    expect(stateOf().memory.history).toMatchObject({ pending: null, scaleEvents: [{ change: 2 }] });
  });

  it.each([
    { shows: "took effect", late: true, events: 1 },
    { shows: "did not take effect", late: false, events: 1 },
  ])(
    "that $shows before the process ended is resolved by the next process",
    async ({ late, events }) => {
      const { world, pass, target, restart, targets, log } = scene();
      world.before = failNth(isScale, 1, { code: "Timeout", late });
      await pass();
      restart();
      targets.catchUp();
      await pass();
      expect(world.state("web")?.replicas).toBe(5);
      expect(log.filter(line => line.startsWith("scale"))).toHaveLength(1);
      expect(target()?.history?.scaleEvents).toHaveLength(events);
    },
  );
});

describe("a rejected write", () => {
  it.each<{ code: KubeErrorCode }>([
    { code: "Forbidden" },
    { code: "BadRequest" },
    { code: "NotFound" },
  ])("($code) is not pending, is reported in the status, and is retried", async ({ code }) => {
    const { world, pass, target, stateOf, log } = scene();
    world.before = failNth(isScale, 1, { code });
    expect(await pass()).toMatchObject({ kind: "retry" });
    expect(stateOf().memory.history?.pending).toBeNull();
    expect(target()?.conditions?.[0]).toMatchObject({
      status: "False",
      reason: "FailedUpdateScale",
    });
    expect(log.at(-1)).toBe("event FailedRescale");
    expect(await pass()).toEqual(done);
    expect(log).toContain("scale web 3->5");
  });

  it("that is rejected repeatedly is in the status each time, but causes one event", async () => {
    const { world, pass, log, clock } = scene();
    world.before = request => (isScale(request) ? { code: "Forbidden" } : null);
    await pass();
    const { length } = log;
    clock.advance(30_000);
    await pass();
    expect(log.slice(length)).toEqual(["status, pending web 3->5", "status"]);
  });

  it("that is invalid in itself is no conflict: it is made once and reported", async () => {
    const { world, pass, target, stateOf, log, wrote } = scene();
    world.before = request => (isScale(request) ? { code: "Invalid" } : null);
    expect(await pass()).toMatchObject({
      kind: "retry",
      refusal: expect.stringContaining("Invalid by the test (Invalid)") as string,
    });
    expect(wrote).toEqual(["web Invalid"]);
    expect(log).toEqual(["status, pending web 3->5", "status", "event FailedRescale"]);
    expect(stateOf().memory.history).toMatchObject({ pending: null, scaleEvents: [] });
    expect(target()?.conditions?.[0]).toMatchObject({
      status: "False",
      reason: "FailedUpdateScale",
      message: expect.stringMatching(/Invalid by the test \(Invalid\); change what/) as string,
    });
  });

  it.each<{ code: KubeErrorCode; refusal: boolean }>([
    { code: "Forbidden", refusal: true },
    { code: "Timeout", refusal: false },
    { code: "NotFound", refusal: false },
  ])("($code) needs a fix by a user: $refusal", async ({ code, refusal }) => {
    const { world, pass } = scene();
    world.before = failNth(isScale, 1, { code });
    expect("refusal" in (await pass())).toBe(refusal);
  });

  it("needs no fix by a user alone while the outcome of another write is unknown", async () => {
    const { world, pass } = scene({ targets: { a: 1, b: 1 } });
    world.before = request => {
      if (!isScale(request)) return null;
      return { code: request.path.includes("/b/") ? "Timeout" : "Forbidden" };
    };
    expect(await pass()).not.toHaveProperty("refusal");
  });
});

describe("the pods that a target is to lose first", () => {
  const removal = { mark: ["web-1", "web-2"], clear: ["web-3"] };
  const marked = ["clear web-3", "mark web-1", "mark web-2"];

  it("are marked between the announcement and the change", async () => {
    const { pass, log, wish } = scene({ nodes: 1 });
    wish.removal = removal;
    await pass();
    expect(log).toEqual([
      ...["status, pending web 3->1", ...marked, "scale web 3->1"],
      ...["status", "event SuccessfulRescale"],
    ]);
  });

  it("are only tidied up if the count stays", async () => {
    const { pass, log, wish } = scene({ nodes: 3 });
    wish.removal = { mark: [], clear: ["web-3"] };
    await pass();
    expect(log).toEqual(["clear web-3", "status"]);
  });

  it("are tidied up after the count grows, not before", async () => {
    const { pass, log, wish } = scene({ nodes: 5 });
    wish.removal = { mark: [], clear: ["web-3"] };
    await pass();
    expect(log.slice(0, 3)).toEqual(["status, pending web 3->5", "scale web 3->5", "clear web-3"]);
  });

  it.each<{ shows: string; change: (wish: ReturnType<typeof scene>["wish"]) => void }>([
    { shows: "the object is set to DryRun", change: wish => (wish.mode = "DryRun") },
    { shows: "the object is set to Paused", change: wish => (wish.mode = "Paused") },
    { shows: "the object is deleted", change: wish => (wish.exists = false) },
  ])("lose their marks once if the change fails and then $shows", async ({ change }) => {
    const { pass, log, wish, world } = scene({ nodes: 1 });
    wish.removal = { mark: ["web-1", "web-2"], clear: [] };
    world.before = request => (isScale(request) ? { code: "Forbidden" } : null);
    await pass();
    log.length = 0;
    change(wish);
    await pass();
    await pass();
    const cleared = log.filter(line => line.startsWith("clear"));
    expect(cleared).toEqual(["clear web-1", "clear web-2"]);
  });

  it("cost nothing when the object is set to DryRun after they are gone", async () => {
    const { pass, log, wish } = scene({ nodes: 1 });
    wish.removal = { mark: ["web-1", "web-2"], clear: [] };
    await pass();
    wish.removal = null;
    await pass();
    log.length = 0;
    wish.mode = "DryRun";
    await pass();
    expect(log.filter(line => line.startsWith("clear"))).toEqual([]);
  });

  it("do not delay a change if they cannot be marked, and an event says why", async () => {
    const { pass, log, wish, world, target } = scene({ nodes: 1 });
    wish.removal = removal;
    world.before = ({ path }) => (path.includes("/pods/") ? { code: "Forbidden" } : null);
    await pass();
    expect(target()?.currentReplicas).toBe(1);
    expect(log).toEqual([
      ...["status, pending web 3->1", "scale web 3->1", "status"],
      ...["event SuccessfulRescale", "event ScaleDownOrderFailed"],
    ]);
  });

  it.each<{ shows: string; mode: "DryRun" | "Active"; mayWrite: boolean }>([
    { shows: "in a dry run", mode: "DryRun", mayWrite: true },
    { shows: "by a replica that does not lead", mode: "Active", mayWrite: false },
  ])("are left alone $shows", async ({ mode, mayWrite }) => {
    const { pass, log, wish } = scene({ nodes: 1 });
    Object.assign(wish, { removal, mode, mayWrite: () => mayWrite });
    await pass();
    expect(log.filter(line => line.startsWith("mark"))).toEqual([]);
    if (mode === "DryRun") expect(log.filter(line => line.startsWith("clear"))).toEqual([]);
  });
});
