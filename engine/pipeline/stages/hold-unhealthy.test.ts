import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { emptyHistory } from "../../history/history.ts";
import type { Failure } from "../../observation/observation.ts";
import { type Pod, trimPod } from "../../observation/pod.ts";
import { err, ok, type Result } from "../../result.ts";
import { runs } from "../../testing/runs.ts";
import { holdUnhealthy, newestPods } from "./hold-unhealthy.ts";

const NOW = Date.parse("2026-01-01T12:00:00Z");
const gate = { startSeconds: 600, maxHoldSeconds: 900 };

const ago = (seconds: number): string => new Date(NOW - seconds * 1000).toISOString();

/** Pods by letter, from the oldest to the newest: w runs, c crashes, p waits for a node, d is being deleted. */
const podsOf = (letters: string): Pod[] =>
  Array.from(letters, (letter, index) => {
    const age = 1000 + (letters.length - index) * 10;
    const ready = { type: "Ready", status: "True", lastTransitionTime: ago(age) };
    const state = letter === "c" ? { waiting: { reason: "CrashLoopBackOff" } } : { running: {} };
    return trimPod({
      metadata: {
        name: `pod-${index}`,
        deletionTimestamp: letter === "d" ? ago(1) : null,
      },
      status: {
        phase: letter === "p" ? "Pending" : "Running",
        startTime: letter === "p" ? null : ago(age),
        conditions: letter === "p" ? [] : [ready],
        containerStatuses: letter === "p" ? [] : [{ state }],
      },
    });
  });

describe("the newest pods", () => {
  // prettier-ignore
  it.each([
    { shows: "a quarter of many",                       pods: "wwwwwwwwwwwwwwwwwwwc", count: 5, areFailing: false },
    { shows: "a quarter, most of which crash",          pods: "wwwwwwwwwwwwwwwwwccc", count: 5, areFailing: true },
    { shows: "a quarter, rounded up",                   pods: "wwwwwwwwwwwwwwwwwwccc", count: 6, areFailing: false },
    { shows: "no older ones, whatever those do",        pods: "ccccccccccccccccwwww", count: 5, areFailing: false },
    { shows: "three of a few",                          pods: "wwwwwcc",              count: 3, areFailing: true },
    { shows: "three of a few, of which one crashes",    pods: "wwwwwwc",              count: 3, areFailing: false },
    { shows: "both of two",                             pods: "wc",                   count: 2, areFailing: false },
    { shows: "both of two, which crash",                pods: "cc",                   count: 2, areFailing: true },
    { shows: "the only one",                            pods: "c",                    count: 1, areFailing: true },
    { shows: "none",                                    pods: "",                     count: 0, areFailing: false },
    { shows: "none of those that wait for a node",      pods: "wccpppp",              count: 3, areFailing: true },
    { shows: "none of those that are being deleted",    pods: "wwwwdddd",             count: 3, areFailing: false },
  ])("are $shows", ({ pods, count, areFailing }) => {
    expect(newestPods(podsOf(pods), NOW, gate)).toMatchObject({ count, areFailing });
  });

  it("do not depend on the order of the list", () => {
    const letters = fc.string({ unit: fc.constantFrom("w", "c", "p", "d"), maxLength: 30 });
    const property = fc.property(letters, fc.infiniteStream(fc.nat()), (text, keys) => {
      const pods = podsOf(text);
      const shuffled = pods.map(pod => [keys.next().value, pod] as const);
      const other = shuffled.toSorted(([a], [b]) => a - b).map(([, pod]) => pod);
      expect(newestPods(other, NOW, gate)).toEqual(newestPods(pods, NOW, gate));
    });
    fc.assert(property, runs(200));
  });
});

const contextOf = (pods: Result<readonly Pod[], Failure>, spec: object = { healthGate: gate }) => ({
  ...{ now: NOW, currentReplicas: 5, observation: { pods } },
  spec: spec as { healthGate: typeof gate | null },
});
const since = (secondsAgo: number | null) => ({
  ...emptyHistory("uid"),
  failingSince: secondsAgo === null ? null : NOW - secondsAgo * 1000,
});
const unknown = err<Failure>({ reason: "InvalidSelector", message: "no" });

