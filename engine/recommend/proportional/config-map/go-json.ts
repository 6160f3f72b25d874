import { err, ok, type Result } from "../../../result.ts";

/** A JSON value that keeps what JSON.parse drops: the source text of numbers, and duplicate keys. */
export type GoJson =
  | { readonly kind: "null" }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "number"; readonly source: string }
  | { readonly kind: "string" }
  | { readonly kind: "array"; readonly items: readonly GoJson[] }
  | { readonly kind: "object"; readonly members: readonly GoMember[] };

export interface GoMember {
  readonly key: string;
  readonly value: GoJson;
}

/** Valid documents are at most 3 levels deep; Go's own limit is 10,000. */
const MAX_DEPTH = 32;

/** The tokens of a text that is known to be JSON. */
const TOKEN = /[\t\n\r ]*([[\]{}:,]|"[^"\\]*(?:\\.[^"\\]*)*"|[-+.\w]+)/y;

/**
 * Parses JSON as Go's encoding/json does.
 *
 * The runtime's own parser, which is as strict as Go's, checks the syntax. The tokens are then read
 * again for what it drops. A tolerant parser such as jsonc-parser would need each of its tolerances
 * turned off.
 *
 * Errors  a sentence, with the position if the runtime reports one, and without any of the text.
 */
export function parseGoJson(text: string): Result<GoJson, string> {
  try {
    JSON.parse(text);
  } catch (error) {
    return err(`is not JSON${placeOf(error, text)}`);
  }
  const value = new Tokens(text).value(0);
  return value === null ? err(`nested deeper than ${MAX_DEPTH} levels`) : ok(value);
}

/** Uses only the end of the runtime's message, because the rest quotes the text. */
function placeOf(error: unknown, text: string): string {
  const { message } = error as Error;
  if (message === "Unexpected end of JSON input") return ": it ends too early";
  const ending = / JSON at position (\d{1,16})(?: \(line \d{1,16} column \d{1,16}\))?$/;
  const [, position] = ending.exec(message) ?? [];
  if (position === undefined) return "";
  const lines = text.slice(0, Number(position)).split("\n");
  return ` at line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`;
}

/**
 * Folds a key as Go does to compare it with field names: case-insensitive, with the two characters
 * outside ASCII that fold into it, the Kelvin sign and the long s.
 *
 * Source  encoding/json fold.go, foldName, as far as it matters for names of ASCII letters.
 */
export function foldKey(key: string): string {
  return key
    .replaceAll("\u212A", "k")
    .replaceAll("\u017F", "s")
    .replace(/[A-Z]/g, letter => letter.toLowerCase());
}

/**
 * An integer as Go parses it into an int: an integer literal, not merely an integral value (`1.0`
 * and `1e2` are errors), within 64 bits.
 */
export function goInt64(value: GoJson): Result<bigint, string> {
  if (value.kind !== "number") return err(`is ${kindOf(value)}, not a whole number`);
  if (!/^-?\d+$/.test(value.source)) return err("is not written as a whole number");
  const fits = value.source.length <= 20 && BigInt.asIntN(64, BigInt(value.source));
  if (fits === false || fits !== BigInt(value.source)) return err("does not fit into 64 bits");
  return ok(fits);
}

/** The same as a number, saturated at the last safe integer, which nothing here reaches. */
export function goInt(value: GoJson): Result<number, string> {
  const read = goInt64(value);
  return read.ok ? ok(saturated(read.value)) : read;
}

/** Doubles beyond it would be written as integers that int64, and so a schema, may not hold. */
export function saturated(value: bigint): number {
  const last = Number.MAX_SAFE_INTEGER;
  return Math.max(-last, Math.min(last, Number(value)));
}

/** A number as Go parses it into a float64: too large is an error, too small becomes 0. */
export function goFloat(value: GoJson): Result<number, string> {
  if (value.kind !== "number") return err(`is ${kindOf(value)}, not a number`);
  const number = Number(value.source);
  return Number.isFinite(number) ? ok(number + 0) : err("is larger than any double");
}

export function goBool(value: GoJson): Result<boolean, string> {
  return value.kind === "boolean" ? ok(value.value) : err(`is ${kindOf(value)}, not true or false`);
}

export const kindOf = ({ kind }: GoJson): string =>
  kind === "array" || kind === "object" ? `an ${kind}` : kind === "null" ? kind : `a ${kind}`;

class Tokens {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The value at this position; null if it is too deep. */
  value(depth: number): GoJson | null {
    const token = this.#next();
    if (token === "{" || token === "[") {
      if (depth === MAX_DEPTH) return null;
      return token === "{" ? this.#object(depth + 1) : this.#array(depth + 1);
    }
    if (token === "null") return { kind: "null" };
    if (token === "true" || token === "false") return { kind: "boolean", value: token === "true" };
    return token.startsWith('"') ? { kind: "string" } : { kind: "number", source: token };
  }

  #array(depth: number): GoJson | null {
    const items: GoJson[] = [];
    while (!this.#skip("]")) {
      const item = this.value(depth);
      if (item === null) return null;
      items.push(item);
      this.#skip(",");
    }
    return { kind: "array", items };
  }

  #object(depth: number): GoJson | null {
    const members: GoMember[] = [];
    while (!this.#skip("}")) {
      const key = JSON.parse(this.#next()) as string;
      this.#skip(":");
      const value = this.value(depth);
      if (value === null) return null;
      members.push({ key, value });
      this.#skip(",");
    }
    return { kind: "object", members };
  }

  #next(): string {
    TOKEN.lastIndex = this.#position;
    const token = TOKEN.exec(this.#text)?.[1] ?? "";
    this.#position = TOKEN.lastIndex;
    return token;
  }

  #skip(token: string): boolean {
    const before = this.#position;
    if (this.#next() === token) return true;
    this.#position = before;
    return false;
  }
}
