// engine/schema/: field errors from the schema of a CRD.

import type { FieldError } from "../model/values/result.ts";
import { explainViolation, type Violation } from "./schema-errors.ts";
import { copyOf, type ObjectSchema, type Path, pathText, schemaAt } from "./object-schema.ts";

/** A schema and the validator that hack/generate compiles from it. */
export interface Structure {
  readonly schema: ObjectSchema;
  /** Sets `errors`. */
  readonly validate: {
    (data: unknown): boolean;
    readonly errors?: readonly Violation[] | null;
  };
}

/** How an object was written, where its values do not show it. */
export interface Writing {
  /** The text of an unquoted value: `on` for true, `1.10` for 1.1. */
  readonly textAt: (path: Path) => string | undefined;
  /** Integral numbers written in another form (3.0 and 1e3), and numbers beyond 64 bits. */
  readonly fractions: readonly Path[];
}

/** It was not written as a text, or its values show all of it. */
export const unwritten: Writing = { textAt: () => undefined, fractions: [] };

interface Reading {
  readonly writing?: Writing;
  /**
   * Reads it as the API server does, which drops unknown fields, and refuses an object with more
   * values: to check each of them could exhaust the memory.
   */
  readonly mostValues?: number;
}

/**
 * Finds all violations of a schema in an object, and unknown fields: one for each field. Of a list
 * that is too long, it checks no more entries than are allowed, and one. It reports the first
 * thousand violations. `value` is a copy of the object, in which undefined replaces each value that
 * the schema refuses; undefined if there are more violations. Never throws.
 *
 * Codes: Required, Type, Range, TooFew, TooMany, TooShort, TooLong, NotSupported, PatternMismatch,
 * TimeMalformed, UnknownField, Refused, SchemaMismatch. Every other code belongs to a rule.
 */
export function conform(
  { schema, validate }: Structure,
  object: unknown,
  { writing = unwritten, mostValues }: Reading = {},
): { readonly errors: FieldError[]; readonly value: unknown } {
  const limits = mostValues === undefined ? {} : { isPruned: true, mostValues };
  const copied = copyOf(object, schema, { isCut: true, ...limits });
  if (copied === null) return { errors: [tooLarge], value: undefined };
  const { copy: value } = copied;
  validate(value);
  const all = validate.errors ?? [];
  const violations = all.slice(0, mostViolations).map(violation => {
    const parent = pathOf(violation);
    const { key, ...problem } = explainViolation({
      ...{ violation, data: valueAt(object, parent), part: schemaAt(schema, parent) },
      ...{ text: writing.textAt(parent), root: schema },
    });
    const path = pathText(key === undefined ? parent : [...parent, key], schema);
    const error: FieldError = { path, ...problem, severity: "error" };
    return { error, refused: key === undefined ? parent : null };
  });
  const errors = new Map<string, FieldError>();
  for (const { error } of violations) {
    // A wrong type comes first, and explains what else is wrong with the value.
    if (!errors.has(error.path)) errors.set(error.path, error);
  }
  if (all.length > mostViolations) {
    return { errors: [...errors.values(), unlisted], value: undefined };
  }
  const refused = violations.flatMap(({ refused: path }) => (path ? [path] : []));
  return { errors: [...errors.values()], value: without(value, refused) };
}

const ofTooMany = (message: string, remedy: string): FieldError => ({
  ...{ path: "", code: "TooMany", message, remedy, severity: "error" },
});
const tooLarge = ofTooMany("has more values than any valid object", "write fewer");
const unlisted = ofTooMany("has more problems than the ones listed", "correct these first");

/** More of them help no user, and each takes memory. */
const mostViolations = 1_000;

/**
 * A copy of the object, in which undefined replaces each value of a wrong type. Whatever else the
 * schema refuses stays: another release may have other limits and more enum values. Never throws.
 */
export function wellTyped({ schema, validate }: Structure, object: unknown): unknown {
  const value = copyOf(object, schema)?.copy;
  validate(value);
  const mistyped = (validate.errors ?? []).filter(({ keyword }) => keyword === "type");
  return without(value, mistyped.map(pathOf));
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

/** Parses a JSON pointer. pathText later tells indices from keys. */
const pathOf = ({ instancePath }: Violation): Path =>
  instancePath
    .split("/")
    .slice(1)
    .map(part => part.replaceAll("~1", "/").replaceAll("~0", "~"));

/** The value at a path in JSON of any form; undefined if there is none. */
export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce((part, key) => (part as Readonly<Record<string, unknown>> | undefined)?.[key], value);

/** Changes `value`, which is a copy. */
function without(value: unknown, paths: readonly Path[]): unknown {
  for (const path of paths) {
    const [key, ...parents] = path.toReversed();
    if (key === undefined) return undefined;
    const holder = valueAt(value, parents.reverse());
    if (holder !== undefined) (holder as Record<string, unknown>)[key] = undefined;
  }
  return value;
}
