// cli/convert/yaml/: writes a changed object into the text that it comes from.
// cli/convert/ imports it.

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

import type { Path } from "../../../engine/validate/object-schema.ts";
import { valueAt } from "../../../engine/validate/structure.ts";
import { keyOf } from "../../validate/yaml/read-yaml.ts";
import { resolvePlain } from "../../validate/yaml/scalars.ts";
import type { Move } from "../conversion.ts";

type YamlNode = unknown;

/** A value as nodes: those of the document, with their comments and style, as far as the value is theirs. */
export class Reshaper {
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

/** Without aliases, which could lose their anchor, and without anchors. */
function isPlain(node: Node): boolean {
  let plain = true;
  visit(node, (_, inner) => {
    if (isAlias(inner) || (inner as { anchor?: string } | null)?.anchor !== undefined)
      plain = false;
    return plain ? undefined : visit.BREAK;
  });
  return plain;
}

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
