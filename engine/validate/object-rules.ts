import type { FieldError } from "../field-error.ts";
import { validateMetadata } from "./metadata.ts";
import type { ObjectSchema } from "./object-schema.ts";
import { fractionsIn, structureOf, type Structure } from "./structure.ts";

/**
 * Finds all problems of an object that no API server has seen: by its CRD's schema, and by the
 * rules for its metadata and spec. Each field is reported once: a wrong type by the schema, which
 * knows how the value was written; everything else by the rule, which knows the remedy.
 */
export function objectRules(
  schema: ObjectSchema,
  validateSpec: (spec: unknown) => FieldError[],
): Structure {
  const structure = structureOf(schema);
  return (object, writing) => {
    const { metadata, spec } = (object ?? {}) as Readonly<Record<string, unknown>>;
    const byRules = [
      ...(isPresent(metadata) ? validateMetadata(metadata) : []),
      ...(isPresent(spec) ? validateSpec(spec) : []),
    ];
    const bySchema = structure(object, writing);
    const mistyped = bySchema.filter(({ code }) => code === "Type");
    const rules = outside(mistyped, byRules);
    const errors = [...mistyped, ...rules.filter(({ severity }) => severity === "error")];
    const rest = outside(errors, bySchema);
    return [...mistyped, ...rest, ...fractionsIn(schema, writing), ...rules];
  };
}

/** The errors of other fields. */
function outside(told: readonly FieldError[], errors: readonly FieldError[]): FieldError[] {
  const places = new Set(told.map(({ path }) => path));
  return errors.filter(({ path }) => !places.has(path));
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;
