import { type ASTNode, Environment } from "@marcbachmann/cel-js";

import type { Schema } from "../object-schema.ts";

type NodeOf<Op extends ASTNode["op"]> = Extract<ASTNode, { op: Op }>;

/** The JavaScript of a part of a rule, and the schema of its value if the CRD has one. */
interface Part {
  readonly code: string;
  readonly schema?: Schema | undefined;
}
type Variables = Readonly<Record<string, Part>>;

const grammar = new Environment({ limits: { maxAstNodes: 5_000 } });

/**
 * The JavaScript of a CEL expression about `self`, which calls `celFunctions` and, for a time zone, `isTimeZone`. Fields
 * have the defaults of the schema, as in the API server. It is that part of CEL that the CRDs use; throws for another.
 */
export const javascriptOf = (expression: string, self: Schema): string =>
  partOf(grammar.parse(expression).ast, { self: { code: "self", schema: self } }).code;

const infix = (operator: string) => (left: string, right: string) =>
  `(${left} ${operator} ${right})`;

const operations: Readonly<Record<string, (...parts: [string, string, string]) => string>> = {
  "||": infix("||"),
  "&&": infix("&&"),
  "==": infix("==="),
  "!=": infix("!=="),
  "<": infix("<"),
  "<=": infix("<="),
  ">": infix(">"),
  ">=": infix(">="),
  "+": infix("+"),
  "-": infix("-"),
  "*": infix("*"),
  // All numbers of the CRDs that are divided are integers.
  "/": (left, right) => `Math.trunc(${left} / ${right})`,
  in: (entry, list) => `${list}.includes(${entry})`,
  "!_": condition => `!${condition}`,
  "-_": number => `-${number}`,
  "?:": (condition, yes, no) => `(${condition} ? ${yes} : ${no})`,
};

function partOf(node: ASTNode, variables: Variables): Part {
  if (node.op === "value") return { code: literal(node) };
  if (node.op === "id") return variables[node.args] ?? { code: JSON.stringify(node.args) };
  if (node.op === ".") return fieldOf(node, variables);
  if (node.op === "[]") return entryOf(node, variables);
  if (node.op === "call") return { code: callOf(node, variables) };
  if (node.op === "rcall") return methodOf(node, variables);
  const codes = () => ([node.args].flat() as ASTNode[]).map(part => partOf(part, variables).code);
  if (node.op === "list") return { code: `[${codes().join(", ")}]` };
  const operation = operations[node.op];
  if (operation === undefined) throw unsupported(node, node.op);
  return { code: operation(...(codes() as [string, string, string])) };
}

const unsupported = (node: ASTNode, what: string): Error =>
  new Error(`${what} has no counterpart in JavaScript yet: ${node.input}`);

function literal(node: NodeOf<"value">): string {
  const { args: value } = node;
  if (typeof value === "string" || typeof value === "boolean") return JSON.stringify(value);
  if (typeof value === "bigint" || typeof value === "number") return String(value);
  throw unsupported(node, typeof value);
}

function fieldOf({ args: [holder, name] }: NodeOf<".">, variables: Variables): Part {
  const { code, schema } = partOf(holder, variables);
  const field = schema?.properties?.[name];
  const byDefault = field?.["default"];
  const rest = byDefault === undefined ? "" : `, ${JSON.stringify(byDefault)}`;
  return { code: `get(${code}, ${JSON.stringify(name)}${rest})`, schema: field };
}

function entryOf({ args: [holder, key] }: NodeOf<"[]">, variables: Variables): Part {
  const { code, schema } = partOf(holder, variables);
  return {
    code: `get(${code}, ${partOf(key, variables).code})`,
    schema: schema && itemsOf(schema),
  };
}

/** The schema of the entries of a list, or of the values of a map. */
const itemsOf = ({ items, additionalProperties: values }: Schema): Schema | undefined =>
  items ?? (typeof values === "object" ? values : undefined);

function callOf(node: NodeOf<"call">, variables: Variables): string {
  const [name, [argument]] = node.args;
  if (argument === undefined) throw unsupported(node, name);
  if (name === "has" && argument.op === ".") {
    const [holder, field] = argument.args;
    const { code, schema } = partOf(holder, variables);
    const isSet = schema?.properties?.[field]?.["default"] !== undefined;
    return isSet ? "true" : `has(${code}, ${JSON.stringify(field)})`;
  }
  const { code } = partOf(argument, variables);
  if (name === "size") return `size(${code})`;
  if (name === "type") return `typeOf(${code})`;
  throw unsupported(node, name);
}

const loops: Readonly<Record<string, string>> = {
  all: "every",
  exists: "some",
  exists_one: "filter",
  filter: "filter",
  map: "map",
};
const methods: Readonly<Record<string, string>> = {
  contains: "includes",
  startsWith: "startsWith",
  indexOf: "indexOf",
  split: "split",
};

function methodOf(node: NodeOf<"rcall">, variables: Variables): Part {
  const [name, receiver, [first]] = node.args;
  if (loops[name] !== undefined) return loopOf(node, variables);
  // The hour does not matter: in CEL, an unknown time zone is an error, and the rule does not hold.
  if (name === "getHours" && first) {
    return { code: `(isTimeZone(${partOf(first, variables).code}) ? 0 : -1)` };
  }
  const { code } = partOf(receiver, variables);
  if (name === "size") return { code: `size(${code})` };
  const argument = first && partOf(first, variables).code;
  if (name === "format") return { code: `format(${code}, ${argument})` };
  if (name === "matches" && first?.op === "value") {
    return { code: `matches(${code}, ${String(new RegExp(String(first.args)))})` };
  }
  if (methods[name] === undefined) throw unsupported(node, name);
  return { code: `${code}.${methods[name]}(${argument})` };
}

function loopOf(node: NodeOf<"rcall">, variables: Variables): Part {
  const [name, receiver, [variable, body]] = node.args;
  if (variable?.op !== "id" || body === undefined) throw unsupported(node, name);
  const { code, schema } = partOf(receiver, variables);
  const entry = { code: variable.args, schema: schema && itemsOf(schema) };
  const { code: step } = partOf(body, { ...variables, [variable.args]: entry });
  const loop = `each(${code}).${loops[name]}(${variable.args} => ${step})`;
  if (name === "exists_one") return { code: `(${loop}.length === 1)` };
  return { code: loop, schema: name === "filter" ? schema : undefined };
}
