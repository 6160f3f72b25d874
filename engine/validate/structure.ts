import { Ajv, type ErrorObject } from "ajv";

import type { FieldError } from "../field-error.ts";
import { explainSchemaError } from "./schema-errors.ts";
import { type ObjectSchema, type Path, pathText, schemaAt, withoutNulls } from "./object-schema.ts";

/** How an object was written, as far as its values do not tell. */
export interface Writing {
  /** The text of a value that stands there without quotes: `on` for true, `1.10` for 1.1. */
  readonly textAt: (path: Path) => string | undefined;
  /** Numbers that are whole but not written so (3.0 and 1e3), or beyond 64 bits. */
  readonly fractions: readonly Path[];
}

export type Structure = (object: unknown, writing: Writing) => FieldError[];

/**
 * All that the schema of a CRD finds in an object, and fields that it does not know. Never throws.
 *
 * Codes: those of FieldReader, and UnknownField, TooShort, PatternMismatch, SchemaMismatch.
 */
export function structureOf(schema: ObjectSchema): Structure {
  // Verbose: what is wrong is explained from the value and the part of the schema.
  const options = { allErrors: true, verbose: true, strict: false, strictNumbers: true };
  const validate = new Ajv(options).compile(schema);
  return (object, writing) => {
    validate(withoutNulls(object, schema));
    return (validate.errors ?? []).map(error => explain(error, schema, writing));
  };
}

/**
 * Whole numbers that are not written so, in fields that are for whole numbers: to the API server
 * they are floating point numbers, which its rules do not accept, unless a client makes 3 of 3.0.
 */
export function fractionsIn(schema: ObjectSchema, writing: Writing): FieldError[] {
  return writing.fractions.flatMap(path => {
    const types = [schemaAt(schema, path)?.type].flat();
    const text = writing.textAt(path);
    if (!types.includes("integer") || text === undefined) return [];
    const isText = types.includes("string");
    const isTooLarge = /^[-+\d_]+$/.test(text);
    // Of a field for whole numbers alone its range says so.
    if (isTooLarge && !isText) return [];
    const quoted = isText ? `, or "${text}" in quotes` : "";
    const value = isTooLarge ? "a smaller number" : Number(text.replaceAll("_", ""));
    return {
      path: pathText(path, schema),
      code: "Type",
      message: `must be a whole number, but is written ${text}`,
      remedy: `write ${value}${quoted}`,
      severity: "error",
    };
  });
}

function explain(error: ErrorObject, schema: ObjectSchema, writing: Writing): FieldError {
  const parent = pathOf(error);
  const { key, ...problem } = explainSchemaError({
    error,
    text: writing.textAt(parent),
    root: schema,
  });
  const path = key === undefined ? parent : [...parent, key];
  return { path: pathText(path, schema), ...problem, severity: "error" };
}

/** From a JSON pointer; a number is taken for an index, which pathText puts right. */
const pathOf = ({ instancePath }: ErrorObject): Path =>
  instancePath
    .split("/")
    .slice(1)
    .map(part => part.replaceAll("~1", "/").replaceAll("~0", "~"));
