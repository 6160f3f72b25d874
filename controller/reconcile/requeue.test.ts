import { describe, expect, it } from "vitest";

import { resource } from "../testing/cached-targets.ts";
import { isTooEarly } from "./requeue.ts";
import { done, failNth, isScale, isStatus, key, scene } from "../testing/reconciler-scene.ts";

describe("the due time of the next pass", () => {
  it.each([
    { shows: "the measurement", due: 4_000, want: 4_000 },
    { shows: "nothing", due: null, want: null },
  ])("is set by $shows", async ({ due, want }) => {
    const { pass, wish, clock } = scene({ nodes: 3 });
    wish.due = due === null ? null : clock.now() + due;
    expect(await pass()).toEqual({ kind: "done", dueInMs: want });
  });

  it("is set by a decision that holds a count for a while", async () => {
    const { pass, log, clock } = scene({
      targets: { web: 5, dns: 3 },
      nodes: 3,
      profile: "Trimtab-1",
    });
    expect(await pass()).toEqual({ kind: "done", dueInMs: 30_000 });
    clock.advance(30_000);
    await pass();
    expect(log).toContain("scale web 5->3");
  });

  it("is set by values that are written to the status only from time to time", async () => {
    const { pass, wish, log, clock } = scene({ nodes: 3 });
    wish.mode = "Paused";
    await pass();
    clock.advance(60_000);
    wish.nodes = 6;
    expect(await pass()).toEqual({ kind: "done", dueInMs: 240_000 });
    expect(log).toEqual(["status"]);
    clock.advance(240_000);
    expect(await pass()).toEqual(done);
    expect(log).toEqual(["status", "status"]);
  });

  it("is in thirty seconds for a target without a watch", async () => {
    const { pass, targets, world } = scene({ nodes: 3 });
    targets.fault = name => ({
      kind: "found",
      target: { resource, namespace: "ns", name },
      state: world.state(name)!,
      polled: true,
    });
    expect(await pass()).toEqual({ kind: "done", dueInMs: 30_000 });
  });

  it.each([
    { shows: "is a period later if no sample is expected", isUnasked: true, dueInMs: 15_000 },
    { shows: "is left to the samples if some are expected", isUnasked: false, dueInMs: null },
  ])("$shows", async ({ isUnasked, dueInMs }) => {
    const { pass, wish } = scene({ nodes: 3 });
    Object.assign(wish, { periodMs: 15_000, isUnasked });
    expect(await pass()).toEqual({ kind: "done", dueInMs });
  });

  it("is in a second while the data is incomplete, and nothing is decided or written", async () => {
    const { pass, wish, log, dependents } = scene();
    wish.incomplete = true;
    expect(await pass()).toEqual({ kind: "done", dueInMs: 1_000 });
    expect(log).toEqual([]);
    expect([...dependents.of("nodes/")]).toEqual([key]);
  });
});

