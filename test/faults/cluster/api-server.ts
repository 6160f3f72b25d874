import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import { apiRequest, closeConnections, mustRequest } from "../../../hack/cluster/api.ts";
import type { Cluster } from "../../../hack/cluster/cluster.ts";

/** Takes the API server away and brings it back. */
export interface Outage {
  readonly begin: () => void;
  /** Resolves to the time of the first 200 from its /readyz. */
  readonly end: () => Promise<Date>;
}

/** Connections are refused. */
export function killed(cluster: Cluster): Outage {
  return {
    begin: () => {
      process.kill(cluster.pid("kube-apiserver"), "SIGKILL");
      closeConnections(cluster);
    },
    end: async () => {
      const [ready] = await Promise.all([firstReady(cluster), cluster.startMissing()]);
      return ready;
    },
  };
}

/** The kernel accepts connections, but no response follows. */
export function frozen(cluster: Cluster): Outage {
  const pid = cluster.pid("kube-apiserver");
  return {
    begin: () => {
      process.kill(pid, "SIGSTOP");
      closeConnections(cluster);
    },
    end: () => {
      process.kill(pid, "SIGCONT");
      return firstReady(cluster);
    },
  };
}

async function firstReady(cluster: Cluster): Promise<Date> {
  for (;;) {
    const answer = await apiRequest(cluster, "GET", "/readyz").catch(() => null);
    if (answer?.code === 200) return new Date();
    await sleep(10);
  }
}

const controllers = ["kube-controller-manager", "kube-scheduler", "kwok-controller"] as const;

/** The controllers take up to a minute to reconnect to an API server; restarted, they connect immediately. */
export async function renewControllers(cluster: Cluster): Promise<void> {
  for (const component of controllers) {
    // A component that cannot run without an API server has already exited.
    if (cluster.isAlive(component)) process.kill(cluster.pid(component), "SIGKILL");
  }
  await cluster.startMissing();
  await untilControllersWork(cluster);
}

/** A component that starts before the API server is fully up exits again. */
async function untilControllersWork(cluster: Cluster): Promise<void> {
  const name = `probe-${Date.now()}`;
  await mustRequest(cluster, "POST", "/api/v1/namespaces", { metadata: { name } });
  const made = `/api/v1/namespaces/${name}/serviceaccounts/default`;
  for (let tries = 0; tries < 300; tries++) {
    if ((await apiRequest(cluster, "GET", made)).code === 200) break;
    await sleep(100);
    if (!controllers.every(cluster.isAlive)) await cluster.startMissing();
  }
  await mustRequest(cluster, "DELETE", `/api/v1/namespaces/${name}`);
}

/** Deletes a node in etcd directly, which works without an API server. */
export async function deleteNodeInEtcd(cluster: Cluster, name: string): Promise<void> {
  const command = readFileSync(`/proc/${cluster.pid("etcd")}/cmdline`, "utf8").split("\0");
  const flag = "--listen-client-urls=";
  const url = command.find(argument => argument.startsWith(flag))?.slice(flag.length) ?? "";
  const key = Buffer.from(`/registry/minions/${name}`).toString("base64");
  const body = JSON.stringify({ key });
  const response = await fetch(`${url}/v3/kv/deleterange`, { method: "POST", body });
  const { deleted } = (await response.json()) as { deleted?: string };
  if (deleted !== "1") throw new Error(`etcd has no node ${name}: ${response.status}`);
}
