import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { Clock } from "../../kube/clock.ts";
import { MetricPoller, type PollRequest } from "./metric-poller.ts";

/** Follows vitest's fake timers. */
const clock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };
const later = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const every = (seconds: number): PollRequest => ({ periodMs: seconds * 1_000 });

/** All there is to ask is answered; `alone`: for so many seconds the server wants to be left alone. */
function scene(alone = 0) {
  const asked: number[] = [];
  const rounds = new MetricPoller<PollRequest>({
    ...{ name: "shop", clock, deadlineMs: 10_000 },
    ask: ({ askedAt }) => {
      asked.push(askedAt);
      return Promise.resolve(alone * 1_000);
    },
    isAnswered: () => asked.length > 0,
    onAnswer: () => undefined,
  });
  return { rounds, asked };
}

describe("who joins a question that is asked once in an hour", () => {
  // prettier-ignore
  it.each<{ shows: string; alone?: number; age: number; period: number; questions: number }>([
    { shows: "has the answer of this moment",            age: 0,     period: 15,    questions: 1 },
    { shows: "has one as old as its own period",         age: 15,    period: 15,    questions: 1 },
    { shows: "has one that is a moment older",           age: 16.4,  period: 15,    questions: 1 },
    { shows: "asks where it is older than that",         age: 16.6,  period: 15,    questions: 2 },
    { shows: "asks in place of one of many minutes ago", age: 1_500, period: 300,   questions: 2 },
    { shows: "has an old one with a long period",        age: 1_500, period: 3_600, questions: 1 },
    { shows: "leaves a busy server alone", alone: 300,   age: 60,    period: 15,    questions: 1 },
  ])("$shows: $age s, every $period s", async ({ alone, age, period, questions }) => {
    const { rounds, asked } = scene(alone);
    rounds.want("metric/slow", every(3_600));
    await later(age);
    expect(rounds.want("metric/fast", every(period))).toBe(questions === 1);
    expect(rounds.want("metric/fast", every(period))).toBe(questions === 1);
    await later(0);
    expect(rounds.want("metric/fast", every(period))).toBe(true);
    expect(asked).toHaveLength(questions);
  });
});

// A timer that is set for longer than Node knows goes off at once, again and again.
it.each<{ shows: string; alone: number; period: number }>([
  { shows: "a server that wants a month for itself", alone: 2_592_000, period: 15 },
  { shows: "one that wants to be left alone for good", alone: 1e9, period: 15 },
  { shows: "a question once in three months", alone: 0, period: 7_776_000 },
])("$shows is not asked in a tight loop", async ({ alone, period }) => {
  const { rounds, asked } = scene(alone);
  rounds.want("metric/web", every(period));
  await later(600);
  expect(asked).toHaveLength(1);
  rounds.release("metric/web");
});
