import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable } from "node:stream";

import { atExit } from "../../hack/host/at-exit.ts";

export interface GroupOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

export interface Ended {
  readonly seconds: number;
  /** The exit code; null after a signal, an error if the command did not start. */
  readonly code: unknown;
}

/**
 * Runs a command to completion; it never outlives this process. It leads a process group, because npm and
 * make do not forward signals to their child processes.
 */
export async function runGroup(
  [command, ...args]: readonly [string, ...string[]],
  options: GroupOptions,
  read: (stream: Readable) => void,
): Promise<Ended> {
  const started = performance.now();
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(command, args, {
    ...options,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const forget = atExit(() => child.pid && process.kill(-child.pid, "SIGTERM"));
  read(child.stdout);
  read(child.stderr);
  const code = await new Promise(resolve => child.once("error", resolve).once("close", resolve));
  forget();
  return { seconds: (performance.now() - started) / 1000, code };
}
