import fc from "fast-check";

type Values = Readonly<Record<string, number>>;

/** An expression as text, and what it means. */
export interface RandomFormula {
  readonly text: string;
  readonly value: (values: Values) => number;
}

interface RandomCondition {
  readonly text: string;
  readonly holds: (values: Values) => boolean;
}

export const names = ["a", "b", "c"] as const;

const operators: readonly (readonly [string, (x: number, y: number) => number])[] = [
  ["+", (x, y) => x + y],
  ["-", (x, y) => x - y],
  ["*", (x, y) => x * y],
  ["/", (x, y) => x / y],
];
const comparisons: readonly (readonly [string, (x: number, y: number) => boolean])[] = [
  ["<", (x, y) => x < y],
  ["<=", (x, y) => x <= y],
  [">", (x, y) => x > y],
  [">=", (x, y) => x >= y],
  ["==", (x, y) => x === y],
  ["!=", (x, y) => x !== y],
];

/** Divisions are by constants above 0: a division by 0 has no result. */
export const randomFormula: fc.Arbitrary<RandomFormula> = fc.letrec<{
  number: RandomFormula;
  condition: RandomCondition;
}>(tie => ({
  number: fc.oneof(
    { maxDepth: 5, depthSize: "small" },
    fc.oneof(
      fc
        .constantFrom(...names)
        .map(name => ({ text: name, value: (values: Values) => values[name] ?? 0 })),
      fc.integer({ min: 0, max: 20 }).map(number => ({ text: `${number}`, value: () => number })),
    ),
    fc
      .tuple(fc.constantFrom(...operators.slice(0, 3)), tie("number"), tie("number"))
      .map(([[sign, apply], x, y]) => ({
        text: `(${x.text} ${sign} ${y.text})`,
        value: (values: Values) => apply(x.value(values), y.value(values)),
      })),
    fc.tuple(tie("number"), fc.integer({ min: 1, max: 9 })).map(([x, divisor]) => ({
      text: `(${x.text} / ${divisor}.5)`,
      value: (values: Values) => x.value(values) / (divisor + 0.5),
    })),
    fc.tuple(fc.constantFrom("min", "max"), tie("number"), tie("number")).map(([called, x, y]) => ({
      text: `${called}(${x.text}, ${y.text})`,
      value: (values: Values) =>
        Math[called === "min" ? "min" : "max"](x.value(values), y.value(values)),
    })),
    fc.tuple(fc.constantFrom("ceil", "floor"), tie("number")).map(([called, x]) => ({
      text: `${called}(${x.text})`,
      value: (values: Values) => Math[called === "ceil" ? "ceil" : "floor"](x.value(values)),
    })),
    tie("number").map(x => ({ text: `-(${x.text})`, value: (values: Values) => -x.value(values) })),
    fc.tuple(tie("condition"), tie("number"), tie("number")).map(([test, x, y]) => ({
      text: `(${test.text} ? ${x.text} : ${y.text})`,
      value: (values: Values) => (test.holds(values) ? x : y).value(values),
    })),
  ),
  condition: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc
      .tuple(fc.constantFrom(...comparisons), tie("number"), tie("number"))
      .map(([[sign, compare], x, y]) => ({
        text: `${x.text} ${sign} ${y.text}`,
        holds: (values: Values) => compare(x.value(values), y.value(values)),
      })),
    fc
      .tuple(fc.constantFrom("&&", "||"), tie("condition"), tie("condition"))
      .map(([word, p, q]) => ({
        text: `(${p.text} ${word} ${q.text})`,
        holds: (values: Values) =>
          word === "&&" ? p.holds(values) && q.holds(values) : p.holds(values) || q.holds(values),
      })),
    tie("condition").map(p => ({
      text: `!(${p.text})`,
      holds: (values: Values) => !p.holds(values),
    })),
  ),
})).number;
