import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";

import { runs } from "../../engine/testing/runs.ts";
import { type Clock, systemClock as clock } from "../../kube/clock.ts";
import { later, withFakeTimers } from "../testing/fake-timers.ts";
import { WorkQueue, type PassOutcome } from "./work-queue.ts";

withFakeTimers();

const done: PassOutcome = { kind: "done", dueInMs: null };
const doneFor = (dueInMs: number): PassOutcome => ({ kind: "done", dueInMs });
const retry: PassOutcome = { kind: "retry", reason: "Timeout" };

/** A queue that records its passes; the test sets their duration and outcome. */
function scene(
  pass: (key: string) => PassOutcome | Promise<PassOutcome> = () => done,
  options: { workers?: number; random?: () => number; clock?: Clock } = {},
) {
  const passes: { key: string; at: number }[] = [];
  const faults: unknown[] = [];
  const waits: [string, number][] = [];
  const lates: [string, number | null][] = [];
  const began = clock.monotonic();
  const queue = new WorkQueue({
    work: async key => {
      passes.push({ key, at: clock.monotonic() - began });
      return pass(key);
    },
    workers: options.workers ?? 4,
    clock: options.clock ?? clock,
    random: options.random ?? (() => 1),
    onStart: (key, waitedMs, lateMs) => {
      waits.push([key, waitedMs]);
      lates.push([key, lateMs]);
    },
    onFault: (key, fault) => faults.push([key, fault]),
  });
  const keys = () => passes.map(({ key }) => key);
  const times = () => passes.map(({ at }) => at);
  return { queue, passes, keys, times, faults, waits, lates };
}

/** Passes that last until the test ends them. */
function held() {
  const ends: { key: string; end: (outcome?: PassOutcome) => void }[] = [];
  const pass = (key: string) =>
    new Promise<PassOutcome>(resolve => {
      ends.push({
        key,
        end: (outcome = done) => {
          resolve(outcome);
        },
      });
    });
  return { pass, ends };
}

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

describe("passes that find everything in caches", () => {
  // prettier-ignore
  it.each([
    { passMs: 0,  inOneTurn: 8 },
    { passMs: 4,  inOneTurn: 3 },
    { passMs: 11, inOneTurn: 1 },
  ])("of $passMs ms each let the event loop continue after $inOneTurn of 8", async row => {
    let computedMs = 0;
    const monotonic = () => clock.monotonic() + computedMs;
    const { queue, keys } = scene(
      () => {
        computedMs += row.passMs;
        return done;
      },
      { clock: { ...clock, monotonic } },
    );
    const all = Array.from({ length: 8 }, (_, index) => `shop/${index}`);
    for (const key of all) queue.add(key);
    queue.start();
    for (let turns = 0; turns < 99; turns++) await Promise.resolve();
    expect(keys()).toHaveLength(row.inOneTurn);
    for (const key of all) {
      await later(1);
      expect(keys()).toContain(key);
    }
    expect(keys()).toEqual(all);
  });
});

it("keys that wait for a worker need no turns of the event loop", async () => {
  const { pass, ends } = held();
  const { queue } = scene(pass, { workers: 2 });
  for (const key of ["shop/a", "shop/b", "shop/c"]) queue.add(key);
  queue.start();
  await later(1);
  expect([ends.length, queue.depth, vi.getTimerCount()]).toEqual([1, 2, 0]);
});

