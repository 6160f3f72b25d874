import { existsSync, readFileSync, rmSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import type { Binaries } from "../controlplane/build.ts";
import { atExit } from "../../host/at-exit.ts";
import { isFree } from "../../host/ports.ts";
import { processesWith } from "../../host/processes.ts";
import { run, runOrThrow, type RunOptions } from "../../host/run.ts";
import { withAdminToken } from "../admin-token.ts";
import { apiRequest, closeConnections, type ApiTarget } from "../api.ts";
import { kwokFolder, marker, type ClusterFolder } from "../folder.ts";
import { readKubeconfig, refuseServer } from "../kubeconfig.ts";
import { portNames, portOf, portOwners } from "../kwokctl-config.ts";
import type { Cluster, Component } from "../types.ts";

const components: readonly Component[] = [
  "etcd",
  "kube-apiserver",
  "kube-controller-manager",
  "kube-scheduler",
  "kwok-controller",
  "metrics-server",
  "custom-metrics",
];

/** The environment of every process of a cluster. */
export function environmentOf({ path }: ClusterFolder, binaries: Binaries): NodeJS.ProcessEnv {
  // A KWOK_... variable would change the cluster, and kwokctl must not use the user's kubeconfig.
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("KWOK_"));
  return {
    ...Object.fromEntries(inherited),
    // kwokctl prefers any kubectl that it finds.
    PATH: `${dirname(binaries.kubectl)}:${process.env["PATH"] ?? ""}`,
    [marker]: path,
    KWOK_WORKDIR: join(path, "kwok"),
    KUBECONFIG: join(path, "kubeconfig"),
  };
}

/** Opens a cluster that runs from this folder. */
export async function openCluster(
  folder: ClusterFolder,
  binaries: Binaries,
  onStop: () => void,
): Promise<Cluster> {
  const home = kwokFolder(folder);
  const kubeconfig = join(folder.path, "kubeconfig");
  const auditLogPath = join(home, "logs", "audit.log");
  const options: RunOptions = { env: environmentOf(folder, binaries) };
  const target = withAdminToken(folder, await readKubeconfig(binaries.kubectl, kubeconfig));
  const cluster: Cluster = {
    ...target,
    name: folder.record.name,
    kubeconfig,
    caFile: join(home, "pki", "ca.crt"),
    auditLogPath: existsSync(auditLogPath) ? auditLogPath : undefined,
    logsFolder: join(home, "logs"),
    customMetricsControl: existsSync(join(home, "logs", "custom-metrics.log"))
      ? `http://127.0.0.1:${portOf(folder.record.ports, "customMetricsControlPort")}`
      : undefined,
    pid: component => {
      const pid = runningPid(folder, component);
      if (pid === undefined)
        throw new Error(`${component} of ${folder.record.name} is not running.`);
      return pid;
    },
    isAlive: component => runningPid(folder, component) !== undefined,
    kubectl: (args, stdin) =>
      run(binaries.kubectl, args, stdin === undefined ? options : { ...options, stdin }),
    startMissing: async () => {
      await untilFree(portsOf(forgetDeadPids(folder), folder));
      await runOrThrow(
        binaries.kwokctl,
        ["--name", folder.record.name, "start", "cluster"],
        options,
      );
      await untilReady(target);
    },
    stop: () => {
      closeConnections(cluster);
      onStop();
      return Promise.resolve();
    },
  };
  return cluster;
}

/** A cluster that other means have started and that cannot be stopped or repaired from here. */
export async function openForeignCluster(path: string, binaries: Binaries): Promise<Cluster> {
  const target = await readKubeconfig(binaries.kubectl, path);
  const refusal = refuseServer(target.server);
  if (refusal !== undefined) throw new Error(refusal);
  const env = { ...process.env, KUBECONFIG: path };
  const folder = await mkdtemp(join(tmpdir(), "trimtab-"));
  atExit(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const caFile = join(folder, "ca.crt");
  await writeFile(caFile, target.ca ?? "");
  const notOurs = () => {
    throw new Error(
      `${path} names a cluster that this tool did not start: its processes are not known.`,
    );
  };
  const cluster: Cluster = {
    ...target,
    name: "foreign",
    kubeconfig: path,
    caFile,
    auditLogPath: undefined,
    logsFolder: undefined,
    customMetricsControl: undefined,
    pid: notOurs,
    isAlive: notOurs,
    kubectl: (args, stdin) =>
      run(binaries.kubectl, args, { env, ...(stdin === undefined ? {} : { stdin }) }),
    startMissing: notOurs,
    stop: () => {
      closeConnections(cluster);
      return Promise.resolve();
    },
  };
  return cluster;
}

/** Waits until the API server reports that it is ready. */
export async function untilReady(target: ApiTarget): Promise<void> {
  const deadline = performance.now() + 120_000;
  for (;;) {
    const answer = await apiRequest(target, "GET", "/readyz").catch((error: unknown) => ({
      code: 0,
      text: String(error),
    }));
    if (answer.code === 200) return;
    if (performance.now() > deadline) {
      throw new Error(`${target.server} is not ready after 120 s: ${answer.text}`);
    }
    await sleep(100);
  }
}

function runningPid(folder: ClusterFolder, component: Component): number | undefined {
  const file = pidFile(folder, component);
  const pid = existsSync(file) ? Number(readFileSync(file, "utf8")) : undefined;
  return processesWith(marker, folder.path).find(running => running === pid);
}

/**
 * Returns the components that are not running. kwokctl mistakes a zombie, or a process with a reused pid, for
 * its component.
 */
function forgetDeadPids(folder: ClusterFolder): readonly Component[] {
  const dead = components.filter(component => runningPid(folder, component) === undefined);
  for (const component of dead) rmSync(pidFile(folder, component), { force: true });
  return dead;
}

const portsOf = (names: readonly Component[], { record }: ClusterFolder): number[] =>
  portNames.flatMap((port, index) => {
    const number = record.ports[index];
    return number !== undefined && names.includes(portOwners[port]) ? [number] : [];
  });

/** A killed process is gone before the last of its threads releases its port. */
async function untilFree(ports: readonly number[]): Promise<void> {
  const deadline = performance.now() + 30_000;
  for (const port of ports) {
    while (!(await isFree(port))) {
      if (performance.now() > deadline) {
        throw new Error(`Port ${port} is taken after 30 s: end what listens there.`);
      }
      await sleep(20);
    }
  }
}

function pidFile(folder: ClusterFolder, component: Component): string {
  return join(kwokFolder(folder), "pids", `${component}.pid`);
}
