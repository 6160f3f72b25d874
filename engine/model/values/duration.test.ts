import fc from "fast-check";
import { expect, it } from "vitest";

import { runs } from "../../testing/runs.ts";
import { durationMs } from "./time.ts";

it.each([
  { text: "30s", ms: 30_000 },
  { text: "17.052s", ms: 17_052 },
  { text: "1m0.5s", ms: 60_500 },
  { text: "1h2m3s", ms: 3_723_000 },
  { text: "250ms", ms: 250 },
  { text: "1.5us", ms: 0.0015 },
  { text: ".5s", ms: 500 },
  { text: "5.s", ms: 5_000 },
  { text: "17.0953391480916076s", ms: 17.0953391480916076 * 1000 },
  { text: "0", ms: 0 },
  { text: "0s", ms: 0 },
  { text: "", ms: null },
  { text: "s", ms: null },
  { text: ".s", ms: null },
  { text: "1.2.3s", ms: null },
  { text: "30", ms: null },
  { text: "30 s", ms: null },
  { text: "1d", ms: null },
  { text: " 1s", ms: null },
  { text: "1s ", ms: null },
  { text: "1s1", ms: null },
  { text: `${"1".repeat(63)}s`, ms: Number("1".repeat(63)) * 1000 },
  { text: `${"1".repeat(64)}s`, ms: null },
])("reads $text as $ms", ({ text, ms }) => {
  expect(durationMs(text)).toBe(ms);
});

it("reads seconds as Number does", () => {
  const places = fc.integer({ min: 0, max: 9 });
  const property = fc.property(fc.nat(99_999), fc.nat(999_999_999), places, (whole, part, many) => {
    const fraction = many === 0 ? "" : `.${String(part).padStart(9, "0").slice(0, many)}`;
    expect(durationMs(`${whole}${fraction}s`)).toBe(Number(`${whole}${fraction}`) * 1000);
  });
  fc.assert(property, runs(2000));
});
