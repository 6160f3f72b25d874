// cli/validate/yaml/: YAML as kubectl reads it, with the position of each value.

import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  type Scalar as YamlScalar,
  type YAMLMap,
} from "yaml";

import type { Problem } from "../../../engine/schema/field-reader.ts";
import type { Path } from "../../../engine/schema/object-schema.ts";
import { composeYaml, withoutQuote } from "../../objects/read-objects.ts";
import { resolvePlain, resolveTagged, type Scalar } from "./scalars.ts";

/** A node of the `yaml` package, whose types do not cover the values of keys. */
export type YamlNode = unknown;

export interface YamlProblem extends Problem {
  readonly path: Path;
  readonly offset: number;
}

/** A YAML document with the values that kubectl would send, and all problems. */
export type YamlDocument = Exclude<ReturnType<typeof readYaml>, YamlProblem>;

/** The document, or a problem if the text is not valid YAML or its nesting is too deep. */
export function readYaml(text: string) {
  const composed = composeYaml(text, failsafe);
  if (!composed.ok) return unreadable(withoutQuote(composed.error), composed.error.pos[0]);
  const [document] = composed.value;
  const reader = new YamlReader();
  const value = reader.readField({ key: null, value: document?.contents }, []);
  const { problems, fractions, fields, aliases } = reader;
  return { root: document?.contents, value, problems, fractions, fields, aliases };
}

/** The package must not interpret plain scalars; this file does it like kubectl. */
const failsafe = {
  schema: "failsafe",
  resolveKnownTags: false,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: "silent",
} as const;

export const parseFailsafe = (text: string): Document.Parsed => parseDocument(text, failsafe);

const unreadable = (message: string, offset: number): YamlProblem => ({
  path: [],
  offset,
  code: "YamlMalformed",
  message: `is not YAML: ${message.charAt(0).toLowerCase()}${message.slice(1)}`,
  remedy: "correct it; a file with templates is read as `helm template` prints it",
});

/** Limit of values that aliases repeat in one document; more is an attack, or as harmful as one. */
const mostRepeated = 100_000;

/** A value and its key, or an alias of it; the root and the items of a list have no key. */
interface Field {
  readonly key: YamlNode;
  readonly value: YamlNode;
}

export const pathKey = (path: Path): string => path.map(name => `\0${name}`).join("");

class YamlReader {
  readonly problems: YamlProblem[] = [];
  /** Integers that are not written as such. */
  readonly fractions: Path[] = [];
  /** By path, as `pathKey` writes it; those that another one replaces may have left fields of their own. */
  readonly fields = new Map<string, Field>();
  readonly aliases = new Map<Alias, YamlNode>();
  readonly #anchors = new Map<string, YamlNode>();
  readonly #open = new Set<YamlNode>();
  #aliasDepth = 0;
  #repeated = 0;
  #repeatsTooMuch = false;

  readField(field: Field, path: Path): unknown {
    this.fields.set(pathKey(path), field);
    return this.#read(field.value, path);
  }

