import { closeSync, openSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { atExit } from "../../host/at-exit.ts";
import { spawnSession } from "../../host/session.ts";

/** A process of KEDA. */
export interface Launched {
  readonly name: string;
  readonly pid: number;
  readonly hasEnded: () => boolean;
  /** Its log so far. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

/** Starts a program that writes its log to a file, so that no other process reads it during a measurement. */
export function launch(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  logFile: string,
): Launched {
  const log = openSync(logFile, "w");
  const child = spawnSession(program, args, { env, stdio: ["ignore", log, log] });
  closeSync(log);
  const forget = atExit(() => child.kill("SIGKILL"));
  let hasEnded = false;
  const exited = new Promise<void>(resolve => {
    child.once("exit", () => {
      hasEnded = true;
      forget();
      resolve();
    });
  });
  return {
    ...{ name: basename(program), pid: child.pid ?? 0, hasEnded: () => hasEnded },
    log: () => readFileSync(logFile, "utf8"),
    stop: async () => {
      child.kill("SIGTERM");
      // It waits for its requests to end.
      const tooLong = setTimeout(() => child.kill("SIGKILL"), 20_000);
      await exited;
      clearTimeout(tooLong);
    },
  };
}

/** Waits until a probe returns 200, for at most a minute. */
export async function untilOk(process: Launched, probe: () => Promise<number>): Promise<void> {
  for (let tries = 0; tries < 600 && !process.hasEnded(); tries++) {
    if ((await probe().catch(() => 0)) === 200) return;
    await sleep(100);
  }
  const outcome = process.hasEnded() ? "has ended" : "is not ready after a minute";
  await process.stop();
  throw new Error(`${process.name} ${outcome}:\n${process.log().slice(-4_000)}`);
}
