import { describe, expect, it, vi } from "vitest";

import { err, ok } from "../../engine/model/values/result.ts";
import { kubeError } from "../../kube/transport/errors.ts";
import { later, withFakeTimers } from "../testing/fake-timers.ts";
import { metricCacheScene } from "../testing/metrics-scenes.ts";
import { untracked } from "../testing/untracked.ts";
import type { MetricQuestion } from "./metric-cache.ts";

withFakeTimers();

describe("MetricCache", () => {
  it("sends the same query once per period for all of its users", async () => {
    const { answers, question, asked } = metricCacheScene();
    expect(answers.read(question(), 15, untracked)).toBeNull();
    expect(answers.read(question(), 15, untracked)).toBeNull();
    await later(0);
    expect(answers.read(question(), 15, untracked)).toMatchObject({ answer: { value: "1" } });
    await later(60_000);
    expect(asked.length).toBeLessThanOrEqual(5);
    expect(asked.length).toBeGreaterThanOrEqual(4);
  });

  it("knows when an answer was requested that decisions wait for", async () => {
    const { answers, question, asked, play } = metricCacheScene();
    const topic = answers.topic(question(), 15);
    expect(answers.askedAt(topic)).toBe(Infinity);
    answers.read(question(), 15, untracked);
    expect(answers.askedAt(topic)).toBe(-Infinity);
    await later(0);
    expect(answers.askedAt(topic)).toBe(asked[0]?.at);
    play.answer = () => err(kubeError("Timeout", { request: "GET", message: "no answer" }));
    await later(30_000);
    expect(answers.askedAt(topic)).toBe(Infinity);
  });

  it("notifies each subscriber at its own period", async () => {
    const { answers, question, told } = metricCacheScene();
    answers.read(question(), 5, untracked);
    answers.read(question(), 30, untracked);
    await later(60_000);
    const times = (periodSeconds: number) =>
      told.filter(({ topic }) => topic === answers.topic(question(), periodSeconds)).length;
    expect(times(5)).toBeGreaterThan(10);
    expect(times(30)).toBeLessThanOrEqual(4);
  });

  it("ignores a sample that was requested for a longer period", async () => {
    const { answers, question, asked } = metricCacheScene();
    answers.read(question(), 3_600, untracked);
    await later(60_000);
    expect(answers.read(question(), 15, untracked)).toBeNull();
    await later(0);
    expect(answers.read(question(), 15, untracked)).toMatchObject({ askedAt: asked[1]?.at });
    expect(asked).toHaveLength(2);
  });

  it("sends all queries of a namespace at the same times", async () => {
    const { answers, question, asked } = metricCacheScene();
    answers.read(question("qps"), 15, untracked);
    await later(4_000);
    answers.read(question("errors"), 15, untracked);
    await later(60_000);
    const [qps, errors] = ["qps", "errors"].map(text =>
      asked.filter(each => each.text === text).map(({ at }) => at),
    );
    expect(errors?.slice(-2)).toEqual(qps?.slice(-2));
  });

  it("sends queries with a phase at the times of that phase", async () => {
    const { answers, question, asked } = metricCacheScene();
    const phases = ["shop/web", "shop/web", "shop/api", undefined];
    for (const [index, phase] of phases.entries()) {
      const asks = { ...question(String(index)), ...(phase === undefined ? {} : { phase }) };
      answers.read(asks, 15, untracked);
    }
    await later(60_000);
    const [web, alike, api, plain] = phases.map((_, index) =>
      asked.filter(({ text }) => text === String(index)).map(({ at }) => at),
    );
    expect(alike).toEqual(web);
    expect(new Set([web?.at(-1), api?.at(-1), plain?.at(-1)]).size).toBe(3);
  });

  it("sends one query at a time, with a deadline before the next one", async () => {
    const { answers, question, asked, play } = metricCacheScene();
    play.answer = () => new Promise(() => undefined);
    answers.read(question(), 5, untracked);
    await later(60_000);
    expect(asked).toMatchObject([{ deadlineMs: 4_000 }]);
  });

  describe("with a question that several namespaces share", () => {
    const shared = (scene: ReturnType<typeof metricCacheScene>, namespace: string) => ({
      ...{ ...scene.question("qps", namespace), isShared: true },
    });
    const crowded = err(kubeError("Timeout", { request: "POST", message: "no place" }));

    it("sends it once per period, for those that want it then", async () => {
      const scene = metricCacheScene();
      const { answers, asked } = scene;
      for (const each of ["team", "shop"]) answers.read(shared(scene, each), 15, untracked);
      await later(15_000);
      answers.release(answers.topic(shared(scene, "team"), 15));
      answers.read(shared(scene, "bank"), 15, untracked);
      await later(15_000);
      expect(asked.map(({ namespaces }) => namespaces)).toEqual([
        ["team"],
        ["team", "shop"],
        ["shop", "bank"],
      ]);
    });

    it("notifies each of them, and gives all of them the same answer", async () => {
      const scene = metricCacheScene();
      const { answers, told } = scene;
      const all = ["team", "shop"].map(each => shared(scene, each));
      for (const each of all) answers.read(each, 15, untracked);
      await later(0);
      expect(told.map(({ topic }) => topic)).toEqual(all.map(each => answers.topic(each, 15)));
      const [one, other] = all.map(each => answers.read(each, 15, untracked));
      expect(other).toBe(one);
    });

    it("is not paced by a namespace with another period, whose deadlines are shorter", async () => {
      const scene = metricCacheScene();
      const { answers, asked } = scene;
      answers.read(shared(scene, "mallory"), 4, untracked);
      answers.read(shared(scene, "shop"), 15, untracked);
      await later(60_000);
      const shop = asked.filter(({ namespaces }) => namespaces.includes("shop"));
      expect(shop.every(({ deadlineMs }) => deadlineMs === 10_000)).toBe(true);
      expect(shop.every(({ namespaces }) => namespaces.length === 1)).toBe(true);
      expect(shop.length).toBeGreaterThanOrEqual(4);
    });

    it("asks again at once for a namespace that was not there when the question failed", async () => {
      const scene = metricCacheScene();
      const { answers, asked, play } = scene;
      const own = ok({ kind: "ObjectValue", value: "1" } as const);
      play.answer = ({ namespaces }) =>
        namespaces.includes("shop") ? own : later(5_000).then(() => crowded);
      answers.read(shared(scene, "mallory"), 15, untracked);
      await later(1_000);
      const read = () => answers.read(shared(scene, "shop"), 15, untracked);
      expect(read()).toBeNull();
      await later(4_000);
      expect(read()).toMatchObject({ answer: { value: "1" } });
      expect(asked.map(({ namespaces }) => namespaces)).toEqual([["mallory"], ["mallory", "shop"]]);
    });

    it("asks at once for a namespace that comes after the question failed", async () => {
      const scene = metricCacheScene();
      const { answers, play } = scene;
      play.answer = () => crowded;
      answers.read(shared(scene, "mallory"), 15, untracked);
      await later(0);
      play.answer = () => ok({ kind: "ObjectValue", value: "2" });
      const read = () => answers.read(shared(scene, "shop"), 15, untracked);
      expect(read()).toBeNull();
      await later(0);
      expect(read()).toMatchObject({ answer: { value: "2" } });
    });

    it("forgets it once no namespace uses it", async () => {
      const scene = metricCacheScene();
      const { answers, asked } = scene;
      const all = ["team", "shop"].map(each => shared(scene, each));
      for (const each of all) answers.read(each, 15, untracked);
      await later(0);
      for (const each of all) answers.release(answers.topic(each, 15));
      await later(60_000);
      expect(asked).toHaveLength(1);
      expect(vi.getTimerCount()).toBe(0);
      expect(answers.read(all[1]!, 15, untracked)).toBeNull();
    });
  });

  it("returns a failure as the answer, and waits as long as a busy API server asks", async () => {
    const { answers, question, asked, play } = metricCacheScene();
    const busy = { request: "GET", message: "busy", retryAfterMs: 40_000 };
    play.answer = () => err(kubeError("TooManyRequests", busy));
    answers.read(question(), 15, untracked);
    await later(39_000);
    const message = expect.stringMatching("busy .*wait as long as the API server asks") as string;
    expect(answers.read(question(), 15, untracked)).toMatchObject({
      answer: { kind: "Failed", message },
    });
    expect(asked).toHaveLength(1);
    play.answer = () => ok({ kind: "ObjectValue", value: "2" });
    await later(25_000);
    expect(answers.read(question(), 15, untracked)).toMatchObject({ answer: { value: "2" } });
  });

  it("forgets a query that is no longer used", async () => {
    const { answers, question, asked } = metricCacheScene();
    answers.read(question(), 5, untracked);
    await later(0);
    answers.release(answers.topic(question(), 5));
    await later(60_000);
    expect(asked).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
    expect(answers.read(question(), 5, untracked)).toBeNull();
  });

  describe("with a server that answers without being asked", () => {
    const pushed = () => {
      const scene = metricCacheScene();
      const server = { says: (value: string): void => expect.fail(value), isHeard: true };
      const question: MetricQuestion = {
        ...scene.question(),
        listen: hears => {
          server.says = value => hears({ kind: "ObjectValue", value });
          return () => (server.isHeard = false);
        },
      };
      const read = () => scene.answers.read(question, 15, untracked);
      return { ...scene, server, question, read };
    };

    it("notifies all subscribers at once, and asks nothing", async () => {
      const { server, question, read, answers, told, asked } = pushed();
      read();
      answers.read(question, 30, untracked);
      await later(100);
      told.length = 0;
      server.says("2");
      const topics = [15, 30].map(period => answers.topic(question, period));
      expect(told.map(({ topic }) => topic).sort()).toEqual(topics.sort());
      const { at } = told[0]!;
      expect(read()).toEqual({
        answer: { kind: "ObjectValue", value: "2" },
        ...{ askedAt: at, pushedAt: at },
      });
      expect(asked).toHaveLength(1);
    });

    it("serves those who still wait for a first answer", () => {
      const { server, read, play } = pushed();
      play.answer = () => new Promise(() => undefined);
      expect(read()).toBeNull();
      server.says("2");
      expect(read()).toMatchObject({ answer: { value: "2" } });
    });

    it("keeps what was pushed during a question, until the next one", async () => {
      const { server, read, play } = pushed();
      play.answer = () => later(50).then(() => ok({ kind: "ObjectValue", value: "old" }));
      read();
      server.says("new");
      await later(100);
      expect(read()).toMatchObject({ answer: { value: "new" } });
      play.answer = () => ok({ kind: "ObjectValue", value: "newer" });
      await later(30_000);
      expect(read()).toMatchObject({ answer: { value: "newer" } });
      expect(read()).not.toHaveProperty("pushedAt");
    });

    it("listens only while an object depends on it", () => {
      const { server, question, answers, read } = pushed();
      read();
      answers.read(question, 30, untracked);
      answers.release(answers.topic(question, 15));
      expect(server.isHeard).toBe(true);
      answers.release(answers.topic(question, 30));
      expect(server.isHeard).toBe(false);
    });
  });
});
