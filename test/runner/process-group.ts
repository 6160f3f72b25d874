import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable } from "node:stream";

import { atExit } from "../../hack/host/at-exit.ts";
import { lowerSession } from "./session-priority.ts";

export interface GroupOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Whether others come first; default false. */
  readonly inBackground?: boolean;
}

export interface Ended {
  readonly seconds: number;
  /** The exit code; null after a signal, an error if the command did not start. */
  readonly code: unknown;
}

/** Where only the niceness of processes counts. */
const lowest = ["nice", "-n", "19"] as const;
/** A third of the weight of another session: its tests also have deadlines, which expire without any progress. */
const sessionNiceness = 5;

/**
 * Runs a command to completion; it never outlives this process. It leads a process group, because npm and
 * make do not forward signals to their child processes, and a session.
 */
export async function runGroup(
  command: readonly [string, ...string[]],
  { inBackground = false, ...options }: GroupOptions,
  read: (stream: Readable) => void,
): Promise<Ended> {
  const started = performance.now();
  const [program, ...args] = inBackground ? ([...lowest, ...command] as const) : command;
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(program, args, {
    ...options,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const forget = atExit(() => child.pid && process.kill(-child.pid, "SIGTERM"));
  read(child.stdout);
  read(child.stderr);
  const ends = new Promise(resolve => child.once("error", resolve).once("close", resolve));
  if (inBackground && child.pid) {
    const error = await lowerSession(child.pid, sessionNiceness);
    if (error) console.warn(`${command.join(" ")} has the usual priority: ${error}`);
  }
  const code = await ends;
  forget();
  return { seconds: (performance.now() - started) / 1000, code };
}
