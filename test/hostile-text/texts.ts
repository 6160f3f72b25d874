// test/hostile-text/: texts that are as hard as possible for the product's own regular expressions, given to every
// place where text of strangers enters.

import { type AST, RegExpParser, visitRegExpAST } from "@eslint-community/regexpp";
import ts from "typescript";

import { trackedFiles } from "../../hack/host/tracked-files.ts";

const product = /^(admission|capabilities|cli|controller|crds|engine|kube)\/.*\.(ts|js)$/;
const other = /(\.d\.ts|\.test\.ts|\.cases\.ts)$|\/testing\//;

interface Found {
  readonly source: string;
  readonly flags: string;
}

/** All regular expressions of the product, and of the validators that are generated from its schemas. */
export async function regularExpressions(): Promise<Found[]> {
  const found = new Map<string, Found>();
  for (const { path, text } of await trackedFiles("*.ts", "*.js")) {
    if (!product.test(path) || other.test(path)) continue;
    const visit = (node: ts.Node): void => {
      const pattern = patternOf(node);
      if (pattern) found.set(`/${pattern.source}/${pattern.flags}`, pattern);
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  }
  return [...found.values()];
}

function patternOf(node: ts.Node): Found | null {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf("/");
    return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
  }
  if (!ts.isNewExpression(node) || node.expression.getText() !== "RegExp") return null;
  const [source, flags] = node.arguments ?? [];
  if (!source || !ts.isStringLiteral(source)) throw new Error(`not a literal: ${node.getText()}`);
  return { source: source.text, flags: flags && ts.isStringLiteral(flags) ? flags.text : "" };
}

/** What the parsers of PromQL, CEL and cron read in several ways, or in levels. */
export const grammarParts: readonly string[] = [
  ...["-a*", "a+", "a or ", "a[1m:", "sum(", "(", "((a)", '{a="b",', "{", '"', "# a\n"],
  ...["!", "a?b:", "a&&", "a.", "[", "[1,", "a in ", "0 0 * * ", "*/1,", "1-", "L,"],
];

/** Parts that most repeated parts of expressions match. */
export const commonParts: readonly string[] = ["a", "1", " ", "\n"];

/** The parts of texts that expressions match: whole matches, and each literal and repeated part alone. */
export function partsOf(expressions: readonly Found[]): string[] {
  const parts = new Set<string>();
  for (const { source, flags } of expressions) {
    const unicode = flags.includes("u");
    const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode });
    for (const alternative of pattern.alternatives) parts.add(matchOf(alternative));
    visitRegExpAST(pattern, {
      onQuantifierEnter: ({ element }) => void parts.add(matchOf(element)),
      onAlternativeEnter: each =>
        void parts.add(each.elements.filter(isLiteral).map(matchOf).join("")),
    });
  }
  const unlike = [...parts].filter(part => part.length <= longestPart && !/^\d\d+$/.test(part));
  return unlike.filter(part => part !== "");
}

/** An expression begins with a longer literal at too few characters of a text. Digits are alike. */
const longestPart = 24;

const isLiteral = ({ type }: AST.Element): boolean => type === "Character";

const characters: Readonly<Record<string, string>> = { digit: "1", space: " ", property: "\u0085" };

/** A short text that a part of an expression matches. */
function matchOf(node: AST.Node): string {
  const { type } = node;
  if (type === "Character") return String.fromCodePoint(node.value);
  if (type === "CharacterSet") return characters[node.kind] ?? "a";
  if (type === "CharacterClass" && node.negate) return outside(node);
  if (type === "CharacterClass") return node.elements.slice(0, 1).map(matchOf).join("");
  if (type === "CharacterClassRange") return matchOf(node.min);
  if (type === "Quantifier") return repeatedOf(node);
  if (type === "Group" || type === "CapturingGroup")
    return node.alternatives.slice(0, 1).map(matchOf).join("");
  return type === "Alternative" ? node.elements.map(matchOf).join("") : "";
}

const repeatedOf = ({ element, min }: AST.Quantifier): string =>
  matchOf(element).repeat(Math.min(4, Math.max(1, min)));

const outside = ({ raw }: AST.CharacterClass): string =>
  ["a", "1", " ", "-", "=", "\n"].find(each => new RegExp(raw, "u").test(each)) ?? "";

/** Repeated to a length, with an end at which most matches fail, or without. */
export function textOf(part: string, length: number, ending: string): string {
  return part.repeat(Math.ceil(length / part.length)).slice(0, length) + ending;
}
