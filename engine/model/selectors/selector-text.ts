import { err, ok, type Result } from "../values/result.ts";
import {
  all,
  isLabelKey,
  isLabelValue,
  compileSelector,
  neededLabels,
  type Label,
  type LabelPredicate,
  type LabelRequirement,
  type LabelSelector,
} from "./label-selector.ts";

export interface ReadSelector {
  readonly matches: LabelPredicate;
  readonly needs: readonly Label[];
}

/**
 * Parses a label selector in the text form of a scale subresource ("app=web,tier in (a,b),!old").
 *
 * Errors  a sentence: what was found and what was expected instead.
 * Source  apimachinery labels.Parse: the same grammar, and the same rules for keys and values.
 */
export function parseSelector(text: string): Result<LabelPredicate, string> {
  const read = readSelector(text);
  return read.ok ? ok(read.value.matches) : read;
}

/** Selectors by text: each sync needs those of its targets, and they rarely change. */
const known = new Map<string, Result<ReadSelector, string>>();
const mostKnown = 10_000;
/** Longer ones could fill the memory: a custom resource may have any text as its selector. */
const SHORT = /^(?=.{0,512}$)[^,]*(,[^,]*){0,3}$/s;

/** The same, with the labels that it needs. */
export function readSelector(text: string): Result<ReadSelector, string> {
  const cached = known.get(text);
  if (cached) return cached;
  const selector = readNewSelector(text);
  if (!SHORT.test(text)) return selector;
  const [oldest] = known.size < mostKnown ? [] : known.keys();
  if (oldest !== undefined) known.delete(oldest);
  known.set(text, selector);
  return selector;
}

function readNewSelector(text: string): Result<ReadSelector, string> {
  const read = readRequirements(text);
  if (!read.ok) return read;
  const { requirements, numeric } = read.value;
  const listed = compileSelector({ matchExpressions: requirements });
  if (!listed.ok) return listed;
  const needs = neededLabels({ matchExpressions: requirements });
  return ok({ matches: all([listed.value, ...numeric]), needs });
}

/** Its requirements as a LabelSelector has them, and those that compare numbers, which it cannot have. */
export function readRequirements(text: string) {
  const parser = new Parser(tokens(text));
  const requirements: LabelRequirement[] = [];
  const numeric: LabelPredicate[] = [];
  while (parser.error === null && !parser.isAtEnd) {
    if (requirements.length + numeric.length > 0) parser.expect(",");
    const requirement = parser.requirement();
    if (typeof requirement === "function") numeric.push(requirement);
    else requirements.push(requirement);
  }
  return parser.error === null
    ? ok({ requirements, numeric })
    : err(`"${text}" is not a label selector: ${parser.error}`);
}

const TOKEN = /\s*(==|!=|[=!(),<>]|[^\s=!(),<>]+)/gy;

function tokens(text: string): readonly string[] {
  return [...text.trimEnd().matchAll(TOKEN)].map(([, token = ""]) => token);
}

const SYMBOL = /^[=!(),<>]/;
const INTEGER = /^[+-]?\d{1,19}$/;

/** Reads token by token and keeps the first problem in `error`. */
class Parser {
  readonly #tokens: readonly string[];
  #next = 0;
  error: string | null = null;

  constructor(read: readonly string[]) {
    this.#tokens = read;
  }

  get isAtEnd(): boolean {
    return this.#next >= this.#tokens.length;
  }

  expect(wanted: string): void {
    const found = this.#take();
    if (found !== wanted) this.#fail(found, `'${wanted}'`);
  }

  requirement(): LabelRequirement | LabelPredicate {
    const isNegated = this.#skip("!");
    const key = this.#key();
    if (isNegated) return { key, operator: "DoesNotExist" };
    if (this.isAtEnd || this.#peek() === ",") return { key, operator: "Exists" };
    return this.#comparison(key, this.#take());
  }

  #comparison(key: string, operator: string): LabelRequirement | LabelPredicate {
    switch (operator) {
      case "=":
      case "==":
        return { key, operator: "In", values: [this.#value()] };
      case "!=":
        return { key, operator: "NotIn", values: [this.#value()] };
      case "in":
        return { key, operator: "In", values: this.#values() };
      case "notin":
        return { key, operator: "NotIn", values: this.#values() };
      case "<":
      case ">":
        return this.#order(key, operator);
      default:
        this.#fail(operator, "an operator");
        return { key, operator: "Exists" };
    }
  }

  #order(key: string, operator: "<" | ">"): LabelPredicate {
    const bound = this.#value();
    if (!INTEGER.test(bound)) this.#fail(bound, "a whole number");
    return labels => {
      const value = Object.hasOwn(labels, key) ? (labels[key] ?? "") : "";
      if (!INTEGER.test(value)) return false;
      return operator === "<" ? BigInt(value) < BigInt(bound) : BigInt(value) > BigInt(bound);
    };
  }

  /** `(a,b)`; an empty position between commas is the empty value. */
  #values(): string[] {
    this.expect("(");
    const values = [this.#value()];
    while (this.#skip(",")) values.push(this.#value());
    this.expect(")");
    return values;
  }

  #key(): string {
    const key = this.#take();
    if (!isLabelKey(key)) this.#fail(key, "a label's key");
    return key;
  }

  #value(): string {
    const next = this.#peek();
    if (next === "" || next === "," || next === ")") return "";
    const value = this.#take();
    if (SYMBOL.test(value) || !isLabelValue(value)) this.#fail(value, "a label's value");
    return value;
  }

  #peek = (): string => this.#tokens[this.#next] ?? "";

  #take(): string {
    const token = this.#peek();
    this.#next += 1;
    return token;
  }

  #skip(token: string): boolean {
    if (this.#peek() !== token) return false;
    this.#next += 1;
    return true;
  }

  #fail(found: string, expected: string): void {
    this.error ??= `found '${found}', expected: ${expected}`;
  }
}

/**
 * Formats a label selector as a scale subresource does.
 *
 * Source  apimachinery LabelSelectorAsSelector and labels.Requirement.String: ordered by key; a
 *         matchLabels entry comes before an expression with the same key.
 */
export function formatSelector({ matchLabels, matchExpressions }: LabelSelector): string {
  const equalities = Object.entries(matchLabels ?? {}).map(([key, value]) => ({
    key,
    text: `${key}=${value}`,
  }));
  const others = (matchExpressions ?? []).map(requirement => ({
    key: requirement.key,
    text: formatRequirement(requirement),
  }));
  return [...equalities, ...others]
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ text }) => text)
    .join(",");
}

function formatRequirement({ key, operator, values }: LabelRequirement): string {
  const listed = [...(values ?? [])].sort().join(",");
  switch (operator) {
    case "In":
      return `${key} in (${listed})`;
    case "NotIn":
      return `${key} notin (${listed})`;
    case "DoesNotExist":
      return `!${key}`;
    default:
      return key;
  }
}
