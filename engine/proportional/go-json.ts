// Go's encoding/json, as far as it differs from JSON.parse.

import { type FieldError, err, ok, type Result } from "../model/values/result.ts";
import { isFields } from "../model/values/json-values.ts";

/** Why parameters are invalid, in the form of a field error. It is never just a warning. */
export type ParameterError = Omit<FieldError, "severity">;

/** As of JSON.parse, but a number is its source text, any text is empty, and objects have numbered keys. */
export type GoJson = null | boolean | string | readonly GoJson[] | NumberedMembers;

interface NumberedMembers {
  readonly [numberAndKey: string]: GoJson;
}

/** Texts, with the colon after a key, numbers, and what is between these, in a text that is known to be JSON. */
const TOKEN = /("[^"\\]*(?:\\.[^"\\]*)*")([\t\n\r ]*:)?|-?\d[-+.\w]*|[^-"\d]+/gy;

/**
 * Parses JSON as Go's encoding/json does, which is as strict as JSON.parse. What JSON.parse drops is marked in the
 * text first: the source text of numbers, and duplicate keys with their order.
 *
 * Errors  a sentence, with the position if the runtime reports one, and without any of the text.
 */
export function parseGoJson(text: string): Result<GoJson, string> {
  try {
    JSON.parse(text);
  } catch (error) {
    return err(`is not JSON${placeOf(error, text)}`);
  }
  let members = 0;
  const marked = text.replace(TOKEN, (token: string, quoted?: string, colon?: string) => {
    if (quoted === undefined) return /^[-\d]/.test(token) ? `"${token}"` : token;
    return colon === undefined ? '""' : `"${(members += 1)} ${quoted.slice(1)}:`;
  });
  return ok(JSON.parse(marked) as GoJson);
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

/** Reads the value of one member into the fields that it determines. */
type ReadMember<T> = (value: GoJson, path: string) => Result<Partial<T>, ParameterError>;

export type MemberReaders<T> = Readonly<Record<string, ReadMember<T>>>;

/**
 * Fills fields from a JSON object as Go's json.Unmarshal fills a struct: in member order, so the
 * last duplicate wins; names match case-insensitively; `null` changes nothing. Unlike in Go, an
 * unknown name is an error: a typo would change the size.
 */
export function readMembers<T>(
  json: GoJson,
  path: string,
  zero: T,
  readers: MemberReaders<T>,
): Result<T, ParameterError> {
  if (json === null) return ok(zero);
  if (!isFields(json)) {
    const remedy = "write one JSON object";
    return err({ code: "Type", path, message: `is ${kindOf(json)}`, remedy });
  }
  const known = Object.entries(readers);
  let fields = zero;
  for (const [index, [numbered, value]] of Object.entries(json).entries()) {
    const key = foldKey(numbered.slice(numbered.indexOf(" ") + 1));
    const [name, read] = known.find(([each]) => foldKey(each) === key) ?? [];
    if (read === undefined) {
      const message = `the name of member ${index + 1} is not a parameter`;
      const remedy = `remove the member, or name it one of ${Object.keys(readers).join(", ")}`;
      return err({ code: "UnknownKey", path, message, remedy });
    }
    const part = read(value, `${path}.${name}`);
    if (!part.ok) return part;
    fields = { ...fields, ...part.value };
  }
  return ok(fields);
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

/** A field with one value: `null` leaves it unchanged, anything else goes through `decode`. */
export const scalar =
  <T, K extends keyof T>(
    field: K,
    decode: (value: GoJson) => Result<T[K], string>,
    remedy: string,
  ): ReadMember<T> =>
  (value, path) => {
    if (value === null) return ok({});
    const decoded = decode(value);
    return decoded.ok
      ? ok({ [field]: decoded.value } as unknown as Partial<T>)
      : err({ code: "Type", path, message: decoded.error, remedy });
  };

const isNumber = (value: GoJson): value is string => typeof value === "string" && value !== "";

/**
 * An integer as Go parses it into an int: an integer literal, not merely an integral value (`1.0`
 * and `1e2` are errors), within 64 bits.
 */
export function goInt64(value: GoJson): Result<bigint, string> {
  if (!isNumber(value)) return err(`is ${kindOf(value)}, not a whole number`);
  if (!/^-?\d+$/.test(value)) return err("is not written as a whole number");
  const fits = value.length <= 20 && BigInt.asIntN(64, BigInt(value));
  if (fits === false || fits !== BigInt(value)) return err("does not fit into 64 bits");
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
  if (!isNumber(value)) return err(`is ${kindOf(value)}, not a number`);
  const number = Number(value);
  return Number.isFinite(number) ? ok(number + 0) : err("is larger than any double");
}

export const goBool = (value: GoJson): Result<boolean, string> =>
  typeof value === "boolean" ? ok(value) : err(`is ${kindOf(value)}, not true or false`);

export function kindOf(value: GoJson): string {
  if (value === null) return "null";
  if (isNumber(value)) return "a number";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
