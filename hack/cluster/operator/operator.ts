import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import type { ApiTarget } from "../api.ts";
import { writeKubeconfig } from "../kubeconfig.ts";
import { tokenFor } from "../token.ts";
import { atExit } from "../../host/at-exit.ts";
import { choosePorts, claimIfFree, releasePorts, searchStart } from "../../host/ports.ts";
import { spawnSession } from "../../host/session.ts";
import { image } from "../../image/image.ts";
import { makeCertificate } from "./certificate.ts";
import { operatorNamespace } from "./chart.ts";
import { installWebhook } from "./install.ts";
import { podProcess, type PodProcess } from "./pod.ts";
import { programOf } from "./program.ts";

/** A certificate that a test can replace. */
const fromFiles = { certificate: { source: "secret", secretName: "operator-tls" } };
/** An operator starts in half a second. Each question needs a connection, which it refuses until it listens. */
const probePauseMs = 20;

export interface OperatorOptions {
  /** This replica's name, which identifies its requests in the audit log. */
  readonly replica: string;
  /** Another address of the API server, such as a proxy that injects faults: its URL and authority. */
  readonly server?: string;
  readonly ca?: string;
  /** True if the cluster's webhook should point at this process; default true. */
  readonly webhook?: boolean;
  /** Instead of a token that is valid for an hour. */
  readonly token?: string;
  readonly args?: readonly string[];
  /** Options of Node.js, such as `--cpu-prof`; default none. */
  readonly nodeArgs?: readonly string[];
  /** Values of the chart, whose Deployment defines how the operator starts. */
  readonly values?: object;
  /** True if it manages its own certificate instead of reading files; default false. */
  readonly managesCertificate?: boolean;
  /** True if it takes part in leader election; default false: its successor would wait for the Lease. */
  readonly elects?: boolean;
  /** The path of reviews, to make it unguessable; default /validate. */
  readonly webhookPath?: string;
  /** A memory cgroup to start it in, like a container; default none. */
  readonly memoryGroup?: string;
  /** The port for reviews; default: any free port. */
  readonly port?: number;
  /** Another build than dist/trimtab.cjs. */
  readonly bundle?: string;
  /** The folder of another chart than that of this checkout. */
  readonly chart?: string;
  /** How long admission continues after SIGTERM; default 0: no load balancer serves a single replica. */
  readonly graceSeconds?: number;
  /** Milliseconds to wait for readiness; 0: do not wait. */
  readonly readyWithinMs?: number;
}

/** The operator as a separate process, with its own service account. */
export interface Operator {
  readonly pid: number;
  /** URL of the webhook. */
  readonly url: string;
  /** URL of probes and metrics. */
  readonly metricsUrl: string;
  /** From the start of the process to its first 200 from /readyz. */
  readonly readyAfterMs: number;
  /** Replace it to rotate the token. */
  readonly tokenFile: string;
  /** Replace it to use another API server or another CA. */
  readonly kubeconfigFile: string;
  readonly certFile: string;
  readonly keyFile: string;
  /** Its log so far: one JSON object on each line. */
  readonly log: () => string;
  readonly get: (path: string) => Promise<{ code: number; text: string }>;
  /** Its exit code, or the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals>;
  readonly signal: (signal: NodeJS.Signals) => void;
  /** SIGTERM, and SIGKILL if that takes too long. */
  readonly stop: () => Promise<void>;
}

