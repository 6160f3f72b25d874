import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import { atExit } from "../../host/at-exit.ts";

export interface ServerOptions {
  readonly program: string;
  readonly args: readonly string[];
  /** Answers with 200 as soon as the server is ready. */
  readonly readyUrl: string;
  /** Its data, which end with it. */
  readonly folder: string;
}

/** An HTTP server of another project, as a separate process that ends with this one. */
export interface ServerProcess {
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** Resolves when the server is ready, and throws its log if it is not within 30 seconds. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const { program, args, readyUrl, folder } = options;
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (log += text));
  }
  const forget = atExit(() => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });
  const exited = new Promise<void>(resolve => {
    child.once("error", () => {
      resolve();
    });
    child.once("exit", () => {
      resolve();
    });
  });
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await exited;
    forget();
    rmSync(folder, { recursive: true, force: true });
  };
  if (!(await untilReady(readyUrl, exited))) {
    await stop();
    throw new Error(`${program} was not ready in time:\n${log}`);
  }
  return { pid: child.pid ?? 0, stop };
}

async function untilReady(url: string, exited: Promise<void>): Promise<boolean> {
  const giveUpAt = performance.now() + 30_000;
  const ended = new AbortController();
  void exited.then(() => {
    ended.abort();
  });
  while (!ended.signal.aborted && performance.now() < giveUpAt) {
    const code = await fetch(url).then(
      ({ status }) => status,
      () => 0,
    );
    if (code === 200) return true;
    await sleep(50);
  }
  return false;
}
