import { describe, expect, it, vi } from "vitest";

import type { PodUsage } from "../../engine/model/observation/pod-usage.ts";
import { err, ok, type Result } from "../../engine/model/values/result.ts";
import { kubeError, type KubeError } from "../../kube/transport/errors.ts";
import { failure } from "../../kube/testing/failure.ts";
import { later, withFakeTimers } from "../testing/fake-timers.ts";
import { podMetricsScene, sample } from "../testing/metrics-scenes.ts";
import { untracked } from "../testing/untracked.ts";

withFakeTimers();

type Answer = Result<readonly PodUsage[], KubeError>;

describe("PodMetrics", () => {
  it("are requested at once, and then once per period for all of their users", async () => {
    const { metrics, asked, told, consumers, gaps } = podMetricsScene();
    expect(metrics.read(consumers(), untracked)).toEqual({ kind: "waiting" });
    await later(0);
    expect(metrics.read(consumers(), untracked)).toMatchObject({
      kind: "known",
      askedAt: asked[0]?.at,
    });
    metrics.read(consumers("app=db"), untracked);
    await later(60_000);
    expect(gaps(asked).slice(1)).toEqual(Array(gaps(asked).length - 1).fill(15_000));
    expect(asked.length).toBeLessThanOrEqual(5);
    expect(new Set(told.map(({ topic }) => topic))).toEqual(
      new Set([metrics.topic(consumers()), metrics.topic(consumers("app=db"))]),
    );
  });

  it("have been requested at a time that decisions wait for", async () => {
    const { metrics, asked, play, consumers } = podMetricsScene();
    const topic = metrics.topic(consumers());
    expect([metrics.askedAt(topic), metrics.askedAt("metric/15/ns/{}")]).toEqual([
      ...[Infinity, Infinity],
    ]);
    metrics.read(consumers(), untracked);
    expect(metrics.askedAt(topic)).toBe(-Infinity);
    await later(0);
    expect(metrics.askedAt(topic)).toBe(asked[0]?.at);
    play.answer = () => err(kubeError("Timeout", { request: "GET", message: "no answer" }));
    await later(30_000);
    expect(metrics.askedAt(topic)).toBe(Infinity);
  });

  it("are requested at moments spread over the period, however similar the namespace names", async () => {
    const { metrics, asked, consumers } = podMetricsScene();
    const teams = Array.from({ length: 40 }, (_, index) => `team-${index}`);
    for (const namespace of teams) metrics.read({ ...consumers(), namespace }, untracked);
    await later(60_000);
    const last = new Map(asked.map(({ namespace, at }) => [namespace, at % 15_000]));
    const quarters = [0, 1, 2, 3].map(
      quarter => [...last.values()].filter(at => Math.floor(at / 3_750) === quarter).length,
    );
    expect(quarters.reduce((sum, count) => sum + count, 0)).toBe(40);
    expect(Math.min(...quarters)).toBeGreaterThanOrEqual(5);
  });

  it("are reported to each subscriber at its own period", async () => {
    const { metrics, told, consumers, gaps } = podMetricsScene();
    const slow = consumers("app=web", 30);
    metrics.read(slow, untracked);
    metrics.read(consumers("app=web", 10), untracked);
    await later(120_000);
    const times = told.filter(({ topic }) => topic === metrics.topic(slow));
    expect(Math.min(...gaps(times).slice(1))).toBe(30_000);
  });

  it("are requested at a shorter period as soon as a user needs it, even during a request", async () => {
    const { metrics, asked, consumers } = podMetricsScene();
    metrics.read(consumers("app=web", 300), untracked);
    metrics.read(consumers("app=web", 10), untracked);
    await later(60_000);
    expect(asked.length).toBeGreaterThanOrEqual(6);
  });

  it("that were requested for a longer period are not used for a shorter one", async () => {
    const { metrics, asked, consumers } = podMetricsScene();
    metrics.read(consumers("app=web", 3_600), untracked);
    await later(0);
    await later(60_000);
    expect(asked).toHaveLength(1);
    const fast = consumers("app=web", 15);
    expect(metrics.read(fast, untracked)).toEqual({ kind: "waiting" });
    expect(metrics.read(fast, untracked)).toEqual({ kind: "waiting" });
    await later(0);
    expect(metrics.read(fast, untracked)).toMatchObject({ kind: "known", askedAt: asked[1]?.at });
    expect(asked).toHaveLength(2);
    expect(metrics.read(consumers("app=web", 60), untracked)).toMatchObject({ kind: "known" });
    expect(asked).toHaveLength(2);
  });

  it("fail after a failed request, without a return to earlier values", async () => {
    const { metrics, told, play, consumers } = podMetricsScene();
    metrics.read(consumers(), untracked);
    await later(0);
    play.answer = () => failure("ServerError", "broken");
    await later(30_000);
    const state = metrics.read(consumers(), untracked);
    expect(state).toMatchObject({ kind: "failed" });
    expect(state.kind === "failed" && state.message).toContain("broken");
    expect(told.length).toBeGreaterThan(1);
  });

  it("are requested by selector if few pods of the namespace are needed", async () => {
    const counts = { "": 500, "app=web": 3, "app=db": 4 };
    const { metrics, asked, play, consumers } = podMetricsScene(counts);
    play.answer = () => ok([sample(asked.at(-1)?.labelSelector ?? "all")]);
    metrics.read(consumers(), untracked);
    metrics.read(consumers("app=db"), untracked);
    await later(20_000);
    expect(asked.slice(-2).map(({ labelSelector }) => labelSelector)).toEqual([
      "app=web",
      "app=db",
    ]);
    const samples = new Map(["app=web", "app=db"].map(name => [name, sample(name)]));
    expect(metrics.read(consumers(), untracked)).toMatchObject({ kind: "known", samples });
  });

  // prettier-ignore
  it.each<{ of: string; pods: number; asking: number; objects: number; want: { joining: (string | null)[]; later: (string | null)[] } }>([
    { of: "all objects at a start",                     pods: 2_000,  asking: 50, objects: 200, want: { joining: [null],       later: [null] } },
    { of: "a few objects among many pods",              pods: 10_000, asking: 2,  objects: 2,   want: { joining: ["0", "0", "1"], later: ["0", "1"] } },
    { of: "a few of many objects that ask for nothing", pods: 10_000, asking: 2,  objects: 500, want: { joining: [null],       later: ["0", "1"] } },
  ])("$of, which join one after the other, are requested once, and then as is cheapest", async ({ pods, asking, objects, want }) => {
    const { metrics, asked, consumers } = podMetricsScene({ "": pods }, objects);
    const selectors = () => asked.splice(0).map(({ labelSelector }) => labelSelector);
    for (let index = 0; index < asking; index++) {
      metrics.read(consumers(`${index}`), untracked);
      await later(0);
    }
    expect(selectors()).toEqual(want.joining);
    await later(60_000);
    expect(selectors().slice(-want.later.length)).toEqual(want.later);
  });

  it("are requested for the whole namespace if that is cheaper or a selector is invalid", async () => {
    const { metrics, asked, consumers } = podMetricsScene({
      "": 500,
      "app=web": 3,
      "cheddar cheese": Infinity,
    });
    metrics.read(consumers(), untracked);
    metrics.read(consumers("cheddar cheese"), untracked);
    await later(20_000);
    expect(asked.at(-1)).toMatchObject({ labelSelector: null, pods: 500 });
  });

  const tooLarge = failure("TooLarge", "16 MiB");

  it("that exceed one response are requested by selector until they have halved", async () => {
    const counts = { "": 500, "app=web": 480, "app=db": 490, "cheddar cheese": Infinity };
    const { metrics, asked, play, consumers } = podMetricsScene(counts);
    play.answer = ({ labelSelector: only }) => (only === null ? tooLarge : ok([sample(only)]));
    const all = ["app=web", "app=db", "cheddar cheese"];
    const readAll = () => all.map(selector => metrics.read(consumers(selector), untracked));
    const selectors = () => [...new Set(asked.splice(0).map(({ labelSelector }) => labelSelector))];
    readAll();
    await later(0);
    // The first user is alone.
    expect(selectors()).toEqual(["app=web", null, "app=db"]);
    await later(30_000);
    expect(selectors()).toEqual(["app=web", "app=db"]);
    const samples = new Map(["app=web", "app=db"].map(name => [name, sample(name)]));
    for (const state of readAll()) expect(state).toMatchObject({ kind: "known", samples });
    play.answer = () => ok([]);
    counts[""] = 251;
    await later(15_000);
    expect(selectors()).toEqual(["app=web", "app=db"]);
    counts[""] = 250;
    await later(15_000);
    expect(selectors()).toEqual([null]);
  });

  it("that exceed the response for one selector fail for its target only", async () => {
    const { metrics, play, consumers } = podMetricsScene({ "": 500, "app=web": 490, "app=db": 3 });
    play.answer = ({ labelSelector }) =>
      labelSelector === "app=db" ? ok([sample("db-1")]) : tooLarge;
    metrics.read(consumers(), untracked);
    metrics.read(consumers("app=db"), untracked);
    await later(15_000);
    const message = expect.stringContaining("16 MiB") as string;
    expect(metrics.read(consumers(), untracked)).toMatchObject({ kind: "failed", message });
    expect(metrics.read(consumers("app=db"), untracked)).toMatchObject({ kind: "known" });
  });

  it("may exceed the number of arguments of a call", async () => {
    const { metrics, play, consumers } = podMetricsScene({ "": 500, "app=web": 3 });
    const many = Array.from({ length: 300_000 }, () => sample("web-1"));
    play.answer = () => ok(many);
    metrics.read(consumers(), untracked);
    await later(0);
    expect(metrics.read(consumers(), untracked)).toMatchObject({ kind: "known" });
  });

  it("of many selectors are requested a few at a time, within one deadline", async () => {
    const names = Array.from({ length: 9 }, (_, index) => `app=${index}`);
    const counts = Object.fromEntries(names.map(name => [name, 400]));
    const { metrics, asked, play, consumers } = podMetricsScene({ ...counts, "": 500 });
    play.answer = async ({ labelSelector: only }) => {
      await new Promise(resolve => setTimeout(resolve, 1_000));
      return only === null ? tooLarge : ok([sample(only)]);
    };
    for (const name of names) metrics.read(consumers(name), untracked);
    await later(60_000);
    const from = asked.findLast(({ labelSelector }) => labelSelector === names[0])?.at ?? 0;
    const round = asked.filter(({ at }) => at >= from);
    expect(round.map(({ at }) => at - from)).toEqual(
      [0, 0, 0, 0, 1, 1, 1, 1, 2].map(s => s * 1_000),
    );
    expect(round.map(({ deadlineMs }) => deadlineMs - round[0]!.deadlineMs).at(-1)).toBe(-2_000);
  });

  it("of a selector that the last response does not cover are requested at once", async () => {
    const { metrics, consumers } = podMetricsScene({ "": 500, "app=web": 3, "app=db": 4 });
    metrics.read(consumers(), untracked);
    await later(0);
    expect(metrics.read(consumers("app=db"), untracked)).toEqual({ kind: "waiting" });
    await later(0);
    expect(metrics.read(consumers("app=db"), untracked)).toMatchObject({ kind: "known" });
  });

  it("of an API that hangs are requested one at a time, with a deadline before the next request", async () => {
    const { metrics, asked, play, consumers } = podMetricsScene();
    let end: (answer: Answer) => void = () => undefined;
    play.answer = () => new Promise<Answer>(resolve => (end = resolve));
    metrics.read(consumers("app=web", 5), untracked);
    await later(60_000);
    expect(asked.map(({ deadlineMs }) => deadlineMs)).toEqual([4_000]);
    end(failure("Timeout", "late"));
    await later(0);
    expect(metrics.read(consumers("app=web", 5), untracked)).toMatchObject({ kind: "failed" });
    await later(5_000);
    expect(asked).toHaveLength(2);
  });

  it("are requested again when a busy API server allows it, and not before", async () => {
    const { metrics, asked, play, consumers, gaps } = podMetricsScene();
    const busy = { request: "GET", message: "busy", retryAfterMs: 40_000 };
    play.answer = () => err(kubeError("TooManyRequests", busy));
    metrics.read(consumers(), untracked);
    await later(0);
    expect(metrics.read(consumers(), untracked)).toMatchObject({ kind: "failed" });
    // A new user in the meantime does not cause a request.
    metrics.read(consumers("app=db", 5), untracked);
    await later(20_000);
    expect(metrics.read(consumers("app=api", 5), untracked)).toMatchObject({ kind: "failed" });
    await later(130_000);
    expect(Math.min(...gaps(asked))).toBeGreaterThanOrEqual(40_000);
    expect(asked.length).toBeGreaterThanOrEqual(4);
    play.answer = () => ok([sample("web-1")]);
    await later(50_000);
    expect(metrics.read(consumers(), untracked)).toMatchObject({ kind: "known" });
    expect(gaps(asked).at(-1)).toBe(5_000);
  });

  it("are not requested once they have no users", async () => {
    const { metrics, asked, consumers } = podMetricsScene();
    metrics.read(consumers(), untracked);
    await later(0);
    metrics.release(metrics.topic(consumers()));
    await later(60_000);
    expect(asked).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
