import { describe, expect, it } from "vitest";

import { loadOf, missingRuns, tableOf, type Run } from "./again-table.ts";

const green = (number: number): Run => ({
  ...{ number, load: loadOf(number), seconds: 425.4 },
  result: { passed: 5900, failed: 0, skipped: 0, failures: [] },
});

describe("missingRuns", () => {
  it.each([
    { when: "there are no runs yet", runs: 0, times: 3, want: [1, 2, 3] },
    { when: "the series was interrupted", runs: 2, times: 4, want: [3, 4] },
    { when: "there are enough runs", runs: 3, times: 3, want: [] },
    { when: "there are more runs", runs: 5, times: 3, want: [] },
  ])("is $want if $when", ({ runs, times, want }) => {
    const done = Array.from({ length: runs }, (_, index) => green(index + 1));
    expect(missingRuns(done, times)).toEqual(want);
  });

  it("puts every second run under load, wherever the series continues", () => {
    expect(missingRuns([green(1), green(2), green(3)], 6).map(loadOf)).toEqual([
      "one core",
      "none",
      "one core",
    ]);
  });
});

describe("tableOf", () => {
  it("names the failures", () => {
    const failures = ["a.test.ts > takes a | b", "b.test.ts > c"];
    const red = {
      ...green(2),
      seconds: 61,
      result: { passed: 7, failed: 2, skipped: 0, failures },
    };
    expect(tableOf([green(1), red])).toBe(
      [
        "| run | load | duration | passed | failed | failed tests |",
        "| --: | ---- | -------: | -----: | -----: | ------------ |",
        "| 1 | none | 7:05 | 5900 | 0 |  |",
        "| 2 | one core | 1:01 | 7 | 2 | a.test.ts > takes a \\| b<br>b.test.ts > c |",
      ].join("\n"),
    );
  });
});
