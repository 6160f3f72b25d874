import { describe, expect, it } from "vitest";

import { beginHistory } from "./begin-history.ts";
import { emptyHistory, type Interval } from "./history.ts";
import { stabilize } from "./stabilize.ts";

const NOW = 100_000;

const run = (row: {
  readonly recommended: number;
  readonly current: number;
  readonly past: readonly Interval[];
  readonly window?: number;
}): ReturnType<typeof stabilize> =>
  stabilize({
    recommended: row.recommended,
    currentReplicas: row.current,
    now: NOW,
    rule: { kind: "PerDirection", scaleUpSeconds: 0, scaleDownSeconds: row.window ?? 30 },
    history: beginHistory(
      { ...emptyHistory("uid"), recommendations: row.past },
      "Intervals",
      row.current,
      NOW,
    ),
  });

describe("stabilize", () => {
  const seconds = (value: number, ago: number): Interval => ({ value, since: NOW - ago * 1000 });

  // prettier-ignore
  it.each<{ shows: string; recommended: number; current: number; past: Interval[]; window?: number; after: number; due: number | null }>([
    { shows: "up at once",                           recommended: 9, current: 5, past: [seconds(5, 60)],                after: 9, due: null },
    { shows: "the same stays",                       recommended: 5, current: 5, past: [seconds(5, 60)],                after: 5, due: null },
    { shows: "down waits a window",                  recommended: 3, current: 5, past: [seconds(5, 60)],                after: 5, due: NOW + 30_000 },
    { shows: "down once the window has passed",      recommended: 3, current: 5, past: [seconds(5, 60), seconds(3, 30)], after: 3, due: null },
    { shows: "but not a moment earlier",             recommended: 3, current: 5, past: [seconds(5, 60), seconds(3, 29)], after: 5, due: NOW + 1_000 },
    { shows: "down to the highest of the window",    recommended: 2, current: 9, past: [seconds(4, 20), seconds(2, 10)], after: 4, due: NOW + 20_000 },
    { shows: "never up for the sake of the past",    recommended: 2, current: 3, past: [seconds(8, 20), seconds(2, 10)], after: 3, due: NOW + 20_000 },
    { shows: "an empty history begins with the now", recommended: 3, current: 5, past: [],                              after: 5, due: NOW + 30_000 },
    { shows: "and waits for nothing on the way up",  recommended: 9, current: 5, past: [],                              after: 9, due: null },
    { shows: "a window of 0 lets everything pass",   recommended: 3, current: 5, past: [seconds(9, 1)], window: 0,      after: 3, due: null },
    { shows: "also with an empty history",           recommended: 0, current: 5, past: [],              window: 0,      after: 0, due: null },
  ])("$shows", ({ recommended, current, past, window, after, due }) => {
    const stabilized = run({ recommended, current, past, ...(window !== undefined && { window }) });
    expect(stabilized.step).toMatchObject({
      step: "stabilize",
      before: recommended,
      after,
      reason: after === recommended ? "ReadyForNewScale" : "ScaleDownStabilized",
    });
    expect(stabilized.due).toBe(due);
  });

  it("records the recommendation, not what came of it", () => {
    const { history } = run({ recommended: 3, current: 5, past: [] });
    expect(history.recommendations).toEqual([seconds(5, 0), seconds(3, 0)]);
  });
});
