import { describe, expect, it } from "vitest";

import { bucketsOf, quantileOf, since } from "./histogram.ts";

const text = `# TYPE wait_seconds histogram
wait_seconds_bucket{le="0.1",kind="A"} 10
wait_seconds_bucket{le="1",kind="A"} 20
wait_seconds_bucket{le="+Inf",kind="A"} 20
wait_seconds_sum{kind="A"} 5
wait_seconds_bucket{le="0.1",kind="B"} 60
wait_seconds_bucket{le="1",kind="B"} 80
wait_seconds_bucket{le="+Inf",kind="B"} 80
other_wait_seconds_bucket{le="0.1"} 7
`;

it("adds up the label sets of one histogram", () => {
  expect([...bucketsOf(text, "wait_seconds")]).toEqual([
    [0.1, 70],
    [1, 100],
    [Infinity, 100],
  ]);
});

it("subtracts an earlier reading, in which a bucket may be missing", () => {
  const before = new Map([[0.1, 50]]);
  expect([...since(bucketsOf(text, "wait_seconds"), before).values()]).toEqual([20, 100, 100]);
});

describe("a quantile", () => {
  // prettier-ignore
  it.each([
    { show: "within the first bucket",                buckets: [70, 100, 100], share: 0.35, want: 0.05 },
    { show: "within the second bucket",               buckets: [70, 100, 100], share: 0.85, want: 0.55 },
    { show: "beyond the last bound is the last bound", buckets: [70, 80, 100],  share: 0.99, want: 1 },
    { show: "of no observations is unknown",          buckets: [0, 0, 0],      share: 0.5,  want: NaN },
  ])("$show", ({ buckets: [first = 0, second = 0, all = 0], share, want }) => {
    const buckets = new Map([[0.1, first], [1, second], [Infinity, all]]);
    expect(quantileOf(buckets, share)).toEqual(Number.isNaN(want) ? want : (expect.closeTo(want) as unknown));
  });
});
