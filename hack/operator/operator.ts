import { spawn, type ChildProcess } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import type { ApiTarget } from "../cluster/api.ts";
import { writeKubeconfig } from "../cluster/kubeconfig.ts";
import { tokenFor } from "../cluster/token.ts";
import { atExit } from "../machine/at-exit.ts";
import { choosePorts, isFree } from "../machine/ports.ts";
import { makeCertificate } from "./certificate.ts";
import { installWebhook, operatorNamespace, operatorServiceAccount } from "./install.ts";

const bundle = fileURLToPath(new URL("../../dist/trimtab.cjs", import.meta.url));

export interface OperatorOptions {
  /** This replica's name; requests are found in the audit log by it. */
  readonly replica: string;
  /** Another way to the API server, such as a proxy that makes faults: its URL and authority. */
  readonly server?: string;
  readonly ca?: string;
  /** Whether the cluster's webhook is pointed at this process; true. */
  readonly webhook?: boolean;
  /** Instead of one that is valid for an hour. */
  readonly token?: string;
  readonly args?: readonly string[];
  /** Milliseconds to wait for readiness; 0: not at all. */
  readonly readyWithinMs?: number;
}

/** The operator as a process of its own, under its own service account. */
export interface Operator {
  readonly pid: number;
  readonly url: string;
  /** From the start of the process to its first 200 from /readyz. */
  readonly readyAfterMs: number;
  /** Replaced to rotate its token. */
  readonly tokenFile: string;
  readonly certFile: string;
  readonly keyFile: string;
  /** What it logged so far: one JSON object a line. */
  readonly log: () => string;
  readonly get: (path: string) => Promise<{ code: number; text: string }>;
  /** Its exit code, or the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals>;
  readonly signal: (signal: NodeJS.Signals) => void;
  /** SIGTERM, and SIGKILL if that takes too long. */
  readonly stop: () => Promise<void>;
}

/** Starts `dist/trimtab.cjs` against a cluster that has the product installed. */
export async function startOperator(
  cluster: ApiTarget,
  options: OperatorOptions,
): Promise<Operator> {
  const folder = mkdtempSync(join(tmpdir(), "trimtab-operator-"));
  const file = (name: string): string => join(folder, name);
  const certificate = await makeCertificate();
  // Alone in its folder, as in an image: nothing can be found beside it.
  copyFileSync(bundle, file("trimtab.cjs"));
  writeFileSync(file("tls.crt"), certificate.cert);
  writeFileSync(file("tls.key"), certificate.key, { mode: 0o600 });
  const token =
    options.token ?? (await tokenFor(cluster, operatorNamespace, operatorServiceAccount));
  writeFileSync(file("token"), token, { mode: 0o600 });
  const { server, ca } = options;
  const through = { ...(server ? { server } : {}), ...(ca ? { ca } : {}) };
  await writeKubeconfig(cluster, { tokenFile: file("token"), ...through }, file("kubeconfig"));

  const port = await freePort();
  const started = performance.now();
  const child = launch(file, port, options);
  const ended = watch(child, folder);
  const agent = new Agent({ ca: certificate.ca, keepAlive: true });
  const url = `https://127.0.0.1:${port}`;
  const get = (path: string) => ask(`${url}${path}`, agent);
  const within = options.readyWithinMs ?? 10_000;
  const ready = within > 0 && (await untilReady(get, within, ended.exited));
  const readyAfterMs = ready ? performance.now() - started : NaN;
  if (within > 0 && !ready) {
    child.kill("SIGKILL");
    throw new Error(`the operator was not ready within ${within} ms:\n${ended.log()}`);
  }
  if (options.webhook !== false) await installWebhook(cluster, `${url}/validate`, certificate.ca);
  return {
    pid: child.pid ?? 0,
    ...{ url, readyAfterMs, get, log: ended.log, exited: ended.exited },
    tokenFile: file("token"),
    certFile: file("tls.crt"),
    keyFile: file("tls.key"),
    signal: signal => child.kill(signal),
    stop: async () => {
      child.kill("SIGTERM");
      const late = sleep(15_000, undefined, { ref: false }).then(() => child.kill("SIGKILL"));
      await Promise.race([ended.exited, late]);
      await ended.exited;
      agent.destroy();
    },
  };
}

/** The operator's resident memory, as it says itself. */
export async function residentBytes({ get }: Operator): Promise<number> {
  const { text } = await get("/metrics");
  return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1]);
}

function launch(
  file: (name: string) => string,
  port: number,
  { replica, args = [] }: OperatorOptions,
): ChildProcess {
  const flags = [
    `--port=${port}`,
    "--bind-address=127.0.0.1",
    `--tls-cert-file=${file("tls.crt")}`,
    `--tls-private-key-file=${file("tls.key")}`,
    `--replica-name=${replica}`,
    "--shutdown-grace-seconds=0",
  ];
  return spawn(process.execPath, [file("trimtab.cjs"), ...flags, ...args], {
    env: { PATH: process.env["PATH"] ?? "", KUBECONFIG: file("kubeconfig") },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

function watch(child: ChildProcess, folder: string) {
  let log = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => (log += text));
  }
  const forget = atExit(() => child.kill("SIGKILL"));
  const exited = new Promise<number | NodeJS.Signals>(resolve => {
    child.once("exit", (code, signal) => {
      forget();
      rmSync(folder, { recursive: true, force: true });
      resolve(code ?? signal ?? -1);
    });
  });
  return { exited, log: () => log };
}

async function untilReady(
  get: (path: string) => Promise<{ code: number }>,
  withinMs: number,
  exited: Promise<unknown>,
): Promise<boolean> {
  const giveUpAt = performance.now() + withinMs;
  const ended = new AbortController();
  void exited.then(() => {
    ended.abort();
  });
  while (!ended.signal.aborted && performance.now() < giveUpAt) {
    const { code } = await get("/readyz").catch(() => ({ code: 0 }));
    if (code === 200) return true;
    await sleep(10);
  }
  return false;
}

function ask(url: string, agent: Agent): Promise<{ code: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, timeout: 5_000 }, response => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.once("end", () => {
        resolve({ code: response.statusCode ?? 0, text });
      });
    });
    sent.once("timeout", () => sent.destroy(new Error(`${url}: no answer`)));
    sent.once("error", reject);
    sent.end();
  });
}

async function freePort(): Promise<number> {
  const choice = { taken: new Set<number>(), isFree, start: Math.random() };
  const [port = 0] = await choosePorts(1, choice);
  return port;
}
