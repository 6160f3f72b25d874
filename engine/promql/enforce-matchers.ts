// engine/promql/: queries of Prometheus metrics, parsed and restricted to the series that a namespace may see.

import { parser } from "@prometheus-io/lezer-promql";

import { err, ok, type Result } from "../model/values/result.ts";
import { show } from "../model/values/short-text.ts";

export interface EnforcedMatcher {
  readonly label: string;
  readonly value: string;
}

type Node = ReturnType<typeof parser.parse>["topNode"];

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Throws for any input that is not PromQL, instead of guessing what was meant. */
const strictParser = parser.configure({ strict: true });

/** The objects have their queries, too: this is for those that are checked again, in a review and at work. */
const mostCharacters = 4_194_304;
/** By query and matchers, in the order of their latest use. */
const recent = new Map<string, Result<string, string>>();
let characters = 0;

/**
 * A query in which every selector has these matchers, so that its result depends on no series
 * without them. Matchers only narrow a selector down, whatever else is in it. Comments are left
 * out: where one ends depends on the server.
 *
 * A pure function, which remembers its latest results.
 *
 * Errors  a sentence: the text is not PromQL, or it contains what the matchers do not restrict.
 */
export function enforceMatchers(
  query: string,
  matchers: readonly EnforcedMatcher[],
): Result<string, string> {
  const key = JSON.stringify([query, matchers]);
  const known = recent.get(key);
  const result = known ?? enforce(query, matchers);
  if (known) recent.delete(key);
  else characters += sizeOf(key, result);
  recent.set(key, result);
  for (const [oldest, dropped] of recent) {
    if (characters <= mostCharacters) break;
    recent.delete(oldest);
    characters -= sizeOf(oldest, dropped);
  }
  return result;
}

const sizeOf = (key: string, result: Result<string, string>): number =>
  key.length + (result.ok ? result.value : result.error).length;

function enforce(query: string, matchers: readonly EnforcedMatcher[]): Result<string, string> {
  const levels = levelsIn(query);
  if (levels > mostLevels) return err(tooDeep(levels));
  const root = parse(query);
  if (!root.ok) return root;
  const nodes = nodesIn(root.value);
  for (const node of nodes) {
    const problem = problemWith(node, query, matchers);
    if (problem !== null) return err(problem);
  }
  const odd = oddCharacter(query, nodes);
  if (odd !== undefined) return err(`contains the character ${show(odd)} outside of a string`);
  const edits = nodes.flatMap(node => editsOf(node, matchers));
  return ok(withEdits(query, edits));
}

function parse(query: string): Result<Node, string> {
  try {
    return ok(strictParser.parse(query).topNode);
  } catch (cause) {
    const at = / (\d+)$/.exec(cause instanceof Error ? cause.message : "")?.[1];
    return err(at === undefined ? "is not PromQL" : unreadable(query, Number(at)));
  }
}

/** More than a readable query has. The parser's time grows faster than the levels do. */
const mostLevels = 32;

const tooDeep = (levels: number): string =>
  `has ${levels} levels of brackets within each other, and ${mostLevels} are allowed; ` +
  "remove some, or move inner parts to recording rules";

/** Strings and comments, where the parser ends them. Each match takes linear time, because none can fail. */
const texts = /"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?|`[^`]*`?|#[^\n]*/g;

/** How many brackets are open at once at most. */
function levelsIn(query: string): number {
  let [level, most] = [0, 0];
  for (const [bracket] of query.replaceAll(texts, "").matchAll(/[()[\]{}]/g)) {
    level = "([{".includes(bracket) ? level + 1 : Math.max(level - 1, 0);
    most = Math.max(most, level);
  }
  return most;
}

/**
 * The parser gives up, with the same error, on what is correct but takes too much of its stack, such as 436 times
 * `sum(a)` in a sum. No query that may be stored with fewer parts reaches that.
 */
