import { describe, expect, it } from "vitest";

import type { Reading, Run } from "../../../../engine/formula/formula.ts";
import { exactly } from "../../../../engine/formula/interval.ts";
import { parseFormula } from "../../../../engine/formula/parse-formula.ts";
import recorded from "../../goldens/keda-formulas.json" with { type: "json" };
import { expressionOf } from "./scaling-modifiers.ts";

describe("a formula of KEDA", () => {
  // prettier-ignore
  it.each<{ shows: string; formula: string; target?: string; expression: string | null }>([
    { shows: "a sum",                     formula: "trig_one + trig_two",      expression: "(trig_one.value + trig_two.value) / 5" },
    { shows: "a division",                formula: "a / (b + 1)",              expression: "(a.value / (b.value + 1)) / 5" },
    { shows: "a function",                formula: "max(a, b, 3)",             expression: "(max(a.value, b.value, 3)) / 5" },
    { shows: "a choice",                  formula: "a > 2 ? a + b : 1",        expression: "(a.value > 2 ? a.value + b.value : 1) / 5" },
    { shows: "words",                     formula: "a > 2 and not (b > 1e3) ? 1 : 2", expression: "(a.value > 2 && ! (b.value > 1e3) ? 1 : 2) / 5" },
    { shows: "a target with a fraction",  formula: "a", target: "2.5",         expression: "(a.value) / 2.5" },
    { shows: "a target with a unit",      formula: "a", target: "5k",          expression: null },
    { shows: "a target of 0",             formula: "a", target: "0",           expression: null },
    { shows: "another function",          formula: "sum([a, b])",              expression: null },
    { shows: "a power",                   formula: "a ** 2",                   expression: null },
    { shows: "a closure",                 formula: "count([a], {# > 1})",      expression: null },
    { shows: "a condition as the result", formula: "a > 1",                    expression: null },
    { shows: "a call that is no formula", formula: "float(a)",                 expression: null },
    { shows: "nothing",                   formula: "",                         expression: null },
  ])("with $shows: $formula", ({ formula, target = "5", expression }) => {
    expect(expressionOf(formula, target)?.expression ?? null).toBe(expression);
  });
});

type Inputs = Readonly<Record<string, number | undefined>>;

/** The value of the expression that the formula becomes, with a target of 1. */
function valueHere(formula: string, inputs: Inputs): number | string {
  const { expression = "", names = [] } = expressionOf(formula, "1") ?? {};
  const parsed = parseFormula(
    expression,
    new Map([...names].map(name => [name, { hasValue: true }])),
  );
  if (!parsed.ok) return "it has no equivalent";
  const read = ({ name }: Reading) => exactly(inputs[name] ?? NaN);
  const run: Run = { current: 1, read, problem: null };
  const { low, high } = parsed.value.evaluate(run);
  return run.problem ?? (low === high ? low : "a range");
}

/** hack/bench/keda/formulas.ts records what KEDA's own language makes of them. */
describe(`a formula that ${recorded.source} evaluates`, () => {
  const rows: readonly { formula: string; inputs: Inputs; value: number | null }[] = recorded.rows;
  it.each(rows.filter(({ value }) => value !== null))(
    "has the same value here: $formula with $inputs",
    ({ formula, inputs, value }) => {
      expect(valueHere(formula, inputs)).toBeCloseTo(value ?? NaN, 9);
    },
  );

  // In its language, a literal such as 1 is no decimal number, and KEDA refuses it as the result.
  it.each(rows.filter(({ value }) => value === null))(
    "has a value here although KEDA has none: $formula with $inputs",
    ({ formula, inputs }) => {
      expect(valueHere(formula, inputs)).toEqual(expect.any(Number));
    },
  );
});
