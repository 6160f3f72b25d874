import { YAMLParseError, Composer, type CST, Parser } from "yaml";

import { err, ok, type Result } from "../../engine/model/values/result.ts";
import { fieldsOf, isFields, jsonIn } from "../../engine/model/values/json-values.ts";
import type { Path } from "../../engine/schema/object-schema.ts";
import { valueAt } from "../../engine/schema/structure.ts";
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

/** The documents of a text. Errors: a sentence with the line of the first mistake. */
export function readDocuments(text: string): Result<readonly unknown[], string> {
  if (text.trimStart().startsWith("{")) {
    // The output of kubectl; a hundred times faster than parsing it as YAML.
    const json = jsonIn(text);
    // Otherwise a flow mapping, or several documents; YAML also gives better error messages.
    if (json !== undefined) return ok([json]);
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
  const items = valueAt(raw, ["items"]);
  return textAt(raw, "kind").endsWith("List") && Array.isArray(items) ? items : undefined;
}

export interface Rooted {
  readonly raw: unknown;
  /** Its path in the document. */
  readonly root: Path;
}

/** The document itself, or the items of a list of any kind, at any depth. */
export function objectsIn(raw: unknown, root: Path = []): Rooted[] {
  const items = itemsOf(raw);
  if (items === undefined) return [{ raw, root }];
  return items.flatMap((item, index) =>
    objectsIn(withTypeOf(raw, item), [...root, "items", String(index)]),
  );
}

/** An item of a typed list, such as HorizontalPodAutoscalerList, may leave apiVersion and kind to the list. */
export function withTypeOf(list: unknown, item: unknown): unknown {
  const kind = textAt(list, "kind").replace(/List$/, "");
  if (kind === "" || !isFields(item) || item["kind"] !== undefined) return item;
  return { apiVersion: textAt(list, "apiVersion"), kind, ...item };
}

/** A text of an object, as it is; empty: there is none. */
export function textAt(object: unknown, ...path: Path): string {
  const value = valueAt(object, path);
  return typeof value === "string" ? value : "";
}

/** A copy with another value at a path. Objects on the way are created; of a list, only an item that is there changes. */
export function withValueAt(whole: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(whole)) {
    return whole.map((item: unknown, at) =>
      at === Number(key) ? withValueAt(item, rest, value) : item,
    );
  }
  const fields = fieldsOf(whole);
  return { ...fields, [key]: withValueAt(fields[key], rest, value) };
}

/**
 * The documents of a YAML text, or its first error.
 *
 * The functions of the package collect all errors, each with a stack. A text of 1 MiB can have a million of them,
 * which take 15 s. So this ends at the first one, by a field of `Composer` that is private in yaml 2.x.
 *
 * Errors  the first one.
 */
export function composeYaml(text: string, options: ConstructorParameters<typeof Composer>[0]) {
  const composer = new Composer(options);
  const { onError } = composer as unknown as { onError: (...problem: unknown[]) => void };
  const stopAtError = (...problem: unknown[]): void => {
    onError(...problem);
    const [first] = composer.streamInfo().errors;
    if (first) throw first;
  };
  Object.assign(composer, { onError: stopAtError });
  try {
    const tokens = untilError(new Parser().parse(text));
    const documents = [...composer.compose(tokens, true, text.length)];
    const error = documents.flatMap(({ errors }) => errors)[0];
    return error ? err(error) : ok(documents);
  } catch (cause) {
    if (cause instanceof YAMLParseError) return err(cause);
    // The parser calls itself for each level that ends.
    if (!(cause instanceof RangeError)) throw cause;
    return err(new YAMLParseError([0, 0], "RESOURCE_EXHAUSTION", cause.message));
  }
}

function* untilError(tokens: Iterable<CST.Token>): Generator<CST.Token> {
  for (const token of tokens) {
    yield token;
    if (token.type === "error") return;
  }
}
