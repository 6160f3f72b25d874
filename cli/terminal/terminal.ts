// cli/terminal/: text for people: widths, colours, times and untrusted characters; and the streams of a command.

import { createReadStream } from "node:fs";
import { pipeline, type Readable, type Writable } from "node:stream";
import { createGunzip } from "node:zlib";

import { complaint } from "./printable.ts";

/** The output functions of a terminal or its substitute. */
export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
}

/** The parts of a process that a command uses. A test passes its own instead of `process`. */
export interface Terminal {
  readonly stdin: Readable;
  readonly stdout: Writable & Output;
  readonly stderr: Writable & Output;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  exitCode?: number | string | null | undefined;
}

/** Exit codes of every verb, for scripts. */
export const ExitCode = {
  Ok: 0,
  /** The verb ran, and something in its input failed. */
  Failed: 1,
  /** The verb could not run: unknown options, missing arguments, unreadable input. */
  Usage: 2,
} as const;

/** Prints what failed, as sentences. Returns the exit code. */
export function complain({ stderr }: Terminal, code: number, ...problems: string[]): number {
  for (const problem of problems) stderr.write(complaint(problem));
  return code;
}

/** Aborted by Ctrl-C, and by SIGTERM. */
export function stopOnSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => stopping.abort());
  }
  return stopping.signal;
}

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
