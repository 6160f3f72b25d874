import { setTimeout as sleep } from "node:timers/promises";

import { forEachConcurrently, mustRequest } from "../../cluster/api.ts";
import { AuditLog, type AuditEvent } from "../../cluster/audit.ts";
import { startCluster, type Cluster } from "../../cluster/cluster.ts";
import { createNodes } from "../../cluster/nodes.ts";
import { installProduct } from "../../operator/install.ts";
import { startMetricsApi, type MetricsApi } from "../../operator/metrics-api.ts";
import { createBusyDeployment, createScaler } from "../../operator/workloads.ts";
import type { Population } from "../../replay/replay.ts";
import { scalerSpec } from "../peers/workloads.ts";
import { resourceOf } from "../requests.ts";
import { keysOf, usual, type Side } from "./side.ts";

/** CPU request of each pod in millicores. */
const requested = 100;
/** Relative deviation of the usage. */
const noise = 0.04;
/** The interval of metrics-server, whose samples have the same time for a while. */
const resolutionSeconds = 15;
/** The audit log is written asynchronously. */
const auditDelayMs = 1_000;

/** A real control plane, with a metrics API whose values the comparison sets. */
export async function realSide(population: Population): Promise<Side> {
  const cluster = await startCluster({ name: "fidelity", auditLog: true });
  await installProduct(cluster);
  const metrics = await startMetricsApi(cluster);
  const use = setterFor(metrics);
  use(usual);
  await createAll(cluster, population);
  await untilAllRun(cluster, population);
  return {
    name: "real",
    target: cluster,
    use: used => {
      use(used);
      return Promise.resolve();
    },
    requests: counterFor(cluster),
    stop: async () => {
      await metrics.stop();
      await cluster.stop();
    },
  };
}

function setterFor(metrics: MetricsApi): (used: number) => void {
  Object.defineProperty(metrics, "sampleAgeSeconds", {
    get: () => (Date.now() / 1_000) % resolutionSeconds,
  });
  return used => {
    metrics.usageOf = () => requested * used * (1 - noise + 2 * noise * Math.random());
  };
}

async function createAll(cluster: Cluster, population: Population): Promise<void> {
  const { namespaces, nodes, objects, pods } = population;
  const perNode = Math.ceil((4 * objects * pods) / nodes);
  await createNodes(cluster, { count: nodes, cpu: "10000", memory: "1Ti", pods: `${perNode}` });
  const names = Array.from({ length: namespaces }, (_, index) => `scale-${index}`);
  await forEachConcurrently(names, name =>
    mustRequest(cluster, "POST", "/api/v1/namespaces", { metadata: { name } }),
  );
  await forEachConcurrently(keysOf(population), async key => {
    const [namespace = "", name = ""] = key.split("/");
    const busy = { requests: { cpu: `${requested}m` }, usage: {} };
    await createBusyDeployment(cluster, namespace, name, pods, busy);
    await createScaler(cluster, namespace, name, { ...scalerSpec, maxReplicas: 2 * pods });
  });
}

async function untilAllRun(cluster: Cluster, { objects, pods }: Population): Promise<void> {
  for (let tries = 0; tries < 60; tries++) {
    const path = "/api/v1/pods?fieldSelector=status.phase%3DRunning";
    const { items = [] } = await mustRequest(cluster, "GET", path);
    if (items.length >= objects * pods) return;
    await sleep(5_000);
  }
  throw new Error("not all pods run after five minutes");
}

function counterFor({ auditLogPath = "" }: Cluster): Side["requests"] {
  const log = new AuditLog(auditLogPath, "trimtab/");
  const counts: Record<string, number> = {};
  return async () => {
    await sleep(auditDelayMs);
    for await (const event of log.unread()) {
      if (!event.userAgent.startsWith("trimtab/")) continue;
      // A watch has a second event when it ends.
      if (event.verb === "watch" && event.stage !== "ResponseStarted") continue;
      const kind = `${event.verb} ${resourceIn(event)}`;
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
    return { ...counts };
  };
}

function resourceIn(event: AuditEvent): string {
  const isMetrics = event.objectRef?.apiGroup === "metrics.k8s.io" && event.objectRef.resource;
  return isMetrics ? "podmetrics" : resourceOf(event);
}
