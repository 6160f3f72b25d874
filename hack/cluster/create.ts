import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import type { Binaries } from "./controlplane/build.ts";
import { withLock } from "../host/lock.ts";
import { choosePorts, isFree, searchStart } from "../host/ports.ts";
import { thisProcess } from "../host/processes.ts";
import { runOrThrow } from "../host/run.ts";
import { writeAdminToken, writeNodeTokens } from "./admin-token.ts";
import { apiRequest } from "./api.ts";
import { customMetricsApis } from "./metrics/custom-metrics-component.ts";
import {
  clustersFolder,
  createFolder,
  kwokFolder,
  listFolders,
  sweepOrphans,
  type ClusterFolder,
} from "./folder.ts";
import { auditPolicy, kwokConfig, kwokctlConfig, portNames } from "./kwokctl-config.ts";
import { environmentOf, untilReady } from "./commands/open.ts";
import type { Cluster, Component, StartOptions } from "./types.ts";

/** A folder and ports that no other cluster uses, not even one that starts at the same moment. */
export async function reserveFolder(name: string): Promise<ClusterFolder> {
  if (!/^[a-z0-9]([-a-z0-9]{0,30}[a-z0-9])?$/.test(name)) {
    throw new Error(
      `"${name}" cannot name a cluster: use up to 32 lower-case letters, digits and inner dashes.`,
    );
  }
  return await withLock(clustersFolder(), async () => {
    sweepOrphans();
    const taken = new Set(listFolders().flatMap(({ record }) => record.ports));
    const ports = await choosePorts(portNames.length, {
      taken,
      isFree,
      start: searchStart.cluster(),
    });
    return createFolder({ name, owner: thisProcess(), ports });
  });
}

/** Starts the components with kwokctl and waits until they are ready. */
export async function createControlPlane(
  folder: ClusterFolder,
  binaries: Binaries,
  options: StartOptions,
): Promise<void> {
  const configFile = join(folder.path, "kwokctl.yaml");
  const auditPolicyFile = join(folder.path, "audit-policy.yaml");
  const { ports } = folder.record;
  const home = kwokFolder(folder);
  const tokenFile = writeAdminToken(folder);
  if (options.realNode) writeNodeTokens(folder, options.realNode.name);
  const config = kwokctlConfig({ binaries, home, ports, options, auditPolicyFile, tokenFile });
  await writeFile(
    configFile,
    [config, kwokConfig].map(part => JSON.stringify(part)).join("\n---\n"),
  );
  await writeFile(auditPolicyFile, JSON.stringify(auditPolicy));
  await runOrThrow(
    binaries.kwokctl,
    ["--config", configFile, "--name", options.name, "create", "cluster", "--wait", "120s"],
    { env: environmentOf(folder, binaries) },
  );
}

/** Waits for everything that the first test needs, and adds simulated usage. */
export async function settle(
  cluster: Cluster,
  binaries: Binaries,
  options: StartOptions,
): Promise<void> {
  await untilReady(cluster);
  if (!clientsIn(options).every(cluster.isAlive)) await cluster.startMissing();
  // A real kubelet measures.
  const usage =
    options.metricsServer && !options.realNode
      ? cluster.kubectl(["apply", "--kustomize", binaries.usageManifests])
      : undefined;
  // Pods are rejected until the controller manager has created their ServiceAccount.
  await untilThere(cluster, "/api/v1/namespaces/default/serviceaccounts/default");
  for (const { group, version } of options.customMetrics ? customMetricsApis : []) {
    await untilThere(cluster, `/apis/${group}/${version}`);
  }
  const applied = await usage;
  if (applied && applied.code !== 0) throw new Error(`Simulated usage: ${applied.stderr}`);
}

/** Components that exit if the API server takes seconds to start, as on a busy machine: 15 s are too long for kwok. */
const clientsIn = ({ metricsServer, customMetrics }: StartOptions): readonly Component[] => [
  "kube-controller-manager",
  "kube-scheduler",
  "kwok-controller",
  ...(metricsServer ? (["metrics-server"] as const) : []),
  ...(customMetrics ? (["custom-metrics"] as const) : []),
];

async function untilThere(cluster: Cluster, path: string): Promise<void> {
  const deadline = performance.now() + 120_000;
  while ((await apiRequest(cluster, "GET", path)).code !== 200) {
    if (performance.now() > deadline) {
      throw new Error(`No ${path} after 120 s: see ${cluster.logsFolder ?? ""}.`);
    }
    await sleep(50);
  }
}
