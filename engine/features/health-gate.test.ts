import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { emptyHistory } from "../model/history.ts";
import type { Failure } from "../model/observation/observation.ts";
import { type Pod, trimPod } from "../model/observation/pod.ts";
import { err, ok, type Result } from "../model/values/result.ts";
import { runs } from "../testing/runs.ts";
import { holdUnhealthy, newestPods } from "./health-gate.ts";

const NOW = Date.parse("2026-01-01T12:00:00Z");
const gate = { startSeconds: 600, maxHoldSeconds: 300 };

/**
 * Pods by letter, from the oldest to the newest: w serves, c crashes at its start, k has served and was
 * killed, o crashes for so long that it is no start, p waits for a node, d is being deleted.
 */
const podsOf = (letters: string, now = NOW): Pod[] => {
  const ago = (seconds: number): string => new Date(now - seconds * 1000).toISOString();
  return Array.from(letters, (letter, index) => {
    const age = (letter === "o" ? 900 : 100) + (letters.length - index) * 10;
    const isReady = letter === "w" || letter === "d";
    const since = ago(letter === "k" ? 5 : age);
    const ready = { type: "Ready", status: isReady ? "True" : "False", lastTransitionTime: since };
    const killed = { terminated: { exitCode: 137, startedAt: ago(age), finishedAt: ago(5) } };
    const waits = { state: { waiting: { reason: "CrashLoopBackOff" } } };
    const crashed = letter === "k" ? { ...waits, lastState: killed } : waits;
    return trimPod({
      metadata: {
        name: `pod-${index}`,
        deletionTimestamp: letter === "d" ? ago(1) : null,
      },
      status: {
        phase: letter === "p" ? "Pending" : "Running",
        startTime: letter === "p" ? null : ago(age),
        conditions: letter === "p" ? [] : [ready],
        containerStatuses: "cko".includes(letter) ? [crashed] : [],
      },
    });
  });
};

