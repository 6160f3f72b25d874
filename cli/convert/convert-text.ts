import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";
import { Lexer } from "yaml";

import { type Fields, isFields } from "../../engine/model/values/json-values.ts";
import type { Path } from "../../engine/schema/object-schema.ts";
import { valueAt } from "../../engine/schema/structure.ts";
import { itemsOf, objectsIn, withTypeOf, withValueAt } from "../objects/read-objects.ts";
import { cleanText, printable } from "../terminal/printable.ts";
import { type Document, splitDocuments } from "../validate/documents.ts";
import type { Place } from "../validate/findings.ts";
import { lineAndColumn, Positions } from "../validate/yaml/positions.ts";
import { readYaml } from "../validate/yaml/read-yaml.ts";
import { type Conversion, fieldText, type Move } from "./conversion.ts";
import { writeDocument } from "./write-document.ts";

export interface Found {
  readonly raw: Fields;
  /** Its path in the document. */
  readonly root: Path;
  readonly place: Place;
}

interface ParsedDocument {
  readonly text: string;
  /** The line of its first character, from 1. */
  readonly line: number;
  readonly value: unknown;
  readonly objects: readonly Found[];
}

export type ParsedText = ReturnType<typeof parseText>;

export function parseText(file: string, text: string, relevant: RegExp) {
  /** Documents, and the texts between them, in order. */
  const parts: (ParsedDocument | string)[] = [];
  /** The kinds of the documents that are not parsed. */
  const others: string[] = [];
  /** Sentences with their place. */
  const problems: string[] = [];
  let end = 0;
  for (const document of splitDocuments(text)) {
    const start = text.indexOf(document.text, end);
    if (start > end) parts.push(text.slice(end, start));
    end = start + document.text.length;
    const parsed = relevant.test(document.text) ? parseOne(file, document) : document.text;
    if (Array.isArray(parsed)) problems.push(...parsed);
    else {
      parts.push(parsed);
      if (typeof parsed === "string") others.push(...kindIn(parsed));
    }
  }
  if (end < text.length) parts.push(text.slice(end));
  return { file, parts, others, problems };
}

/** The kind of a document that contains nothing to convert, and may be no valid YAML. */
function kindIn(text: string): string[] {
  const isJson = text.trimStart().startsWith("{");
  const [, kind] =
    (isJson ? /"kind"\s{0,9}:\s{0,9}"(\w+)/ : /^kind:\s{0,9}["']?(\w+)/m).exec(text) ?? [];
  return kind === undefined ? [] : [kind];
}

function parseOne(file: string, { text, line }: Document): ParsedDocument | string[] {
  const yaml = readYaml(text);
  const at = (offset: number): Place => ({ file, ...lineAndColumn(text, offset, line) });
  const problems = "root" in yaml ? yaml.problems : [yaml];
  if (problems.length > 0 || !("root" in yaml)) {
    return problems.map(({ offset, path, message, remedy }) => {
      const field = path.length === 0 ? "" : `${fieldText(path)}: `;
      return `${file}:${at(offset).line}: ${field}${message}; ${remedy}`;
    });
  }
  const positions = new Positions(yaml);
  const objects = objectsIn(yaml.value).flatMap(({ raw, root }): Found[] =>
    isFields(raw) ? [{ raw, root, place: at(positions.offsetOf("kind", root, "key")) }] : [],
  );
  return { text, line, value: yaml.value, objects };
}

export type Results = ReadonlyMap<Found, Conversion>;

/** The text with converted objects; everything else is unchanged. */
export const textWith = ({ parts }: ParsedText, results: Results): string =>
  parts.map(part => (typeof part === "string" ? part : documentWith(part, results))).join("");

/** What the results change, as `diff -u` prints it; empty: nothing. */
export function diffOf(parsed: ParsedText, results: Results): string {
  const [before, after] = [textWith(parsed, new Map()), textWith(parsed, results)];
  if (before === after) return "";
  const name = parsed.file === "-" ? "stdin" : parsed.file.replace(/^\/+/, "");
  // As diff does, for patch: a tab ends a name with spaces.
  const path = name.includes(" ") ? `${name}\t` : name;
  return createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, "", "", {
    ...{ context: 3, headerOptions: FILE_HEADERS_ONLY },
  });
}

/** A sentence for each comment that has no place in the converted text. */
export const commentNotes = ({ file, parts }: ParsedText, results: Results): string[] =>
  parts.flatMap(part => {
    if (typeof part === "string" || !part.text.includes("#")) return [];
    const written = documentWith(part, results);
    if (written === part.text) return [];
    return lostComments(part.text, written).map(({ text, line }) => {
      const shown = text.length > 60 ? `${text.slice(0, 57)}...` : text;
      return `${file}:${part.line + line}: the comment "${printable(shown)}" has no place in the result`;
    });
  });

function documentWith({ text, value: old, objects }: ParsedDocument, results: Results): string {
  const moves: Move[] = [];
  let value = old;
  for (const found of objects) {
    const conversion = results.get(found);
    if (!conversion?.object) continue;
    value = withValueAt(value, found.root, conversion.object);
    const within = (path: Path): Path => [...found.root, ...path];
    for (const { from, to } of conversion.moves) moves.push({ from: within(from), to: within(to) });
  }
  return value === old ? text : writeDocument({ text, old, value: generalList(value), moves });
}

/** A list of one kind cannot hold another. */
function generalList(value: unknown): unknown {
  const items = itemsOf(value);
  const kind = cleanText(valueAt(value, ["kind"])).replace(/List$/, "");
  if (items === undefined || kind === "") return value;
  const isUniform = items.every(item => cleanText(valueAt(item, ["kind"])) === kind);
  if (isUniform) return value;
  const typed = items.map(item => withTypeOf(value, item));
  return { ...(value as Fields), apiVersion: "v1", kind: "List", items: typed };
}

/** The comments of a YAML text that another form of it does not have. */
function lostComments(before: string, after: string) {
  const kept = commentsOf(after).map(({ text }) => text);
  return commentsOf(before).filter(({ text }) => {
    const at = kept.indexOf(text);
    if (at >= 0) kept.splice(at, 1);
    return at < 0;
  });
}

/** With their lines, from 0. */
function commentsOf(text: string) {
  const comments: { readonly text: string; readonly line: number }[] = [];
  let line = 0;
  for (const token of new Lexer().lex(text)) {
    if (token.startsWith("#")) comments.push({ text: token.trimEnd(), line });
    line += token.split("\n").length - 1;
  }
  return comments;
}
