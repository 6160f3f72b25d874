import {
  add,
  divide,
  type Interval,
  isEqual,
  isLess,
  multiply,
  not,
  rising,
  subtract,
  type Truth,
} from "./interval.ts";

/** The operators by their text in CEL. */
export const arithmetic: Readonly<
  Record<"+" | "-" | "*" | "/", (a: Interval, b: Interval) => Interval>
> = { "+": add, "-": subtract, "*": multiply, "/": divide };

export const comparisons: ReadonlyMap<string, (a: Interval, b: Interval) => Truth> = new Map([
  ["<", isLess],
  [">", (a: Interval, b: Interval) => isLess(b, a)],
  ["<=", (a: Interval, b: Interval) => not(isLess(b, a))],
  [">=", (a: Interval, b: Interval) => not(isLess(a, b))],
  ["==", isEqual],
  ["!=", (a: Interval, b: Interval) => not(isEqual(a, b))],
]);

interface FormulaFunction {
  readonly leastArguments: number;
  readonly mostArguments: number;
  readonly apply: (operands: readonly Interval[]) => Interval;
}

const ofOne = { leastArguments: 1, mostArguments: 1 };
const ofSeveral = { leastArguments: 2, mostArguments: 32 };

export const functions: ReadonlyMap<string, FormulaFunction> = new Map([
  ["min", { ...ofSeveral, apply: rising(Math.min) }],
  ["max", { ...ofSeveral, apply: rising(Math.max) }],
  ["ceil", { ...ofOne, apply: rising(Math.ceil) }],
  ["floor", { ...ofOne, apply: rising(Math.floor) }],
]);
