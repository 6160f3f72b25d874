import { describe, expect, it } from "vitest";

import type { PodUsage } from "../../engine/model/observation/pod-usage.ts";
import { err, ok, type Result } from "../../engine/model/values/result.ts";
import { systemClock } from "../../kube/clock.ts";
import type { ClusterPodMetricsQuestion } from "../../kube/metrics/pod-metrics.ts";
import { kubeError, type KubeError, type KubeErrorCode } from "../../kube/transport/errors.ts";
import { later, withFakeTimers } from "../testing/fake-timers.ts";
import { sample } from "../testing/metrics-scenes.ts";
import { untracked } from "../testing/untracked.ts";
import { PacedStarts } from "../workqueue/event-loop-turn.ts";
import { ClusterPodMetrics, requestInPods, type Samples } from "./cluster-pod-metrics.ts";
import { PodMetrics } from "./pod-metrics-cache.ts";

withFakeTimers();

type Listed = Result<ReadonlyMap<string, Samples>, KubeError>;

const error = (code: KubeErrorCode, retryAfterMs: number | null = null) =>
  err(kubeError(code, { request: "GET", message: "no", retryAfterMs }));

/** Namespaces with one object and one pod each, in a cluster with this number of pods. */
function scene(many: number, podsInCluster: number | null = many) {
  const lists: { readonly of: number; readonly at: number }[] = [];
  const own: { readonly namespace: string; readonly at: number }[] = [];
  const told: string[] = [];
  const play: {
    all: (question: ClusterPodMetricsQuestion) => Listed | Promise<Listed>;
    waiting: number;
  } = {
    waiting: 0,
    all: ({ namespaces }) =>
      ok(new Map([...namespaces].map(each => [each, new Map([["all", sample("all")]])]))),
  };
  const clock = systemClock;
  const cluster = new ClusterPodMetrics({
    ...{ clock, podsInCluster: () => podsInCluster },
    ...{ namespaces: () => many, waiting: () => play.waiting },
    askAll: question => {
      lists.push({ of: question.namespaces.size, at: clock.monotonic() });
      return Promise.resolve(play.all(question));
    },
  });
  const metrics = new PodMetrics({
    ...{ cluster, clock, deadlineMs: 10_000, starts: new PacedStarts(clock) },
    ...{ count: () => 1, total: () => 0, objects: () => 1, onAnswer: topic => told.push(topic) },
    ask: ({ namespace }) => {
      own.push({ namespace, at: clock.monotonic() });
      return Promise.resolve<Result<readonly PodUsage[], KubeError>>(ok([sample("own")]));
    },
  });
  const names = Array.from({ length: many }, (_, index) => `team-${index}`);
  const consumers = (namespace: string, periodSeconds = 15) => ({
    ...{ namespace, selector: "app=web", periodSeconds },
  });
  const readAll = () => names.map(each => metrics.read(consumers(each), untracked));
  /** The requests of one period, or of another time. */
  const period = async (ms = 15_000) => {
    for (const records of [lists, own, told]) records.length = 0;
    await later(ms);
    return { lists: lists.length, own: own.length };
  };
  return { ...{ lists, own, told, play, cluster, metrics, names, consumers, readAll, period } };
}

const settled = async (many: number, podsInCluster?: number | null) => {
  const made = scene(many, podsInCluster);
  made.readAll();
  // Shared questions are asked at multiples of 15 s, so this is between two of them.
  await later(67_000);
  return made;
};

