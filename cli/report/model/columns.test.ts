import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { gridOf, indexAt, pointsOn, valueAt, type Period, type Point } from "./columns.ts";

const period: Period = { from: 0, to: 40 };

describe("pointsOn", () => {
  const at = (times: readonly number[], values: readonly number[]) => ({ times, values });

  // prettier-ignore
  it.each<{ shows: string; times: number[]; values: number[]; gaps?: Period[]; want: Point[] }>([
    { shows: "nothing without values",             times: [],            values: [],           want: [null, null, null, null, null, null, null, null, null] },
    { shows: "a value that begins earlier",        times: [-5],          values: [3],          want: [3, 3, 3, 3, 3, 3, 3, 3, 3] },
    { shows: "a change in its column",             times: [-5, 12],      values: [3, 7],       want: [3, 3, 3, 7, 7, 7, 7, 7, 7] },
    { shows: "nothing before the first value",     times: [20],          values: [3],          want: [null, null, null, null, 3, 3, 3, 3, 3] },
    { shows: "a peak between two equal values",    times: [-5, 12, 14],  values: [3, 9, 3],    want: [3, 3, 9, 3, 3, 3, 3, 3, 3] },
    { shows: "a dip between two equal values",     times: [-5, 12, 14],  values: [3, 1, 3],    want: [3, 3, 1, 3, 3, 3, 3, 3, 3] },
    { shows: "a change at the very end",           times: [-5, 40],      values: [3, 7],       want: [3, 3, 3, 3, 3, 3, 3, 7, 7] },
    { shows: "a gap",                              times: [-5],          values: [3],          gaps: [{ from: 10, to: 20 }], want: [3, 3, null, null, 3, 3, 3, 3, 3] },
  ])("shows $shows", ({ times, values, gaps, want }) => {
    expect(pointsOn(at(times, values), period, 4, gaps)).toEqual(want);
  });

  const series = fc
    .array(fc.tuple(fc.integer({ min: -20, max: 60 }), fc.integer({ min: 0, max: 9 })), {
      maxLength: 300,
    })
    .map(samples => samples.sort(([a], [b]) => a - b))
    .map(samples =>
      at(
        samples.map(([time]) => time),
        samples.map(([, value]) => value),
      ),
    );

  it("draws two points for each column, however many samples there are", () => {
    const draws = fc.property(series, fc.integer({ min: 1, max: 50 }), (samples, columns) => {
      const points = pointsOn(samples, period, columns);
      expect(points).toHaveLength(2 * columns + 1);
      expect(gridOf(period, columns)).toHaveLength(points.length);
    });
    fc.assert(draws);
  });

  it("loses no peak", () => {
    const shows = fc.property(series, samples => {
      const inside = samples.values.filter((_, index) => {
        const time = samples.times[index] ?? 0;
        return time > period.from && time <= period.to;
      });
      const shown = pointsOn(samples, period, 1).flatMap(point => point ?? []);
      const first = valueAt(samples, period.from) ?? [];
      const all = inside.concat(first);
      const end = all.length === 0 ? [] : [samples.values[indexAt(samples.times, period.to)]];
      expect(shown.slice(-1)).toEqual(end);
      const [low, high] = [Math.min(...all), Math.max(...all)];
      if (all.length > 0) expect(shown.includes(low) || shown.includes(high)).toBe(true);
    });
    fc.assert(shows);
  });
});

describe("indexAt", () => {
  it.each([
    { time: 9, want: -1 },
    { time: 10, want: 0 },
    { time: 19, want: 0 },
    { time: 20, want: 2 },
    { time: 99, want: 3 },
  ])("finds the last time that is not after $time", ({ time, want }) => {
    expect(indexAt([10, 20, 20, 30], time)).toBe(want);
  });
});
