import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import type { ApiTarget } from "../../hack/cluster/api.ts";
import { type KubeconfigUser, writeKubeconfig } from "../../hack/cluster/kubeconfig.ts";
import { atExit } from "../../hack/host/at-exit.ts";

const program = join(import.meta.dirname, "../../bin/trimtab");

/** A process of `trimtab ui`. */
export interface TrimtabUi {
  /** Works once. */
  readonly url: string;
  readonly signal: (signal: NodeJS.Signals) => void;
  /** As Ctrl-C does; resolves to the exit code and what was printed to standard error. */
  readonly stop: () => Promise<{ readonly code: number | null; readonly stderr: string }>;
}

export async function startTrimtabUi(
  target: ApiTarget,
  user: KubeconfigUser,
  args: readonly string[],
): Promise<TrimtabUi> {
  const folder = mkdtempSync(join(tmpdir(), "trimtab-ui-"));
  const kubeconfig = join(folder, "kubeconfig");
  await writeKubeconfig(target, user, kubeconfig);
  const env = { ...process.env, KUBECONFIG: kubeconfig };
  const child = spawn(program, ["ui", ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  const forget = atExit(() => child.kill("SIGKILL"));
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const exited = once(child, "exit") as Promise<[number | null]>;
  const printed = once(createInterface({ input: child.stdout }), "line") as Promise<[string]>;
  const [url] = await Promise.race([
    printed,
    exited.then(() => Promise.reject(new Error(`trimtab ui has ended: ${stderr}`))),
  ]);
  return {
    url,
    signal: signal => child.kill(signal),
    stop: async () => {
      child.kill("SIGINT");
      const [code] = await exited;
      forget();
      rmSync(folder, { recursive: true, force: true });
      return { code, stderr };
    },
  };
}
