import { isDeepStrictEqual } from "node:util";
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  Pair,
  Scalar,
  visit,
  YAMLMap,
  YAMLSeq,
} from "yaml";

import { parseFailsafe, readYaml, keyOf, type YamlNode } from "../validate/yaml/read-yaml.ts";
import type { Move } from "./conversion.ts";
import type { Path } from "../../engine/schema/object-schema.ts";
import { jsonIn } from "../../engine/model/values/json-values.ts";
import { valueAt } from "../../engine/schema/structure.ts";
import { resolvePlain } from "../validate/yaml/scalars.ts";

interface Written {
  readonly text: string;
  /** As kubectl reads the text. */
  readonly old: unknown;
  readonly value: unknown;
  readonly moves: readonly Move[];
}

/** The text of a document with another value: JSON stays JSON, YAML keeps its comments and order. */
export function writeDocument(written: Written): string {
  const { text, value } = written;
  const result = isJson(text) ? jsonOf(text, value) : yamlOf(written);
  return text.includes("\r\n") ? result.replaceAll("\r\n", "\n").replaceAll("\n", "\r\n") : result;
}

/** Objects may follow each other, with any space between them. */
const jsonOf = (text: string, value: unknown): string =>
  (/^\s*/.exec(text)?.[0] ?? "") +
  JSON.stringify(value, null, indentOf(text)) +
  text.slice(text.trimEnd().length);

/** Empty: all in one line. */
const indentOf = (text: string): string => /\n([ \t]+)"/.exec(text)?.[1] ?? "";

const isJson = (text: string): boolean =>
  text.trimStart().startsWith("{") && jsonIn(text) !== undefined;

function yamlOf({ text, old, value, moves }: Written): string {
  const shape = (given: readonly Move[], from: [] | null): string => {
    const document = parseFailsafe(text);
    document.contents = new Reshaper(document, old, given).shape(value, [], from) as never;
    return withAlignedComments(document.toString(styleOf(text)), text);
  };
  const kept = shape(moves, []);
  const read = readYaml(kept);
  // With anchors that a removed field defined, only the values can be kept.
  return "root" in read && isDeepStrictEqual(read.value, value) ? kept : shape([], null);
}

