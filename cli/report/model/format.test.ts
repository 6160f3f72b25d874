import { describe, expect, it } from "vitest";

import { formatDuration, formatNumber, formatTime } from "./format.ts";

const day = 86_400_000;

it.each([
  { value: 0, want: "0" },
  { value: 0.001234567, want: "0.001235" },
  { value: 12.345, want: "12.35" },
  { value: 999.96, want: "1,000" },
  { value: 123_456.7, want: "123,457" },
])("formatNumber($value) is $want", ({ value, want }) => {
  expect(formatNumber(value)).toBe(want);
});

describe("formatDuration", () => {
  it.each([
    { ms: 28 * day, want: "28 days" },
    { ms: day, want: "1 day" },
    { ms: 1.5 * 3_600_000, want: "1.5 hours" },
    { ms: 59_000, want: "59 seconds" },
    { ms: 0, want: "0 seconds" },
  ])("writes $want", ({ ms, want }) => {
    expect(formatDuration(ms)).toBe(want);
  });
});

it("writes times in UTC", () => {
  expect(formatTime(Date.UTC(2026, 6, 14, 8, 15, 30, 999))).toBe("2026-07-14 08:15:30");
});