describe("a key that lets others go first", () => {
  const patient: PassOutcome = { kind: "done", dueInMs: 15_000, isPatient: true };

  /** The pass of "a/first" lets others go first, once; a worker is busy with a/busy. */
  async function waiting(others: readonly string[]) {
    const { pass, ends } = held();
    const { queue, keys } = scene(pass, { workers: 2 });
    const end = async (outcome?: PassOutcome) => {
      ends.shift()?.end(outcome);
      await later(0);
    };
    queue.start();
    for (const key of ["a/first", ...others]) queue.add(key);
    await end(patient);
    return { queue, keys, end };
  }

  it("has its pass when no others wait, and only one", async () => {
    const { keys, end } = await waiting(["a/2", "a/3"]);
    for (let times = 0; times < 3; times++) await end();
    expect(keys()).toEqual(["a/first", "a/2", "a/3", "a/first"]);
    await later(20_000);
    expect(keys()).toHaveLength(4);
  });

  it("has its pass at once if no others wait", async () => {
    const { keys } = await waiting([]);
    expect(keys()).toEqual(["a/first", "a/first"]);
  });

  it("waits with the others when its time is up", async () => {
    const { queue, keys, end } = await waiting(["a/2", "a/3"]);
    await later(15_000);
    queue.add("a/4");
    for (let times = 0; times < 3; times++) await end();
    expect(keys()).toEqual(["a/first", "a/2", "a/3", "a/first", "a/4"]);
  });

  it("waits with the others when something wakes it", async () => {
    const { queue, keys, end } = await waiting(["a/2", "a/3"]);
    queue.add("a/first");
    queue.add("a/4");
    for (let times = 0; times < 4; times++) await end();
    expect(keys()).toEqual(["a/first", "a/2", "a/3", "a/first", "a/4"]);
  });

  // prettier-ignore
  it.each([
    { waiting: 8, workers: 2, want: false },
    { waiting: 9, workers: 2, want: true },
  ])("does so if $waiting wait for $workers workers: $want", async ({ waiting: many, workers, want }) => {
    const { queue } = scene(held().pass, { workers });
    queue.start();
    for (let index = 0; index <= many; index++) queue.add(`a/${index}`);
    await later(0);
    expect([queue.depth, queue.isCrowded]).toEqual([many, want]);
  });
});

describe("add", () => {
  it("before the start takes effect at the start", async () => {
    const { queue, keys } = scene();
    queue.add("a");
    await later(1_000);
    expect([keys(), queue.depth]).toEqual([[], 1]);
    queue.start();
    expect([keys(), queue.depth]).toEqual([["a"], 0]);
  });

  it("of a waiting key changes nothing", async () => {
    const { queue, keys } = scene();
    for (const key of ["a", "b", "a", "a"]) queue.add(key);
    expect(queue.depth).toBe(2);
    queue.start();
    await later(0);
    expect(keys()).toEqual(["a", "b"]);
  });

  it("of a key that is being processed causes one more pass afterwards", async () => {
    const { pass, ends } = held();
    const { queue, keys } = scene(pass);
    queue.start();
    queue.add("a");
    for (let times = 0; times < 5; times++) queue.add("a");
    await later(0);
    expect(keys()).toEqual(["a"]);
    ends[0]?.end();
    await later(0);
    expect(keys()).toEqual(["a", "a"]);
    ends[1]?.end();
    await later(0);
    expect(keys()).toHaveLength(2);
  });

  it("reports how long the key waited for a worker", async () => {
    const { queue, waits } = scene();
    await later(1_000);
    queue.add("a");
    await later(70);
    queue.add("a");
    queue.start();
    expect(waits).toEqual([["a", 70]]);
  });

  it("reports how late a due key is, and nothing for a key that was added", async () => {
    const { pass, ends } = held();
    const { queue, lates } = scene(pass, { workers: 1 });
    queue.start();
    queue.add("a");
    ends[0]!.end(doneFor(100));
    await later(50);
    queue.add("b");
    await later(80);
    ends[1]!.end();
    await later(0);
    expect(lates).toEqual([
      ["a", null],
      ["b", null],
      ["a", 30],
    ]);
  });
});

describe("workers", () => {
  it("begin with a key when the one before has ended or waits for a response", async () => {
    const order: string[] = [];
    const { queue } = scene(async key => {
      order.push(`${key} begins`);
      if (key === "b") await pause(1);
      for (let step = 1; step <= 20; step++) await Promise.resolve();
      order.push(`${key} ends`);
      return done;
    });
    queue.start();
    for (const key of ["a", "b", "c"]) queue.add(key);
    await later(1);
    const want = ["a begins", "a ends", "b begins", "c begins", "c ends", "b ends"];
    expect(order).toEqual(want);
  });

  it("begin with one key at a time when a response ends another pass meanwhile", async () => {
    const order: string[] = [];
    let respond: () => void = () => undefined;
    const { queue } = scene(async key => {
      order.push(`${key} begins`);
      if (key === "a") await new Promise<void>(resolve => (respond = resolve));
      else respond();
      for (let step = 1; key !== "a" && step <= 20; step++) await Promise.resolve();
      order.push(`${key} ends`);
      return done;
    });
    queue.start();
    for (const key of ["a", "b", "c"]) queue.add(key);
    await later(1);
    expect(order).toEqual(["a begins", "b begins", "a ends", "b ends", "c begins", "c ends"]);
  });

  it("process as many keys in parallel as there are workers, and take the next one when free", async () => {
    const { pass, ends } = held();
    const { queue, keys } = scene(pass, { workers: 2 });
    queue.start();
    for (const key of ["a", "b", "c", "d"]) queue.add(key);
    await later(0);
    expect([keys(), queue.depth]).toEqual([["a", "b"], 2]);
    ends[1]?.end();
    await later(0);
    expect(keys()).toEqual(["a", "b", "c"]);
  });

  it("are not monopolized by one key that is added again and again", async () => {
    const { queue, keys } = scene(
      async key => {
        if (key === "busy" && keys().length < 20) queue.add("busy");
        await pause(1);
        return done;
      },
      { workers: 1 },
    );
    queue.start();
    queue.add("busy");
    queue.add("quiet");
    await later(5);
    expect(keys().slice(0, 3)).toEqual(["busy", "quiet", "busy"]);
  });
});

