import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { runs } from "../testing/runs.ts";
import { ageLimitMs, allowsNoOlder, pointClock, type PointClock } from "./point-clock.ts";

const START = Date.parse("2026-01-01T00:00:00Z");
const minute = 60_000;
const metric = "queue";

/** The clock after reads, each of a point `time` minutes after the start, `age` minutes later. */
const after = (...reads: readonly (readonly [time: number, age: number])[]): PointClock | null =>
  reads.reduce<PointClock | null>((clock, [time, age]) => {
    const point = { metric, time: START + time * minute };
    return pointClock(clock ?? undefined, point, point.time + age * minute);
  }, null);

// prettier-ignore
describe("the age limit of a value, in minutes", () => {
  it.each<{ shows: string; reads: [number, number][]; limit: number }>([
    { shows: "a first value",                              reads: [[0, 2]],                             limit: 5 },
    { shows: "recent values",                              reads: [[0, 0], [1, 0], [6, 0]],             limit: 5 },
    { shows: "a value every 5 minutes, 2 minutes late",    reads: [[0, 2], [5, 2]],                     limit: 15 },
    { shows: "a value every 5 minutes, in time",           reads: [[0, 0], [0, 2], [5, 0]],             limit: 15 },
    { shows: "a value every 2 minutes",                    reads: [[0, 2], [2, 2], [4, 2]],             limit: 6 },
    { shows: "a value every 15 minutes, after the first distance", reads: [[0, 2], [15, 2]],            limit: 15 },
    { shows: "a value every 15 minutes, after the second", reads: [[0, 2], [15, 2], [30, 2]],           limit: 45 },
    { shows: "a value every hour",                         reads: [[0, 2], [60, 2], [120, 2]],          limit: 60 },
    { shows: "a value that is read again",                 reads: [[0, 2], [5, 2], [5, 3], [5, 7]],     limit: 15 },
    { shows: "a value after an outage",                    reads: [[0, 2], [5, 2], [10, 2], [70, 2]],   limit: 15 },
    { shows: "values further apart than before",           reads: [[0, 2], [5, 2], [15, 2], [25, 2]],   limit: 30 },
    { shows: "values closer together than before",         reads: [[0, 2], [10, 2], [20, 2], [25, 2]],  limit: 15 },
    { shows: "values every minute, always late",           reads: [[0, 9], [1, 9], [2, 9]],             limit: 5 },
    { shows: "an earlier value, of another series",        reads: [[5, 2], [10, 2], [9, 3], [14, 2]],   limit: 15 },
    { shows: "recent values after an outage",              reads: [[0, 2], [50, 0], [51, 0]],           limit: 5 },
  ])("of $shows is $limit", ({ reads, limit }) => {
    expect(ageLimitMs(after(...reads) ?? { gapSeconds: [] }) / minute).toBe(limit);
  });
});

it("is absent while values are recent", () => {
  expect(after([0, 0], [1, 0], [2, 1])).toBeNull();
  expect(after([0, 2], [1, 1])).toBeNull();
});

it("does not change with the seconds by which points are early or late", () => {
  expect(after([0, 2], [4.9, 2], [10.2, 2])).toMatchObject({ gapSeconds: [300, 300] });
});

it("allows a frozen value for an hour at most, whatever came before", () => {
  const times = fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 20 });
  const property = fc.property(times, fc.nat(200), (points, age) => {
    const clock = after(...points.map(time => [time, age] as const));
    expect(ageLimitMs(clock ?? { gapSeconds: [] })).toBeLessThanOrEqual(60 * minute);
  });
  fc.assert(property, runs(500));
});

it("I3: a restart from an earlier status that is as safe allows no older value", () => {
  const gap = fc.integer({ min: 1, max: 90 });
  const reads = fc.array(fc.tuple(gap, fc.nat(4)), { minLength: 1, maxLength: 8 });
  const listed = (clock: PointClock | null) => (clock ? [clock] : []);
  const property = fc.property(reads, reads, (common, later) => {
    let time = 0;
    const next = (clock: PointClock | null, [distance, age]: readonly [number, number]) => {
      time += distance;
      const point = { metric, time: START + time * minute };
      return pointClock(clock ?? undefined, point, point.time + age * minute);
    };
    const saved = common.reduce(next, null);
    const actual = later.reduce(next, saved);
    if (!allowsNoOlder(listed(saved), listed(actual))) return;
    // The next point, soon or late, is the first one after the restart.
    for (const distance of [1, 5, 30]) {
      const at = time;
      const [restarted, kept] = [saved, actual].map(clock => {
        time = at;
        return ageLimitMs(next(clock, [distance, 2]) ?? { gapSeconds: [] });
      });
      // Points that come closer together are noticed one point later.
      const known = ageLimitMs(actual ?? { gapSeconds: [] });
      expect(restarted).toBeLessThanOrEqual(Math.max(kept!, known));
    }
  });
  fc.assert(property, runs(2_000));
});
