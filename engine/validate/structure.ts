import { Ajv, type ErrorObject } from "ajv";

import type { FieldError } from "../field-error.ts";
import { explainSchemaError } from "./schema-errors.ts";
import { type ObjectSchema, type Path, pathText, schemaAt, withoutNulls } from "./object-schema.ts";

/** How an object was written, where its values do not show it. */
export interface Writing {
  /** The text of an unquoted value: `on` for true, `1.10` for 1.1. */
  readonly textAt: (path: Path) => string | undefined;
  /** Integral numbers written in another form (3.0 and 1e3), and numbers beyond 64 bits. */
  readonly fractions: readonly Path[];
}

export type Structure = (object: unknown, writing: Writing) => FieldError[];

/**
 * Finds all violations of a CRD's schema in an object, and unknown fields. Never throws.
 *
 * Codes: those of FieldReader, and UnknownField, TooShort, PatternMismatch, SchemaMismatch.
 */
export function structureOf(schema: ObjectSchema): Structure {
  // Verbose: explanations need the value and its part of the schema.
  const options = { allErrors: true, verbose: true, strict: false, strictNumbers: true };
  const validate = new Ajv(options).compile(schema);
  return (object, writing) => {
    validate(withoutNulls(object, schema));
    return (validate.errors ?? []).map(error => explain(error, schema, writing));
  };
}

/**
 * Integral numbers in another form, in integer fields: to the API server they are floating point
 * numbers, which its rules reject unless a client converts 3.0 to 3.
 */
export function fractionsIn(schema: ObjectSchema, writing: Writing): FieldError[] {
  return writing.fractions.flatMap(path => {
    const types = [schemaAt(schema, path)?.type].flat();
    const text = writing.textAt(path);
    if (!types.includes("integer") || text === undefined) return [];
    const isText = types.includes("string");
    const isTooLarge = /^[-+\d_]+$/.test(text);
    // For a field that accepts only integers, its range reports this.
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

/** Parses a JSON pointer. pathText later tells indices from keys. */
const pathOf = ({ instancePath }: ErrorObject): Path =>
  instancePath
    .split("/")
    .slice(1)
    .map(part => part.replaceAll("~1", "/").replaceAll("~0", "~"));
