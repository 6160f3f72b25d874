import { expect, it } from "vitest";

import type { RawAnswer } from "../../engine/model/observation/observation.ts";
import { err, ok } from "../../engine/model/values/result.ts";
import { aMonday, dayMs } from "../../engine/testing/forecast-scene.ts";
import { kubeError } from "../../kube/transport/errors.ts";
import type { QueryRange } from "../metric-sources/prometheus-source.ts";
import { fetchPast, minuteMs } from "./fetch-past.ts";

const now = aMonday + 35 * dayMs;
const minutesAgo = (count: number): number => now - count * minuteMs;

/** The value of each moment is its number of minutes since a Monday, but for some. */
function scene(others: (time: number) => string | null) {
  const asked: QueryRange[] = [];
  const ask = (_: number, __: ReadonlySet<string>, range?: QueryRange) => {
    if (!range) throw new Error("there is no range");
    asked.push(range);
    const values = [];
    for (let time = 1_000 * range.start; time <= 1_000 * range.end; time += 1_000 * range.step) {
      const value = others(time) ?? String((time - aMonday) / minuteMs);
      if (value !== "") values.push({ value, timestamp: new Date(time).toISOString() });
    }
    return Promise.resolve(ok<RawAnswer>({ kind: "PrometheusResult", values: values.reverse() }));
  };
  return { asked, question: { namespace: "shop", ask } };
}

const last = (now - aMonday) / minuteMs;

// prettier-ignore
it.each([
  { shows: "each value, in any order",   others: () => null,                                                             mean: last - 3,   minutes: [last - 5, last - 4, last - 3, last - 2, last - 1] },
  { shows: "a minute without value",     others: (time: number) => (time === minutesAgo(3) ? "" : null),                 mean: last - 3,   minutes: [last - 5, last - 4, NaN, last - 2, last - 1] },
  { shows: "a value that is none",       others: (time: number) => (time === minutesAgo(1) ? "NaN" : null),              mean: last - 3.5, minutes: [last - 5, last - 4, last - 3, last - 2, NaN] },
  { shows: "a value without a date",     others: (time: number) => (time < now - 15 * dayMs ? "7" : ""),                 mean: NaN,        minutes: [NaN, NaN, NaN, NaN, NaN] },
])("reads $shows, up to now", async ({ others, mean, minutes }) => {
  const past = await fetchPast(scene(others).question, now);
  if (!past.ok) throw new Error(past.error);
  expect(past.value(minutesAgo(5), 5 * minuteMs)).toBe(mean);
  expect([5, 4, 3, 2, 1].map(ago => past.value(minutesAgo(ago), minuteMs))).toEqual(minutes);
  // Before and after, nothing is known.
  expect(past.value(now, minuteMs)).toBeNaN();
  expect(past.value(now - 28 * dayMs - minuteMs, minuteMs)).toBeNaN();
});

it("knows the oldest weeks in steps of five minutes", async () => {
  const past = await fetchPast(scene(() => null).question, now);
  if (!past.ok) throw new Error(past.error);
  const first = (now - 28 * dayMs - aMonday) / minuteMs;
  const times = [0, 4, 5].map(minute => now - 28 * dayMs + minute * minuteMs);
  expect(times.map(time => past.value(time, minuteMs))).toEqual([first, first, first + 5]);
});

it("asks three times, for at most 11,000 points and without a gap", async () => {
  const { asked, question } = scene(() => null);
  await fetchPast(question, now);
  expect(asked.map(({ start, end, step }) => (end - start) / step + 1)).toEqual([
    ...[4_032, 10_080, 10_080],
  ]);
  expect(asked[0]?.start).toBe((now - 28 * dayMs) / 1_000);
  for (const [index, { end, step }] of asked.entries()) {
    expect(end + step).toBe(asked[index + 1]?.start ?? now / 1_000);
  }
});

// prettier-ignore
it.each([
  { shows: "a server that is down",    answer: err(kubeError("Unreachable", { message: "no connection", request: "query" })), says: "no connection" },
  { shows: "a source without address", answer: ok<RawAnswer>({ kind: "Failed", message: "no" }),                              says: "the metric source has no past" },
])("asks no more after $shows", async ({ answer, says }) => {
  let asked = 0;
  const ask = () => {
    asked += 1;
    return Promise.resolve(answer);
  };
  const past = await fetchPast({ namespace: "shop", ask }, now);
  expect([asked, past.ok ? "" : past.error]).toEqual([1, expect.stringContaining(says)]);
});
