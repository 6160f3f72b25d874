import { err, ok, type Result } from "../../../engine/model/values/result.ts";

/** An unquoted value as kubectl interprets it, and whether the API server treats it as a fraction. */
export interface Scalar {
  readonly value: string | number | boolean | null;
  /** 3.0 and 1e3 are integers that are not written as such; 2^63 exceeds an integer. */
  readonly isFraction: boolean;
}

const meaning = (value: Scalar["value"], words: string): [string, Scalar["value"]][] =>
  words.split(" ").map(word => [word, value]);

const words = new Map([
  ["", null],
  ...meaning(null, "~ null Null NULL"),
  ...meaning(true, "y Y yes Yes YES true True TRUE on On ON"),
  ...meaning(false, "n N no No NO false False FALSE off Off OFF"),
  ...meaning(NaN, ".nan .NaN .NAN"),
  ...meaning(Infinity, ".inf .Inf .INF +.inf +.Inf +.INF"),
  ...meaning(-Infinity, "-.inf -.Inf -.INF"),
]);

/** Neither a word nor a number, judging by the first letter: most values. */
const isText = /^[^-+.~0-9yYnNtTfFoO]/;
const integer = /^([-+]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9][0-9]*)$/;
const fraction = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;

/**
 * What a plain scalar means to kubectl, Helm and Argo CD: YAML 1.1 as in go-yaml v2, with `yes`, `on` and
 * 017, without base 60. Dates are text.
 *
 * Source  go.yaml.in/yaml/v2, resolve.go, which sigs.k8s.io/yaml uses.
 */
export function resolvePlain(text: string): Scalar {
  if (isText.test(text)) return whole(text);
  const word = words.get(text);
  if (word !== undefined) return whole(word);
  const digits = /^[-+0-9]/.test(text) ? text.replaceAll("_", "") : text;
  const [, sign, magnitude] = integer.exec(digits) ?? [];
  if (magnitude !== undefined) return readInteger(text, magnitude, sign === "-");
  const value = fraction.test(digits) ? Number(digits) : NaN;
  if (!Number.isFinite(value)) return whole(text);
  return { value, isFraction: Number.isInteger(value) && /[.eE]/.test(digits) };
}

/** The JSON decoder turns larger values into floating point numbers. */
const mostInt64 = 2n ** 63n - 1n;

function readInteger(text: string, magnitude: string, isNegative: boolean): Scalar {
  const exact = BigInt(magnitude.replace(/^0(?=[0-7])/, "0o"));
  const value = Number(exact);
  // Beyond 64 bits, only decimal digits form a number.
  if (value > 2 ** 64 && magnitude.startsWith("0")) return whole(text);
  const isFraction = exact > (isNegative ? mostInt64 + 1n : mostInt64);
  return { value: isNegative ? -value : value, isFraction };
}

const whole = (value: Scalar["value"]): Scalar => ({ value, isFraction: false });

const core = "tag:yaml.org,2002:";
const isOfTag: ReadonlyMap<string, (value: Scalar["value"]) => boolean> = new Map([
  ["bool", value => typeof value === "boolean"],
  ["int", value => Number.isInteger(value)],
  ["float", value => typeof value === "number"],
  ["null", value => value === null],
]);

/** A scalar with an explicit tag. Unknown tags are ignored. */
export function resolveTagged(text: string, tag: string): Result<Scalar, string> {
  const name = tag.startsWith(core) ? tag.slice(core.length) : tag;
  if (name === "binary") return ok(whole(Buffer.from(text, "base64").toString()));
  const isFitting = isOfTag.get(name);
  if (!isFitting) return ok(whole(text));
  const scalar = resolvePlain(text);
  return isFitting(scalar.value) ? ok(scalar) : err(`is not what the tag !!${name} says`);
}