describe("PodMetrics of many namespaces", () => {
  // prettier-ignore
  it.each<{ shows: string; many: number; podsInCluster: number | null; want: { lists: number; own: number } }>([
    { shows: "one list, if there are more than 20",                  many: 21,    podsInCluster: 21,    want: { lists: 1, own: 0 } },
    { shows: "one list, however many there are",                     many: 200,   podsInCluster: 400,   want: { lists: 1, own: 0 } },
    { shows: "a list each, if there are 20",                         many: 20,    podsInCluster: 20,    want: { lists: 0, own: 20 } },
    { shows: "a list each, if one of all would cost more than half", many: 100,   podsInCluster: 2_501, want: { lists: 0, own: 100 } },
    { shows: "a list each, if the pods of others are not known",     many: 100,   podsInCluster: null,  want: { lists: 0, own: 100 } },
  ])("cost $shows", async ({ many, podsInCluster, want }) => {
    const { period, readAll, told } = await settled(many, podsInCluster);
    expect(await period()).toEqual(want);
    expect(told).toHaveLength(many);
    const from = want.lists > 0 ? "all" : "own";
    for (const state of readAll()) {
      expect(state.kind === "known" && [...state.samples.keys()]).toEqual([from]);
    }
  });

  it("of a start, when all ask at once, cost one list after the first of them", async () => {
    const { lists, own, readAll } = scene(500, 10_000);
    readAll();
    await later(1_000);
    expect({ lists: lists.length, own: own.length }).toEqual({ lists: 1, own: 31 });
    for (const state of readAll()) expect(state.kind).toBe("known");
  });

  it("come from a list that began after each of them was due", async () => {
    const { lists, readAll, period } = await settled(100);
    await period();
    const began = lists.map(({ at }) => at);
    for (const state of readAll()) {
      const { askedAt } = state as { askedAt: number };
      expect(began.some(at => at >= askedAt && at - askedAt < 1_000)).toBe(true);
    }
  });

  it("of a shorter period cost a list of their own in between", async () => {
    const { period, metrics, names, consumers, own } = await settled(100);
    metrics.read(consumers(names[0]!, 5), untracked);
    await later(30_000);
    expect(await period()).toEqual({ lists: 1, own: 2 });
    expect(new Set(own.map(({ namespace }) => namespace))).toEqual(new Set([names[0]]));
  });

  // prettier-ignore
  it.each<{ shows: string; code: KubeErrorCode }>([
    { shows: "is refused",      code: "Forbidden" },
    { shows: "is too large",    code: "TooLarge" },
    { shows: "is malformed",    code: "Malformed" },
  ])("of which a list of the cluster $shows come from a list each for five minutes", async ({ code }) => {
    const { period, play, told, lists, readAll } = await settled(100);
    play.all = () => error(code);
    expect(await period()).toEqual({ lists: 1, own: 100 });
    expect(told).toHaveLength(100);
    lists.length = 0;
    await later(270_000);
    expect(lists).toEqual([]);
    for (const state of readAll()) expect(state.kind).toBe("known");
    await later(60_000);
    expect(lists).toHaveLength(1);
  });

  it.each<KubeErrorCode>(["ServerError", "Timeout"])(
    "of which a list of the cluster ends with %s come from a list each, for longer each time",
    async code => {
      const { period, play, lists, readAll } = await settled(25);
      play.all = () => error(code);
      expect(await period()).toEqual({ lists: 1, own: 25 });
      for (const state of readAll()) expect(state.kind).toBe("known");
      const first = lists.slice();
      await period(1_200_000);
      lists.unshift(...first);
      const gaps = lists.slice(1).map(({ at }, index) => at - lists[index]!.at);
      for (const [index, seconds] of [15, 30, 60, 120, 240, 300].entries()) {
        expect(gaps[index]).toBeGreaterThanOrEqual(seconds * 1_000);
        expect(gaps[index]).toBeLessThanOrEqual((seconds + 2 * 15) * 1_000);
      }
      play.all = () => ok(new Map());
      await period(330_000);
      expect(lists.length).toBeGreaterThan(0);
      play.all = () => error(code);
      // As after the first failure.
      await period(45_000);
      expect(lists).toHaveLength(2);
    },
  );

  it("of which a list of the cluster hangs come from a list each in the same period", async () => {
    const { period, play, told } = await settled(100);
    play.all = ({ deadlineMs }) =>
      new Promise(resolve => setTimeout(() => resolve(error("Timeout")), deadlineMs));
    // It begins after 8 s and has four fifths of the deadline of 10 s; the next one would begin after 23 s.
    expect(await period(20_000)).toEqual({ lists: 1, own: 100 });
    expect(told).toHaveLength(100);
  });

  it("do not wait for the next lists of the cluster after one that hung", async () => {
    const { period, play, own, lists, names } = await settled(100);
    play.all = ({ deadlineMs }) =>
      new Promise(resolve => setTimeout(() => resolve(error("Timeout")), deadlineMs));
    // The first list, and the time until each namespace asks at its own time.
    await period(35_000);
    await period(300_000);
    expect(lists.length).toBeGreaterThan(2);
    for (const name of names) {
      const times = own.filter(({ namespace }) => namespace === name).map(({ at }) => at);
      const gaps = times.slice(1).map((at, index) => at - times[index]!);
      expect(Math.max(...gaps)).toBeLessThanOrEqual(15_100);
    }
    play.all = () => ok(new Map());
    await period(300_000);
    expect(await period()).toEqual({ lists: 1, own: 0 });
  });

  it("of a namespace with less time than the others come from a list of its own", async () => {
    const { cluster, names, play } = await settled(100);
    play.all = () => new Promise(resolve => setTimeout(() => resolve(ok(new Map())), 4_000));
    const answers = new Map<string, unknown>();
    for (const [index, namespace] of names.entries()) {
      const deadlineMs = index === 0 ? 2_000 : 10_000;
      const asked = cluster.ask({ namespace, cost: requestInPods + 1, deadlineMs });
      void asked.then(answer => answers.set(namespace, answer));
    }
    // Four fifths of its time.
    await later(1_600);
    expect([...answers]).toEqual([[names[0], null]]);
    await later(3_000);
    expect(answers.size).toBe(100);
    expect(answers.get(names[1]!)).toEqual(ok(new Map()));
  });

  it("wait for a list of the cluster while many objects wait", async () => {
    const { period, play, told } = await settled(100);
    play.waiting = 101;
    play.all = () => new Promise(resolve => setTimeout(() => resolve(ok(new Map())), 9_000));
    expect(await period(20_000)).toEqual({ lists: 1, own: 0 });
    // The second half is woken after five seconds, because the queue stays long.
    await later(2_500);
    expect(told).toHaveLength(100);
  });

  it("fail together if the API server is busy, without a request each", async () => {
    const { period, play, readAll } = await settled(100);
    play.all = () => error("TooManyRequests", 40_000);
    expect(await period()).toEqual({ lists: 1, own: 0 });
    for (const state of readAll()) expect(state.kind).toBe("failed");
  });

  it("wake a few objects at a time while many wait, for at most five seconds", async () => {
    const { period, play, told } = await settled(400);
    play.waiting = 101;
    await period(9_000);
    expect(told).toHaveLength(50);
    await later(2_000);
    expect(told).toHaveLength(50);
    play.waiting = 100;
    await later(10);
    expect(told).toHaveLength(400);
    play.waiting = 101;
    await period(19_000);
    expect(told).toHaveLength(400);
  });

  // prettier-ignore
  it.each([
    { left: 11, want: { lists: 1, own: 0 } },
    { left: 10, want: { lists: 0, own: 10 } },
  ])("of which $left are left cost $want.lists lists of the cluster", async ({ left, want }) => {
    const { period, metrics, names, consumers } = await settled(21);
    for (const name of names.slice(left)) metrics.release(metrics.topic(consumers(name)));
    await later(75_000);
    expect(await period()).toEqual(want);
  });
});
