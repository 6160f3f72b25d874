import { describe, expect, it } from "vitest";

import { later, withFakeTimers } from "../testing/fake-timers.ts";
import { systemClock } from "../../kube/clock.ts";
import { pollerScene } from "../testing/metrics-scenes.ts";
import { PacedStarts } from "../workqueue/event-loop-turn.ts";
import { MetricPoller, type PollRequest } from "./metric-poller.ts";
import { SampleTimes } from "./sample-times.ts";

withFakeTimers();

interface NamedRequest extends PollRequest {
  readonly name: string;
}

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

describe("new users of a query with the same period", () => {
  // The second question follows after half a period to one and a half, which depends on the time of the first.
  it.each([0, 3, 6, 9, 12])("use the answer that others use: %i s later", async seconds => {
    await later(seconds * 1_000);
    const [alone, shared] = [pollerScene(), pollerScene()];
    for (const { rounds } of [alone, shared]) rounds.subscribe("metric/first", every(15));
    const served: boolean[] = [];
    while (served.length < 30) {
      await later(1_000);
      served.push(shared.rounds.subscribe(`metric/${served.length}`, every(15)));
    }
    expect(served).not.toContain(false);
    expect(shared.asked).toHaveLength(alone.asked.length);
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

describe("with a source that has new samples at 15 s intervals", () => {
  const afterSamples = (at: number): number => (at - 7_000) % 15_000;

  /** Rounds that know it, from the moment at which samples are there. */
  async function followed() {
    const scene = pollerScene(0, at => [Math.floor((at - 7_000) / 15_000) * 15_000 + 7_000]);
    scene.rounds.subscribe("metric/web", every(15));
    await later(309_000);
    expect(afterSamples(scene.asked.at(-1)!.at)).toBeLessThan(1_000);
    return scene;
  }

  it("a new dependent's question does not move the next round", async () => {
    const { rounds, asked } = await followed();
    await later(9_000);
    rounds.subscribe("metric/fast", every(5));
    rounds.release("metric/fast");
    await later(6_000);
    expect(afterSamples(asked.at(-1)!.at)).toBeLessThan(1_000);
  });

  it("a dependent with a longer period is woken when samples are new", async () => {
    const { rounds, told } = await followed();
    await later(7_000);
    rounds.subscribe("metric/slow", every(30));
    rounds.subscribe("metric/fast", every(5));
    await later(600_000);
    const slow = told.filter(({ topic }) => topic === "metric/slow").map(({ at }) => at);
    expect(slow.length).toBeGreaterThan(15);
    for (const at of slow.slice(-15)) expect(afterSamples(at)).toBeLessThan(1_000);
  });

  it("a server that asks to be left alone is left alone, also for new samples", async () => {
    const { rounds, asked, play } = await followed();
    play.answer = () => ({ retryAfterMs: 100_000, sampledAt: [] });
    await later(15_000);
    const before = asked.length;
    await later(90_000);
    expect(asked).toHaveLength(before);
    rounds.release("metric/web");
  });
});

it("a new dependent that cannot wait costs a question, and none for each of its periods", async () => {
  let asked = 0;
  let covered: readonly NamedRequest[] = [];
  const rounds = new MetricPoller<NamedRequest>({
    ...{ clock: systemClock, deadlineMs: 10_000, starts: new PacedStarts(systemClock) },
    ...{ name: () => "shop", moments: new SampleTimes(), onAnswer: () => undefined },
    isAnswered: request => covered.includes(request),
    ask: ({ requests, askedAt }) => {
      asked += 1;
      covered = requests;
      return Promise.resolve({
        retryAfterMs: 0,
        sampledAt: [Math.floor(askedAt / 15_000) * 15_000],
      });
    },
  });
  rounds.subscribe("metric/first", { ...every(15), name: "first" });
  await later(600_000);
  asked = 0;
  for (let joined = 0; joined < 100; joined++) {
    await later(11_000);
    rounds.subscribe(`metric/${joined}`, { ...every(15), name: `${joined}` });
    rounds.release(`metric/${joined - 10}`);
  }
  expect(asked).toBeLessThanOrEqual(100 + (1.1 * 1_100) / 15);
});
