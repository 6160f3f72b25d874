import { execFile } from "node:child_process";
import { promisify } from "node:util";

interface Limits {
  readonly flags?: readonly string[];
  readonly args?: readonly string[];
  /** Far more than it needs on a busy machine. */
  readonly limitMs?: number;
}

/**
 * The JSON in the last line of output of a program, in a process of its own. A loop without an end would keep the
 * process of the test from noticing any time limit; this process is killed, and the test fails.
 */
export async function jsonFrom<T>(
  program: string,
  { flags = [], args = [], limitMs = 120_000 }: Limits = {},
): Promise<T> {
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, program, ...args], {
    ...{ env: {}, timeout: limitMs, killSignal: "SIGKILL" },
  });
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as T;
}
