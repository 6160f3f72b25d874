import type { ErrorObject } from "ajv";

import { alternatives, type Problem, show, wrongType } from "./field-reader.ts";
import { nearNames } from "./names/near-name.ts";
import { type ObjectSchema, placesOf } from "./object-schema.ts";

/** `key`: the field concerned, if it is a field of the value. */
type Explained = Problem & { readonly key?: string };

/** An ajv error, with the context that ajv does not have. */
export interface SchemaError {
  readonly error: ErrorObject;
  /** How the value was written, if unquoted. */
  readonly text: string | undefined;
  readonly root: ObjectSchema;
}

const explanations: Readonly<Record<string, (found: SchemaError) => Explained>> = {
  required: missing,
  additionalProperties: unknown,
  type: mistyped,
  minimum: found => outOfRange(found, "least"),
  maximum: found => outOfRange(found, "most"),
  minItems: tooSmall("TooFew", "entries"),
  maxItems: tooLarge("TooMany", "entries"),
  minProperties: tooSmall("TooFew", "entries"),
  maxProperties: tooLarge("TooMany", "entries"),
  minLength: tooSmall("TooShort", "characters"),
  maxLength: tooLarge("TooLong", "characters"),
  enum: found => unsupported(found, listParam(found, "allowedValues")),
  const: found => unsupported(found, listParam(found, "allowedValue")),
  pattern: found =>
    mismatch(found, "PatternMismatch", `is not of the form ${param(found, "pattern")}`),
};

/** Explains an ajv error in the style of the engine's own rules. */
export function explainSchemaError(found: SchemaError): Explained {
  const { keyword, message = keyword } = found.error;
  return explanations[keyword]?.(found) ?? mismatch(found, "SchemaMismatch", message);
}

const listParam = ({ error }: SchemaError, name: string): string[] =>
  [(error.params as Readonly<Record<string, unknown>>)[name]].flat().map(String);
const param = (found: SchemaError, name: string): string => listParam(found, name)[0] ?? "";

function missing(found: SchemaError): Explained {
  const key = param(found, "missingProperty");
  return { key, code: "Required", message: "is required", remedy: `write ${key}` };
}

function unknown(found: SchemaError): Explained {
  const key = param(found, "additionalProperty");
  const code = "UnknownField";
  const message = "there is no such field, and the API server would drop it without a word";
  return { key, code, message, remedy: knownInstead(key, found) };
}

/** The intended field, else the places that have a field of this name, else all fields allowed here. */
function knownInstead(key: string, { error, root }: SchemaError): string {
  const fields = Object.keys((error.parentSchema as ObjectSchema).properties ?? {});
  const near = nearNames(key, fields);
  const there = near.find(name => Object.hasOwn(error.data as object, name));
  if (there !== undefined) return `remove it: ${there} is there, too`;
  if (near.length > 0) return `write ${alternatives(near)}`;
  const places = placesOf(key, root).filter(place => place !== "");
  const isElsewhere = places.length > 0 && places.length <= 3;
  return isElsewhere
    ? `move it to ${alternatives(places)}, or remove it`
    : `remove it, or write ${alternatives(fields)}`;
}

const nouns: Readonly<Record<string, string>> = {
  integer: "a whole number",
  number: "a number",
  string: "text",
  boolean: "true or false",
  object: "an object",
  array: "a list",
};

function mistyped(found: SchemaError): Explained {
  const { text, error } = found;
  const { data, parentSchema } = error;
  const types = listParam(found, "type");
  const problem = wrongType(data, alternatives(types.map(type => nouns[type] ?? type)));
  const isQuotable = types.includes("string") && text !== undefined && typeof data !== "object";
  if (!isQuotable) return problem;
  const values = parentSchema?.["enum"] as readonly unknown[] | undefined;
  return {
    ...problem,
    message: text === show(data) ? problem.message : `${problem.message} (written ${text})`,
    remedy: `write ${values ? alternatives(values.map(String)) : `"${text}", in quotes`}`,
  };
}

function outOfRange(found: SchemaError, end: "least" | "most"): Explained {
  const limit = param(found, "limit");
  return {
    code: "Range",
    message: `must be at ${end} ${limit}, but is ${show(found.error.data)}`,
    remedy: `write ${limit} or ${end === "least" ? "more" : "less"}`,
  };
}

function tooSmall(code: string, unit: string) {
  return (found: SchemaError): Explained => {
    const [size, limit] = sizes(found);
    const message = `has ${size} ${unit}, but must have at least ${limit}`;
    return { code, message, remedy: `add ${limit - size}` };
  };
}

function tooLarge(code: string, unit: string) {
  return (found: SchemaError): Explained => {
    const [size, limit] = sizes(found);
    const message = `has ${size} ${unit}, but must have at most ${limit}`;
    return { code, message, remedy: `remove ${size - limit}` };
  };
}

function sizes(found: SchemaError): [number, number] {
  const { data } = found.error;
  // The API server counts code points.
  const entries = typeof data === "string" ? Array.from(data) : Object.keys(data as object);
  return [entries.length, Number(param(found, "limit"))];
}

const unsupported = ({ error }: SchemaError, values: readonly string[]): Explained => ({
  code: "NotSupported",
  message: `${show(error.data)} is not supported`,
  remedy: `write ${alternatives(values)}`,
});

const mismatch = ({ error }: SchemaError, code: string, message: string): Explained => ({
  code,
  message: `${show(error.data)} ${message}`,
  remedy: "write what docs/api.md says of the field",
});
