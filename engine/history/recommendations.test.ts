import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { emptyHistory, type History } from "../model/history.ts";
import { highestRecommendation, MAX_INTERVALS, passesAt, recordHigh } from "./recommendations.ts";
import { runs } from "../testing/runs.ts";

const WINDOW = 30_000;

const recorded = (...values: readonly (readonly [seconds: number, value: number])[]): History =>
  values.reduce(
    (history, [seconds, value]) => recordHigh(history, value, seconds * 1000, WINDOW),
    emptyHistory("uid"),
  );

const queueOf = (history: History): (readonly [number, number])[] =>
  history.recommendations.map(({ since, value }) => [since / 1000, value]);

describe("recordHigh", () => {
  // prettier-ignore
  it.each<{ shows: string; values: [number, number][]; queue: [number, number][] }>([
    { shows: "the first",                          values: [[0, 5]],                   queue: [[0, 5]] },
    { shows: "nothing new for an equal value",     values: [[0, 5], [9, 5]],           queue: [[0, 5]] },
    { shows: "a smaller value at the end",         values: [[0, 5], [9, 3]],           queue: [[0, 5], [9, 3]] },
    { shows: "a larger value in place of the smaller one", values: [[0, 5], [9, 7]],           queue: [[0, 7]] },
    { shows: "an equal value in place of all smaller ones", values: [[0, 5], [9, 3], [12, 5]],  queue: [[0, 5]] },
    { shows: "a value after a larger one",         values: [[0, 5], [9, 3], [12, 4]],  queue: [[0, 5], [9, 4]] },
    { shows: "no interval that ended a window ago", values: [[0, 5], [9, 3], [39, 2]],  queue: [[9, 3], [39, 2]] },
    { shows: "an interval that ended within the window", values: [[0, 5], [9, 3], [38, 2]],  queue: [[0, 5], [9, 3], [38, 2]] },
  ])("keeps $shows", ({ values, queue }) => {
    expect(queueOf(recorded(...values))).toEqual(queue);
  });

  it("returns the same history when nothing changed", () => {
    const history = recorded([0, 5], [9, 3]);
    expect(recordHigh(history, 3, 20_000, WINDOW)).toBe(history);
  });

  it("merges the two oldest intervals into the larger one if there are too many", () => {
    const values = Array.from({ length: MAX_INTERVALS + 1 }, (_, i) => [i / 10, 100 - i] as const);
    const queue = queueOf(recorded(...values));
    expect(queue).toHaveLength(MAX_INTERVALS);
    expect(queue.slice(0, 2)).toEqual([[0, 100], [0.2, 98]]); // prettier-ignore
  });
});

describe("highestRecommendation", () => {
  const history = recorded([0, 5], [9, 3], [12, 2]);

  it.each([
    { shows: "all intervals in the window", now: 12, highest: 5 },
    { shows: "the first interval about to leave the window", now: 38.999, highest: 5 },
    { shows: "the first interval out of the window", now: 39, highest: 3 },
    { shows: "the second interval out of the window", now: 42, highest: 2 },
    { shows: "only the newest, which always counts", now: 9999, highest: 2 },
  ])("is $highest with $shows", ({ now, highest }) => {
    expect(highestRecommendation(history, now * 1000 - WINDOW)).toBe(highest);
  });

  it("is null without a recommendation", () => {
    expect(highestRecommendation(emptyHistory("uid"), -WINDOW)).toBeNull();
  });

  it.each([
    { held: 5, at: 39_000 },
    { held: 4, at: 39_000 },
    { held: 3, at: 42_000 },
    { held: 2, at: null },
  ])("falls below $held at $at", ({ held, at }) => {
    expect(passesAt(history.recommendations, value => value < held, WINDOW)).toBe(at);
  });
});

describe("the queue compared with an unbounded model", () => {
  // Mostly falling values at short intervals, so that the queue reaches its limit.
  const step = fc.record({
    wait: fc.oneof({ weight: 9, arbitrary: fc.nat(500) }, fc.nat(20_000)),
    value: fc.oneof({ weight: 19, arbitrary: fc.constant(null) }, fc.nat(1000)),
  });
  const steps = fc.array(step, { minLength: 1, maxLength: 120, size: "max" });
  const windows = fc.integer({ min: 0, max: WINDOW });

  it("has the same highest value for every window, or a larger one after a merge", () => {
    const property = fc.property(steps, windows, fc.nat(40_000), (sequence, windowMs, later) => {
      let history = emptyHistory("uid");
      const all: { value: number; since: number }[] = [];
      let now = 0;
      let value = 1000;
      let isMerged = false;
      for (const { wait, value: jump } of sequence) {
        now += wait;
        value = jump ?? Math.max(0, value - 1);
        const before = history.recommendations.length;
        history = recordHigh(history, value, now, WINDOW);
        all.push({ value, since: now });
        isMerged ||= before === MAX_INTERVALS && history.recommendations.length === MAX_INTERVALS;
        for (const at of [now, now + later]) {
          const highest = highestRecommendation(history, at - windowMs) ?? -1;
          const model = naiveHighest(all, at - windowMs);
          expect(highest).toBeGreaterThanOrEqual(model);
          if (!isMerged) expect(highest).toBe(model);
        }
      }
    });
    fc.assert(property, runs(300));
  });
});

/** The values at any time after the cutoff: all that ended later, and the newest. */
function naiveHighest(
  all: readonly { readonly value: number; readonly since: number }[],
  cutoff: number,
): number {
  const standing = all.filter((_, index) => (all[index + 1]?.since ?? Infinity) > cutoff);
  return Math.max(...standing.map(({ value }) => value));
}
