import { type FieldError, isError } from "../model/values/result.ts";
import type { Place } from "../../crds/generated/rules.d.ts";
import { violationsIn } from "./crd-rules.ts";
import { FieldReader, type Parts } from "../schema/field-reader.ts";
import { show } from "../model/values/short-text.ts";
import { type Fields, isFields } from "../model/values/json-values.ts";
import { checkMetadata } from "./metadata.ts";
import { type ObjectSchema, schemaAt } from "../schema/object-schema.ts";
import {
  conform,
  fractionsIn,
  type Structure,
  valueAt,
  type Writing,
} from "../schema/structure.ts";

export interface ObjectRules {
  readonly structure: Structure;
  /** The CRD's. */
  readonly rules: Place;
  /** What neither the schema nor CEL can state, and warnings. */
  readonly checkSpec: (spec: FieldReader) => Parts;
}

/** Twice as many as the largest valid spec has. */
const mostValues = 300_000;

/**
 * Finds all problems of a spec at once: violations of the CRD's schema and of its CEL rules, and
 * warnings for what is legal but unwise. For specs that no API server has seen (files) or that an
 * older one accepted (etcd). Ignores unknown fields, which the API server drops. Never throws.
 */
export const validateSpec = (rules: ObjectRules, raw: unknown): FieldError[] =>
  [...validateInParts(rules, raw)].flat();

/**
 * The same, with the problems of each part. The first part has the violations of the CRD. Returns the spec without
 * unknown fields.
 */
export function* validateInParts(
  { structure, rules, checkSpec }: ObjectRules,
  raw: unknown,
): Generator<FieldError[], unknown, boolean | undefined> {
  const { errors, value } = conform(structure, { spec: raw }, { mostValues });
  const found = errors.flatMap(error => {
    if (error.path === "") return [{ ...error, path: "spec" }];
    return isIn("spec", error.path) ? [error] : [];
  });
  found.push(...violationsIn(rules, value, errors));
  const spec = (value as Fields | undefined)?.["spec"];
  const parts = isFields(spec) ? checkSpec(new FieldReader("spec", spec, found)) : null;
  let isScarce = yield found.splice(0);
  while (parts?.next(isScarce).done === false) isScarce = yield found.splice(0);
  yield found;
  return spec;
}

/** The errors alone, without the time that searches for warnings take. */
export function errorsIn(rules: ObjectRules, raw: unknown): FieldError[] {
  const found: FieldError[] = [];
  const parts = validateInParts(rules, raw);
  for (let part = parts.next(true); !part.done; part = parts.next(true)) found.push(...part.value);
  return found.filter(isError);
}

/**
 * Finds all problems of an object that no API server has seen, such as an unknown field. The status
 * is not the user's. Never throws.
 */
export function validateObject(rules: ObjectRules, object: unknown, writing: Writing) {
  const { structure, checkSpec } = rules;
  const { errors, value } = conform(structure, object, { writing });
  const bySchema = [...errors, ...fractionsIn(structure.schema, writing)];
  const found = bySchema.filter(({ path }) => !isIn("status", path));
  found.push(...warnOfFormerDefaults(structure.schema, value));
  found.push(...violationsIn(rules.rules, value, errors));
  const root = new FieldReader("", isFields(value) ? value : {}, found);
  const [metadata, spec] = [root.object("metadata"), root.object("spec")];
  if (metadata) checkMetadata(metadata);
  // All parts: the command line has no reason to hurry.
  if (spec) Array.from(checkSpec(spec));
  return found;
}

/** Only for files: a default that is stored is not written by the user, and has no effect. */
function warnOfFormerDefaults(schema: ObjectSchema, object: unknown): FieldError[] {
  const fields = Object.entries(schemaAt(schema, ["spec"])?.properties ?? {});
  return fields.flatMap(([key, { refused }]): FieldError[] => {
    const value = valueAt(object, ["spec", key]);
    if (typeof refused !== "string" || value === undefined) return [];
    const [reason = ""] = refused.split("; ");
    const message = `${reason}, and ${show(value)} has no effect`;
    const severity = "warning";
    return [{ path: `spec.${key}`, code: "FormerDefault", message, remedy: "remove it", severity }];
  });
}

const isIn = (part: string, path: string): boolean => path === part || path.startsWith(`${part}.`);

/**
 * Whether the fields that define an object's claim are valid, whatever its other errors. An object
 * stored by another release must not lose its target to another autoscaler because of a newer rule.
 */
export const isClaimReadable = (errors: readonly FieldError[], fields: readonly string[]) =>
  // `spec.scaleTargetRefs[0].name` is in `scaleTargetRefs`.
  !errors.some(({ path }) => path === "spec" || fields.includes(path.split(/[.[]/)[1] ?? ""));