describe("a period", () => {
  /** A scene after a first decision. */
  const decided = async () => {
    const made = scene();
    Object.assign(made.wish, { periodMs: 15_000, askedAt: 50_000 });
    await made.pass();
    made.targets.catchUp();
    expect(made.log).toContain("scale web 3->5");
    made.log.length = 0;
    return made;
  };

  it.each([
    { when: "no newer sample was requested", askedAt: 50_000, want: 5 },
    { when: "it is not over", askedAt: 63_499, want: 5 },
    { when: "it is almost over", askedAt: 63_500, want: 9 },
    { when: "it is over", askedAt: 65_000, want: 9 },
  ])("allows one decision: $want replicas when $when", async ({ askedAt, want }) => {
    const { pass, wish, world } = await decided();
    Object.assign(wish, { nodes: 9, askedAt });
    await pass();
    expect(world.targets.get("web")?.replicas).toBe(want);
  });

  it.each([
    { when: "an answer is missing", askedAt: -Infinity, want: true },
    { when: "the oldest answer is of the same period", askedAt: 63_499, want: true },
    { when: "all answers are of the next period", askedAt: 63_500, want: false },
    { when: "all answers are failures", askedAt: Infinity, want: false },
    { when: "its spec has changed", askedAt: 50_000, isEdited: true, want: false },
    { when: "nothing was decided", askedAt: 50_000, isFresh: true, want: false },
  ])("is the least that an object sleeps: $want if $when", async given => {
    const { world, objectState, restart } = await decided();
    if (given.isFresh === true) restart();
    const generation = world.object.generation + Number(given.isEdited === true);
    expect(isTooEarly(generation, objectState(), given.askedAt)).toBe(given.want);
  });

  it.each([
    { when: "just now", after: 0, want: 5 },
    { when: "almost a period ago", after: 13_499, want: 5 },
    { when: "a period ago within the tolerance", after: 13_500, want: 9 },
    { when: "in the future", after: -1, want: 9 },
  ])("is not over after a restart for an object scaled $when: $want", async ({ after, want }) => {
    const { pass, wish, world, clock, restart } = await decided();
    clock.advance(after);
    restart();
    Object.assign(wish, { nodes: 9, askedAt: 100_000 });
    await pass();
    expect(world.targets.get("web")?.replicas).toBe(want);
  });

  it("does not delay one decision for each announcement of work", async () => {
    const { pass, wish, world, targets } = await decided();
    const replicasFor = async (nodes: number, pushedAt: number) => {
      Object.assign(wish, { nodes, pushedAt });
      await pass();
      targets.catchUp();
      return world.targets.get("web")?.replicas;
    };
    expect(await replicasFor(9, 51_000)).toBe(9);
    expect(await replicasFor(11, 51_000)).toBe(9);
    expect(await replicasFor(11, 52_000)).toBe(11);
  });

  // prettier-ignore
  it.each([
    { when: "a window expires a moment later", at: 29_900, dueInMs: 100,  after: 100,   want: 19 },
    { when: "that moment is still to come",    at: 29_900, dueInMs: 100,  after: 99,    want: 20 },
    { when: "the next decision is as close",   at: 28_400, dueInMs: null, after: 1_600, want: 20 },
  ])("is not awaited when $when", async ({ at, dueInMs, after, want }) => {
    const { clock, wish, pass, world } = scene({ targets: { web: 20 }, nodes: 20, profile: "Trimtab-1" });
    Object.assign(wish, { periodMs: 15_000, askedAt: 0 });
    await pass();
    Object.assign(wish, { nodes: 19, askedAt: 15_000 });
    await pass();
    clock.advance(at);
    wish.askedAt = 30_000;
    expect(await pass()).toEqual({ kind: "done", dueInMs });
    clock.advance(after);
    await pass();
    expect(world.targets.get("web")?.replicas).toBe(want);
  });

  it("does not delay a fallback, which takes over at its own time", async () => {
    const { clock, wish, pass, targets, world } = await decided();
    const takesOverAt = clock.now() + 40_000;
    Object.assign(wish, { wakeAt: takesOverAt, askedAt: 65_000 });
    expect(await pass()).toEqual({ kind: "done", dueInMs: 40_000 });
    targets.catchUp();
    // Another event starts a pass, and then the server that fails wants to be left alone.
    clock.advance(10_000);
    wish.nodes = 9;
    expect(await pass()).toEqual({ kind: "done", dueInMs: 30_000 });
    expect(world.targets.get("web")?.replicas).toBe(5);
    clock.advance(30_000);
    wish.wakeAt = null;
    expect(await pass()).toMatchObject({ dueInMs: null });
    expect(world.targets.get("web")?.replicas).toBe(9);
  });

  it("is not awaited either when writing the status takes until that moment", async () => {
    const { clock, wish, pass, world } = scene({ targets: { web: 20 }, profile: "Trimtab-1" });
    Object.assign(wish, { periodMs: 15_000, nodes: 20 });
    await pass();
    Object.assign(wish, { nodes: 19, askedAt: 15_000 });
    await pass();
    clock.advance(29_900);
    Object.assign(wish, { nodes: 18, askedAt: 30_000 });
    world.before = request => {
      if (isStatus(request)) clock.advance(250);
      return null;
    };
    expect(await pass()).toEqual({ kind: "done", dueInMs: -150 });
    await pass();
    expect(world.targets.get("web")?.replicas).toBe(19);
  });

  it("has one more decision on the same samples, but no third one", async () => {
    const { clock, wish, pass, targets, log } = scene({
      targets: { web: 20 },
      profile: "Trimtab-1",
    });
    Object.assign(wish, { periodMs: 15_000, nodes: 20 });
    await pass();
    for (const nodes of [19, 18]) {
      clock.advance(100);
      Object.assign(wish, { nodes, askedAt: wish.askedAt + 15_000 });
      await pass();
    }
    clock.advance(29_850);
    wish.askedAt += 15_000;
    expect(await pass()).toEqual({ kind: "done", dueInMs: 50 });
    clock.advance(50);
    expect(await pass()).toEqual({ kind: "done", dueInMs: null });
    targets.catchUp();
    clock.advance(100);
    await pass();
    expect(log.filter(line => line.startsWith("scale"))).toEqual(["scale web 20->19"]);
  });

  it("is over at once when the spec changes", async () => {
    const { pass, wish, world } = await decided();
    wish.nodes = 9;
    world.editObject();
    await pass();
    expect(world.targets.get("web")?.replicas).toBe(9);
  });

  it("is not ended by a user's edit of the target, which still appears in the status", async () => {
    const { pass, world, targets, target } = await decided();
    const before = target();
    world.edit("web", 2);
    targets.catchUp();
    await pass();
    const { desiredReplicas, decision, history } = before!;
    expect(target()).toMatchObject({ currentReplicas: 2, desiredReplicas, decision, history });
  });

  it("of noise costs one status write in thirty, and a restart during it no replica", async () => {
    const made = scene({ targets: { web: 20 }, nodes: 20, profile: "Trimtab-1" });
    Object.assign(made.wish, { periodMs: 15_000 });
    const syncs = 600;
    for (let sync = 0; sync < syncs; sync++) {
      made.clock.advance(15_000);
      Object.assign(made.wish, { nodes: 20 - (sync % 2), askedAt: sync * 15_000 });
      if (sync % 100 === 75) made.restart();
      await made.pass();
    }
    expect(made.world.targets.get("web")?.replicas).toBe(20);
    expect(made.log.every(line => line === "status")).toBe(true);
    // Each of the six restarts may write three minor updates.
    expect(made.log.length).toBeLessThan(syncs / 28 + 6 * 3 * 2);
    expect(made.log.length).toBeGreaterThan(syncs / 60);
  });

  it("with a lasting lower recommendation updates the status and then the target", async () => {
    const { clock, wish, pass, log, target } = scene({
      targets: { web: 20 },
      nodes: 20,
      profile: "Trimtab-1",
    });
    Object.assign(wish, { periodMs: 15_000 });
    for (let sync = 0; sync < 4; sync++) {
      clock.advance(15_000);
      Object.assign(wish, { nodes: sync === 0 ? 20 : 19, askedAt: sync * 15_000 });
      await pass();
    }
    expect(log).toEqual([
      "status",
      "status",
      "status, pending web 20->19",
      "scale web 20->19",
      "status",
      "event SuccessfulRescale",
    ]);
    expect(target()?.history?.recommendations).toMatchObject([{ value: 19 }]);
  });

  it("starts again if nothing was written", async () => {
    const { pass, wish, world } = await decided();
    Object.assign(wish, { nodes: 9, askedAt: 65_000 });
    world.before = failNth(isScale, 1, { code: "ServerError" });
    expect(await pass()).toMatchObject({ kind: "retry" });
    await pass();
    expect(world.targets.get("web")?.replicas).toBe(9);
  });
});

