import { createReadStream } from "node:fs";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";

/** The bytes of a file, of one that ends in `.gz` uncompressed, or of standard input for `-`. */
export function openInput(path: string): Readable {
  if (path === "-") return process.stdin;
  const file = createReadStream(path);
  // A file that cannot be read ends the stream that is read here, so its error arrives there.
  return path.endsWith(".gz") ? pipeline(file, createGunzip(), () => undefined) : file;
}

/**
 * The lines of a stream, one at a time, however long the stream is. Only a newline ends a line
 * (node:readline also stops at U+2028, which JSON strings may contain).
 */
export async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  // Chunks are joined once a line ends: a long line must not be copied for each of them.
  let begun: string[] = [];
  for await (const chunk of input) {
    const [first = "", ...rest] = decoder.decode(chunk, { stream: true }).split("\n");
    begun.push(first);
    for (const next of rest) {
      yield begun.join("");
      begun = [next];
    }
  }
  const last = begun.join("") + decoder.decode();
  if (last !== "") yield last;
}
