import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { FieldError } from "../../model/values/result.ts";
import { FieldReader } from "../../schema/field-reader.ts";
import { readFraction } from "./behavior.ts";

/** The pattern of the CRD, composed independently. */
const quantities = fc
  .tuple(
    fc.constantFrom("", "+", "-"),
    fc.stringMatching(/^([0-9]{1,12}[.]?[0-9]{0,12}|[.][0-9]{1,12})$/),
    fc.constantFrom("", ..."n u m k M G T P E".split(" "), "Ki", "Ei", "e3", "E-64", "e+09"),
  )
  .map(parts => parts.join(""));

function read(value: unknown) {
  const found: FieldError[] = [];
  const reader = new FieldReader("", { value }, found);
  return { fraction: readFraction(reader, "value"), codes: found.map(({ code }) => code) };
}

describe("quantities", () => {
  it("are read if they match the pattern, and checked by their sign", () => {
    const judged = fc.property(quantities, text => {
      const { fraction, codes } = read(text);
      const isZero = !/^[^a-zA-Z]*[1-9]/.test(text);
      const isNegative = text.startsWith("-") && !isZero;
      expect(codes).toEqual(isNegative ? ["QuantityNegative"] : []);
      expect(fraction === undefined).toBe(isNegative);
    });
    fc.assert(judged, { examples: [["-.0"], ["-0"], ["-1n"]] });
  });

  it.each([
    { text: "50m", milli: 50n },
    { text: "0.05", milli: 50n },
    { text: 0.05, milli: 50n },
    { text: 1e-7, milli: 1n },
    { text: 3, milli: 3000n },
  ])("$text is $milli thousandths", ({ text, milli }) => {
    expect(read(text).fraction).toBe(milli);
  });
});