describe("namespaces", () => {
  const keysOf = (namespace: string, many: number): string[] =>
    Array.from({ length: many }, (_, index) => `${namespace}/${index + 1}`);

  // prettier-ignore
  it.each<{ shows: string; hanging: string[]; workers: number; want: number }>([
    { shows: "one namespace leaves half of the workers to others", hanging: ["a"],           workers: 16, want: 8 },
    { shows: "two namespaces leave nearly a third",                hanging: ["a", "b"],      workers: 16, want: 11 },
    { shows: "one namespace takes the only worker",                hanging: ["a"],           workers: 1,  want: 1 },
    { shows: "one namespace leaves the second worker",             hanging: ["a"],           workers: 2,  want: 1 },
  ])("with hanging passes: $shows", async ({ hanging, workers, want }) => {
    const { queue, keys } = scene(() => new Promise(() => undefined), { workers });
    for (const key of hanging.flatMap(namespace => keysOf(namespace, 100))) queue.add(key);
    queue.start();
    await later(0);
    expect(keys()).toHaveLength(want);
  });

  it("continue with due objects while the passes of another namespace hang", async () => {
    const { queue, passes } = scene(
      key => (key.startsWith("a/") ? new Promise(() => undefined) : doneFor(1_000)),
      { workers: 4 },
    );
    queue.start();
    for (const key of [...keysOf("a", 500), "b/web"]) queue.add(key);
    await later(60_500);
    const punctual = passes.filter(({ key }) => key === "b/web").map(({ at }) => Math.round(at));
    expect(punctual).toEqual(Array.from({ length: 61 }, (_, second) => second * 1_000));
  });

  it("take turns, and keep the order of their objects", async () => {
    const { queue, keys } = scene(() => done, { workers: 1 });
    for (const key of [...keysOf("a", 3), ...keysOf("b", 2), "c/1"]) queue.add(key);
    queue.start();
    await later(1);
    expect(keys()).toEqual(["a/1", "b/1", "c/1", "a/2", "b/2", "a/3"]);
  });
});

