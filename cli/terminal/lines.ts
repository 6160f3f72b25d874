// cli/terminal/: text for people: widths, colours, times and untrusted characters.
// The commands import it.

import { createReadStream } from "node:fs";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";

/** The bytes of a file (decompressed if it ends in `.gz`), or of standard input for `-`. */
export function openInput(path: string, stdin: Readable): Readable {
  if (path === "-") return stdin;
  const file = createReadStream(path);
  // A read error ends the decompressed stream, so it surfaces there.
  return path.endsWith(".gz") ? pipeline(file, createGunzip(), () => undefined) : file;
}

/** The text of a stream of UTF-8, in pieces. */
export async function* textOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of input) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/**
 * The lines of a text, one at a time, for texts of any length. Only a newline ends a line (node:readline
 * also splits at U+2028, which JSON strings may contain).
 */
export async function* linesIn(text: AsyncIterable<string>): AsyncGenerator<string> {
  // Pieces are joined at the end of a line: otherwise a long line would be copied for each piece.
  let begun: string[] = [];
  for await (const piece of text) {
    const [first = "", ...rest] = piece.split("\n");
    begun.push(first);
    for (const next of rest) {
      yield begun.join("");
      begun = [next];
    }
  }
  const last = begun.join("");
  if (last !== "") yield last;
}

export const linesOf = (input: AsyncIterable<Uint8Array>): AsyncGenerator<string> =>
  linesIn(textOf(input));
