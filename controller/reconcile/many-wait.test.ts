import { describe, expect, it } from "vitest";

import { beforeFirstScale, done, failNth, isScale, scene } from "../testing/reconciler-scene.ts";

const waitsMs = 15_000;
const waits = { kind: "done", dueInMs: waitsMs, isPatient: true };
const announced = ["status, pending web 3->5", "scale web 3->5"];
const rescale = "event SuccessfulRescale";

/** While many objects wait, after a first status. */
async function crowded(options: Parameters<typeof scene>[0] = {}) {
  const begun = scene({ nodes: 3, ...options });
  await begun.pass();
  begun.log.length = 0;
  begun.wish.isCrowded = true;
  const pass = () => {
    begun.targets.catchUp();
    return begun.pass();
  };
  const grow = (nodes: number) => {
    begun.wish.nodes = nodes;
    return pass();
  };
  return { ...begun, pass, grow };
}

describe("while many objects wait, the result of a change", () => {
  it("waits: the change is its announcement and itself, and the status says what is wanted", async () => {
    const { grow, log, target } = await crowded();
    expect(await grow(5)).toEqual(waits);
    expect(log).toEqual(announced);
    expect(target()).toMatchObject({ currentReplicas: 3, desiredReplicas: 5 });
    expect(target()?.decision).toMatchObject({ from: 3, to: 5 });
  });

  it("is written with its event as soon as no others wait", async () => {
    const { grow, pass, wish, log, target } = await crowded();
    await grow(5);
    wish.isCrowded = false;
    expect(await pass()).toEqual(done);
    expect(log).toEqual([...announced, "status", rescale]);
    expect(target()).toMatchObject({ currentReplicas: 5, lastScaleTime: "2026-01-01T00:00:00Z" });
    expect(target()?.history).not.toHaveProperty("pending");
  });

  it("is written after 15 s although others still wait, and no pass in between costs a request", async () => {
    const { grow, pass, clock, log } = await crowded();
    await grow(5);
    clock.advance(waitsMs - 1);
    expect(await pass()).toMatchObject({ dueInMs: 1, isPatient: true });
    expect(log).toEqual(announced);
    clock.advance(1);
    expect(await pass()).toEqual(done);
    expect(log).toEqual([...announced, "status", rescale]);
  });

  it("is written with the announcement of the next change, so that ten changes are 21 requests", async () => {
    const { grow, pass, wish, transport, target } = await crowded();
    const { length } = transport.requests;
    for (let nodes = 4; nodes <= 13; nodes++) await grow(nodes);
    const events = target()?.history?.scaleEvents ?? [];
    expect([events.length, target()?.history?.pending]).toMatchObject([9, { from: 12, to: 13 }]);
    wish.isCrowded = false;
    await pass();
    const sent = transport.requests.slice(length).filter(({ path }) => !path.includes("events"));
    expect(sent).toHaveLength(21);
    expect(target()?.history?.scaleEvents).toHaveLength(10);
  });

  it("waits for 15 s again after the next change", async () => {
    const { grow, clock } = await crowded();
    await grow(4);
    clock.advance(waitsMs - 1);
    expect(await grow(5)).toEqual(waits);
  });

  it("leaves the queue alone while this process may not write", async () => {
    const { grow, pass, wish } = await crowded();
    await grow(5);
    wish.isCrowded = false;
    wish.mayWrite = () => false;
    expect(await pass()).toEqual({ kind: "done", dueInMs: 1_000 });
  });

  it("has its event when the announcement of the next change contains it", async () => {
    const { grow, log } = await crowded();
    await grow(4);
    await grow(5);
    expect(log.filter(line => line.startsWith("event"))).toEqual([rescale]);
  });

  it("that is a failure waits for none", async () => {
    const { grow, world, log } = await crowded();
    world.before = failNth(isScale, 1, { code: "Forbidden" });
    expect(await grow(5)).toMatchObject({ kind: "retry" });
    expect(log).toEqual(["status, pending web 3->5", "status", "event FailedRescale"]);
  });
});

