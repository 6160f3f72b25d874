import { describe, expect, it } from "vitest";

import { later, withFakeTimers } from "../testing/fake-timers.ts";
import { pollerScene } from "../testing/metrics-scenes.ts";
import type { PollRequest } from "./metric-poller.ts";

withFakeTimers();

const every = (seconds: number): PollRequest => ({ periodMs: seconds * 1_000 });

describe("a new user of a query with a period of one hour", () => {
  // prettier-ignore
  it.each<{ shows: string; alone?: number; age: number; period: number; questions: number }>([
    { shows: "uses the current answer",                       age: 0,     period: 15,    questions: 1 },
    { shows: "uses an answer as old as its own period",       age: 15,    period: 15,    questions: 1 },
    { shows: "uses an answer slightly older than its period", age: 16.4,  period: 15,    questions: 1 },
    { shows: "polls again if the answer is older than that",  age: 16.6,  period: 15,    questions: 2 },
    { shows: "polls again if the answer is much older",       age: 1_500, period: 300,   questions: 2 },
    { shows: "uses an old answer if its period is long",      age: 1_500, period: 3_600, questions: 1 },
    { shows: "does not poll a busy server", alone: 300,       age: 60,    period: 15,    questions: 1 },
  ])("$shows: $age s, every $period s", async ({ alone, age, period, questions }) => {
    const { rounds, asked } = pollerScene(alone);
    rounds.subscribe("metric/slow", every(3_600));
    await later(age * 1_000);
    expect(rounds.subscribe("metric/fast", every(period))).toBe(questions === 1);
    expect(rounds.subscribe("metric/fast", every(period))).toBe(questions === 1);
    await later(0);
    expect(rounds.subscribe("metric/fast", every(period))).toBe(true);
    expect(asked).toHaveLength(questions);
  });
});

// A timer with a delay beyond Node's maximum fires at once, again and again.
it.each<{ shows: string; alone: number; period: number }>([
  { shows: "a server with a Retry-After of a month", alone: 2_592_000, period: 15 },
  { shows: "a server with an endless Retry-After", alone: 1e9, period: 15 },
  { shows: "a query with a period of three months", alone: 0, period: 7_776_000 },
])("$shows is not polled in a tight loop", async ({ alone, period }) => {
  const { rounds, asked } = pollerScene(alone);
  rounds.subscribe("metric/web", every(period));
  await later(600_000);
  expect(asked).toHaveLength(1);
  rounds.release("metric/web");
});
