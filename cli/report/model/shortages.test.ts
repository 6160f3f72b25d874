import { describe, expect, it } from "vitest";

import type { Drawing } from "./compact.ts";
import { shortagesOf } from "./columns.ts";

// prettier-ignore
const rows = [
  { when: "the load rises before the pods",  load: { 0: 5, 10: 20 },        ready: { 0: 1, 14: 2 },        want: { 10: 1, 14: 0 } },
  { when: "the pods go too early",           load: { 0: 20, 10: 5 },        ready: { 0: 2, 6: 1 },         want: { 6: 1, 10: 0 } },
  { when: "the pods bear exactly the load",  load: { 0: 10, 10: 20 },       ready: { 0: 1, 10: 2 },        want: {} },
  { when: "both change at the same time",    load: { 0: 10, 10: 21 },       ready: { 0: 1, 10: 2 },        want: { 10: 1 } },
  { when: "the load has a gap",              load: { 0: 30, 20: 30 },       ready: { 0: 1 },               want: { 0: 1, 5: 0, 20: 1 }, gaps: [{ from: 5, to: 20 }] },
];

describe("shortagesOf", () => {
  it.each(rows)("changes at the right times when $when", ({ load, ready, want, gaps = [] }) => {
    const series = (values: object) => ({
      times: Object.keys(values).map(Number),
      values: Object.values(values) as number[],
    });
    const drawing = { load: { ...series(load), gaps }, podCapacity: 10 } as unknown as Drawing;
    expect(shortagesOf(drawing, series(ready))).toEqual(series(want));
  });
});
