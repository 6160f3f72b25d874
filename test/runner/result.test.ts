import { describe, expect, it } from "vitest";

import { partLeftOut, totalsLine } from "./result.ts";

describe("the last line", () => {
  const totals = { passed: 7, failed: 0, skipped: 0 };

  it.each([
    { shows: "counts", totals, notRun: [], want: "Tests: 7 passed, 0 failed" },
    {
      shows: "skipped tests, and the parts that did not run",
      totals: { ...totals, skipped: 2 },
      notRun: ["Prometheus", "the image"],
      want: "Tests: 7 passed, 0 failed, 2 skipped, not run: Prometheus, the image",
    },
  ])("has $shows", ({ totals: of, notRun, want }) => {
    expect(totalsLine(of, notRun)).toBe(want);
  });
});

describe("a part that this machine cannot run", () => {
  it.each([
    { counts: "as skipped", isRequired: false, want: { skipped: 1, failed: 0, failures: [] } },
    {
      counts: "as failed if everything is required, as in CI",
      isRequired: true,
      want: { skipped: 0, failed: 1, failures: ["the image did not run"] },
    },
  ])("counts $counts", ({ isRequired, want }) => {
    expect(partLeftOut("the image", isRequired)).toMatchObject(want);
  });
});
