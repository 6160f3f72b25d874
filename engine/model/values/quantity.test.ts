import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { runs } from "../../testing/runs.ts";
import {
  approximateDouble,
  commonMilliUnits,
  formatMilli,
  milliUnits,
  nanoToMilli,
  nanoUnits,
} from "./quantity.ts";

describe("milliUnits", () => {
  // prettier-ignore
  it.each([
    { shows: "whole units",                 quantity: "4",        milli: 4000n },
    { shows: "milli",                       quantity: "250m",     milli: 250n },
    { shows: "a fraction",                  quantity: "1.5",      milli: 1500n },
    { shows: "a fraction without an integer part", quantity: ".5",       milli: 500n },
    { shows: "an integer part with a bare point", quantity: "5.",       milli: 5000n },
    { shows: "a binary suffix",             quantity: "2Ki",      milli: 2_048_000n },
    { shows: "a fraction of a binary one",  quantity: "0.5Mi",    milli: 524_288_000n },
    { shows: "kilo in lower case",          quantity: "3k",       milli: 3_000_000n },
    { shows: "an exponent",                 quantity: "1e3",      milli: 1_000_000n },
    { shows: "a signed exponent",           quantity: "15E-1",    milli: 1500n },
    { shows: "E alone as exa",              quantity: "1E",       milli: 10n ** 21n },
    { shows: "nano rounded up",             quantity: "100n",     milli: 1n },
    { shows: "micro rounded up",            quantity: "1500001u", milli: 1501n },
    { shows: "no rounding up of zero",      quantity: "0n",       milli: 0n },
    { shows: "a negative, away from zero",  quantity: "-1500u",   milli: -2n },
    { shows: "a plus sign",                 quantity: "+2",       milli: 2000n },
    { shows: "no rounding beyond 2^53",     quantity: "9007199254740993", milli: 9_007_199_254_740_993_000n },
    { shows: "a value capped at the binary maximum", quantity: "9Ei",      milli: 9_223_372_036_854_775_807_000n },
  ])("reads $shows: $quantity", ({ quantity, milli }) => {
    expect(milliUnits(quantity)).toEqual({ ok: true, value: milli });
  });

  it.each([
    { shows: "an empty string", quantity: "" },
    { shows: "no digits", quantity: "m" },
    { shows: "only a sign", quantity: "-" },
    { shows: "only a point", quantity: "." },
    { shows: "an unknown suffix", quantity: "1K" },
    { shows: "a suffix in the wrong case", quantity: "1ki" },
    { shows: "an exponent without a number", quantity: "1e" },
    { shows: "a space", quantity: "1 Ki" },
    { shows: "two points", quantity: "1.2.3" },
    { shows: "hexadecimal", quantity: "0x10" },
    { shows: "an infinite exponent", quantity: "1eInfinity" },
    { shows: "an exponent that would exhaust the memory", quantity: "1e999999999" },
    { shows: "more digits than a quantity can have", quantity: "1".repeat(65) },
  ])("refuses $shows", ({ quantity }) => {
    expect(milliUnits(quantity)).toMatchObject({ ok: false });
  });
});

describe("commonMilliUnits", () => {
  // prettier-ignore
  it.each([
    { shows: "whole units",                        quantity: "4",             milli: 4000 },
    { shows: "milli",                              quantity: "250m",          milli: 250 },
    { shows: "nano rounded up",                    quantity: "1000001n",      milli: 2 },
    { shows: "a binary suffix",                    quantity: "2Ki",           milli: 2_048_000 },
    { shows: "twelve digits",                      quantity: "999999999999",  milli: 999_999_999_999_000 },
    { shows: "not more digits",                    quantity: "1000000000000", milli: null },
    { shows: "not a result that is no safe integer", quantity: "999999999999Mi", milli: null },
    { shows: "not a fraction",                     quantity: "1.5",           milli: null },
    { shows: "not a sign",                         quantity: "-1",            milli: null },
    { shows: "not a rare suffix",                  quantity: "1Gi",           milli: null },
    { shows: "not a suffix alone",                 quantity: "m",             milli: null },
  ])("reads $shows: $quantity", ({ quantity, milli }) => {
    expect(commonMilliUnits(quantity)).toBe(milli);
  });
});

describe("milliUnits and nanoUnits", () => {
  it("agree on every form and either way of parsing", () => {
    const suffix = fc.constantFrom("", "m", "u", "n", "k", "Ki", "Mi", "Gi", "e3");
    const property = fc.property(fc.bigInt(0n, 10n ** 16n), suffix, (digits, unit) => {
      const quantity = `${digits}${unit}`;
      const [milli, nano] = [milliUnits(quantity), nanoUnits(quantity)];
      if (!milli.ok || !nano.ok) throw new Error(quantity);
      expect(milli.value).toBe(nanoToMilli(nano.value));
    });
    fc.assert(property, runs(2000));
  });
});

describe("nanoUnits", () => {
  it.each([
    { quantity: "1", nano: 1_000_000_000n },
    { quantity: "1n", nano: 1n },
    { quantity: "0.1n", nano: 1n },
    { quantity: "2Ki", nano: 2_048_000_000_000n },
  ])("reads $quantity", ({ quantity, nano }) => {
    expect(nanoUnits(quantity)).toEqual({ ok: true, value: nano });
  });

  it.each([
    { nano: 1_000_000n, milli: 1n },
    { nano: 1_000_001n, milli: 2n },
    { nano: -1_000_001n, milli: -2n },
    { nano: 0n, milli: 0n },
  ])("rounds $nano away from zero", ({ nano, milli }) => {
    expect(nanoToMilli(nano)).toBe(milli);
  });
});

it.each([
  { milli: 1500n, text: "1500m" },
  { milli: 2000n, text: "2" },
  { milli: -1n, text: "-1m" },
  { milli: 0n, text: "0" },
])("formatMilli writes $text", ({ milli, text }) => {
  expect(formatMilli(milli)).toBe(text);
});

describe("approximateDouble", () => {
  // The results of Quantity.AsApproximateFloat64 of apimachinery 0.36.1.
  it.each([
    { quantity: "59m", double: 59 * 0.001 },
    { quantity: "0.059", double: 59 * 0.001 },
    { quantity: "100m", double: 0.1 },
    { quantity: "0.1", double: 0.1 },
    { quantity: "118m", double: 118 * 0.001 },
    { quantity: "1", double: 1 },
    { quantity: "10", double: 10 },
    { quantity: "1500u", double: 1500 * 1e-6 },
    { quantity: "0.0015", double: 1500 * 1e-6 },
    { quantity: "0", double: 0 },
    { quantity: "-250m", double: -0.25 },
    // Stored as 9007199254740993k.
    { quantity: "9007199254740993000", double: 9_007_199_254_740_992 * 1000 },
  ])("reads $quantity as $double", ({ quantity, double }) => {
    expect(approximateDouble(quantity)).toEqual({ ok: true, value: double });
  });

  it("differs from the nearest double in some cases", () => {
    expect(approximateDouble("59m")).not.toEqual({ ok: true, value: 0.059 });
  });

  it("refuses a malformed quantity", () => {
    expect(approximateDouble("little")).toMatchObject({ ok: false });
  });
});
