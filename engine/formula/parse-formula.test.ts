import { describe, expect, it } from "vitest";

import type { Reading, Run } from "./formula.ts";
import { anything, exactly } from "./interval.ts";
import { parseFormula } from "./parse-formula.ts";

const metrics = new Map([
  ["cpu", { hasValue: false }],
  ["queue", { hasValue: true }],
]);

const values: Readonly<Record<string, number>> = { cpu: 5, queue: 3, "queue.value": 120 };
const read = ({ name, field }: Reading): number | undefined =>
  values[field === "value" ? `${name}.value` : name];

type Known = (reading: Reading) => number | undefined;

function resultOf(expression: string, known: Known = read) {
  const formula = parseFormula(expression, metrics);
  if (!formula.ok) throw new Error(JSON.stringify(formula.error));
  const run: Run = { current: 4, read: intervalOf(known), problem: null };
  const { low, high } = formula.value.evaluate(run);
  return run.problem ?? (low === high ? low : [low, high]);
}

const intervalOf =
  (known: Known): Run["read"] =>
  reading => {
    const value = known(reading);
    if (value !== undefined) return exactly(value);
    return reading.field === "value" ? anything : { low: 0, high: 2_147_483_647 };
  };

describe("an expression over known inputs", () => {
  // prettier-ignore
  it.each<{ shows: string; expression: string; result: number }>([
    { shows: "a metric's count",              expression: "cpu",                          result: 5 },
    { shows: "a metric's value",              expression: "queue.value",                  result: 120 },
    { shows: "the current count",             expression: "current",                      result: 4 },
    { shows: "the largest",                   expression: "max(cpu, queue, 1)",           result: 5 },
    { shows: "the smallest",                  expression: "min(cpu, queue)",              result: 3 },
    { shows: "precedence",                    expression: "1 + 2 * 3 - 4 / 2",            result: 5 },
    { shows: "brackets",                      expression: "(1 + 2) * 3",                  result: 9 },
    { shows: "decimal division of integers",  expression: "1 / 2",                        result: 0.5 },
    { shows: "a mix of integers and decimals", expression: "cpu * 1.5",                   result: 7.5 },
    { shows: "a hexadecimal number",          expression: "0x10",                         result: 16 },
    { shows: "an exponent",                   expression: "1.2e2",                        result: 120 },
    { shows: "a negative number",             expression: "-cpu",                         result: -5 },
    { shows: "rounding up",                   expression: "ceil(queue / 2)",              result: 2 },
    { shows: "rounding down",                 expression: "floor(queue / 2)",             result: 1 },
    { shows: "a choice",                      expression: "cpu > queue ? 1 : 2",          result: 1 },
    { shows: "the other choice",              expression: "cpu < queue ? 1 : 2",          result: 2 },
    { shows: "a choice within a choice",      expression: "cpu == 4 ? 1 : cpu != 5 ? 2 : 3", result: 3 },
    { shows: "and",                           expression: "cpu >= 5 && queue <= 3 ? 1 : 2", result: 1 },
    { shows: "or",                            expression: "cpu > 5 || queue < 4 ? 1 : 2", result: 1 },
    { shows: "not",                           expression: "!(cpu > 5) ? 1 : 2",           result: 1 },
    { shows: "and before or",                 expression: "true || false && false ? 1 : 2", result: 1 },
    { shows: "a comment",                     expression: "cpu // of the pods",           result: 5 },
    { shows: "a branch that is not taken",    expression: "cpu > 0 ? 1 : 1 / 0",          result: 1 },
  ])("$shows: $expression is $result", ({ expression, result }) => {
    expect(resultOf(expression)).toBe(result);
  });

  it("divides by nothing that can be 0", () => {
    expect(resultOf("queue / (cpu - 5)")).toBe("it divides by cpu - 5, which can be 0");
  });
});

describe("an expression over unknown inputs", () => {
  const onlyQueue: Known = reading => (reading.name === "queue" ? read(reading) : undefined);
  const most = 2_147_483_647;

  // prettier-ignore
  it.each<{ shows: string; expression: string; result: number | number[] | string }>([
    { shows: "any count",                          expression: "cpu",                      result: [0, most] },
    { shows: "at least what is known",             expression: "max(cpu, queue)",          result: [3, most] },
    { shows: "at most what is known",              expression: "min(cpu, queue)",          result: [0, 3] },
    { shows: "a sum",                              expression: "cpu + queue",              result: [3, most + 3] },
    { shows: "a difference",                       expression: "queue - cpu",              result: [3 - most, 3] },
    { shows: "a product with a negative number",   expression: "cpu * -2",                 result: [-2 * most, -0] },
    { shows: "a known result",                     expression: "min(2, max(cpu, queue))",  result: 2 },
    { shows: "a known condition",                  expression: "queue < 9 ? queue : cpu",  result: 3 },
    { shows: "both branches",                      expression: "cpu < 9 ? queue : 7",      result: [3, 7] },
    { shows: "a conjunction that is false anyway", expression: "cpu < 9 && queue > 9 ? 1 : 2", result: 2 },
    { shows: "a disjunction that is true anyway",  expression: "cpu < 9 || queue < 9 ? 1 : 2", result: 1 },
    { shows: "a disjunction that is not known",    expression: "cpu < 9 || queue > 9 ? 1 : 2", result: [1, 2] },
    { shows: "what may be equal",                  expression: "cpu == queue ? 1 : 2",     result: [1, 2] },
    { shows: "what cannot be equal",               expression: "cpu == -1 ? 1 : 2",        result: 2 },
    { shows: "a divisor that can be 0",            expression: "queue / cpu",              result: "it divides by cpu, which can be 0" },
    { shows: "a divisor that cannot be 0",         expression: "queue / (cpu + 1)",        result: [3 / (most + 1), 3] },
    { shows: "a branch that may apply",            expression: "cpu > 9 ? 1 / 0 : 1",      result: "it divides by 0, which can be 0" },
  ])("$shows: $expression", ({ expression, result }) => {
    expect(resultOf(expression, onlyQueue)).toEqual(result);
  });

  it("any value, which can be negative", () => {
    expect(resultOf("queue.value", () => undefined)).toEqual([-Infinity, Infinity]);
    expect(resultOf("queue.value - queue.value", () => undefined)).toEqual([-Infinity, Infinity]);
  });
});

