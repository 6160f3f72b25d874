import { expect, it } from "vitest";

import { durationMs } from "./duration.ts";

it.each([
  { text: "30s", ms: 30_000 },
  { text: "1m0.5s", ms: 60_500 },
  { text: "1h2m3s", ms: 3_723_000 },
  { text: "250ms", ms: 250 },
  { text: "1.5us", ms: 0.0015 },
  { text: "0", ms: 0 },
  { text: "0s", ms: 0 },
  { text: "", ms: null },
  { text: "30", ms: null },
  { text: "30 s", ms: null },
  { text: "1d", ms: null },
])("reads $text as $ms", ({ text, ms }) => {
  expect(durationMs(text)).toBe(ms);
});
