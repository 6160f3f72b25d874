import { describe, expect, it } from "vitest";

import { Changes } from "./changes.ts";

const decision = (seconds: number, from: number, to: number, message = "why") => ({
  time: `2026-01-01T00:00:${String(seconds).padStart(2, "0")}Z`,
  ...{ from, to, votes: [] },
  steps: [
    { step: "combine", before: from, after: 9, reason: "LargestVote", message },
    { step: "stabilize", before: 9, after: 9, reason: "ScaleDownStabilized", message: "no window" },
    { step: "bound", before: 9, after: to, reason: "TooManyReplicas", message: "the maximum" },
  ],
});
const row = (current: number, decided: ReturnType<typeof decision> | null) => ({
  ...{ name: "web", current, decision: decided },
});

describe("Changes", () => {
  // prettier-ignore
  it.each([
    { shows: "no decision",                            rows: [row(3, null)],                                       want: [] },
    { shows: "a decision that changes nothing",        rows: [row(3, decision(0, 3, 3))],                          want: [] },
    { shows: "a decision that is not on the target yet", rows: [row(3, decision(0, 3, 5))],                        want: [] },
    { shows: "a change once",                          rows: [row(5, decision(0, 3, 5)), row(5, decision(0, 3, 5))], want: ["3 -> 5"] },
    { shows: "the same change later",                  rows: [row(5, decision(0, 3, 5)), row(5, decision(9, 3, 5))], want: ["3 -> 5", "3 -> 5"] },
    { shows: "no change by another client",            rows: [row(5, decision(0, 3, 5)), row(6, decision(0, 3, 5))], want: ["3 -> 5"] },
  ])("finds $shows", ({ rows, want }) => {
    const changes = new Changes();
    const found = rows.flatMap(each => changes.in([each]));
    expect(found.map(({ from, to }) => `${from} -> ${to}`)).toEqual(want);
  });

  it("explains a change with the winning vote and the stages that changed its count", () => {
    const [change] = new Changes().in([row(5, decision(0, 3, 5, "16 nodes: 9"))]);
    expect(change?.why).toBe("16 nodes: 9; the maximum");
  });
});