const mostParts = 150;
const matcherLists = /\{[^{}]*\}/g;
const part = /[-+*/%^([]|[=!<>]=?|\b(?:and|or|unless|atan2)\b/gi;

function unreadable(query: string, at: number): string {
  const before = query.slice(0, at).replaceAll(texts, "").replaceAll(matcherLists, "");
  const parts = before.match(part)?.length ?? 0;
  const place = `character ${at + 1}`;
  if (parts < mostParts) return `is not PromQL: unexpected at ${place}`;
  return (
    `is not PromQL at ${place}, or is too complex, with ${parts} operators and parentheses before it; ` +
    "correct it, or move parts of it to recording rules"
  );
}

/** The node, and all nodes within it, in the order of their places. */
function nodesIn(root: Node): readonly Node[] {
  const nodes: Node[] = [];
  root.cursor().iterate(({ node }) => void nodes.push(node));
  return nodes;
}

function* childrenOf(node: Node): Generator<Node> {
  for (let child = node.firstChild; child; child = child.nextSibling) yield child;
}

/** What the matchers cannot restrict, or would silently turn into an empty result. */
function problemWith(node: Node, query: string, matchers: readonly EnforcedMatcher[]) {
  const text = query.slice(node.from, node.to);
  switch (node.name) {
    case "Info":
      return "uses info(), which reads series that no selector names; select them, and join them";
    case "StringLiteral":
      return isWhole(text)
        ? null
        : `contains the string ${show(text)}, which has no end, or an unknown escape`;
    case "QuotedLabelName":
      return text.includes("\\")
        ? `contains the escaped name ${show(text)}; write it without \\`
        : null;
    case "UnquotedLabelMatcher":
    case "QuotedLabelMatcher":
      return contradiction(node, query, matchers);
    default:
      return null;
  }
}

const escapes = /\\(?:[abfnrtv\\'"]|x[0-9a-fA-F]{2}|[0-7]{3}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})/g;

/** The parser also accepts strings that end with the line, and any escape. */
function isWhole(text: string): boolean {
  const quote = text.charAt(0);
  const plain = quote === "`" ? text : text.replaceAll(escapes, "");
  const isOneLine = quote === "`" || !/[\\\n]/.test(plain);
  return isOneLine && plain.length > 1 && plain.indexOf(quote, 1) === plain.length - 1;
}

/** Another value would always give an empty result, which a user would not understand. */
function contradiction(node: Node, query: string, matchers: readonly EnforcedMatcher[]) {
  const parts = [...childrenOf(node)].filter(({ name }) => name !== "LineComment");
  const [label = "", operator = "", value = ""] = parts.map(({ from, to }) =>
    query.slice(from, to),
  );
  const name = /^["'`]/.test(label) ? label.slice(1, -1) : label;
  const enforced = matchers.find(matcher => matcher.label === name);
  if (!enforced || (operator === "=" && value.slice(1, -1) === enforced.value)) return null;
  return `matches on ${name}, which this source sets to ${show(enforced.value)}; remove the matcher`;
}

function editsOf(node: Node, matchers: readonly EnforcedMatcher[]): Edit[] {
  if (node.name === "LineComment") return [removal(node)];
  const children = [...childrenOf(node)].filter(({ name }) => name !== "LineComment");
  if (node.name === "VectorSelector") {
    const [metric, ...more] = children;
    const isBare = metric?.name === "Identifier" && more.length === 0;
    return isBare ? [insertion(metric.to, `{${listOf(matchers)}}`)] : [];
  }
  if (node.name === "LabelMatchers") {
    const comma = children.length > 0 ? "," : "";
    return [insertion(node.from + 1, listOf(matchers) + comma)];
  }
  return [];
}

const insertion = (at: number, text: string): Edit => ({ from: at, to: at, text });
const removal = ({ from, to }: Node): Edit => ({ from, to, text: "" });

/** The escapes of JSON are escapes of PromQL, too. */
const listOf = (matchers: readonly EnforcedMatcher[]): string =>
  matchers.map(({ label, value }) => `${label}=${JSON.stringify(value)}`).join(",");

/** What counts as white space differs between the parser and the servers, except for these characters. */
function oddCharacter(query: string, nodes: readonly Node[]): string | undefined {
  const quoted = nodes.filter(({ name }) => name === "StringLiteral" || name === "LineComment");
  return /[^\t\n\r -~]/u.exec(withEdits(query, quoted.map(removal)))?.[0];
}

/** The edits are in order of their places, and none is within another. */
function withEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let last = 0;
  for (const { from, to, text: inserted } of edits) {
    parts.push(text.slice(last, from), inserted);
    last = to;
  }
  return [...parts, text.slice(last)].join("");
}
