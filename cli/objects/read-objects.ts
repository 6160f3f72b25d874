import { parseAllDocuments } from "yaml";

import { err, ok, type Result } from "../../engine/result.ts";
import { valueAt } from "../../engine/validate/structure.ts";
import { type ScalingObject, scalingObjectOf } from "./scaling-object.ts";

/**
 * The objects of the two kinds in a YAML or JSON text with any number of documents and lists; other kinds are
 * skipped.
 *
 * Errors  a sentence with the line of the first mistake.
 */
export function readObjects(text: string): Result<readonly ScalingObject[], string> {
  const documents = readDocuments(text);
  if (!documents.ok) return documents;
  const raw = documents.value.flatMap(document => itemsOf(document) ?? [document]);
  return ok(raw.map(scalingObjectOf).filter(object => object !== null));
}

function readDocuments(text: string): Result<readonly unknown[], string> {
  if (text.trimStart().startsWith("{")) {
    // The output of kubectl; a hundred times faster than parsing it as YAML.
    try {
      return ok([JSON.parse(text)]);
    } catch {
      // A flow mapping, or several documents; YAML also gives better error messages.
    }
  }
  const documents = [...parseAllDocuments(text)];
  const [mistake] = documents.flatMap(({ errors }) => errors);
  if (mistake) return err(mistake.message.split("\n")[0] ?? "not YAML");
  try {
    return ok(documents.map(document => document.toJS() as unknown));
  } catch (cause) {
    return err(cause instanceof Error ? cause.message : String(cause));
  }
}

/** The items of a list of any kind; undefined: it is no list. */
export function itemsOf(raw: unknown): readonly unknown[] | undefined {
  const kind = valueAt(raw, ["kind"]);
  const items = valueAt(raw, ["items"]);
  const isList = typeof kind === "string" && kind.endsWith("List");
  return isList && Array.isArray(items) ? items : undefined;
}
