import { spawn, type ChildProcess } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { apiRequest, closeConnections, type ApiTarget } from "../cluster/api.ts";
import { atExit } from "../host/at-exit.ts";
import { choosePorts, isFree, searchStart } from "../host/ports.ts";

export interface ApiServer {
  readonly admin: ApiTarget;
  /** Has no permissions until a role grants some. */
  readonly developer: ApiTarget;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

const users = { admin: "system:masters", developer: "developers" };

/** An API server and its etcd, and nothing else: no controllers, so no service accounts. */
export async function startApiServer(binary: string, etcd: string): Promise<ApiServer> {
  const folder = mkdtempSync(join(tmpdir(), "trimtab-versions-"));
  const file = (name: string): string => join(folder, name);
  const taken = new Set<number>();
  const [client = 0, peer = 0, secure = 0] = await choosePorts(3, {
    ...{ taken, isFree, start: searchStart.other() },
  });
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  writeFileSync(file("key"), privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  const lines = Object.entries(users).map(([name, group]) => `${name},${name},${name},${group}`);
  writeFileSync(file("tokens"), `${lines.join("\n")}\n`, { mode: 0o600 });

  const url = (port: number): string => `http://127.0.0.1:${port}`;
  const children: readonly [Started, Started] = [
    start(file("etcd.log"), etcd, {
      "data-dir": file("etcd"),
      "listen-client-urls": url(client),
      "advertise-client-urls": url(client),
      "listen-peer-urls": url(peer),
      "initial-advertise-peer-urls": url(peer),
      "initial-cluster": `default=${url(peer)}`,
    }),
    start(file("kube-apiserver.log"), binary, {
      "etcd-servers": url(client),
      "bind-address": "127.0.0.1",
      "secure-port": String(secure),
      "cert-dir": folder,
      "token-auth-file": file("tokens"),
      "authorization-mode": "RBAC",
      "disable-admission-plugins": "ServiceAccount",
      "service-account-issuer": "https://kubernetes.default.svc",
      "service-account-key-file": file("key"),
      "service-account-signing-key-file": file("key"),
      "service-cluster-ip-range": "10.0.0.0/24",
    }),
  ];
  const stop = async () => {
    for (const { child, forget } of children.toReversed()) {
      await end(child);
      forget();
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const server = `https://127.0.0.1:${secure}`;
  const as = (token: keyof typeof users): ApiTarget => ({
    ...{ server, token, ca: readFileSync(file("apiserver.crt"), "utf8") },
  });
  try {
    await untilReady(() => (existsSync(file("apiserver.crt")) ? as("admin") : undefined));
  } catch (error) {
    const log = readFileSync(file("kube-apiserver.log"), "utf8").slice(-2000);
    await stop();
    throw new Error(`${binary} is not ready after a minute:\n${log}`, { cause: error });
  }
  const [admin, developer] = [as("admin"), as("developer")];
  const close = async () => {
    closeConnections(admin);
    closeConnections(developer);
    await stop();
  };
  const [, { child }] = children;
  return { admin, developer, pid: child.pid ?? 0, stop: close };
}

type Started = ReturnType<typeof start>;

function start(log: string, binary: string, flags: Readonly<Record<string, string>>) {
  const args = Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
  const output = openSync(log, "a");
  const child = spawn(binary, args, { stdio: ["ignore", output, output] });
  return { child, forget: atExit(() => child.kill("SIGKILL")) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise(resolve => child.once("exit", resolve));
  child.kill("SIGKILL");
  await exited;
}

async function untilReady(target: () => ApiTarget | undefined): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const known = target();
    const answer = known && (await apiRequest(known, "GET", "/readyz").catch(() => undefined));
    if (known) closeConnections(known);
    if (answer?.code === 200) return;
    await sleep(100);
  }
  throw new Error("never ready");
}
