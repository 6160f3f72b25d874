/**
 * Time from a load change to the scale write, over 100 changes: `make bench-load-reaction`. It ends with the API
 * server's response to the write. Changes occur at any moment of a sync period, and every change is one write. The
 * metrics API has new samples every RESOLUTION seconds (default: PERIOD), as metrics-server has; the second figure
 * starts at the moment at which they show the change. PERIOD (3) is the sync period in seconds, CHANGES (100) the number
 * of changes, NAMESPACES (10) that of workloads, SEED the seed of all times.
 */
import { setTimeout as sleep } from "node:timers/promises";

import fc from "fast-check";

import { mustRequest, type ApiObject } from "../cluster/api.ts";
import { readAudit } from "../cluster/audit.ts";
import { startCluster, type Cluster } from "../cluster/cluster.ts";
import { createNodes } from "../cluster/nodes.ts";
import { command } from "../host/command.ts";
import { installProduct } from "../cluster/operator/install.ts";
import { startMetricsApi } from "../cluster/operator/metrics-api.ts";
import { startOperator } from "../cluster/operator/operator.ts";
import { createBusyDeployment, createScaler } from "../cluster/operator/workloads.ts";
import { quantile } from "./quantiles.ts";

const period = Number(process.env["PERIOD"] ?? 3);
const changes = Number(process.env["CHANGES"] ?? 100);
const seed = Number(process.env["SEED"] ?? 1);
const resolution = Number(process.env["RESOLUTION"] ?? period);
const replica = "load-reaction";
/** Each namespace has a different phase in the sync period. */
const namespaces = Array.from(
  { length: Number(process.env["NAMESPACES"] ?? 10) },
  (_, index) => `shop-${index}`,
);
const fewest = 1;
const most = 3;

/** A change of a load, and when the metrics API begins to show it, in milliseconds since 1970. */
interface Change {
  readonly changedAt: number;
  readonly visibleAt: number;
}

/** The replicas that the load of a namespace requires. */
const wanted = new Map(namespaces.map(namespace => [namespace, fewest]));
/** The same as the metrics API shows it, and since when, in milliseconds since 1970. */
const shown = { counts: new Map(wanted), since: Date.now() };
/** The operator has learned by then when there are new samples. */
const learnedAfter = 12;

async function main(): Promise<void> {
  const cluster = await startCluster({ name: "load-reaction", auditLog: true, waitsForDisk: true });
  await installProduct(cluster);
  const metrics = await startMetricsApi(cluster);
  // The target is half of a pod's request, and half a replica less is rounded up to a whole one.
  metrics.usageOf = ({ namespace, siblings }) =>
    (50 * (shown.counts.get(namespace) ?? 0) - 25) / siblings;
  const scrapes = setInterval(() => {
    shown.counts = new Map(wanted);
    shown.since = Date.now();
  }, 1_000 * resolution);
  Object.defineProperty(metrics, "sampleAgeSeconds", {
    get: () => (Date.now() - shown.since) / 1_000,
  });
  const operator = await startOperator(cluster, { replica });
  const [node = ""] = await createNodes(cluster, { count: 1, cpu: "1000" });
  await Promise.all(namespaces.map(namespace => createLoaded(cluster, namespace, node)));

  await sleep(1_000 * period * learnedAfter);
  const waits = fc
    .sample(fc.integer({ min: 0, max: period * 1_000 }), {
      ...{ seed, numRuns: changes, unbiased: true },
    })
    .values();
  const changed = await Promise.all(
    namespaces.map(
      async namespace => [namespace, await change(cluster, namespace, waits)] as const,
    ),
  );
  // The audit log is written asynchronously.
  await sleep(500);
  const reactions = await pairUp(cluster, new Map(changed));
  const since = (from: keyof Change): string =>
    describe(reactions.map(({ writtenAt, ...times }) => writtenAt - times[from]));
  console.log(`load change to scale write          ${since("changedAt")}`);
  console.log(`visible in metrics API, scale write ${since("visibleAt")}`);
  clearInterval(scrapes);
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

/** Changes a load until no moments are left, and returns the changes. */
async function change(
  cluster: Cluster,
  namespace: string,
  waits: Iterator<number>,
): Promise<Change[]> {
  const made: Change[] = [];
  await untilSettled(cluster, namespace);
  for (let next = waits.next(); !next.done; next = waits.next()) {
    await sleep(next.value);
    const count = made.length % 2 === 0 ? most : fewest;
    const changedAt = Date.now();
    wanted.set(namespace, count);
    while (shown.counts.get(namespace) !== count) await sleep(10);
    made.push({ changedAt, visibleAt: shown.since });
    await untilSettled(cluster, namespace);
  }
  return made;
}

/** Waits until the count matches the load, and as many pods are ready and measured. */
async function untilSettled(cluster: Cluster, namespace: string): Promise<void> {
  const count = wanted.get(namespace);
  const path = `/apis/apps/v1/namespaces/${namespace}/deployments/web`;
  for (const giveUpAt = performance.now() + 20_000 * period; performance.now() < giveUpAt;) {
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
async function pairUp(
  cluster: Cluster,
  changed: ReadonlyMap<string, readonly Change[]>,
): Promise<(Change & { readonly writtenAt: number })[]> {
  const writes = new Map<string, number[]>(namespaces.map(namespace => [namespace, []]));
  for await (const event of readAudit(cluster.auditLogPath ?? "")) {
    const { subresource, namespace = "" } = event.objectRef ?? {};
    const isOurs = event.userAgent.includes(`(${replica})`) && event.code === 200;
    if (subresource === "scale" && event.verb === "patch" && isOurs) {
      writes.get(namespace)?.push(Date.parse(event.stageTimestamp));
    }
  }
  return [...changed].flatMap(([namespace, made]) => {
    const written = writes.get(namespace) ?? [];
    if (written.length !== made.length) {
      throw new Error(`${namespace}: ${made.length} changes, but ${written.length} scale writes`);
    }
    return made.map((times, index) => ({ ...times, writtenAt: written[index] ?? NaN }));
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
