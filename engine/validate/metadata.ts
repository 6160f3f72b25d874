import type { FieldReader, Problem } from "../schema/field-reader.ts";
import { show } from "../model/values/short-text.ts";
import { isLabelKey, isLabelValue } from "../model/selectors/label-selector.ts";
import type { FieldError } from "../model/values/result.ts";
import { longestName } from "./metadata-limits.ts";
import { nearNames } from "../model/values/near-name.ts";
import { type Annotations, pauseAnnotations } from "../model/pauses.ts";

interface Format {
  readonly isValid: (text: string) => boolean;
  readonly refuse: (text: string) => Problem;
}

const formOf = (code: string, noun: string, pattern: RegExp, remedy: string): Format => ({
  isValid: text => pattern.test(text),
  refuse: text => ({ code, message: `${show(text)} is not ${noun}`, remedy }),
});

/** DNS-1123 subdomain, which the API server requires for almost every kind. */
const objectName = formOf(
  "NameMalformed",
  "an object name",
  /^[a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/,
  "write lower case letters, digits, - and ., beginning and ending with a letter or digit",
);
const namespaceName = formOf(
  "NamespaceMalformed",
  "the name of a namespace",
  /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/,
  "write lower case letters, digits and -, beginning and ending with a letter or digit",
);

const refuseKey = (kind: "Label" | "Annotation") => (key: string) => ({
  code: `${kind}KeyMalformed`,
  message: `${kind.toLowerCase()} key ${show(key)} is malformed`,
  remedy:
    "write name or prefix/name: letters, digits, -, _ and ., beginning and ending with a letter or digit",
});
/** No schema limits the keys of a map. */
const labelKey: Format = { isValid: isLabelKey, refuse: refuseKey("Label") };
const annotationKey: Format = {
  // As in the API server.
  isValid: key => isLabelKey(key.toLowerCase()),
  refuse: refuseKey("Annotation"),
};
const labelValue: Format = {
  isValid: isLabelValue,
  refuse: value => ({
    code: "LabelValueMalformed",
    message: `label value ${show(value)} is malformed: it may hold at most 63 letters, digits, -, _ and ., beginning and ending with a letter or digit`,
    remedy: "write letters, digits, -, _ and ., or put it into an annotation",
  }),
};

/**
 * Checks the user-written `metadata` of any object as the API server does. For files: objects from
 * an API server have already passed this.
 *
 * Codes: Required, NameMalformed, NamespaceMalformed, LabelKeyMalformed, LabelValueMalformed,
 * AnnotationKeyMalformed.
 */
export function checkMetadata(metadata: FieldReader): void {
  if (!metadata.has("generateName")) metadata.require("name", "name: web");
  checkText(metadata, "name", metadata.text("name"), objectName);
  checkText(metadata, "namespace", metadata.text("namespace"), namespaceName);
  const labels = metadata.object("labels");
  for (const key of labels?.keys() ?? []) {
    checkText(metadata, `labels[${key}]`, key, labelKey);
    checkText(metadata, `labels[${key}]`, labels?.text(key), labelValue);
  }
  for (const key of metadata.object("annotations")?.keys() ?? []) {
    checkText(metadata, `annotations[${key}]`, key, annotationKey);
  }
}

/** The schema reports a value of another type. */
function checkText(reader: FieldReader, key: string, text: string | undefined, format: Format) {
  if (text !== undefined && !format.isValid(text)) reader.report(key, format.refuse(text));
}

const known: ReadonlySet<string> = new Set(Object.values(pauseAnnotations));
const nameOf = (key: string): string => key.slice(key.indexOf("/") + 1);
/** Whether a key has the prefix of Trimtab, or one that is apparently meant to be it. */
function isOurs(key: string): boolean {
  const slash = key.indexOf("/");
  return slash <= longestName && key.slice(0, Math.max(slash, 0)).includes("trimtab");
}
/** An object may have thousands of annotations. */
const mostWarnings = 3;

/** Warns of annotations that a user adds and that only look like those that pause an object. Code: UnknownAnnotation. */
export function checkAnnotationNames(next: Annotations, before: Annotations): FieldError[] {
  const warnings: FieldError[] = [];
  for (const key of Object.keys(next ?? {})) {
    if (!isOurs(key) || known.has(key) || Object.hasOwn(before ?? {}, key)) continue;
    warnings.push(unknown(key));
    if (warnings.length === mostWarnings) break;
  }
  return warnings;
}

function unknown(key: string): FieldError {
  const names = [...known].map(nameOf);
  const near = nearNames(nameOf(key), names);
  const meant = [...known].filter(each => near.length === 0 || near.includes(nameOf(each)));
  return {
    path: `metadata.annotations[${key}]`,
    code: "UnknownAnnotation",
    message: "has no effect: Trimtab reads no such annotation of this object",
    remedy: `write ${meant.join(" or ")}`,
    severity: "warning",
  };
}
