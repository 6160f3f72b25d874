import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

import type { ApiTarget } from "../cluster/api.ts";
import { atExit } from "../host/at-exit.ts";

const trimtab = fileURLToPath(new URL("../../bin/trimtab", import.meta.url));
/** The title above each table. */
const isTitle = (line: string): boolean => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ$/.test(line);

export interface Top {
  /** Rejects if it has already ended. */
  stop(): Promise<void>;
}

/** Runs `trimtab top` and passes on its table as lines of this width whenever it changes. */
export function startTop(
  { kubeconfig }: ApiTarget & { readonly kubeconfig: string },
  columns: number,
  show: (table: readonly string[]) => void,
): Top {
  const args = [trimtab, "top", "--all-namespaces", "--interval=500ms"];
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env["PATH"] ?? "", KUBECONFIG: kubeconfig, COLUMNS: String(columns) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const forget = atExit(() => child.kill("SIGKILL"));
  let lines: string[] = [];
  let unfinished = "";
  let problems = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const complete = (unfinished + text).split("\n");
    unfinished = complete.pop() ?? "";
    lines.push(...complete);
    lines = lines.slice(Math.max(0, lines.findLastIndex(isTitle)));
    show(lines.filter(line => line !== "" && !isTitle(line)));
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => (problems += text));
  const ended = new Promise<void>(resolve => {
    child.once("close", () => {
      forget();
      resolve();
    });
  });
  return {
    stop: async () => {
      const isOver = child.exitCode !== null || child.signalCode !== null;
      if (isOver) throw new Error(`trimtab top has ended by itself:\n${problems}`);
      child.kill("SIGTERM");
      await ended;
    },
  };
}
