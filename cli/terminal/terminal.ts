import type { Readable, Writable } from "node:stream";

/** The parts of a process that a command uses. A test passes its own instead of `process`. */
export interface Terminal {
  readonly stdin: Readable;
  readonly stdout: Writable & {
    readonly isTTY?: boolean;
    readonly columns?: number;
    readonly rows?: number;
  };
  readonly stderr: Writable;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  exitCode?: number | string | null | undefined;
}
