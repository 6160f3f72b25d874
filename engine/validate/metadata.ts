import type { FieldError } from "../field-error.ts";
import { FieldReader, type Problem, show } from "./field-reader.ts";
import { checkName, type NameFormat, nodeLabels, objectName } from "./names/names.ts";

const { key: labelKey, value: labelValue } = nodeLabels;

const namespaceName: NameFormat = {
  pattern: /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/,
  maxLength: 63,
  refuse: name => ({
    code: "NamespaceMalformed",
    message: `${show(name)} is not the name of a namespace`,
    remedy: "write lower case letters, digits and -, beginning and ending with a letter or digit",
  }),
};

const keyRemedy =
  "write name or prefix/name: letters, digits, -, _ and ., beginning and ending with a letter or digit";

/**
 * Checks the user-written `metadata` of any object as the API server does. For files: objects from
 * an API server have already passed this. Never throws.
 *
 * Codes besides the reader's own: NameMalformed, NamespaceMalformed, LabelKeyMalformed,
 * LabelValueMalformed, AnnotationKeyMalformed.
 */
export function validateMetadata(metadata: unknown): FieldError[] {
  const found: FieldError[] = [];
  const reader = FieldReader.of("metadata", metadata, found);
  if (reader === undefined) return found;
  if (!reader.has("generateName")) reader.require("name", "name: web");
  check(reader, "name", checkText(reader.raw("name"), objectName));
  check(reader, "namespace", checkText(reader.raw("namespace"), namespaceName));
  for (const [key, value] of entriesOf(reader, "labels")) {
    check(reader, `labels[${key}]`, checkText(key, labelKey, { remedy: keyRemedy }));
    const remedy = "write letters, digits, -, _ and ., or put it into an annotation";
    check(reader, `labels[${key}]`, checkText(value, labelValue, { remedy }));
  }
  for (const [key] of entriesOf(reader, "annotations")) {
    const code = "AnnotationKeyMalformed";
    const message = `annotation key ${show(key)} is malformed`;
    // As in the API server.
    const problem = checkText(key.toLowerCase(), labelKey, { code, message, remedy: keyRemedy });
    check(reader, `annotations[${key}]`, problem);
  }
  return found;
}

/** The schema checks the type. */
function checkText(
  value: unknown,
  format: NameFormat,
  words: Partial<Problem> = {},
): Problem | undefined {
  const problem = typeof value === "string" ? checkName(value, format) : undefined;
  return problem && { ...problem, ...words };
}

function check(reader: FieldReader, key: string, problem: Problem | undefined): void {
  if (problem) reader.report(key, problem);
}

function entriesOf(metadata: FieldReader, key: string): [string, unknown][] {
  const map = metadata.raw(key);
  const isMap = typeof map === "object" && map !== null && !Array.isArray(map);
  return isMap ? Object.entries(map) : [];
}
