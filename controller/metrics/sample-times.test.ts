import { describe, expect, it } from "vitest";

import { systemClock } from "../../kube/clock.ts";
import { later, withFakeTimers } from "../testing/fake-timers.ts";
import { PacedStarts } from "../workqueue/event-loop-turn.ts";
import { MetricPoller, type PollRequest } from "./metric-poller.ts";
import { shared, type Moments } from "./moments.ts";
import { SampleTimes } from "./sample-times.ts";

withFakeTimers();

/** When the samples were measured that a source has at a moment, in seconds. */
type Source = (at: number) => readonly number[];

/** A sample each `every` seconds, which can be read `delay` later. */
const regular =
  (every: number, { phase = 0, delay = 0.3 } = {}): Source =>
  at => [Math.floor((at - delay - phase) / every) * every + phase];

/** What a poller gets of a source in an hour, after five minutes in which it learns. */
async function poll(source: Source, moments: Moments, periodSeconds: number) {
  const asked: number[] = [];
  const decided: { readonly at: number; readonly age: number }[] = [];
  const start = systemClock.monotonic();
  const now = () => (systemClock.monotonic() - start) / 1_000;
  let ages: number[] = [];
  const rounds = new MetricPoller<PollRequest>({
    ...{ clock: systemClock, deadlineMs: 10_000, starts: new PacedStarts(systemClock), moments },
    name: () => "shop",
    isAnswered: () => asked.length > 0,
    ask: ({ askedAt }) => {
      const times = source(now());
      asked.push(now());
      ages = times.map(time => now() - time);
      return Promise.resolve({
        retryAfterMs: 0,
        sampledAt: times.map(time => askedAt - (now() - time) * 1_000),
      });
    },
    onAnswer: () => {
      const age = ages.reduce((sum, each) => sum + each, 0) / Math.max(1, ages.length);
      decided.push({ at: now(), age });
    },
  });
  rounds.subscribe("metric/web", { periodMs: periodSeconds * 1_000 });
  await later(300_000);
  const [before, learned] = [asked.length, decided.length];
  await later(3_600_000);
  rounds.release("metric/web");
  const settled = decided.slice(learned);
  const gaps = settled.slice(1).map(({ at }, index) => at - (settled[index]?.at ?? at));
  return {
    requests: (asked.length - before) / (3_600 / periodSeconds),
    decisions: settled.length / (3_600 / periodSeconds),
    age: settled.reduce((sum, { age }) => sum + age, 0) / settled.length,
    longest: Math.max(...gaps) / periodSeconds,
    shortest: Math.min(...gaps) / periodSeconds,
  };
}

const usual: Moments = { next: () => null, expected: () => null, record: () => true };

/** Numbers from 0 to 1 without a pattern. */
function fractions(): () => number {
  let last = 0;
  return () => (last = (last + (Math.sqrt(5) - 1) / 2) % 1);
}

/** The times of a kubelet: each container is measured at its own moment, up to ten seconds before the scrape. */
const kubelet = (): Source => {
  const random = fractions();
  const scrapes = new Map<number, readonly number[]>();
  return at => {
    const scrape = Math.floor((at - 0.3) / 15) * 15;
    const known = scrapes.get(scrape);
    const times = known ?? Array.from({ length: 12 }, () => scrape - 10 * random());
    scrapes.set(scrape, times);
    return times;
  };
};

/** New samples after five to thirty seconds. */
const irregular = (): Source => {
  const random = fractions();
  const times = [0];
  return at => {
    for (;;) {
      const next = (times.at(-1) ?? 0) + 5 + 25 * random();
      times.push(next);
      if (next > at) return [times.findLast(time => time <= at) ?? 0];
    }
  };
};

/** Every other question comes too early, as if on purpose. */
const withheld = (source: Source): Source => {
  let asked = 0;
  return at => source(asked++ % 2 === 0 ? at - 15 : at);
};

const wholeSeconds =
  (source: Source): Source =>
  at =>
    source(at).map(Math.floor);
const from =
  (time: number, before: Source, after: Source): Source =>
  at =>
    at < time ? before(at) : after(at);
const nodes =
  (...sources: readonly Source[]): Source =>
  at =>
    sources.flatMap(source => source(at));