describe("a mistake in an expression", () => {
  const shown = (expression: string): string => {
    const formula = parseFormula(expression, metrics);
    if (formula.ok) return "none";
    return formula.error
      .map(({ at, message, remedy }) => `${at}: ${message}; ${remedy}`)
      .join("\n");
  };
  const possible =
    "write numbers, names of metrics, current, + - * /, comparisons, && || !, a ? b : c, min, max, ceil and floor";

  // prettier-ignore
  it.each<{ expression: string; says: string }>([
    { expression: "max(cpu,",           says: "9: is not an expression: unexpected token: end of text; write an expression such as max(cpu, queue)" },
    { expression: "cpu + * 2",          says: "7: is not an expression: unexpected token: MULTIPLY; write an expression such as max(cpu, queue)" },
    { expression: "max(cpu, queu)",     says: '10: no metric has the name "queu"; write queue, or give a metric this name' },
    { expression: "memory",             says: '1: no metric has the name "memory"; write cpu or queue, or give a metric this name' },
    { expression: "queue.length",       says: '1: there is nothing called "queue.length"; write the name of a metric for the count that it asks for, or name.value for its value' },
    { expression: "cpu.value",          says: '1: "cpu.value" does not exist: the metric is measured per pod, and pods without samples would be left out; write the metric\'s name alone for the count that it asks for' },
    { expression: "1 + (cpu > 2)",      says: '6: "cpu > 2" is true or false where a number is needed; choose between numbers, such as queue > 10 ? queue : cpu' },
    { expression: "cpu && true ? 1 : 2", says: '1: "cpu" is a number where a condition is needed; compare it with another number, such as queue > 10' },
    { expression: "max(cpu)",           says: '1: "max(cpu)" has the wrong number of arguments; give it two or more, such as max(cpu, queue)' },
    { expression: "ceil()",             says: '1: "ceil()" has the wrong number of arguments; give it one, such as ceil(queue / 2)' },
    { expression: "sum(cpu, queue)",    says: `1: "sum(cpu, queue)" is not possible here; ${possible}` },
    { expression: "'5'",                says: `1: "'5'" is not possible here; ${possible}` },
    { expression: "a ? b : c",          says: '1: no metric has the name "a"; write cpu or queue, or give a metric this name\n5: no metric has the name "b"; write cpu or queue, or give a metric this name\n9: no metric has the name "c"; write cpu or queue, or give a metric this name' },
  ])("$expression", ({ expression, says }) => {
    expect(shown(expression)).toBe(says);
  });

  it("is named for an object without named metrics", () => {
    const formula = parseFormula("cpu", new Map());
    expect(formula.ok ? [] : formula.error.map(({ remedy }) => remedy)).toEqual([
      "give a metric this name: metrics: [{name: cpu, ...}]",
    ]);
  });
});

describe("the size of an expression", () => {
  const complex =
    "is too long or too deeply nested: 256 parts in 32 levels are allowed; write a shorter expression";

  // prettier-ignore
  it.each<{ shows: string; expression: string; isAccepted: boolean }>([
    { shows: "31 brackets within each other",  expression: `${"(".repeat(31)}1${")".repeat(31)}`,      isAccepted: true },
    { shows: "32 brackets within each other",  expression: `${"(".repeat(32)}1${")".repeat(32)}`,      isAccepted: false },
    { shows: "32 functions within each other", expression: `${"max(".repeat(32)}1${",1)".repeat(32)}`, isAccepted: false },
    { shows: "a sum of 255 parts",             expression: `1${"+1".repeat(127)}`,                     isAccepted: true },
    { shows: "a sum of 257 parts",             expression: `1${"+1".repeat(128)}`,                     isAccepted: false },
    { shows: "256 parts within each other",    expression: `${"-".repeat(255)}1`,                      isAccepted: true },
    { shows: "257 parts within each other",    expression: `${"-".repeat(256)}1`,                      isAccepted: false },
  ])("of $shows is accepted: $isAccepted", ({ expression, isAccepted }) => {
    const formula = parseFormula(expression, metrics);
    const said = formula.ok ? [] : formula.error.map(error => `${error.message}; ${error.remedy}`);
    expect(said).toEqual(isAccepted ? [] : [complex]);
  });
});

it("lists what an expression reads, once", () => {
  const formula = parseFormula("max(queue, cpu, queue, queue.value / 3, current)", metrics);
  expect(formula.ok ? formula.value.readings : []).toEqual([
    { name: "queue", field: "replicas" },
    { name: "cpu", field: "replicas" },
    { name: "queue", field: "value" },
  ]);
});
