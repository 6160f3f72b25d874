import { type ASTNode, Environment, ParseError } from "@marcbachmann/cel-js";

import { err, ok, type Result } from "../model/values/result.ts";
import { FormulaBuilder, type NamedMetrics } from "./formula-builder.ts";
import type { ExpressionError } from "./mistakes.ts";
import type { Formula } from "./formula.ts";

/** They limit the cost of an expression, which has no loops: each part is evaluated at most once. */
const limits = {
  maxAstNodes: 256,
  maxDepth: 32,
  maxCallArguments: 32,
  maxListElements: 32,
  maxMapEntries: 32,
};

const grammar = new Environment({ limits });

/**
 * Parses an expression in the syntax of CEL and checks it, for metrics with these names. Of CEL,
 * only the parser is used: its functions include regular expressions, whose cost has no limit. All
 * numbers are doubles, so 1/2 is 0.5.
 */
export function parseFormula(
  expression: string,
  metrics: NamedMetrics,
): Result<Formula, readonly ExpressionError[]> {
  const tree = parse(expression);
  if (!tree.ok) return err([tree.error]);
  const builder = new FormulaBuilder(expression, metrics);
  const evaluate = builder.number(tree.value);
  const { found } = builder;
  if (found.length > 0) return err(found);
  return ok({ expression, readings: [...builder.readings.values()], evaluate });
}

function parse(expression: string): Result<ASTNode, ExpressionError> {
  try {
    return ok(grammar.parse(expression).ast);
  } catch (error) {
    if (error instanceof ParseError) return err(explain(error));
    throw error;
  }
}

function explain({ code, summary, range }: ParseError): ExpressionError {
  const at = (range?.start ?? 0) + 1;
  if (code === "limit_exceeded") {
    const message = `is too long or too deeply nested: ${limits.maxAstNodes} parts in ${limits.maxDepth} levels are allowed`;
    return { code: "ExpressionTooComplex", at, message, remedy: "write a shorter expression" };
  }
  const problem = summary.charAt(0).toLowerCase() + summary.slice(1).replace("EOF", "end of text");
  const message = `is not an expression: ${problem}`;
  const remedy = "write an expression such as max(cpu, queue)";
  return { code: "ExpressionMalformed", at, message, remedy };
}
