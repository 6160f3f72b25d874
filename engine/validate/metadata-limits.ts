import type { FieldError } from "../model/values/result.ts";
import { show } from "../model/values/short-text.ts";
import { fieldsOf, isFields } from "../model/values/json-values.ts";

/** Of objects and namespaces, and of the prefix of a key. */
export const longestName = 253;
/** A prefix, a slash, and a name of 63 characters. */
const longestKey = 317;
/** Keys and values together. The API server counts bytes, and a text has at least as many of them. */
const mostAnnotations = 256 * 1024;

/**
 * What in the metadata of the objects exceeds a limit of the API server: at most one problem for each. Only a forged
 * review contains such metadata, and the limits bound the time that everything else takes to read them. Takes linear
 * time.
 *
 * Codes: KeyTooLong, NameTooLong, AnnotationsTooLarge.
 * Source  apimachinery pkg/api/validation/objectmeta.go, and IsQualifiedName of pkg/util/validation.
 */
export function checkLimits(namespace: string, metadata: readonly unknown[]): FieldError[] {
  const problems = [nameProblem("metadata.namespace", namespace), ...metadata.map(limitProblem)];
  return problems.filter(problem => problem !== null);
}

function limitProblem(metadata: unknown): FieldError | null {
  if (!isFields(metadata)) return null;
  const names = ["name", "namespace", "generateName"].map(field =>
    nameProblem(`metadata.${field}`, metadata[field]),
  );
  const keys = ["annotations", "labels"].map(field =>
    keyProblem(`metadata.${field}`, metadata[field]),
  );
  return (
    [...names, ...keys].find(problem => problem !== null) ?? sizeProblem(metadata["annotations"])
  );
}

/** Null for a name of a length that the API server accepts, and for what is no text. */
function nameProblem(path: string, name: unknown): FieldError | null {
  if (typeof name !== "string" || name.length <= longestName) return null;
  const message = `${show(name)} has ${name.length} characters, more than ${longestName}`;
  return refusal(path, { code: "NameTooLong", message, remedy: "write a shorter name" });
}

function keyProblem(path: string, map: unknown): FieldError | null {
  const key = Object.keys(fieldsOf(map)).find(each => each.length > longestKey);
  if (key === undefined) return null;
  const message = `the key ${show(key)} has ${key.length} characters, more than ${longestKey}`;
  return refusal(path, { code: "KeyTooLong", message, remedy: "write a shorter key" });
}

function sizeProblem(annotations: unknown): FieldError | null {
  let size = 0;
  for (const [key, value] of Object.entries(fieldsOf(annotations))) {
    size += key.length + (typeof value === "string" ? value.length : 0);
  }
  if (size <= mostAnnotations) return null;
  const message = `the annotations have ${size} characters in total, more than ${mostAnnotations}`;
  const problem = { code: "AnnotationsTooLarge", message, remedy: "write less into them" };
  return refusal("metadata.annotations", problem);
}

const refusal = (path: string, problem: Omit<FieldError, "path" | "severity">): FieldError => ({
  ...{ path, ...problem, severity: "error" },
});