  #read(node: YamlNode, path: Path): unknown {
    if (isAlias(node)) return this.#follow(node, path);
    const anchor = (node as { anchor?: string } | null)?.anchor;
    if (anchor !== undefined && this.#aliasDepth === 0) this.#anchors.set(anchor, node);
    if (this.#aliasDepth > 0) this.#repeated += 1;
    if (isScalar(node)) {
      const { value, isFraction } = this.#resolve(node, path);
      if (isFraction) this.fractions.push(path);
      return value;
    }
    this.#open.add(node);
    const value = isMap(node)
      ? Object.fromEntries(this.#map(node, path))
      : isSeq(node)
        ? node.items.map((value, index) =>
            this.readField({ key: null, value }, [...path, String(index)]),
          )
        : null;
    this.#open.delete(node);
    return value;
  }

  #follow(alias: Alias, path: Path): unknown {
    const node = this.aliases.get(alias) ?? this.#anchors.get(alias.source);
    const problem = this.#aliasProblem(node);
    if (problem !== undefined) {
      // Reported once for all aliases that repeat too much.
      if (!this.#repeatsTooMuch) this.#report(alias, path, malformedAlias(problem));
      this.#repeatsTooMuch = this.#repeated >= mostRepeated;
      this.#repeated += 1;
      return null;
    }
    this.aliases.set(alias, node);
    this.#aliasDepth += 1;
    const value = this.#read(node, path);
    this.#aliasDepth -= 1;
    return value;
  }

  /** Without the name: it may be a password that begins with *. */
  #aliasProblem(node: YamlNode): string | undefined {
    if (node === undefined) return "there is no anchor of this name before this";
    if (this.#open.has(node)) return "its anchor contains it";
    return this.#repeated >= mostRepeated ? "aliases repeat too much" : undefined;
  }

  #map(map: YAMLMap, path: Path): Map<string, unknown> {
    const fields = new Map<string, unknown>();
    const own = new Set<string>();
    for (const { key, value } of map.items) {
      if (isMerge(key)) {
        for (const [name, field] of this.#merged(value, path)) fields.set(name, field);
        continue;
      }
      const name = keyOf(key);
      if (name === null) {
        this.#report(key, path, isMap(key) && key.flow === true ? template : keyOfNoText);
        continue;
      }
      const at = [...path, name];
      if (own.has(name)) this.#report(key, at, duplicate);
      own.add(name);
      fields.set(name, this.readField({ key, value }, at));
    }
    return fields;
  }

  /** kubectl applies merges in the order of the text: the last one wins. In a list, the first one wins. */
  #merged(node: YamlNode, path: Path): [string, unknown][] {
    const sources = isSeq(node) ? node.items.toReversed() : [node];
    return sources.flatMap(source => {
      const value = this.#read(source, path);
      if (typeof value === "object" && value !== null && !Array.isArray(value)) {
        return Object.entries(value);
      }
      const message = "<< merges what is no mapping";
      const remedy = "write an alias of a mapping, such as <<: *defaults";
      this.#report(source, path, { code: "MergeMalformed", message, remedy });
      return [];
    });
  }

  #resolve(node: YamlScalar, path: Path): Scalar {
    if (node.tag === undefined) return untagged(node);
    const text = String(node.value);
    const resolved = resolveTagged(text, node.tag);
    if (resolved.ok) return resolved.value;
    const remedy = "write it without the tag";
    this.#report(node, path, { code: "TagMismatch", message: resolved.error, remedy });
    return { value: text, isFraction: false };
  }

  #report(node: YamlNode, path: Path, problem: Problem): void {
    this.problems.push({ ...problem, path, offset: startOf(node) });
  }
}

const duplicate: Problem = {
  code: "DuplicateKey",
  message: "is there twice, and the API server would only see the last one",
  remedy: "keep one of them and remove the other",
};
const malformedAlias = (message: string): Problem => ({
  code: "AliasMalformed",
  message,
  remedy: "write the value itself",
});
const keyOfNoText: Problem = {
  code: "KeyMalformed",
  message: "has a key that is no text",
  remedy: "write it as text, in quotes",
};
/** `{{ max }}` is a flow mapping whose key is another one. */
const template: Problem = {
  code: "KeyMalformed",
  message: "is a template, not a value",
  remedy:
    "render the file first, and pass the output, as in `helm template CHART | trimtab validate -`",
};

/** Only an unquoted scalar can be anything but text. */
const untagged = ({ value, type }: YamlScalar): Scalar =>
  type === "PLAIN" ? resolvePlain(String(value)) : { value: String(value), isFraction: false };

export const startOf = (node: YamlNode): number =>
  (node as { range?: [number] } | null)?.range?.[0] ?? 0;

const isMerge = (key: YamlNode): boolean =>
  isScalar(key) && key.type === "PLAIN" && key.value === "<<";

/** A key as in JSON; null: JSON has no such key. */
export function keyOf(key: YamlNode): string | null {
  if (!isScalar(key)) return null;
  const { value } = untagged(key);
  return value === null ? null : String(value);
}
