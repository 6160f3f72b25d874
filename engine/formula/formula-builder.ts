import type { ASTNode } from "@marcbachmann/cel-js";

import { type ExpressionError, type Mistake, mistakes } from "./mistakes.ts";
import { choice, type ConditionPart, junction, type NumberPart, type Reading } from "./formula.ts";
import {
  anything,
  canBeZero,
  exactly,
  negate,
  not,
  add,
  divide,
  type Interval,
  isEqual,
  isLess,
  multiply,
  rising,
  subtract,
  type Truth,
} from "./interval.ts";

/** The metrics that an expression can read, by name, and whether each has a value as a whole. */
export type NamedMetrics = ReadonlyMap<string, { readonly hasValue: boolean }>;

type NodeOf<Op extends ASTNode["op"]> = Extract<ASTNode, { op: Op }>;
type Binary = readonly [ASTNode, ASTNode];

/** What takes the place of a part with a mistake. */
const unknownNumber: NumberPart = () => anything;
const unknownCondition: ConditionPart = () => null;

/** Turns a syntax tree into functions, and collects all mistakes of types and names. */
export class FormulaBuilder {
  readonly found: ExpressionError[] = [];
  readonly readings = new Map<string, Reading>();
  readonly #expression: string;
  readonly #metrics: NamedMetrics;

  constructor(expression: string, metrics: NamedMetrics) {
    this.#expression = expression;
    this.#metrics = metrics;
  }

  number(node: ASTNode): NumberPart {
    if (node.op === "value") return this.#literal(node);
    if (node.op === "id") return this.#name(node);
    if (node.op === ".") return this.#field(node);
    if (node.op === "call") return this.#call(node);
    if (node.op === "?:") {
      const [condition, yes, no] = node.args;
      return choice(this.condition(condition), this.number(yes), this.number(no));
    }
    if (node.op === "-_") {
      const operand = this.number(node.args);
      return run => negate(operand(run));
    }
    if (node.op === "+" || node.op === "-" || node.op === "*" || node.op === "/") {
      return this.#arithmetic(node.op, node.args);
    }
    const mistake = isCondition(node) ? mistakes.notANumber : mistakes.unsupported;
    return this.#refuse(node, mistake, unknownNumber);
  }

  condition(node: ASTNode): ConditionPart {
    if (node.op === "value" && typeof node.args === "boolean") {
      const { args: truth } = node;
      return () => truth;
    }
    if (node.op === "&&" || node.op === "||") {
      const [left, right] = node.args;
      return junction(node.op === "||", this.condition(left), this.condition(right));
    }
    if (node.op === "!_") {
      const operand = this.condition(node.args);
      return run => not(operand(run));
    }
    const compare = comparisons.get(node.op);
    if (compare === undefined) {
      const before = this.found.length;
      this.number(node);
      if (this.found.length > before) return unknownCondition;
      return this.#refuse(node, mistakes.notACondition, unknownCondition);
    }
    const [left, right] = node.args as Binary;
    const [first, second] = [this.number(left), this.number(right)];
    return run => compare(first(run), second(run));
  }

  #literal(node: NodeOf<"value">): NumberPart {
    const { args: value } = node;
    if (typeof value === "boolean") return this.#refuse(node, mistakes.notANumber, unknownNumber);
    if (typeof value !== "bigint" && typeof value !== "number") {
      return this.#refuse(node, mistakes.unsupported, unknownNumber);
    }
    const number = exactly(Number(value));
    return () => number;
  }

  #name(node: NodeOf<"id">): NumberPart {
    const { args: name } = node;
    if (name === "current") return ({ current }) => exactly(current);
    return this.#read(node, { name, field: "replicas" });
  }

  #field(node: NodeOf<".">): NumberPart {
    const [owner, field] = node.args;
    if (owner.op !== "id") return this.#refuse(node, mistakes.unsupported, unknownNumber);
    if (field !== "value") return this.#refuse(node, mistakes.noField, unknownNumber);
    const { args: name } = owner;
    if (this.#metrics.get(name)?.hasValue === false) {
      return this.#refuse(node, mistakes.noValue, unknownNumber);
    }
    return this.#read(owner, { name, field });
  }

  #read(node: ASTNode, { name, field }: Reading): NumberPart {
    if (!this.#metrics.has(name)) {
      return this.#refuse(node, mistakes.unknownName([...this.#metrics.keys()]), unknownNumber);
    }
    const reading = { name, field };
    this.readings.set(`${name}.${field}`, reading);
    return ({ read }) => read(reading);
  }

  #call(node: NodeOf<"call">): NumberPart {
    const [name, args] = node.args;
    const called = functions.get(name);
    if (called === undefined) return this.#refuse(node, mistakes.unsupported, unknownNumber);
    const { leastArguments, mostArguments, apply } = called;
    const operands = args.map(operand => this.number(operand));
    if (operands.length < leastArguments || operands.length > mostArguments) {
      return this.#refuse(node, mistakes.wrongArguments(mostArguments), unknownNumber);
    }
    return run => apply(operands.map(operand => operand(run)));
  }

  #arithmetic(operator: keyof typeof arithmetic, sides: Binary): NumberPart {
    const apply = arithmetic[operator];
    const [left, right] = sides;
    const [first, second] = [this.number(left), this.number(right)];
    if (operator !== "/") return run => apply(first(run), second(run));
    const problem = `it divides by ${this.#textOf(right)}, which can be 0`;
    return run => {
      const divisor = second(run);
      if (canBeZero(divisor)) run.problem ??= problem;
      return apply(first(run), divisor);
    };
  }

  #refuse<Part>(node: ASTNode, explain: (text: string) => Mistake, part: Part): Part {
    this.found.push({ at: node.start + 1, ...explain(this.#textOf(node)) });
    return part;
  }

  #textOf({ start, end }: ASTNode): string {
    return this.#expression.slice(start, end);
  }
}

const isCondition = ({ op }: ASTNode): boolean =>
  comparisons.has(op) || op === "&&" || op === "||" || op === "!_";

/** The operators by their text in CEL. */
const arithmetic: Readonly<Record<"+" | "-" | "*" | "/", (a: Interval, b: Interval) => Interval>> =
  { "+": add, "-": subtract, "*": multiply, "/": divide };

const comparisons: ReadonlyMap<string, (a: Interval, b: Interval) => Truth> = new Map([
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

const functions: ReadonlyMap<string, FormulaFunction> = new Map([
  ["min", { ...ofSeveral, apply: rising(Math.min) }],
  ["max", { ...ofSeveral, apply: rising(Math.max) }],
  ["ceil", { ...ofOne, apply: rising(Math.ceil) }],
  ["floor", { ...ofOne, apply: rising(Math.floor) }],
]);
