import { describe, expect, it } from "vitest";

import { chartOf, drawingOf } from "./chart.ts";
import { lineNames } from "./report.ts";

const seriesOf = (times: readonly number[], values: readonly number[]) => ({
  ...{ times: Float64Array.from(times), values: Float64Array.from(values) },
});

describe("a chart", () => {
  const times = Array.from({ length: 40_000 }, (_, at) => at * 15_000);
  const whole = { from: 0, to: 40_000 * 15_000 };
  const constant = seriesOf([0], [3]);
  const chart = (load: readonly number[]) =>
    chartOf(whole, "CPU cores", {
      ...{
        load: seriesOf(times, load),
        recorded: constant,
        replayed: constant,
        suggested: constant,
      },
    });

  it("has at most 2,000 points of each line, and keeps a single peak", () => {
    const { load, times: drawn, ...lines } = chart(times.map((_, at) => (at === 12_345 ? 99 : 1)));
    expect(drawn.length).toBeLessThanOrEqual(2_000);
    expect(load).toHaveLength(drawn.length);
    expect(Math.max(...load.map(Number))).toBe(99);
    for (const name of lineNames) expect(lines[name]).toHaveLength(drawn.length);
  });

  // prettier-ignore
  it.each([
    { shows: "what is unknown as null",  value: NaN,         want: null  },
    { shows: "three digits of a load",   value: 1.23456789,  want: 1.23  },
    { shows: "all digits of a count",    value: 12345,       want: 12345 },
  ])("has $shows, so that JSON keeps it", ({ value, want }) => {
    const { load } = chart(times.map(() => value));
    expect(new Set(load)).toEqual(new Set([want]));
    expect(JSON.parse(JSON.stringify(load))).toEqual(load);
  });

  it("has no load in a gap, and the last known replicas", () => {
    const [times, load] = [
      [0, 1, 2, 3],
      [1, null, null, 4],
    ];
    const lines = { recorded: [null, 2, null, 3], replayed: [1, 1, 1, 1], suggested: [1, 1, 1, 1] };
    const drawing = drawingOf({ times, unit: "CPU cores", load, ...lines });
    expect(drawing.load.gaps).toEqual([
      { from: 1, to: 2 },
      { from: 2, to: 3 },
    ]);
    expect(drawing.candidates[0]).toMatchObject({
      ...{ name: "Recorded", sizes: { times: [1, 3], values: [2, 3] } },
    });
  });
});