describe("holdUnhealthy", () => {
  // prettier-ignore
  it.each([
    { when: "the newest pods run",                     seconds: null, desired: 9, after: 9, reason: "NewestPodsWell" },
    { when: "they have just failed",                   seconds: 0,    desired: 9, after: 5, reason: "NewestPodsFailing", due: 900 },
    { when: "one second of the hold is left",          seconds: 899,  desired: 9, after: 5, reason: "NewestPodsFailing", due: 1 },
    { when: "the hold has reached its maximum",        seconds: 900,  desired: 9, after: 9, reason: "HealthHoldEnded" },
    { when: "they fail, and fewer are asked for",      seconds: 30,   desired: 2, after: 2, reason: "HealthUnaffected" },
    { when: "they fail, and as many are asked for",    seconds: 30,   desired: 5, after: 5, reason: "HealthUnaffected" },
  ])("turns $desired into $after, from 5, when $when", row => {
    const { seconds, desired, after, reason, due } = row;
    const progress = { count: desired, history: since(seconds) };
    const step = holdUnhealthy.run(progress, contextOf(ok(podsOf("wwwcc"))))?.step;
    expect(step).toMatchObject({ step: "health", before: desired, after, reason });
    expect(step?.until).toBe(due === undefined ? undefined : NOW + due * 1000);
  });

  it("says how many of the newest pods fail", () => {
    const progress = { count: 9, history: since(0) };
    const says = (pods: Result<readonly Pod[], Failure>) =>
      holdUnhealthy.run(progress, contextOf(pods))?.step.message;
    expect(says(ok(podsOf("wwwwcc")))).toBe(
      "2 of the 3 newest pods fail; look at their containers",
    );
    expect(says(unknown)).toBe("most of the newest pods failed when they were last seen");
  });

  it("does not run without a gate, and forgets what it knew", () => {
    const context = contextOf(ok(podsOf("ccc")), { healthGate: null });
    expect(holdUnhealthy.run({ count: 9, history: since(30) }, context)).toBeNull();
    expect(holdUnhealthy.observe?.(since(null), context)).toEqual(since(null));
    expect(holdUnhealthy.observe?.(since(30), context)).toEqual(since(null));
  });
});

describe("holdUnhealthy observes", () => {
  // prettier-ignore
  it.each([
    { when: "pods begin to fail",             before: null, pods: ok(podsOf("ccc")), after: 0 },
    { when: "pods still fail",                before: 90,   pods: ok(podsOf("ccc")), after: 90 },
    { when: "pods have recovered",            before: 90,   pods: ok(podsOf("www")), after: null },
    { when: "there are no pods any more",     before: 90,   pods: ok([]),            after: null },
    { when: "pods run as before",             before: null, pods: ok(podsOf("www")), after: null },
    { when: "the pods are not known",         before: 90,   pods: unknown,           after: 90 },
  ])("since when pods fail, when $when", ({ before, pods, after }) => {
    expect(holdUnhealthy.observe?.(since(before), contextOf(pods))).toEqual(since(after));
  });

  it("each failure for its whole time and never longer, and never takes anything away", () => {
    const syncs = fc.array(
      fc.record({
        wait: fc.integer({ min: 1, max: 600 }),
        isBad: fc.boolean(),
        desired: fc.nat(12),
      }),
      { maxLength: 30 },
    );
    const property = fc.property(syncs, steps => {
      let [history, now] = [since(null), NOW];
      let begun: number | null = null;
      for (const { wait, isBad, desired } of steps) {
        now += wait * 1000;
        begun = isBad ? (begun ?? now) : null;
        const context = { ...contextOf(ok(podsOf(isBad ? "wcc" : "www"))), now };
        history = holdUnhealthy.observe?.(history, context) ?? history;
        const step = holdUnhealthy.run({ count: desired, history }, context)?.step;
        const isHeld = begun !== null && now < begun + 900_000;
        expect(step?.after).toBe(isHeld ? Math.min(desired, 5) : desired);
      }
    });
    fc.assert(property, runs(200));
  });
});
