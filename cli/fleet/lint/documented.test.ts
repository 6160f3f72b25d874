import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import ts from "typescript";
import { expect, it } from "vitest";

import { severities } from "../model/finding.ts";
import { rules } from "./lint.ts";

interface Part {
  /** Of a rule; undefined: this is another declaration. */
  readonly rule: string | undefined;
  /** The names that it uses. */
  readonly uses: ReadonlySet<string>;
}

/** The declarations at the top of a file, by name. */
function partsOf(file: string): ReadonlyMap<string, Part> {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  const parts = new Map<string, Part>();
  const add = (node: ts.FunctionDeclaration | ts.VariableDeclaration): void => {
    const [, rule] = /^\w+: Rule = \{\s*name: "(\w+)"/.exec(node.getText()) ?? [];
    if (node.name) parts.set(node.name.getText(), { rule, uses: namesIn(node) });
  };
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement)) add(statement);
    if (ts.isVariableStatement(statement)) statement.declarationList.declarations.forEach(add);
  }
  return parts;
}

function namesIn(node: ts.Node): Set<string> {
  const names = new Set<string>();
  const visit = (each: ts.Node): void => {
    if (ts.isIdentifier(each)) names.add(each.text);
    // `parsed.error` is no severity.
    if (ts.isPropertyAccessExpression(each)) visit(each.expression);
    else ts.forEachChild(each, visit);
  };
  visit(node);
  return names;
}

/** What a declaration uses, and what that uses. */
function reachedFrom(name: string, parts: ReadonlyMap<string, Part>): Set<string> {
  const reached = new Set([name]);
  for (const each of reached) for (const used of parts.get(each)?.uses ?? []) reached.add(used);
  return reached;
}

const written = new Map(
  readdirSync(import.meta.dirname)
    .filter(file => file.endsWith(".ts") && !file.endsWith(".test.ts") && file !== "rule.ts")
    .flatMap(file => {
      const parts = partsOf(join(import.meta.dirname, file));
      return Array.from(parts, ([name, { rule }]) => {
        const reached = reachedFrom(name, parts);
        return [rule, severities.filter(severity => reached.has(severity)).join(", ")] as const;
      });
    }),
);

it("docs/fleet.md lists the rules in their order, each with all its severities", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/fleet.md"), "utf8");
  const rows = page.matchAll(/^\| `([A-Z]\w+)` +\| ([a-z, ]+?) +\| \S/gm);
  const documented = Array.from(rows, ([, name, severity]) => `${name}: ${severity}`);
  expect(documented).toEqual(rules.map(({ name }) => `${name}: ${written.get(name)}`));
});