describe("the newest pods", () => {
  // prettier-ignore
  it.each([
    { shows: "a quarter of many",                       pods: "wwwwwwwwwwwwwwwwwwwc", count: 5, areFailing: false },
    { shows: "a quarter, most of which crash",          pods: "wwwwwwwwwwwwwwwwwccc", count: 5, areFailing: true },
    { shows: "a quarter, rounded up",                   pods: "wwwwwwwwwwwwwwwwwwccc", count: 6, areFailing: false },
    { shows: "no older ones, whatever those do",        pods: "ccccccccccccccccwwww", count: 5, areFailing: false },
    { shows: "three of a few",                          pods: "wwwwwcc",              count: 3, areFailing: true },
    { shows: "three of a few, of which one crashes",    pods: "wwwwwwc",              count: 3, areFailing: false },
    { shows: "three that crash",                        pods: "ccc",                  count: 3, areFailing: true },
    { shows: "not two, which say little",               pods: "cc",                   count: 3, areFailing: false },
    { shows: "not the only one",                        pods: "c",                    count: 3, areFailing: false },
    { shows: "none",                                    pods: "",                     count: 3, areFailing: false },
    { shows: "none of those that wait for a node",      pods: "wccpppp",              count: 3, areFailing: true },
    { shows: "none of those that are being deleted",    pods: "wwwwdddd",             count: 3, areFailing: false },
    { shows: "none that have served",                   pods: "wwwwkkk",              count: 3, areFailing: false },
    { shows: "none that are no starts",                 pods: "ooo",                  count: 3, areFailing: false },
    { shows: "failing if one of the older ones is down", pods: "wwwkccc",             count: 3, areFailing: true },
    { shows: "not failing if many older ones are down", pods: "wwkccc",               count: 3, areFailing: false },
  ])("are $shows", ({ pods, count, areFailing }) => {
    expect(newestPods(podsOf(pods), NOW, gate)).toMatchObject({ count, areFailing });
  });

  it("do not depend on the order of the list", () => {
    const letters = fc.string({
      unit: fc.constantFrom("w", "c", "k", "o", "p", "d"),
      maxLength: 30,
    });
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
const held = (secondsAgo: number | null, endedSecondsAgo: number | null = null) => ({
  ...emptyHistory("uid"),
  healthHold:
    secondsAgo === null
      ? null
      : {
          since: NOW - secondsAgo * 1000,
          until: endedSecondsAgo === null ? null : NOW - endedSecondsAgo * 1000,
        },
});
const unknown = err<Failure>({ reason: "InvalidSelector", message: "no" });

describe("holdUnhealthy", () => {
  // prettier-ignore
  it.each([
    { when: "the newest pods run",                     seconds: null, desired: 9, after: 9, reason: "NewestPodsWell" },
    { when: "they have just failed",                   seconds: 0,    desired: 9, after: 5, reason: "NewestPodsFailing", due: 300 },
    { when: "one second of the hold is left",          seconds: 299,  desired: 9, after: 5, reason: "NewestPodsFailing", due: 1 },
    { when: "the hold has reached its maximum",        seconds: 300,  desired: 9, after: 9, reason: "HealthHoldEnded" },
    { when: "they fail, and fewer are asked for",      seconds: 30,   desired: 2, after: 2, reason: "HealthUnaffected" },
    { when: "they fail, and as many are asked for",    seconds: 30,   desired: 5, after: 5, reason: "HealthUnaffected" },
  ])("turns $desired into $after, from 5, when $when", row => {
    const { seconds, desired, after, reason, due } = row;
    const progress = { count: desired, history: held(seconds) };
    const step = holdUnhealthy.run(progress, contextOf(ok(podsOf("wwwcc"))))?.step;
    expect(step).toMatchObject({ step: "health", before: desired, after, reason });
    expect(step?.until).toBe(due === undefined ? undefined : NOW + due * 1000);
  });

  it("says how many of the newest pods fail", () => {
    const progress = { count: 9, history: held(0) };
    const says = (pods: Result<readonly Pod[], Failure>) =>
      holdUnhealthy.run(progress, contextOf(pods))?.step.message;
    expect(says(ok(podsOf("wwwwcc")))).toBe(
      "2 of the 3 newest pods fail; look at their containers",
    );
    expect(says(unknown)).toBe("most of the newest pods failed when they were last seen");
  });

  it.each([
    { shows: "an empty gate", healthGate: {}, seconds: 300 },
    { shows: "a gate with one time", healthGate: { maxHoldSeconds: 60 }, seconds: 60 },
  ])("holds for a time with $shows", ({ healthGate, seconds }) => {
    const context = contextOf(ok(podsOf("wwwcc")), { healthGate });
    const step = holdUnhealthy.run({ count: 9, history: held(0) }, context)?.step;
    expect(step?.until).toBe(NOW + seconds * 1000);
  });

  it("does not run without a gate, and forgets what it knew", () => {
    const context = contextOf(ok(podsOf("ccc")), { healthGate: null });
    expect(holdUnhealthy.run({ count: 9, history: held(30) }, context)).toBeNull();
    expect(holdUnhealthy.observe?.(held(null), context)).toEqual(held(null));
    expect(holdUnhealthy.observe?.(held(30), context)).toEqual(held(null));
  });
});

describe("holdUnhealthy observes", () => {
  // prettier-ignore
  it.each<{ when: string; before: readonly (number | null)[]; pods: Result<readonly Pod[], Failure>; after: readonly (number | null)[] }>([
    { when: "pods begin to fail",             before: [null],     pods: ok(podsOf("ccc")), after: [0] },
    { when: "pods still fail",                before: [90],       pods: ok(podsOf("ccc")), after: [90] },
    { when: "pods have recovered",            before: [90],       pods: ok(podsOf("www")), after: [90, 0] },
    { when: "there are no pods any more",     before: [90],       pods: ok([]),            after: [90, 0] },
    { when: "pods run as before",             before: [null],     pods: ok(podsOf("www")), after: [null] },
    { when: "the pods are not known",         before: [90],       pods: unknown,           after: [90] },
    { when: "the hold has had its time",      before: [310],      pods: ok(podsOf("ccc")), after: [310, 10] },
    { when: "pods fail again while the gate rests", before: [400, 299], pods: ok(podsOf("ccc")), after: [400, 299] },
    { when: "pods fail again after that",     before: [400, 300], pods: ok(podsOf("ccc")), after: [0] },
    { when: "the gate has rested",            before: [400, 300], pods: ok(podsOf("www")), after: [null] },
    { when: "nothing was decided for long",   before: [900],      pods: ok(podsOf("ccc")), after: [0] },
  ])("a hold, when $when", ({ before, pods, after }) => {
    const [began = null, ended = null] = before;
    const [begins = null, ends = null] = after;
    const next = holdUnhealthy.observe?.(held(began, ended), contextOf(pods));
    expect(next).toEqual(held(begins, ends));
  });

  it("no hold that is too long or begins too soon", () => {
    const sync = fc.record({ wait: fc.integer({ min: 1, max: 200 }), isBad: fc.boolean() });
    const property = fc.property(fc.array(sync, { maxLength: 40 }), steps => {
      let [history, now] = [held(null), NOW];
      let begun: number | null = null;
      let ended = -Infinity;
      for (const { wait, isBad } of steps) {
        now += wait * 1000;
        const pods = ok(podsOf(isBad ? "wcc" : "www", now));
        const context = { ...contextOf(pods), now };
        history = holdUnhealthy.observe?.(history, context) ?? history;
        const isHeld = holdUnhealthy.run({ count: 12, history }, context)?.step.after === 5;
        if (isHeld) {
          expect(isBad).toBe(true);
          expect(now - ended).toBeGreaterThanOrEqual(300_000);
          begun ??= now;
          expect(now - begun).toBeLessThan(300_000);
        } else if (begun !== null) {
          [ended, begun] = [Math.min(now, begun + 300_000), null];
        }
      }
    });
    fc.assert(property, runs(200));
  });
});
