/**
 * Time from a load change to the scale write, over 100 changes: `make bench-load-reaction`. It starts when
 * the metrics API returns the new load, and ends with the API server's response to the write. Changes occur
 * at any moment of a sync period, and every change is one write. PERIOD (3) is the sync period in seconds,
 * CHANGES (100) the number of changes, SEED their seed.
 */
import { setTimeout as sleep } from "node:timers/promises";

import fc from "fast-check";

import { mustRequest, type ApiObject } from "../cluster/api.ts";
import { readAudit } from "../cluster/audit.ts";
import { startCluster, type Cluster } from "../cluster/cluster.ts";
import { createNodes } from "../cluster/nodes.ts";
import { command } from "../host/command.ts";
import { installProduct } from "../operator/install.ts";
import { startMetricsApi } from "../operator/metrics-api.ts";
import { startOperator } from "../operator/operator.ts";
import { createBusyDeployment, createScaler } from "../operator/workloads.ts";
import { quantile } from "./quantiles.ts";

const period = Number(process.env["PERIOD"] ?? 3);
const changes = Number(process.env["CHANGES"] ?? 100);
const seed = Number(process.env["SEED"] ?? 1);
const replica = "load-reaction";
/** Each namespace has a different phase in the sync period. */
const namespaces = Array.from({ length: 10 }, (_, index) => `shop-${index}`);
const fewest = 1;
const most = 3;

/** The replicas that the load of a namespace requires. */
const wanted = new Map(namespaces.map(namespace => [namespace, fewest]));

async function main(): Promise<void> {
  const cluster = await startCluster({ name: "load-reaction", auditLog: true, waitsForDisk: true });
  await installProduct(cluster);
  const metrics = await startMetricsApi(cluster);
  // The target is half of a pod's request, and half a replica less is rounded up to a whole one.
  metrics.usageOf = ({ namespace, siblings }) =>
    (50 * (wanted.get(namespace) ?? 0) - 25) / siblings;
  const operator = await startOperator(cluster, { replica });
  const [node = ""] = await createNodes(cluster, { count: 1 });
  await Promise.all(namespaces.map(namespace => createLoaded(cluster, namespace, node)));

  const moments = fc.sample(fc.integer({ min: 0, max: period * 1000 }), {
    ...{ seed, numRuns: changes, unbiased: true },
  });
  const waits = moments.values();
  const changed = await Promise.all(
    namespaces.map(async namespace => ({ namespace, at: await change(cluster, namespace, waits) })),
  );
  // The audit log is written asynchronously.
  await sleep(500);
  const times = await reactions(
    cluster,
    new Map(changed.map(({ namespace, at }) => [namespace, at])),
  );
  console.log(`load change to scale write ${describe(times)}`);
  await operator.stop();
  await metrics.stop();
  await cluster.stop();
}

async function createLoaded(cluster: Cluster, namespace: string, node: string): Promise<void> {
  await mustRequest(cluster, "POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  const busy = { requests: { cpu: "100m" }, usage: {}, node };
  await createBusyDeployment(cluster, namespace, "web", fewest, busy);
  const target = { type: "Utilization", averageUtilization: 50 };
  await createScaler(cluster, namespace, "web", {
    maxReplicas: 10,
    syncPeriodSeconds: period,
    metrics: [{ type: "Resource", resource: { name: "cpu", target } }],
    behavior: { scaleDown: { stabilizationWindowSeconds: 0 } },
  });
}

/** Changes a load until no moments are left, and returns the times. */
async function change(
  cluster: Cluster,
  namespace: string,
  waits: Iterator<number>,
): Promise<number[]> {
  const at: number[] = [];
  await untilSettled(cluster, namespace);
  for (let next = waits.next(); !next.done; next = waits.next()) {
    await sleep(next.value);
    wanted.set(namespace, at.length % 2 === 0 ? most : fewest);
    at.push(Date.now());
    await untilSettled(cluster, namespace);
  }
  return at;
}

/** Waits until the count matches the load, and as many pods are ready and measured. */
async function untilSettled(cluster: Cluster, namespace: string): Promise<void> {
  const count = wanted.get(namespace);
  const path = `/apis/apps/v1/namespaces/${namespace}/deployments/web`;
  for (const giveUpAt = performance.now() + 20_000 * period; performance.now() < giveUpAt; ) {
    const { spec, status } = (await mustRequest(cluster, "GET", path)) as Deployment;
    const pods = [status?.replicas, status?.readyReplicas];
    if (spec.replicas === count && pods.every(there => there === count)) return;
    await sleep(20);
  }
  throw new Error(`${namespace} did not get ${count ?? 0} replicas within twenty periods`);
}

type Deployment = ApiObject & {
  readonly spec: { readonly replicas: number };
  readonly status?: { readonly replicas?: number; readonly readyReplicas?: number };
};

/** The n-th change of a namespace belongs to its n-th write: they alternate. */
async function reactions(
  cluster: Cluster,
  changed: ReadonlyMap<string, readonly number[]>,
): Promise<number[]> {
  const writes = new Map<string, number[]>(namespaces.map(namespace => [namespace, []]));
  for await (const event of readAudit(cluster.auditLogPath ?? "")) {
    const { subresource, namespace = "" } = event.objectRef ?? {};
    const isOurs = event.userAgent.includes(`(${replica})`) && event.code === 200;
    if (subresource === "scale" && event.verb === "patch" && isOurs) {
      writes.get(namespace)?.push(Date.parse(event.stageTimestamp));
    }
  }
  return [...changed].flatMap(([namespace, times]) => {
    const written = writes.get(namespace) ?? [];
    if (written.length !== times.length) {
      throw new Error(`${namespace}: ${times.length} changes, but ${written.length} scale writes`);
    }
    return times.map((time, index) => (written[index] ?? NaN) - time);
  });
}

function describe(times: readonly number[]): string {
  const parts = (
    [
      ["median", 0.5],
      ["p99", 0.99],
      ["max", 1],
    ] as const
  ).map(([name, share]) => {
    const ms = quantile(times, share);
    return `${name} ${Math.round(ms)} ms = ${(ms / (period * 1000)).toFixed(2)} periods`;
  });
  return `${parts.join(", ")} (${times.length} changes, period ${period} s)`;
}

await command(main);
