import { describe, expect, it } from "vitest";

import { chartOf } from "./chart.ts";

const seriesOf = (times: readonly number[], values: readonly number[]) => ({
  ...{ times: Float64Array.from(times), values: Float64Array.from(values) },
});

describe("a chart", () => {
  const times = Array.from({ length: 40_000 }, (_, at) => at * 15_000);
  const whole = { from: 0, to: 40_000 * 15_000 };
  const constant = seriesOf([0], [3]);
  const chart = (load: readonly number[], recorded = constant) =>
    chartOf(
      whole,
      { ...seriesOf(times, load), unit: "CPU cores" },
      { Recorded: recorded, Replayed: constant, Suggested: constant },
    );

  it("has at most 2,000 points of the load, and keeps a single peak", () => {
    const { load } = chart(times.map((_, at) => (at === 12_345 ? 99 : 1)));
    expect(load.times.length).toBeLessThanOrEqual(2_000);
    expect(load.values).toHaveLength(load.times.length);
    expect(Math.max(...load.values)).toBe(99);
  });

  it("has equal distances of whole seconds, up to the end", () => {
    const { load } = chart(times.map(() => 1));
    const distances = load.times.slice(1).map((time, at) => time - load.times[at]!);
    expect(new Set(distances).size).toBe(1);
    expect(distances[0]! % 1000).toBe(0);
    expect(load.times.at(-1)).toBe(whole.to);
    expect(load.start).toBeLessThan(2 * distances[0]!);
  });

  it("has only changes of replicas, with all of their digits", () => {
    const recorded = seriesOf([0, 100_000_000, 200_000_000], [12_345, 12_345, 12_346]);
    const { candidates } = chart(
      times.map(() => 1),
      recorded,
    );
    expect(candidates.map(({ name, sizes }) => [name, sizes.values])).toEqual([
      ["Recorded", [12_345, 12_346]],
      ["Replayed", [3]],
      ["Suggested", [3]],
    ]);
  });

  it("has gaps where the load is unknown, and the last replicas where they are", () => {
    const [from, to] = [times[10_000]!, times[20_000]!];
    const load = times.map(time => (time >= from && time < to ? NaN : 1.23456));
    const drawing = chart(load, seriesOf([0, from, to], [4, NaN, 5]));
    const missing = drawing.load.gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0);
    expect(missing / (to - from)).toBeCloseTo(1, 1);
    expect(new Set(drawing.load.values)).toEqual(new Set([0, 1.23]));
    expect(drawing.candidates[0]?.sizes.values).toEqual([4, 5]);
    expect(JSON.parse(JSON.stringify(drawing))).toEqual(drawing);
  });
});
