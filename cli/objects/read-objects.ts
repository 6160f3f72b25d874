import { YAMLParseError } from "yaml";

import { err, ok, type Result } from "../../engine/result.ts";
import type { Path } from "../../engine/validate/object-schema.ts";
import { valueAt } from "../../engine/validate/structure.ts";
import { composeYaml } from "./compose-yaml.ts";
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
  const objects = documents.value.flatMap(document => objectsIn(document));
  return ok(objects.flatMap(({ raw }) => scalingObjectOf(raw) ?? []));
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
  const documents = composeYaml(text, { prettyErrors: false });
  if (!documents.ok) {
    const mistake = documents.error;
    const line = text.slice(0, mistake.pos[0]).split("\n").length;
    return err(`${withoutQuote(mistake)} at line ${line}`);
  }
  try {
    return ok(documents.value.map(document => document.toJS() as unknown));
  } catch (cause) {
    return err(withoutQuote(cause));
  }
}

const quote = /^"|, ["'.]|: | version |\n/;
/** Errors of the YAML package whose messages contain nothing of the text. */
const plain =
  /^(MISSING_CHAR|\w+_INDENT|DUPLICATE_KEY|KEY_OVER_\w+|MULTI\w+|BLOCK_\w+|BAD_PROP_ORDER)$/;

/** What a parser of YAML or JSON says, without the text that it quotes: a file may hold secrets, too. */
export function withoutQuote(cause: unknown): string {
  if (cause instanceof YAMLParseError) {
    return plain.test(cause.code) ? cause.message : cause.code.toLowerCase().replaceAll("_", " ");
  }
  const [said = ""] = cause instanceof Error ? cause.message.split(quote, 1) : [];
  return said === "" ? "unreadable" : said;
}

/** The items of a list of any kind; undefined: it is no list. */
export function itemsOf(raw: unknown): readonly unknown[] | undefined {
  const kind = valueAt(raw, ["kind"]);
  const items = valueAt(raw, ["items"]);
  const isList = typeof kind === "string" && kind.endsWith("List");
  return isList && Array.isArray(items) ? items : undefined;
}

/** An object in a document. */
export interface Rooted {
  readonly raw: unknown;
  /** Its path in the document. */
  readonly root: Path;
}

/** The document itself, or the items of a list of any kind, at any depth. */
export function objectsIn(raw: unknown, root: Path = []): Rooted[] {
  const items = itemsOf(raw);
  if (items === undefined) return [{ raw, root }];
  return items.flatMap((item, index) => objectsIn(item, [...root, "items", String(index)]));
}

/** A text of an object, as it is; empty: there is none. */
export function textAt(object: unknown, ...path: Path): string {
  const value = valueAt(object, path);
  return typeof value === "string" ? value : "";
}
