import type { Readable, Writable } from "node:stream";

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
