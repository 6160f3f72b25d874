import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  gridOf,
  indexAt,
  overviewOf,
  partOf,
  pointsOn,
  valueAt,
  type Period,
  type Point,
} from "./columns.ts";

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

describe("an overview", () => {
  const hour = 3_600_000;

  // prettier-ignore
  it.each([
    { shows: "all values of two days",              days: 2,   columns: 1_000, hours: 0 },
    { shows: "the hours of four weeks",             days: 28,  columns: 1_100, hours: 1 },
    { shows: "parts of a day on a phone",           days: 28,  columns: 290,   hours: 6 },
    { shows: "the days of a year",                  days: 365, columns: 1_100, hours: 24 },
    { shows: "the weeks of ten years",              days: 3650, columns: 1_100, hours: 168 },
  ])("shows $shows", ({ days, columns, hours }) => {
    expect(partOf({ from: 0, to: days * 24 * hour }, columns) / hour).toBe(hours);
  });

  it("has the highest value in force in each hour, without those before the first one", () => {
    const times = [1.5, 1.6, 2.5, 4].map(at => at * hour);
    const series = { times, values: [3, 9, 5, 2] };
    const { times: starts, values } = overviewOf(
      series,
      { from: 0.5 * hour, to: 72 * hour },
      1_000,
    );
    expect(starts.slice(0, 5)).toEqual([1, 2, 3, 4, 5].map(at => at * hour));
    expect(values.slice(0, 5)).toEqual([9, 9, 5, 2, 2]);
  });
});