/** The style of the text, where nodes do not record it. */
const styleOf = (text: string) => ({
  lineWidth: 0,
  indentSeq: !hasListAtKey(text),
  flowCollectionPadding: !/[{[][^\s{}[\]]/.test(text),
});

/** Lines that are the same except for the space before a comment keep that space. */
function withAlignedComments(result: string, text: string): string {
  const narrow = (line: string): string => {
    const at = line.search(/\s#/);
    const content = line.slice(0, Math.max(0, at)).trimEnd();
    return content === "" ? line : `${content} ${line.slice(at + 1)}`;
  };
  const lines = new Map(text.split(/\r?\n/).map(line => [narrow(line), line]));
  return result
    .split("\n")
    .map(line => lines.get(line) ?? line)
    .join("\n");
}

/** Whether a list begins in the column of its key. */
function hasListAtKey(text: string): boolean {
  let key: string | null = null;
  for (const line of text.split("\n")) {
    const [space = ""] = /^ */.exec(line) ?? [];
    if (key === space && line.startsWith("- ", space.length)) return true;
    if (line.trimStart().startsWith("#")) continue;
    const content: string = line.slice(space.length).split(" #")[0] ?? "";
    const isKey: boolean = /^[^\s#-]/.test(content) && content.trimEnd().endsWith(":");
    key = isKey ? space : null;
  }
  return false;
}

/** A value as nodes: those of the document, with their comments and style, as far as the value is theirs. */
class Reshaper {
  readonly #document: Document.Parsed;
  /** The value of the document, as kubectl reads it. */
  readonly #old: unknown;
  readonly #moves: ReadonlyMap<string, Path>;

  constructor(document: Document.Parsed, old: unknown, moves: readonly Move[]) {
    this.#document = document;
    this.#old = old;
    this.#moves = new Map(moves.map(({ from, to }) => [textOf(to), from]));
  }

  shape(value: unknown, at: Path = [], from: Path | null = []): Node {
    const source = from && this.#nodeAt(from);
    if (source && isDeepStrictEqual(valueAt(this.#old, from), value) && isPlain(source)) {
      return source;
    }
    const shaped = Array.isArray(value)
      ? this.#list(value as unknown[], at, from)
      : typeof value === "object" && value !== null
        ? this.#map(value, at, from)
        : scalarOf(value);
    return commentedAs(shaped, source);
  }

  #list(values: readonly unknown[], at: Path, from: Path | null): YAMLSeq {
    const list = new YAMLSeq<Node>();
    list.items = values.map((value, index) => {
      const path = [...at, String(index)];
      return this.shape(value, path, this.#originOf(path, from));
    });
    return list;
  }

  /** Fields keep their order; a new one follows those that precede it in the value. */
  #map(value: object, at: Path, from: Path | null): YAMLMap {
    const own = from && this.#nodeAt(from);
    let latest = -1;
    const placed = Object.entries(value).map(([key, field]) => {
      const path = [...at, key];
      const origin = this.#originOf(path, from);
      const pair = origin && this.#pairAt(origin);
      const place = pair && isMap(own) ? own.items.indexOf(pair) : -1;
      latest = Math.max(latest, place);
      const order = place < 0 ? latest : place;
      return { order, pair: new Pair(keyNode(pair, key), this.shape(field, path, origin)) };
    });
    const map = new YAMLMap();
    map.items = placed.toSorted((a, b) => a.order - b.order).map(({ pair }) => pair);
    return map;
  }

  /** Where a field of the result was; null: nowhere. */
  #originOf(path: Path, parent: Path | null): Path | null {
    const moved = this.#moves.get(textOf(path));
    if (moved) return moved;
    const same = parent && [...parent, path.at(-1) ?? ""];
    return same && valueAt(this.#old, same) !== undefined ? same : null;
  }

  #nodeAt(path: Path): Node | null {
    let node: YamlNode = this.#document.contents;
    for (const name of path) {
      if (isSeq(node)) node = node.items[Number(name)];
      else if (isMap(node)) node = pairIn(node, name)?.value;
      else return null;
    }
    return (node ?? null) as Node | null;
  }

  #pairAt(path: Path): Pair | null {
    const parent = this.#nodeAt(path.slice(0, -1));
    return isMap(parent) ? (pairIn(parent, path.at(-1) ?? "") ?? null) : null;
  }
}

const textOf = (path: Path): string => path.join("\0");

/** The last one counts, as for kubectl. */
const pairIn = (map: YAMLMap, name: string): Pair | undefined =>
  map.items.findLast(({ key }) => keyOf(key) === name);

/** Without aliases, which could lose their anchor, without anchors, and without integers such as 1e3. */
function isPlain(node: Node): boolean {
  let plain = true;
  visit(node, (_, inner) => {
    const hasAnchor = isAlias(inner) || (inner as { anchor?: string } | null)?.anchor !== undefined;
    if (hasAnchor || isFraction(inner)) plain = false;
    return plain ? undefined : visit.BREAK;
  });
  return plain;
}

/** The API server refuses an integer that is not written as one. */
const isFraction = (node: unknown): boolean =>
  isScalar(node) &&
  node.type === Scalar.PLAIN &&
  node.tag === undefined &&
  resolvePlain(String(node.value)).isFraction;

function keyNode(pair: Pair | null, name: string): Node {
  const key = pair?.key;
  if (!isScalar(key)) return scalarOf(name);
  return keyOf(key) === name ? key : commentedAs(scalarOf(name), key);
}

/** The document has the failsafe schema, so a plain scalar is written as it is. */
function scalarOf(value: unknown): Scalar {
  const scalar = new Scalar(String(value));
  const isAmbiguous = typeof value === "string" && resolvePlain(value).value !== value;
  if (isAmbiguous) scalar.type = Scalar.QUOTE_DOUBLE;
  return scalar;
}

function commentedAs<Shaped extends Node>(shaped: Shaped, source: Node | null): Shaped {
  if (!source) return shaped;
  const { comment, commentBefore, spaceBefore } = source;
  Object.assign(shaped, { comment, commentBefore, spaceBefore });
  const isSame = (isMap(shaped) && isMap(source)) || (isSeq(shaped) && isSeq(source));
  if (isSame && source.flow !== undefined) shaped.flow = source.flow;
  return shaped;
}
