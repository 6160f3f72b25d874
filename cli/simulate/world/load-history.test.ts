import { expect, it, describe } from "vitest";

import { LoadCursor, LoadHistory } from "./load-history.ts";

describe("the recent past of a load", () => {
  const history = new LoadHistory(2, 0, 40);
  history.add(10, 2, column => (column === 0 ? 100 : 4));
  history.add(20, 5, () => 50);
  history.add(30, 0, null);
  history.add(40, 0, () => 10);

  // prettier-ignore
  it.each([
    { shows: "one value",                  column: 0, from: 0,  to: 10, want: { total: 100, perPod: 50, limited: 40 } },
    { shows: "a part of one value",        column: 0, from: 3,  to: 5,  want: { total: 100, perPod: 50, limited: 40 } },
    { shows: "another metric",             column: 1, from: 0,  to: 10, want: { total: 4, perPod: 2, limited: 2 } },
    { shows: "two values",                 column: 0, from: 5,  to: 15, want: { total: 75, perPod: 30, limited: 25 } },
    { shows: "only what is known next to a gap", column: 0, from: 15, to: 25, want: { total: 50, perPod: 10, limited: 10 } },
    { shows: "nothing within a gap",       column: 0, from: 21, to: 29, want: null },
    { shows: "the whole load without a ready pod", column: 0, from: 32, to: 40, want: { total: 10, perPod: 10, limited: 10 } },
  ])("has the mean of $shows", ({ column, from, to, want }) => {
    const means = history.means(column, from, to);
    if (want === null) expect(means).toBeNull();
    else expect(means).toEqual({ total: expect.closeTo(want.total) as number, perPod: expect.closeTo(want.perPod) as number, limited: expect.closeTo(want.limited) as number });
  });

  it("keeps enough for every window", () => {
    const long = new LoadHistory(1, 0, 40);
    for (let at = 1; at <= 5000; at += 1) long.add(at, 1, () => at);
    expect(long.means(0, 4990, 5000)?.total).toBeCloseTo(4995.5);
  });
});

it("a cursor tells values, gaps and the next change", () => {
  const times = Float64Array.of(0, 10, 20, 100);
  const values = [Float64Array.of(1, 2, 3, 4)];
  const gaps = [{ from: 30, to: 100 }];
  const cursor = new LoadCursor({
    source: "",
    columns: ["q"],
    times,
    values,
    gaps,
    end: 110,
    notes: [],
  });
  const seen = [-5, 0, 10, 25, 30, 99, 100, 110].map(time => {
    cursor.advance(time);
    return [time, cursor.value(0), cursor.isGap, cursor.next];
  });
  expect(seen).toEqual([
    [-5, 1, false, 10],
    [0, 1, false, 10],
    [10, 2, false, 20],
    [25, 3, false, 30],
    [30, 3, true, 100],
    [99, 3, true, 100],
    [100, 4, false, 110],
    [110, 4, false, Infinity],
  ]);
});
