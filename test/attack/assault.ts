import { spawn } from "node:child_process";
import { setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { atExit } from "../../hack/host/at-exit.ts";
import type { Orders } from "./attackers.ts";
import type { Tally } from "./part.ts";

const program = fileURLToPath(new URL("attackers.ts", import.meta.url));
/** Real attackers use their own machines; here they get a lower priority than control plane and operator. */
const low = 10;
const endsWithinMs = 60_000;

/** A running attack. */
export interface Assault {
  readonly pid: number;
  /** Ends it and returns the number of responses of each kind, by part. */
  readonly stop: () => Promise<Tally>;
}

export function beginAssault(orders: Orders): Assault {
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"] });
  if (child.pid !== undefined) setPriority(child.pid, low);
  const forget = atExit(() => child.kill("SIGKILL"));
  let told = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (told += text));
  // If it has ended early, `stop` reports that.
  child.stdin.on("error", () => undefined);
  child.stdin.write(`${JSON.stringify(orders)}\n`);
  const exited = new Promise<number | null>(resolve => child.once("close", resolve));
  return {
    pid: child.pid ?? 0,
    stop: async () => {
      child.stdin.end();
      const late = sleep(endsWithinMs, undefined, { ref: false }).then(() => child.kill("SIGKILL"));
      await Promise.race([exited, late]);
      const code = await exited;
      forget();
      if (code !== 0) throw new Error(`the attackers ended before the attack did: ${code}`);
      return JSON.parse(told) as Tally;
    },
  };
}
