import { describe, expect, it } from "vitest";

import { expressionOf } from "./expression.ts";

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