describe("a pass that must be retried", () => {
  it("is repeated with increasing pauses of at most thirty seconds", async () => {
    const { queue, times } = scene(() => retry);
    queue.start();
    queue.add("a");
    await later(200_000);
    const pauses = times().map((at, index) => Math.round(at - (times()[index - 1] ?? 0)));
    expect(pauses.slice(0, 11)).toEqual([
      0, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000,
    ]);
  });

  it("after a rejection is repeated with pauses of up to five minutes", async () => {
    const { queue, times } = scene(() => ({ ...retry, refusal: "no" }));
    queue.start();
    queue.add("a");
    await later(1_500_000);
    const pauses = times().map((at, index) => Math.round(at - (times()[index - 1] ?? 0)));
    expect(pauses.slice(7, 14)).toEqual([
      12_800, 25_600, 51_200, 102_400, 204_800, 300_000, 300_000,
    ]);
  });

  it.each([{ how: "something happens" }, { how: "retryNow comes" }])(
    "after a rejection is repeated at once when $how",
    async ({ how }) => {
      const { queue, keys } = scene(() => ({ ...retry, refusal: "no" }));
      queue.start();
      queue.add("a");
      await later(500_000);
      const { length } = keys();
      if (how === "retryNow comes") queue.retryNow();
      else queue.add("a");
      await later(0);
      expect(keys()).toHaveLength(length + 1);
    },
  );

  it("is not repeated before the Retry-After of the API server", async () => {
    const outcomes: PassOutcome[] = [{ ...retry, notBeforeMs: 4_000 }, retry, done];
    const { queue, times } = scene(() => outcomes.shift() ?? done);
    queue.start();
    queue.add("a");
    await later(10_000);
    expect(times().map(Math.round)).toEqual([0, 4_000, 4_400]);
  });

  it("is not repeated before the Retry-After despite additions, nor delayed by them", async () => {
    const outcomes: PassOutcome[] = [{ ...retry, notBeforeMs: 4_000 }, done];
    const { queue, times } = scene(() => outcomes.shift() ?? done);
    queue.start();
    queue.add("a");
    await later(1_000);
    queue.add("a");
    await later(2_000);
    queue.add("a");
    await later(60_000);
    expect(times()).toEqual([0, 4_000]);
    queue.add("a");
    await later(0);
    expect(times()).toHaveLength(3);
  });

  it("is repeated before the Retry-After once the API server is reachable again", async () => {
    const outcomes: PassOutcome[] = [{ ...retry, notBeforeMs: 4_000 }, done];
    const { queue, times } = scene(() => outcomes.shift() ?? done);
    queue.start();
    queue.add("a");
    await later(1_000);
    queue.retryNow();
    await later(60_000);
    expect(times()).toEqual([0, 1_000]);
  });

  it("is repeated after half of a pause at the earliest, so that retries are spread", async () => {
    const { queue, times } = scene(() => retry, { random: () => 0 });
    queue.start();
    queue.add("a");
    await later(310);
    expect(times().map(Math.round)).toEqual([0, 100, 300]);
  });

  it("starts with a short pause again after a success", async () => {
    const outcomes = [retry, retry, done, retry, done];
    const { queue, times } = scene(() => outcomes.shift() ?? done);
    queue.start();
    queue.add("a");
    await later(1_000);
    queue.add("a");
    await later(1_000);
    expect(times().map(Math.round)).toEqual([0, 200, 600, 1_000, 1_200]);
  });

  it("is repeated at once, and only once, when its key is added", async () => {
    const outcomes = [retry, done];
    const { queue, times } = scene(() => outcomes.shift() ?? done);
    queue.start();
    queue.add("a");
    await later(50);
    queue.add("a");
    await later(10_000);
    expect(times().map(Math.round)).toEqual([0, 50]);
  });

  it("is repeated at once by retryNow, which does not affect keys without a retry", async () => {
    const outcomes: Record<string, PassOutcome[]> = {
      a: [retry, retry, done],
      b: [retry, done],
      c: [done],
    };
    const { queue, passes } = scene(key => outcomes[key]?.shift() ?? done);
    queue.start();
    for (const key of ["a", "b", "c"]) queue.add(key);
    await later(250);
    queue.retryNow();
    await later(0);
    expect(passes.slice(3).map(({ key, at }) => [key, Math.round(at)])).toEqual([
      ["a", 200],
      ["b", 200],
      ["a", 250],
    ]);
  });

  it("is repeated immediately after it if retryNow is called during the pass", async () => {
    const { pass, ends } = held();
    const { queue, times } = scene(pass);
    queue.start();
    queue.add("a");
    ends[0]?.end(retry);
    await later(200);
    queue.retryNow();
    ends[1]?.end(retry);
    await later(0);
    expect(times().map(Math.round)).toEqual([0, 200, 200]);
  });

  it.each([
    {
      shows: "throws",
      pass: () => {
        throw new Error("bug");
      },
    },
    { shows: "rejects", pass: () => Promise.reject(new Error("bug")) },
  ])("that $shows is reported and retried with a back-off", async ({ pass }) => {
    const { queue, faults, times } = scene(pass);
    queue.start();
    queue.add("a");
    await later(250);
    expect(times().map(Math.round)).toEqual([0, 200]);
    expect(faults).toEqual([
      ["a", new Error("bug")],
      ["a", new Error("bug")],
    ]);
  });
});

