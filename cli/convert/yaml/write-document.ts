import { isDeepStrictEqual } from "node:util";

import { parseFailsafe, readYaml } from "../../validate/yaml/read-yaml.ts";
import type { Move } from "../conversion.ts";
import { Reshaper } from "./reshape.ts";

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
  return text.includes("\r\n") ? result.replaceAll("\n", "\r\n") : result;
}

/** Objects may follow each other, with any space between them. */
const jsonOf = (text: string, value: unknown): string =>
  (/^\s*/.exec(text)?.[0] ?? "") +
  JSON.stringify(value, null, indentOf(text)) +
  text.slice(text.trimEnd().length);

/** Empty: all in one line. */
const indentOf = (text: string): string => /\n([ \t]+)"/.exec(text)?.[1] ?? "";

function isJson(text: string): boolean {
  if (!text.trimStart().startsWith("{")) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function yamlOf({ text, old, value, moves }: Written): string {
  const shape = (given: readonly Move[], from: [] | null): string => {
    const document = parseFailsafe(text);
    document.contents = new Reshaper(document, old, given).shape(value, [], from) as never;
    return document.toString(styleOf(text));
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

/** Whether a list begins in the column of its key. */
function hasListAtKey(text: string): boolean {
  let key: string | null = null;
  for (const line of text.split("\n")) {
    const [space = ""] = /^ */.exec(line) ?? [];
    if (key === space && line.startsWith("- ", space.length)) return true;
    if (line.trimStart().startsWith("#")) continue;
    const isKey: boolean =
      /^[^\s#-]/.test(line.slice(space.length)) && line.trimEnd().endsWith(":");
    key = isKey ? space : null;
  }
  return false;
}