describe("before the period is over, a count outside the bounds", () => {
  const hour = 3_600_000;

  /** After a decision, with the next one an hour later; and what another client does to the count. */
  const decided = async (periodMs = hour) => {
    const made = scene();
    Object.assign(made.wish, { periodMs, askedAt: 50_000, bounds: [2, 8] });
    await made.pass();
    const { world, targets, log, ages } = made;
    const edited = (replicas: number) => {
      world.edit("web", replicas);
      targets.catchUp();
      return made.pass();
    };
    targets.catchUp();
    expect(world.state("web")?.replicas).toBe(5);
    log.length = 0;
    ages.length = 0;
    return { ...made, edited, count: () => world.state("web")?.replicas };
  };
  const scalesOf = (log: readonly string[]) => log.filter(line => line.startsWith("scale"));

  it.each([
    { shows: "above the maximum is corrected", edit: 9, want: 8 },
    { shows: "below the minimum is corrected", edit: 1, want: 2 },
    { shows: "of 0 is not: a person set it", edit: 0, want: 0 },
    { shows: "is not, if it is the maximum", edit: 8, want: 8 },
    { shows: "is not, if it is the minimum", edit: 2, want: 2 },
  ])("$shows", async ({ edit, want }) => {
    const { edited, count, targets, transport, log } = await decided();
    await edited(edit);
    expect(count()).toBe(want);
    expect(scalesOf(log)).toEqual(edit === want ? [] : [`scale web ${edit}->${want}`]);
    // The correction costs its write, and no read.
    expect(transport.requests.filter(({ method }) => method === "GET")).toEqual([]);
    expect(targets.asked).toEqual([]);
  });

  it.each(["DryRun", "Paused"] as const)("causes no decision in mode %s", async mode => {
    const { edited, wish, ages, log } = await decided();
    wish.mode = mode;
    await edited(9);
    expect([ages, scalesOf(log)]).toEqual([[], []]);
  });

  it("causes no decision with votes, and leaves no trace of the attempt", async () => {
    const { edited, wish, count, stateOf, target } = await decided();
    Object.assign(wish, { isHeld: true, nodes: 7 });
    const [{ memory }, before] = [stateOf(), target()];
    await edited(9);
    expect([count(), stateOf().memory, target()?.decision]).toEqual([9, memory, before?.decision]);
    wish.askedAt += hour;
    await edited(9);
    expect(count()).toBe(7);
  });

  it("is corrected after a restart, too", async () => {
    const { edited, restart, count } = await decided();
    restart();
    await edited(9);
    expect(count()).toBe(8);
  });

  it.each([
    { periodMs: hour, waitMs: 15_000 },
    { periodMs: 6_000, waitMs: 6_000 },
  ])(
    "is corrected once in $waitMs ms with a period of $periodMs ms, if another writer moves it each time",
    async ({ periodMs, waitMs }) => {
      const { edited, clock, count, pass, log, targets } = await decided(periodMs);
      expect(await edited(9)).toEqual({ kind: "done", dueInMs: waitMs });
      clock.advance(1_000);
      expect(await edited(9)).toEqual({ kind: "done", dueInMs: waitMs - 1_000 });
      clock.advance(waitMs - 1_001);
      expect(await edited(10)).toEqual({ kind: "done", dueInMs: 1 });
      expect(count()).toBe(10);
      clock.advance(1);
      expect(await pass()).toEqual({ kind: "done", dueInMs: waitMs });
      expect(scalesOf(log)).toEqual(["scale web 9->8", "scale web 10->8"]);
      targets.catchUp();
      clock.advance(waitMs);
      expect(await pass()).toEqual(done);
    },
  );

  it("is corrected at once if the clock was set back after the previous correction", async () => {
    const { edited, clock, count } = await decided();
    await edited(9);
    clock.advance(-600_000);
    await edited(10);
    expect(count()).toBe(8);
  });

  // prettier-ignore
  it.each<{ shows: string; code: "Forbidden" | "Invalid" | "Timeout"; moves: boolean; tries: number }>([
    { shows: "is refused",                                code: "Forbidden", moves: false, tries: 1 },
    { shows: "is not allowed by a policy",                code: "Invalid",   moves: false, tries: 1 },
    { shows: "gets no answer",                            code: "Timeout",   moves: false, tries: 1 },
    { shows: "conflicts with another writer, every time", code: "Invalid",   moves: true,  tries: 3 },
  ])("is retried with a backoff if the correction $shows", async ({ code, moves, tries }) => {
    const { edited, world, wrote, pass, count, targets } = await decided();
    let moved = 20;
    world.before = request => {
      if (!isScale(request)) return null;
      if (!moves) return { code };
      world.edit("web", ++moved);
      return null;
    };
    wrote.length = 0;
    expect(await edited(20)).toMatchObject({ kind: "retry", reason: "TargetUnsettled" });
    expect(wrote).toHaveLength(tries);
    world.before = () => null;
    targets.catchUp();
    expect(await pass()).toEqual({ kind: "done", dueInMs: 15_000 });
    expect(count()).toBe(8);
  });

  it("of a target without a watch is corrected when it is read, without one more read", async () => {
    const { pass, targets, world, count } = await decided();
    targets.fault = name => ({
      kind: "found",
      target: { resource, namespace: "ns", name },
      state: world.state(name)!,
      polled: true,
    });
    world.edit("web", 9);
    expect(await pass()).toEqual(done);
    expect(count()).toBe(8);
  });
});

describe("the age of the samples of a decision", () => {
  it("counts from the request, not from the read", async () => {
    const { pass, wish, clock, ages } = scene({ targets: { web: 5 } });
    for (const asked of [4_000, 0, 250]) {
      wish.askedAt = clock.monotonic() - asked;
      await pass();
    }
    expect(ages).toEqual([4_000, 0, 250]);
  });
});
