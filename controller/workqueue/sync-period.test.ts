import { expect, it } from "vitest";

import { isJustAfter, isPeriodDue, isPeriodOverdue, nextDue } from "./sync-period.ts";

const periodMs = 15_000;

it.each([
  { ms: 0, due: false, overdue: false },
  { ms: 13_499, due: false, overdue: false },
  { ms: 13_500, due: true, overdue: false },
  { ms: 16_500, due: true, overdue: false },
  { ms: 16_501, due: true, overdue: true },
])("after $ms ms, a period of 15 s is due: $due, overdue: $overdue", ({ ms, due, overdue }) => {
  expect(isPeriodDue(1_000, 1_000 + ms, periodMs)).toBe(due);
  expect(isPeriodOverdue(1_000, 1_000 + ms, periodMs)).toBe(overdue);
});

it.each([
  { ms: -1, want: true },
  { ms: 1_500, want: true },
  { ms: 1_501, want: false },
])("a time in $ms ms need not wait for the end of a period of 15 s: $want", ({ ms, want }) => {
  expect(isJustAfter(1_000, 1_000 + ms, periodMs)).toBe(want);
});

// prettier-ignore
it.each([
  { when: "the last one began on time",           since: 0,      after: 0,      want: 15_000 },
  { when: "the last one began slightly early",    since: -1,     after: -1,     want: 15_000 },
  { when: "the last one began slightly late",     since: 1,      after: 1,      want: 15_000 },
  { when: "less than half of it has passed",      since: 7_000,  after: 7_000,  want: 15_000 },
  { when: "more than half of it has passed",      since: 8_000,  after: 8_000,  want: 30_000 },
  { when: "a busy server asks to be left alone",  since: 0,      after: 40_000, want: 45_000 },
])("a name keeps its share of the period when $when", ({ since, after, want }) => {
  const first = nextDue(-Infinity, 0, periodMs, "shop");
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThanOrEqual(periodMs);
  expect(nextDue(first + since, first + after, periodMs, "shop")).toBeCloseTo(first + want, 3);
});
