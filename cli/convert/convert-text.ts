import { type Fields, isFields } from "../../engine/json-values.ts";
import type { Path } from "../../engine/validate/object-schema.ts";
import { valueAt } from "../../engine/validate/structure.ts";
import { itemsOf, objectsIn } from "../objects/read-objects.ts";
import { cleanText } from "../terminal/printable.ts";
import { type Document, splitDocuments } from "../validate/documents.ts";
import type { Place } from "../validate/findings.ts";
import { lineAndColumn, Positions } from "../validate/yaml/positions.ts";
import { readYaml } from "../validate/yaml/read-yaml.ts";
import { type Conversion, fieldText, type Move } from "./conversion.ts";
import { writeDocument } from "./yaml/write-document.ts";

/** An object in the input. */
export interface Found {
  readonly raw: Fields;
  /** Its path in the document. */
  readonly root: Path;
  readonly place: Place;
}

export interface ParsedDocument {
  readonly text: string;
  readonly value: unknown;
  readonly objects: readonly Found[];
}

export interface ParsedText {
  readonly file: string;
  /** Documents, and the texts between them, in order. */
  readonly parts: readonly (ParsedDocument | string)[];
  /** Sentences with their place. */
  readonly problems: readonly string[];
}

/** Only documents that `relevant` matches are parsed. */
export function parseText(file: string, text: string, relevant: RegExp): ParsedText {
  const parts: (ParsedDocument | string)[] = [];
  const problems: string[] = [];
  let end = 0;
  for (const document of splitDocuments(text)) {
    const start = text.indexOf(document.text, end);
    if (start > end) parts.push(text.slice(end, start));
    end = start + document.text.length;
    const parsed = relevant.test(document.text) ? parseOne(file, document) : document.text;
    if (Array.isArray(parsed)) problems.push(...parsed);
    else parts.push(parsed);
  }
  if (end < text.length) parts.push(text.slice(end));
  return { file, parts, problems };
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
  return { text, value: yaml.value, objects };
}

export type Results = ReadonlyMap<Found, Conversion>;

/** The text with converted objects; everything else is unchanged. */
export const textWith = ({ parts }: ParsedText, results: Results): string =>
  parts.map(part => (typeof part === "string" ? part : documentWith(part, results))).join("");

function documentWith({ text, value: old, objects }: ParsedDocument, results: Results): string {
  const moves: Move[] = [];
  let value = old;
  for (const found of objects) {
    const conversion = results.get(found);
    if (!conversion?.object) continue;
    value = withValue(value, found.root, conversion.object);
    const within = (path: Path): Path => [...found.root, ...path];
    for (const { from, to } of conversion.moves) moves.push({ from: within(from), to: within(to) });
  }
  return value === old ? text : writeDocument({ text, old, value: generalList(value), moves });
}

function withValue(whole: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  const inner = withValue(valueAt(whole, [key]), rest, value);
  if (Array.isArray(whole)) return (whole as unknown[]).with(Number(key), inner);
  return { ...(whole as Fields), [key]: inner };
}

/** A list of one kind cannot hold another. */
function generalList(value: unknown): unknown {
  const items = itemsOf(value);
  const kind = cleanText(valueAt(value, ["kind"])).replace(/List$/, "");
  if (items === undefined || kind === "") return value;
  const isUniform = items.every(item => cleanText(valueAt(item, ["kind"])) === kind);
  return isUniform ? value : { ...(value as Fields), apiVersion: "v1", kind: "List" };
}
