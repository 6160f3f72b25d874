import type { FieldReader, Problem } from "./field-reader.ts";
import { show } from "../short-text.ts";
import { isLabelValue } from "../observation/selectors/label-syntax.ts";
import { longestKey } from "./metadata-limits.ts";

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

/** `name` or `prefix/name`. No schema limits the keys of a map. */
const isKey = (key: string): boolean =>
  key.length <= longestKey &&
  /^([a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/.test(
    key,
  );

const refuseKey = (kind: "Label" | "Annotation") => (key: string) => ({
  code: `${kind}KeyMalformed`,
  message: `${kind.toLowerCase()} key ${show(key)} is malformed`,
  remedy:
    "write name or prefix/name: letters, digits, -, _ and ., beginning and ending with a letter or digit",
});
const labelKey: Format = { isValid: isKey, refuse: refuseKey("Label") };
const annotationKey: Format = {
  // As in the API server.
  isValid: key => isKey(key.toLowerCase()),
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
function checkText(
  reader: FieldReader,
  key: string,
  text: string | undefined,
  format: Format,
): void {
  if (text !== undefined && !format.isValid(text)) reader.report(key, format.refuse(text));
}