// prettier-ignore
const sources: readonly { source: string; times: Source; every?: number; usual: number; age: number }[] = [
  { source: "metrics-server",                                 times: regular(15, { phase: 7 }),                        usual: 9, age: 0.6 },
  { source: "metrics-server, in whole seconds",               times: wholeSeconds(regular(15, { phase: 7.4 })),        usual: 9, age: 1 },
  { source: "a clock that is fast by a tenth of a percent",   times: regular(14.985, { phase: 3 }),                    usual: 8, age: 0.6 },
  { source: "a source that needs five seconds",               times: regular(15, { delay: 5, phase: 2 }),              usual: 10, age: 5.4 },
  { source: "a server whose clock is 40 s behind",            times: regular(15, { delay: 40, phase: 2 }),             usual: 48, age: 40.4 },
  { source: "a server whose clock is 40 s ahead",             times: at => regular(15, { phase: 2 })(at).map(time => time + 40), usual: -33, age: -37 },
  { source: "a server whose clock was wrong at first",         times: from(20, () => [-1e8], regular(15, { phase: 7 })), usual: 9, age: 0.6 },
  { source: "a server that started again at another moment",  times: from(900, regular(15), regular(15, { phase: 6 })), usual: 7, age: 1.1 },
  { source: "a server that was down for three minutes",       times: from(900, regular(15), from(1_080, () => [], regular(15, { phase: 3 }))), usual: 9, age: 0.8 },
  { source: "samples that are withheld every other time",     times: withheld(regular(14)), usual: 15, age: 15 },
  { source: "a resolution that has become twice as long",     times: from(900, regular(15), regular(30)),              usual: 15, age: 8.5 },
  { source: "a resolution of a minute",                       times: regular(60, { phase: 11 }),                       usual: 31, age: 24 },
  { source: "a resolution of a minute, with a longer period", times: regular(60, { phase: 11 }), every: 120,           usual: 17, age: 6.5 },
  { source: "a resolution of five seconds",                   times: regular(5, { phase: 2 }),                         usual: 3, age: 0.5 },
  { source: "a resolution of 20 seconds",                     times: regular(20, { phase: 2 }),                        usual: 10, age: 8.3 },
  { source: "a period of 3 seconds",                          times: regular(15, { phase: 2 }), every: 3,              usual: 8, age: 6.6 },
  { source: "three nodes, of which two are measured together", times: nodes(regular(15, { phase: 5 }), regular(15, { phase: 5.2 }), regular(15, { phase: 2 })), usual: 7, age: 3.5 },
  { source: "the same, at about the distance of a third",     times: nodes(regular(15, { phase: 5 }), regular(15, { phase: 5.2 }), regular(15, { phase: 11 })), usual: 8, age: 4.8 },
  { source: "times of the question, as of Prometheus",        times: at => [at],                                       usual: 0, age: 0.1 },
  { source: "times without a rhythm",                         times: irregular(),                                     usual: 10, age: 10.5 },
  { source: "no times",                                       times: () => [],                                         usual: 0, age: 0 },
  { source: "a source that ends",                             times: from(1_800, regular(15), () => [1_785]),          usual: 625, age: 626 },
  { source: "a kubelet, container by container",              times: kubelet(),                                       usual: 14, age: 5.7 },
];

/** The usual moment of a period depends on the time of the start. */
const starts = [0, 4, 8, 11];

async function pollFromEachStart(source: Source, moments: () => Moments, every: number) {
  const given = [];
  for (const seconds of starts) {
    await later(seconds * 1_000);
    given.push(await poll(source, moments(), every));
  }
  return {
    age: given.reduce((sum, { age }) => sum + age, 0) / given.length,
    requests: Math.max(...given.map(({ requests }) => requests)),
    longest: Math.max(...given.map(({ longest }) => longest)),
    shortest: Math.min(...given.map(({ shortest }) => shortest)),
  };
}

describe("rounds that follow the samples", () => {
  it.each(sources)("$source", async ({ times, every = 15, age, usual: usualAge }) => {
    const given = await pollFromEachStart(times, () => new SampleTimes(), every);
    const before = await pollFromEachStart(times, () => usual, every);
    expect(Math.round(before.age)).toBe(usualAge);
    expect(given.age).toBeLessThanOrEqual(age);
    expect(given.requests).toBeLessThanOrEqual(1.3);
    expect(given.longest).toBeLessThanOrEqual(1.26);
    expect(given.shortest).toBeGreaterThanOrEqual(0.89);
  });
});

/** The times of three containers that a kubelet measures one after the other. */
const few = (): Source => {
  const all = kubelet();
  return at => all(at).slice(0, 3);
};
const ahead =
  (seconds: number, source: Source): Source =>
  at =>
    source(at).map(time => time + seconds);
const many = (source: Source) => nodes(...Array.from({ length: 12 }, () => source));
const source = regular(15, { phase: 7 });

describe("namespaces that are asked at many moments move to that of their common source", () => {
  // prettier-ignore
  it.each<{ shows: string; first: Source; others: Source }>([
    { shows: "all have the same",                      first: source,                     others: source },
    { shows: "the clock of a small one is behind",     first: ahead(-3, source),          others: many(source) },
    { shows: "the clock of a small one is ahead",      first: ahead(40, source),          others: many(source) },
    { shows: "the containers of small ones differ",    first: many(source),               others: few() },
    { shows: "a large one always has the same sample", first: many(() => [-1e6]),         others: source },
  ])("$shows", ({ first, others }) => {
    const moments = shared(new SampleTimes());
    const rounds = [0.1, 0.3, 0.5, 0.7, 0.9].map((share, index) => ({
      ...{ at: share * 15, ages: [] as number[], of: index === 1 ? first : others },
      moments: moments(() => index / 10),
    }));
    for (let now = 0; now < 900; now += 0.25) {
      for (const round of rounds.filter(({ at }) => at <= now)) {
        const answer = { askedAt: now, sampledAt: round.of(now), periodMs: 15 };
        const again = round.moments.record(answer) ? null : round.moments.expected(now, now + 3);
        if (again === null) round.ages.push(now - (source(now)[0] ?? 0));
        round.at = again ?? round.moments.next(now, 15) ?? now + 15;
      }
    }
    for (const { ages } of rounds) expect(Math.max(...ages.slice(-3))).toBeLessThan(1.8);
  });
});
