import { type FieldReader, show } from "./field-reader.ts";
import { longestKey } from "./metadata-limits.ts";
import {
  checkText,
  namespaceName,
  type NameFormat,
  nodeLabels,
  objectName,
  readName,
} from "./names/names.ts";

const keyRemedy =
  "write name or prefix/name: letters, digits, -, _ and ., beginning and ending with a letter or digit";

const { key: anyKey, value: anyValue } = nodeLabels;
/** No schema limits the keys of a map. */
const isKey = (key: string): boolean => key.length <= longestKey && anyKey.pattern.test(key);

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
export function checkMetadata(metadata: FieldReader): void {
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
