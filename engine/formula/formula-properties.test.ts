import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { runs } from "../testing/runs.ts";
import type { Reading, Run } from "./formula.ts";
import { exactly, type Interval } from "./interval.ts";
import { parseFormula } from "./parse-formula.ts";
import { names, randomFormula } from "./testing/random-formula.ts";

const metrics = new Map(names.map(name => [name, { hasValue: true }]));
const count = fc.nat(30);
const values = fc.record({ a: count, b: count, c: count });

function parsed(text: string) {
  const formula = parseFormula(text, metrics);
  if (!formula.ok) throw new Error(`${text}: ${JSON.stringify(formula.error)}`);
  return formula.value;
}

function evaluate(text: string, known: Readonly<Record<string, number>>): Interval {
  const read = ({ name }: Reading): Interval => {
    const value = known[name];
    return value === undefined ? { low: 0, high: 1_000 } : exactly(value);
  };
  const run: Run = { current: 1, read, problem: null };
  const result = parsed(text).evaluate(run);
  expect(run.problem).toBeNull();
  return result;
}

describe("random expressions", () => {
  it("have the value that an independent evaluation gives", () => {
    const property = fc.property(randomFormula, values, ({ text, value }, known) => {
      const wanted = value(known) + 0;
      const { low, high } = evaluate(text, known);
      expect([low + 0, high + 0]).toEqual([wanted, wanted]);
    });
    fc.assert(property, runs(500));
  });

  it("I2: contain every result that unknown inputs can lead to", () => {
    const unknown = fc.subarray([...names], { minLength: 1 });
    const property = fc.property(
      ...[randomFormula, values, values, unknown],
      ({ text, value }, known, others, missing) => {
        const seen = Object.fromEntries(
          Object.entries(known).filter(([name]) => !missing.some(each => each === name)),
        );
        const { low, high } = evaluate(text, seen);
        const result = value({ ...others, ...seen });
        expect(low <= result && result <= high).toBe(true);
      },
    );
    fc.assert(property, runs(500));
  });
});

/** Parts of CEL, also those that expressions do not have, and unfinished ones. */
// prettier-ignore
const tokens = [
  "a", "b", ".value", "has(", "cel.bind(", ".map(", ".all(", "(", ")", "[", "]", "{", "}", ",", "?", ":", "'a'", '"', "b'x'", "r'", "'''",
  "1", "1u", "0x", "0xFFFFFFFFFFFFFFFFFF", "1e309", "-", "+", "*", "/", "%", "&&", "||", "!", "==", "<", "in", "null", "true", "timestamp(",
  "\\u12", "\n", "//", "#", "\u0000", "type(", ".?a", "[?0]", "max", "min(", "__proto__", "constructor", "1.", "..", "-9223372036854775809",
];

it("any text is parsed or refused, and nothing throws", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(fc.constantFrom(...tokens), { maxLength: 12 }).map(parts => parts.join("")),
  );
  const property = fc.property(text, expression => {
    const formula = parseFormula(expression, metrics);
    expect(formula.ok || formula.error.length > 0).toBe(true);
  });
  fc.assert(property, runs(2_000));
});
