import { spawn } from "node:child_process";

import { atExit } from "./at-exit.ts";

export interface Finished {
  readonly stdout: string;
  readonly stderr: string;
  /** The exit code; -1 if a signal ended it. */
  readonly code: number;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly stdin?: string;
}

/** Runs a command to completion; it never outlives this process. */
export function run(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      env: options.env ?? process.env,
      stdio: ["pipe", "pipe", "pipe"],
    });
    const forget = atExit(() => child.kill("SIGKILL"));
    const output = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (text: string) => (output[name] += text));
    }
    child.once("error", error => {
      forget();
      reject(error);
    });
    child.once("close", code => {
      forget();
      resolve({ ...output, code: code ?? -1 });
    });
    // A command may exit without reading its input; its exit code tells what went wrong.
    child.stdin.on("error", () => undefined);
    child.stdin.end(options.stdin ?? "");
  });
}

/** The same, but throws if the command fails. */
export async function runOrThrow(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  const { stdout, stderr, code } = await run(command, args, options);
  if (code === 0) return stdout;
  throw new Error(`${command} ${args.join(" ")} failed with ${code}:\n${stderr || stdout}`);
}
