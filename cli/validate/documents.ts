/** One YAML document, or one of several JSON objects, as in its file. */
export interface Document {
  readonly text: string;
  /** The line of its first character, from 1. */
  readonly line: number;
}

/**
 * The documents of a text that contain more than comments. A line that begins with `---` is always a
 * separator, in YAML as for kubectl, so splitting needs no parser.
 */
export function splitDocuments(text: string): Document[] {
  const whole = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  const separators = [...whole.matchAll(/^---(?=[ \t\r]|$)/gm)].map(({ index }) => index);
  const documents: Document[] = [];
  let line = 1;
  let start = 0;
  for (const end of [...separators, whole.length]) {
    const part = whole.slice(start, end);
    if (hasContent(part)) documents.push(...splitJson({ text: part, line }));
    line += linesIn(part);
    start = end;
  }
  return documents;
}

const byteOrderMark = "\uFEFF";

/** A line that is not empty, a comment, a marker or a directive. */
const hasContent = (text: string): boolean =>
  text.split("\n").some(line => !/^(?:---|\.\.\.)?[ \t\r]*(?:#|$)|^%/.test(line));

const linesIn = (text: string): number => text.split("\n").length - 1;

/** JSON objects may follow each other without a separator, as in the output of jq. */
function splitJson({ text, line }: Document): Document[] {
  if (!/^\s*\{\s*["}]/.test(text) || !/\}\s*\{/.test(text)) return [{ text, line }];
  const documents: Document[] = [];
  let depth = 0;
  let start = 0;
  let at = line;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"?|[{}]/g)) {
    depth += token === "{" ? 1 : token === "}" ? -1 : 0;
    if (depth !== 0 || token !== "}") continue;
    const part = text.slice(start, index + 1);
    documents.push({ text: part, line: at });
    at += linesIn(part);
    start = index + 1;
  }
  const rest = text.slice(start);
  return rest.trim() === "" ? documents : [...documents, { text: rest, line: at }];
}
