import { isAlias, isMap, isScalar, isSeq } from "yaml";

import type { Path } from "../../../engine/schema/object-schema.ts";
import { isMerge, keyOf, startOf, type YamlDocument, type YamlNode } from "./read-yaml.ts";

/** A value and its key; the root and the items of a list have no key. */
interface Field {
  readonly key: YamlNode;
  readonly value: YamlNode;
}

export class Positions {
  readonly #document: YamlDocument;

  constructor(document: YamlDocument) {
    this.#document = document;
  }

  textAt(path: Path): string | undefined {
    let field: Field | undefined = { key: null, value: this.#document.root };
    for (const name of path) field = field && this.#fields(field.value).get(name);
    const node = this.#resolve(field?.value);
    return isScalar(node) && node.type === "PLAIN" ? node.source : undefined;
  }

  /**
   * Where a field begins, such as `spec.scaleTargetRefs[2].name`, in the object at `root`: a scalar at its
   * value, anything else at its key. For a missing field, the place of its closest existing parent.
   */
  offsetOf(path: string, root: Path, part: "key" | "value" = "value"): number {
    let field: Field = { key: null, value: this.#document.root };
    for (const name of root) field = this.#fields(field.value).get(name) ?? field;
    let rest = path;
    while (rest !== "") {
      const next = this.#step(field.value, rest);
      if (next === undefined) break;
      [field, rest] = next;
    }
    const value = this.#resolve(field.value);
    const isSingle = isScalar(value) && value.value !== "" && rest === "" && part === "value";
    return startOf(isSingle ? value : (field.key ?? field.value));
  }

  /** The first field of a path, and the rest of the path: names may contain dots. */
  #step(node: YamlNode, path: string): [Field, string] | undefined {
    const begun = [...this.#fields(node)].flatMap(([name, field]) => {
      const token = [name, `[${name}]`].find(form => isPrefix(form, path));
      return token === undefined ? [] : [{ token, field }];
    });
    const [longest] = begun.toSorted((a, b) => b.token.length - a.token.length);
    return longest && [longest.field, path.slice(longest.token.length).replace(/^\./, "")];
  }

  /** The entries of an object, a list or an alias of one, by name or index. */
  #fields(node: YamlNode): ReadonlyMap<string, Field> {
    const resolved = this.#resolve(node);
    if (isSeq(resolved)) {
      return new Map(resolved.items.map((value, index) => [String(index), { key: null, value }]));
    }
    if (!isMap(resolved)) return new Map();
    return new Map(
      resolved.items.flatMap(({ key, value }): [string, Field][] => {
        if (isMerge(key)) return this.#merged(value);
        const name = keyOf(key);
        return name === null ? [] : [[name, { key, value }]];
      }),
    );
  }

  #merged(node: YamlNode): [string, Field][] {
    const sources = isSeq(node) ? node.items.toReversed() : [node];
    return sources.flatMap(source => [...this.#fields(source)]);
  }

  #resolve(node: YamlNode): YamlNode {
    return isAlias(node) ? this.#resolve(this.#document.aliases.get(node)) : node;
  }
}

const isPrefix = (token: string, path: string): boolean =>
  path.startsWith(token) && /^([.[]|$)/.test(path.slice(token.length));

/** Line and column from 1, in a document that begins at `firstLine`. */
export function lineAndColumn(text: string, offset: number, firstLine: number) {
  const before = text.slice(0, offset).split("\n");
  return { line: firstLine + before.length - 1, column: (before.at(-1) ?? "").length + 1 };
}