/** The points at which a process may end while the result waits. */
describe("a process that ends before the result of a change is written", () => {
  it.each<{ shows: string; after: number; replicas: number; want: object }>([
    { shows: "at once", after: 0, replicas: 5, want: { time: "2026-01-01T00:00:00.000Z" } },
    {
      shows: "later",
      after: 9_000,
      replicas: 5,
      want: {
        time: "2026-01-01T00:00:09.000Z",
        span: { since: "2026-01-01T00:00:00.000Z", up: 2, down: 0 },
      },
    },
    {
      shows: "and someone has set another count",
      after: 9_000,
      replicas: 9,
      want: { span: { up: 2, down: 0 } },
    },
  ])("is followed by one that counts the change once: $shows", async row => {
    const { grow, pass, world, wish, clock, restart, target, log } = await crowded();
    await grow(5);
    if (row.replicas !== 5) world.edit("web", row.replicas);
    clock.advance(row.after);
    restart();
    wish.isCrowded = false;
    wish.nodes = row.replicas;
    await pass();
    expect(target()?.history).not.toHaveProperty("pending");
    expect(target()?.history?.scaleEvents).toMatchObject([{ change: 2, ...row.want }]);
    expect(log.filter(line => line.startsWith("scale"))).toHaveLength(1);
  });

  it("has written it at once when someone has set the old count, which hides the change", async () => {
    const { grow, pass, world, wish, restart, target } = await crowded();
    await grow(5);
    world.edit("web", 3);
    wish.nodes = 3;
    await pass();
    restart();
    await pass();
    expect(target()?.history?.scaleEvents).toMatchObject([{ change: 2 }]);
  });

  it("between two changes is followed by one that knows both", async () => {
    const { grow, pass, world, wish, restart, target } = await crowded();
    await grow(5);
    world.before = failNth(isScale, 1, { code: "Timeout", late: true });
    await grow(6);
    world.before = () => null;
    restart();
    wish.isCrowded = false;
    await pass();
    expect(target()?.history?.scaleEvents).toMatchObject([{ change: 2 }, { change: 1 }]);
  });
});

describe("while many objects wait, a decrease", () => {
  const immediate = { nodes: 3, profile: "CPA-1.10" } as const;

  it("lets others go first for at most 15 s", async () => {
    const { grow, pass, clock, log } = await crowded(immediate);
    expect(await grow(1)).toEqual(waits);
    clock.advance(waitsMs - 1);
    expect(await pass()).toMatchObject({ dueInMs: 1, isPatient: true });
    expect(log).toEqual([]);
    clock.advance(1);
    await pass();
    expect(log.slice(0, 2)).toEqual(["status, pending web 3->1", "scale web 3->1"]);
  });

  it("is forgotten when it is no longer wanted", async () => {
    const { grow, clock, log } = await crowded(immediate);
    await grow(1);
    expect(await grow(3)).toEqual(done);
    clock.advance(waitsMs);
    expect(await grow(2)).toEqual(waits);
    expect(log).toEqual([]);
  });

  it("holds up no schedule that begins meanwhile", async () => {
    const { grow, wish, clock } = await crowded(immediate);
    wish.due = clock.now() + 5_000;
    expect(await grow(1)).toEqual({ ...waits, dueInMs: 5_000 });
  });

  it("into the bounds waits for none", async () => {
    const { grow, wish, log } = await crowded(immediate);
    wish.bounds = [1, 2];
    await grow(3);
    expect(log[1]).toBe("scale web 3->2");
  });

  it("of one target does not hold up the increase of another", async () => {
    const { grow, log, world } = await crowded({ targets: { web: 9, dns: 9 }, nodes: 9 });
    world.edit("dns", 3);
    await grow(5);
    expect(log.slice(1).sort()).toEqual(["scale dns 3->5", "scale web 9->5"]);
  });

  it("that meets another client's write decides again", async () => {
    const { grow, world, clock, log, pass } = await crowded(immediate);
    await grow(1);
    clock.advance(waitsMs);
    beforeFirstScale(world, () => {
      world.edit("web", 4);
    });
    await pass();
    expect(log).toContain("scale web 4->1");
  });
});

describe("while many objects wait, a status without a change", () => {
  it("waits, and the one that is written is the latest", async () => {
    const { pass, wish, log, world } = await crowded();
    world.editObject();
    expect(await pass()).toEqual(waits);
    world.editObject();
    wish.isCrowded = false;
    await pass();
    expect([log, world.object.status?.observedGeneration]).toEqual([["status"], 3]);
  });

  it("has the times and the decision of the pass that waits", async () => {
    const { pass, wish, clock, world } = await crowded();
    world.targets.clear();
    await pass();
    clock.advance(9_000);
    wish.isCrowded = false;
    await pass();
    const ready = world.object.status?.conditions?.find(({ type }) => type === "Ready");
    expect(ready).toMatchObject({ status: "False", lastTransitionTime: "2026-01-01T00:00:00Z" });
  });

  it("waits no longer when the saved one is true again", async () => {
    const { grow, pass, clock, wish, objectState } = await crowded();
    Object.assign(wish, { isRepeated: true, periodMs: 600_000, isCrowded: false });
    await pass();
    wish.isCrowded = true;
    clock.advance(300_000);
    expect(await grow(30)).toMatchObject({ isPatient: true });
    expect(await grow(3)).not.toHaveProperty("isPatient");
    expect(objectState().latest).toBe(objectState().status);
  });

  it("that is the first waits for none", async () => {
    const { pass, wish, log } = scene({ nodes: 3 });
    wish.isCrowded = true;
    await pass();
    expect(log).toEqual(["status"]);
  });
});
