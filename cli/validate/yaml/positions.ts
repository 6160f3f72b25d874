import { isAlias, isScalar } from "yaml";

import type { Path } from "../../../engine/schema/object-schema.ts";
import { valueAt } from "../../../engine/schema/structure.ts";
import { pathKey, startOf, type YamlDocument, type YamlNode } from "./read-yaml.ts";

export class Positions {
  readonly #document: YamlDocument;

  constructor(document: YamlDocument) {
    this.#document = document;
  }

  textAt(path: Path): string | undefined {
    const node = this.#resolve(this.#document.fields.get(pathKey(path))?.value);
    return isScalar(node) && node.type === "PLAIN" ? node.source : undefined;
  }

  /**
   * Where a field begins, such as `spec.scaleTargetRefs[2].name`, in the object at `root`: a scalar at its
   * value, anything else at its key. For a missing field, the place of its closest existing parent.
   */
  offsetOf(path: string, root: Path, part: "key" | "value" = "value"): number {
    let [at, rest] = [root, path];
    while (rest !== "") {
      const next = this.#step(at, rest);
      if (next === undefined) break;
      [at, rest] = next;
    }
    const field = this.#document.fields.get(pathKey(at));
    const value = this.#resolve(field?.value);
    const isSingle = isScalar(value) && value.value !== "" && rest === "" && part === "value";
    return startOf(isSingle ? value : (field?.key ?? field?.value));
  }

  /** The first field of a path within another one, and the rest of the path: names may contain dots. */
  #step(at: Path, path: string): [Path, string] | undefined {
    const holder = valueAt(this.#document.value, at);
    const names = typeof holder === "object" && holder !== null ? Object.keys(holder) : [];
    const begun = names.flatMap(name => {
      const token = [name, `[${name}]`].find(form => isPrefix(form, path));
      return token === undefined ? [] : [{ token, name }];
    });
    const [longest] = begun.toSorted((a, b) => b.token.length - a.token.length);
    return longest && [[...at, longest.name], path.slice(longest.token.length).replace(/^\./, "")];
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
