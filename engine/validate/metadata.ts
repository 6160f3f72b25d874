import { type FieldReader, type Problem, show } from "./field-reader.ts";
import {
  namespaceName,
  nameProblem,
  type NameFormat,
  nodeLabels,
  objectName,
} from "./names/names.ts";

const { key: anyKey, value: labelValue } = nodeLabels;
/** A prefix of 253 characters, and a name of 63. No schema limits the keys of a map. */
const labelKey: NameFormat = {
  ...anyKey,
  pattern: { test: key => key.length <= 317 && anyKey.pattern.test(key) },
};

const keyRemedy =
  "write name or prefix/name: letters, digits, -, _ and ., beginning and ending with a letter or digit";

/**
 * Checks the user-written `metadata` of any object as the API server does. For files: objects from
 * an API server have already passed this.
 *
 * Codes: Required, NameMalformed, NamespaceMalformed, LabelKeyMalformed, LabelValueMalformed,
 * AnnotationKeyMalformed.
 */
export function checkMetadata(metadata: FieldReader): void {
  if (!metadata.has("generateName")) metadata.require("name", "name: web");
  check(metadata, "name", problemOf(metadata.text("name"), objectName));
  check(metadata, "namespace", problemOf(metadata.text("namespace"), namespaceName));
  const labels = metadata.object("labels");
  for (const key of labels?.keys() ?? []) {
    check(metadata, `labels[${key}]`, problemOf(key, labelKey, { remedy: keyRemedy }));
    const remedy = "write letters, digits, -, _ and ., or put it into an annotation";
    check(metadata, `labels[${key}]`, problemOf(labels?.text(key), labelValue, { remedy }));
  }
  for (const key of metadata.object("annotations")?.keys() ?? []) {
    const code = "AnnotationKeyMalformed";
    const message = `annotation key ${show(key)} is malformed`;
    // As in the API server.
    const problem = problemOf(key.toLowerCase(), labelKey, { code, message, remedy: keyRemedy });
    check(metadata, `annotations[${key}]`, problem);
  }
}

function problemOf(
  text: string | undefined,
  format: NameFormat,
  words: Partial<Problem> = {},
): Problem | undefined {
  const problem = text === undefined ? undefined : nameProblem(text, format);
  return problem && { ...problem, ...words };
}

function check(reader: FieldReader, key: string, problem: Problem | undefined): void {
  if (problem) reader.report(key, problem);
}
