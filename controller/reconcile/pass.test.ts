import { describe, expect, it } from "vitest";

import { type KubeErrorCode, kubeError } from "../../kube/transport/errors.ts";
import type { TargetObservation } from "../targets/target-reader.ts";
import { done, failNth, isScale, isStatus, scene } from "../testing/reconciler-scene.ts";

describe("one of three targets", () => {
  const notFound: TargetObservation = {
    kind: "problem",
    problem: { reason: "TargetNotFound", message: "no b", permanent: false },
    polled: false,
  };
  const away: TargetObservation = {
    kind: "fault",
    error: kubeError("Timeout", { request: "GET", message: "late" }),
  };

  it.each<{
    shows: string;
    look: TargetObservation | null;
    write: KubeErrorCode | null;
    ends: string;
  }>([
    { shows: "is missing", look: notFound, write: null, ends: "done" },
    { shows: "cannot be read", look: away, write: null, ends: "retry" },
    { shows: "may not be written", look: null, write: "Forbidden", ends: "retry" },
    { shows: "is written without a response", look: null, write: "Timeout", ends: "retry" },
  ])("that $shows does not stop the others", async ({ look, write, ends }) => {
    const { world, pass, targets } = scene({ targets: { a: 1, b: 1, c: 1 } });
    targets.fault = name => (name === "b" ? look : null);
    world.before = request =>
      write && isScale(request) && request.path.includes("/b/") ? { code: write } : null;
    expect(await pass()).toMatchObject({ kind: ends });
    expect(["a", "b", "c"].map(name => world.state(name)?.replicas)).toEqual([5, 1, 5]);
  });

  it("whose kind is being listed for the first time delays the others for a moment", async () => {
    const { pass, targets, log } = scene({ targets: { a: 1, b: 1 } });
    targets.fault = name => (name === "b" ? { kind: "waiting" } : null);
    expect(await pass()).toEqual({ kind: "done", dueInMs: 1_000 });
    expect(log).toEqual([]);
  });
});

describe("what must not be written", () => {
  it("is shown in a dry run, and costs nothing while it is unchanged", async () => {
    const { pass, log, target, wish, clock, world } = scene();
    wish.mode = "DryRun";
    expect(await pass()).toEqual(done);
    const told = ["status", "event DryRun"];
    expect(log).toEqual(told);
    expect(target()).toMatchObject({ currentReplicas: 3, desiredReplicas: 5 });
    clock.advance(60_000);
    await pass();
    expect([log, world.state("web")?.replicas]).toEqual([told, 3]);
  });

  it("causes one event in a dry run, and leaves Active mode its changes, but no recommendation", async () => {
    const { pass, target, wish, clock, events, restart, world, targets } = scene();
    await pass();
    targets.catchUp();
    const left = target()?.history;
    expect(left).toMatchObject({ recommendations: [{ value: 5 }], scaleEvents: [{ change: 2 }] });
    const history = { ...left };
    delete history.recommendations;
    wish.mode = "DryRun";
    wish.nodes = 7;
    await pass();
    restart();
    clock.advance(60_000);
    await pass();
    expect(target()).toMatchObject({ currentReplicas: 5, desiredReplicas: 7, history });
    expect(target()?.dryRunHistory).toMatchObject({
      recommendations: [{ value: 7 }],
      scaleEvents: [{ change: 2 }],
    });
    expect(events()).toEqual(["event SuccessfulRescale", "event DryRun"]);
    expect(world.state("web")?.replicas).toBe(5);

    wish.mode = "Paused";
    await pass();
    expect(target()?.history).toEqual(history);
    expect(target()).not.toHaveProperty("dryRunHistory");
  });

  it.each(["DryRun", "Paused"] as const)("is not a 0 of ours after %s", async mode => {
    const { pass, target, wish, world, targets, stateOf } = scene();
    await pass();
    const state = stateOf();
    state.memory = { ...state.memory, history: { ...state.memory.history!, scaledToZero: true } };
    targets.catchUp();
    wish.mode = mode;
    await pass();
    expect(target()?.history).not.toHaveProperty("scaledToZero");
    world.edit("web", 0);
    targets.catchUp();
    await pass();
    expect(stateOf().memory.history?.scaledToZero).toBeNull();
  });

  it("is not decided while the object is paused, without a warning", async () => {
    const { pass, log, target, wish } = scene();
    wish.mode = "Paused";
    expect(await pass()).toEqual(done);
    expect(log).toEqual(["status"]);
    expect(target()?.conditions?.[1]).toMatchObject({
      type: "ScalingActive",
      status: "False",
      reason: "Paused",
    });
    expect(target()).not.toHaveProperty("decision");
  });

  it("is resolved if it was pending when the object was paused", async () => {
    const { world, pass, wish, target } = scene();
    world.before = failNth(isScale, 1, { code: "Timeout", late: true });
    await pass();
    wish.mode = "Paused";
    expect(await pass()).toEqual(done);
    expect(target()?.history).toMatchObject({ scaleEvents: [{ change: 2 }] });
  });

  it("includes the target and the status of another replica's object", async () => {
    const { pass, transport, wish } = scene();
    wish.mayWrite = () => false;
    await pass();
    expect(transport.requests).toEqual([]);
  });

  it("is written a moment later by a leader that was late to renew its Lease", async () => {
    const { pass, world, wish } = scene();
    wish.mayWrite = () => false;
    expect(await pass()).toEqual({ kind: "done", dueInMs: 1_000 });
    wish.mayWrite = () => true;
    expect(await pass()).toEqual(done);
    expect(world.state("web")?.replicas).toBe(5);
  });

  // prettier-ignore
  it.each([
    { shows: "ahead of a change",    replicas: 3 },
    { shows: "at the end of a pass", replicas: 5 },
  ])("includes a status $shows if the Lease is lost before the request", async ({ replicas }) => {
    const { pass, wish, transport } = scene({ targets: { web: replicas } });
    let asked = 0;
    wish.mayWrite = () => ++asked === 1;
    expect(await pass()).toMatchObject({ kind: "retry", reason: "Stopped" });
    expect(transport.requests).toEqual([]);
  });

  it("includes a change after the object was handed over, however late", async () => {
    const { world, pass, log, wish, stateOf } = scene();
    world.before = request => {
      if (isStatus(request)) wish.mayWrite = () => false;
      return null;
    };
    await pass();
    expect(log).toEqual(["status, pending web 3->5"]);
    expect(world.state("web")?.replicas).toBe(3);
    expect(stateOf().memory.history).toMatchObject({ pending: null, scaleEvents: [] });
  });
});
