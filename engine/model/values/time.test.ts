import { expect, it } from "vitest";

import { timeOrZero, ZERO_TIME } from "./time.ts";

it.each([
  { text: "2026-11-24T10:00:00Z", want: Date.UTC(2026, 10, 24, 10) },
  { text: "2026-11-24T10:00:00.250Z", want: Date.UTC(2026, 10, 24, 10, 0, 0, 250) },
  { text: "2026-11-24T10:00:00+01:00", want: Date.UTC(2026, 10, 24, 9) },
  { text: "1969-12-31T23:59:59Z", want: -1_000 },
  { text: "2026-11-24T24:00:00Z", want: Date.UTC(2026, 10, 25) },
  { text: "2026-12-31T23:59:60Z", want: ZERO_TIME },
  { text: "2026-13-01T00:00:00Z", want: ZERO_TIME },
  { text: "2026-11-00T00:00:00Z", want: ZERO_TIME },
  { text: "2026-11-2xT00:00:00Z", want: ZERO_TIME },
  { text: "soon", want: ZERO_TIME },
  { text: "", want: ZERO_TIME },
  { text: null, want: ZERO_TIME },
  { text: undefined, want: ZERO_TIME },
])("timeOrZero reads $text", ({ text, want }) => {
  expect(timeOrZero(text)).toBe(want);
});
