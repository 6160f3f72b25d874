import type { FieldError } from "../field-error.ts";
import { FieldReader, type Fields, isFields, show } from "./field-reader.ts";
import { type ObjectSchema, schemaAt } from "./object-schema.ts";
import { conform, fractionsIn, type Structure, valueAt, type Writing } from "./structure.ts";
import {
  checkText,
  type NameFormat,
  namespaceName,
  nodeLabels,
  objectName,
  readName,
} from "./names/names.ts";

/** The rules for one kind: its schema, and the rules of its spec that no schema can state. */
export interface ObjectRules {
  readonly structure: Structure;
  readonly checkSpec: (spec: FieldReader) => void;
}

/** Twice as many as the largest valid spec has. */
const mostValues = 300_000;

/**
 * Finds all problems of a spec at once: violations of the CRD's schema and of its CEL rules, and
 * warnings for what is legal but unwise. For specs that no API server has seen (files) or that an
 * older one accepted (etcd). Ignores unknown fields, which the API server drops. Never throws.
 */
export function validateSpec({ structure, checkSpec }: ObjectRules, raw: unknown): FieldError[] {
  const { errors, value } = conform(structure, { spec: raw }, { mostValues });
  const found = errors.flatMap(error => {
    if (error.path === "") return [{ ...error, path: "spec" }];
    return isIn("spec", error.path) ? [error] : [];
  });
  check("spec", value, checkSpec, found);
  return found;
}

/**
 * Finds all problems of an object that no API server has seen, such as an unknown field. The status
 * is not the user's. Never throws.
 */
export function validateObject(
  rules: ObjectRules,
  object: unknown,
  writing: Writing,
): FieldError[] {
  const { structure, checkSpec } = rules;
  const { errors, value } = conform(structure, object, { writing });
  const bySchema = [...errors, ...fractionsIn(structure.schema, writing)];
  const found = bySchema.filter(({ path }) => !isIn("status", path));
  found.push(...warnOfFormerDefaults(structure.schema, value));
  check("metadata", value, checkMetadata, found);
  check("spec", value, checkSpec, found);
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

function check(
  key: string,
  object: unknown,
  checkPart: (part: FieldReader) => void,
  found: FieldError[],
): void {
  const part = (object as Fields | undefined)?.[key];
  if (isFields(part)) checkPart(new FieldReader(key, part, found));
}

/**
 * Whether the fields that define an object's claim are valid, whatever its other errors. An object
 * stored by another release must not lose its target to another autoscaler because of a newer rule.
 */
export const isClaimReadable = (
  errors: readonly FieldError[],
  fields: readonly string[],
): boolean =>
  // `spec.scaleTargetRefs[0].name` is in `scaleTargetRefs`.
  !errors.some(({ path }) => path === "spec" || fields.includes(path.split(/[.[]/)[1] ?? ""));

const keyRemedy =
  "write name or prefix/name: letters, digits, -, _ and ., beginning and ending with a letter or digit";

const { key: anyKey, value: anyValue } = nodeLabels;
/** A prefix of 253 characters, and a name of 63. No schema limits the keys of a map. */
const isKey = (key: string): boolean => key.length <= 317 && anyKey.pattern.test(key);

const labelKey: NameFormat = {
  pattern: { test: isKey },
  refuse: key => ({ ...anyKey.refuse(key), remedy: keyRemedy }),
};
const labelValue: NameFormat = {
  ...anyValue,
  refuse: value => ({
    ...anyValue.refuse(value),
    remedy: "write letters, digits, -, _ and ., or put it into an annotation",
  }),
};
const annotationKey: NameFormat = {
  // As in the API server.
  pattern: { test: key => isKey(key.toLowerCase()) },
  refuse: key => ({
    code: "AnnotationKeyMalformed",
    message: `annotation key ${show(key)} is malformed`,
    remedy: keyRemedy,
  }),
};

/**
 * Checks the user-written `metadata` of any object as the API server does. For files: objects from
 * an API server have already passed this.
 *
 * Codes: Required, NameMalformed, NamespaceMalformed, LabelKeyMalformed, LabelValueMalformed,
 * AnnotationKeyMalformed.
 */
function checkMetadata(metadata: FieldReader): void {
  if (!metadata.has("generateName")) metadata.require("name", "name: web");
  readName(metadata, "name", objectName);
  readName(metadata, "namespace", namespaceName);
  const labels = metadata.object("labels");
  for (const key of labels?.keys() ?? []) {
    checkText(metadata, `labels[${key}]`, key, labelKey);
    checkText(metadata, `labels[${key}]`, labels?.text(key), labelValue);
  }
  for (const key of metadata.object("annotations")?.keys() ?? []) {
    checkText(metadata, `annotations[${key}]`, key, annotationKey);
  }
}