/** Starts `dist/trimtab.cjs` according to the chart, in a cluster that has the product installed. */
export async function startOperator(
  cluster: ApiTarget,
  options: OperatorOptions,
): Promise<Operator> {
  const place = await prepare(cluster, options);
  const { file, pod, ports, url, metricsUrl, certificate } = place;
  const started = performance.now();
  const child = launch(file, ports, pod, options);
  const ended = watch(child, file(""));
  void ended.exited.then(() => {
    releasePorts(Object.values(ports));
  });
  // Shorter than the server keeps an idle connection: a request on one that it closes fails.
  const agent = new Agent({ keepAlive: true, timeout: 2_000 });
  const get = async (path: string) => {
    for (;;) {
      const answer = await ask(`${metricsUrl}${path}`, agent);
      // A test may scrape more often than one address may. Such a response comes late.
      if (answer.code !== 503 || path !== "/metrics") return answer;
    }
  };
  const within = options.readyWithinMs ?? 60_000;
  const { path } = pod.container.readinessProbe.httpGet;
  const ready = within > 0 && (await untilReady(() => get(path), within, ended.exited));
  const readyAfterMs = ready ? performance.now() - started : NaN;
  if (within > 0 && !ready) {
    child.kill("SIGKILL");
    throw new Error(`the operator was not ready within ${within} ms:\n${ended.log()}`);
  }
  if (options.webhook !== false) {
    await installWebhook(cluster, `${url}${webhookPath(options)}`, certificate?.ca ?? null);
  }
  return {
    pid: child.pid ?? 0,
    ...{ url, metricsUrl, readyAfterMs, get, log: ended.log, exited: ended.exited },
    tokenFile: file("token"),
    kubeconfigFile: file("kubeconfig"),
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

const webhookPath = (options: OperatorOptions): string => options.webhookPath ?? "/validate";

/** Everything that a pod of the chart would have: its files, its identity, and its start parameters. */
async function prepare(cluster: ApiTarget, options: OperatorOptions) {
  const folder = mkdtempSync(join(tmpdir(), "trimtab-operator-"));
  const file = (name: string): string => join(folder, name);
  const certificate = options.managesCertificate ? null : await makeCertificate();
  if (certificate) {
    writeFileSync(file("tls.crt"), certificate.cert);
    writeFileSync(file("tls.key"), certificate.key, { mode: 0o600 });
  }
  const ports = await portsFor(options);
  const url = `https://localhost:${ports.port}`;
  const metricsUrl = `http://127.0.0.1:${ports.metricsPort}`;
  const path = webhookPath(options);
  const own = certificate
    ? { ...fromFiles, webhook: { path } }
    : { webhook: { url: `${url}${path}` } };
  const pod = await podProcess(options.replica, { ...own, ...options.values }, options.chart);
  await identify(cluster, pod, options, file);
  return { file, pod, ports, url, metricsUrl, certificate };
}

/** Every file identifies the operator as the rendered service account. */
async function identify(
  cluster: ApiTarget,
  { serviceAccountName }: PodProcess,
  { token, server, ca }: OperatorOptions,
  file: (name: string) => string,
): Promise<void> {
  const own = token ?? (await tokenFor(cluster, operatorNamespace, serviceAccountName));
  writeFileSync(file("token"), own, { mode: 0o600 });
  const through = { ...(server ? { server } : {}), ...(ca ? { ca } : {}) };
  await writeKubeconfig(cluster, { tokenFile: file("token"), ...through }, file("kubeconfig"));
}

/** The operator's resident memory, from its own metrics. */
export async function residentBytes({ get }: Operator): Promise<number> {
  const { text } = await get("/metrics");
  return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1]);
}

function launch(
  file: (name: string) => string,
  { port, metricsPort }: { readonly port: number; readonly metricsPort: number },
  pod: PodProcess,
  options: OperatorOptions,
): ChildProcess {
  const { elects = false, graceSeconds = 0, args = [], memoryGroup, bundle: build } = options;
  const [folder] = Object.keys(pod.secrets);
  const mounted = pod.args.map(arg => (folder ? arg.replace(folder, file("")) : arg));
  // A pod has these for itself, while several processes on one machine share them.
  const grace = `--shutdown-grace-seconds=${graceSeconds}`;
  const own = [`--port=${port}`, `--metrics-port=${metricsPort}`];
  const local = [...own, "--bind-address=127.0.0.1", grace];
  const alone = elects ? [] : ["--leader-elect=false"];
  const { path, compiled } = programOf(build);
  const nodeArgs = [...image.nodeArgs, ...(options.nodeArgs ?? [])];
  const all = [...nodeArgs, path, ...mounted, ...local, ...alone, ...args];
  // Node.js sizes its heap by the limit that it finds when it starts.
  const enter = ["-c", 'echo $$ > "$0/cgroup.procs" && exec "$@"'];
  const [program, before] = memoryGroup
    ? ["/bin/sh", [...enter, memoryGroup, process.execPath]]
    : [process.execPath, []];
  const given = { PATH: process.env["PATH"] ?? "", KUBECONFIG: file("kubeconfig") };
  return spawnSession(program, [...before, ...all], {
    env: { ...image.env, ...pod.env, ...given, NODE_COMPILE_CACHE: compiled },
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
  probe: () => Promise<{ code: number }>,
  withinMs: number,
  exited: Promise<unknown>,
): Promise<boolean> {
  const giveUpAt = performance.now() + withinMs;
  const ended = new AbortController();
  void exited.then(() => {
    ended.abort();
  });
  while (!ended.signal.aborted && performance.now() < giveUpAt) {
    const { code } = await probe().catch(() => ({ code: 0 }));
    if (code === 200) return true;
    await sleep(probePauseMs);
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

async function portsFor({ port: given }: OperatorOptions) {
  // A given port is free until the operator listens.
  const taken = new Set(given === undefined ? [] : [given]);
  const choice = { taken, isFree: claimIfFree, start: searchStart.other() };
  const [metricsPort = 0, port = given ?? 0] = await choosePorts(
    given === undefined ? 2 : 1,
    choice,
  );
  return { port, metricsPort };
}
