import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { RawAnswer } from "../../engine/observation/observation.ts";
import { err, ok, type Result } from "../../engine/result.ts";
import type { Clock } from "../../kube/clock.ts";
import { kubeError, type KubeError } from "../../kube/transport/errors.ts";
import { MetricCache, type MetricQuestion } from "./metric-cache.ts";
import { untracked } from "../testing/untracked.ts";

/** Follows vitest's fake timers. */
const clock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };
const later = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

type Told = Result<RawAnswer, KubeError>;

function scene() {
  const asked: { text: string; at: number; deadlineMs: number }[] = [];
  const told: string[] = [];
  const play = {
    answer: (): Told | Promise<Told> => ok({ kind: "ObjectValue", value: "1" }),
  };
  const answers = new MetricCache({
    clock,
    deadlineMs: 10_000,
    onAnswer: topic => told.push(topic),
  });
  const question = (text = "qps", namespace = "shop"): MetricQuestion => ({
    namespace,
    text,
    ask: deadlineMs => {
      asked.push({ text, at: clock.monotonic(), deadlineMs });
      return Promise.resolve(play.answer());
    },
  });
  return { answers, question, asked, told, play };
}

describe("MetricCache", () => {
  it("sends the same query once per period for all of its users", async () => {
    const { answers, question, asked } = scene();
    expect(answers.read(question(), 15, untracked)).toBeNull();
    expect(answers.read(question(), 15, untracked)).toBeNull();
    await later(0);
    expect(answers.read(question(), 15, untracked)).toMatchObject({ answer: { value: "1" } });
    await later(60_000);
    expect(asked.length).toBeLessThanOrEqual(5);
    expect(asked.length).toBeGreaterThanOrEqual(4);
  });

  it("notifies each subscriber at its own period", async () => {
    const { answers, question, told } = scene();
    answers.read(question(), 5, untracked);
    answers.read(question(), 30, untracked);
    await later(60_000);
    const times = (periodSeconds: number) =>
      told.filter(topic => topic === answers.topic(question(), periodSeconds)).length;
    expect(times(5)).toBeGreaterThan(10);
    expect(times(30)).toBeLessThanOrEqual(4);
  });

  it("ignores a sample that was requested for a longer period", async () => {
    const { answers, question, asked } = scene();
    answers.read(question(), 3_600, untracked);
    await later(60_000);
    expect(answers.read(question(), 15, untracked)).toBeNull();
    await later(0);
    expect(answers.read(question(), 15, untracked)).toMatchObject({ askedAt: asked[1]?.at });
    expect(asked).toHaveLength(2);
  });

  it("sends all queries of a namespace at the same times", async () => {
    const { answers, question, asked } = scene();
    answers.read(question("qps"), 15, untracked);
    await later(4_000);
    answers.read(question("errors"), 15, untracked);
    await later(60_000);
    const [qps, errors] = ["qps", "errors"].map(text =>
      asked.filter(each => each.text === text).map(({ at }) => at),
    );
    expect(errors?.slice(-2)).toEqual(qps?.slice(-2));
  });

  it("sends one query at a time, with a deadline before the next one", async () => {
    const { answers, question, asked, play } = scene();
    play.answer = () => new Promise(() => undefined);
    answers.read(question(), 5, untracked);
    await later(60_000);
    expect(asked).toMatchObject([{ deadlineMs: 4_000 }]);
  });

  it("returns a failure as the answer, and waits as long as a busy API server asks", async () => {
    const { answers, question, asked, play } = scene();
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
    const { answers, question, asked } = scene();
    answers.read(question(), 5, untracked);
    await later(0);
    answers.release(answers.topic(question(), 5));
    await later(60_000);
    expect(asked).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
    expect(answers.read(question(), 5, untracked)).toBeNull();
  });
});