describe("a due time", () => {
  it("starts a pass at that time, and only one", async () => {
    const outcomes = [doneFor(5_000)];
    const { queue, times } = scene(() => outcomes.shift() ?? done);
    queue.start();
    queue.add("a");
    await later(60_000);
    expect(times().map(Math.round)).toEqual([0, 5_000]);
  });

  it.each([{ dueInMs: 0 }, { dueInMs: -50 }])("of $dueInMs ms is now", async ({ dueInMs }) => {
    const outcomes = [doneFor(dueInMs)];
    const { queue, times } = scene(() => outcomes.shift() ?? done);
    queue.start();
    queue.add("a");
    await later(1);
    expect(times()).toHaveLength(2);
    expect(times()[1]).toBeLessThanOrEqual(1);
  });

  it("is replaced by the result of the next pass", async () => {
    const outcomes = [doneFor(5_000), doneFor(20_000), done];
    const { queue, times } = scene(() => outcomes.shift() ?? done);
    queue.start();
    queue.add("a");
    await later(1_000);
    queue.add("a");
    await later(60_000);
    expect(times().map(Math.round)).toEqual([0, 1_000, 21_000]);
  });

  it("is dropped by a pass without one", async () => {
    const outcomes = [doneFor(5_000), done];
    const { queue, times } = scene(() => outcomes.shift() ?? done);
    queue.start();
    queue.add("a");
    await later(1_000);
    queue.add("a");
    await later(60_000);
    expect(times()).toHaveLength(2);
  });

  it("beyond the maximum delay of a timer is not now", async () => {
    const { queue, times } = scene(() => doneFor(30 * 86_400_000));
    queue.start();
    queue.add("a");
    await later(29 * 86_400_000);
    expect(times()).toHaveLength(1);
    await later(86_400_000);
    expect(times()).toHaveLength(2);
  });

  it("of one key does not change another's", async () => {
    const { queue, passes } = scene(key => doneFor(key === "slow" ? 900 : 200));
    queue.start();
    queue.add("slow");
    queue.add("quick");
    await later(950);
    expect(passes.filter(({ key }) => key === "slow").map(({ at }) => Math.round(at))).toEqual([
      0, 900,
    ]);
    expect(passes.filter(({ key }) => key === "quick").map(({ at }) => Math.round(at))).toEqual([
      0, 200, 400, 600, 800,
    ]);
  });
});

describe("stop", () => {
  it("waits for running passes, and starts no new ones", async () => {
    const { pass, ends } = held();
    const { queue, keys } = scene(pass, { workers: 1 });
    queue.start();
    queue.add("a");
    queue.add("a");
    queue.add("b");
    let stopped = false;
    const stopping = queue.stop().then(() => {
      stopped = true;
    });
    await later(1_000);
    expect(stopped).toBe(false);
    ends[0]?.end(retry);
    await stopping;
    await later(60_000);
    expect(keys()).toEqual(["a"]);
  });

  it("resolves at once if no pass is running, and ignores due times afterwards", async () => {
    const { queue, keys } = scene(() => doneFor(100));
    queue.start();
    queue.add("a");
    await later(10);
    await queue.stop();
    await later(10_000);
    expect(keys()).toEqual(["a"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is final: a later start, from a slow cache, starts nothing", async () => {
    const { queue, keys } = scene();
    queue.add("a");
    await queue.stop();
    queue.start();
    await later(10);
    expect(keys()).toEqual([]);
  });
});

describe("any sequence of additions", () => {
  const action = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant("add" as const),
        key: fc.constantFrom("a", "x/a", "x/b", "y/a"),
      }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.nat(400) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("retryNow" as const) }) },
  );
  const behaviour = fc.record({
    lasts: fc.nat(50),
    outcome: fc.constantFrom(done, retry, doneFor(70)),
  });
  const story = fc.record({
    actions: fc.array(action, { maxLength: 40 }),
    behaviours: fc.array(behaviour, { maxLength: 40 }),
    workers: fc.integer({ min: 1, max: 3 }),
  });

  it("gives every key a pass after its last add, never two at once, never beyond the worker limit", async () => {
    const holds = fc.asyncProperty(story, async ({ actions, behaviours, workers }) => {
      const working = new Set<string>();
      const lastPass = new Map<string, number>();
      const lastAdd = new Map<string, number>();
      let moment = 0;
      const { queue } = scene(
        async key => {
          expect(working.has(key)).toBe(false);
          working.add(key);
          expect(working.size).toBeLessThanOrEqual(workers);
          lastPass.set(key, ++moment);
          const { lasts, outcome } = behaviours.shift() ?? { lasts: 1, outcome: done };
          await pause(lasts);
          working.delete(key);
          return outcome;
        },
        { workers },
      );
      queue.start();
      for (const item of actions) {
        if (item.kind === "wait") await later(item.ms);
        if (item.kind === "retryNow") queue.retryNow();
        if (item.kind === "add") {
          lastAdd.set(item.key, ++moment);
          queue.add(item.key);
        }
      }
      await later(120_000);
      for (const [key, added] of lastAdd) expect(lastPass.get(key)).toBeGreaterThan(added);
      expect([working.size, queue.depth]).toEqual([0, 0]);
      await queue.stop();
    });
    await fc.assert(holds, runs(100));
  });
});
