import { setTimeout as sleep } from "node:timers/promises";

import { forEachConcurrently, mustRequest } from "../../cluster/api.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import { createNodes, isNodeReady, type NodeOptions } from "../../cluster/nodes.ts";
import type { Operator } from "../../cluster/operator/operator.ts";
import { countRequests, type RequestCounts, untilAtRest } from "../requests.ts";

/** The cost of a cluster with many nodes and nothing but heartbeats. */
export interface HeartbeatFigures {
  readonly nodes: number;
  readonly createdInSeconds: number;
  readonly heartbeats: number;
  readonly seconds: number;
  readonly residentMb: { readonly before: number; readonly full: number; readonly after: number };
  /** Of the operator, during the heartbeats. */
  readonly cpuSeconds: number;
  readonly requests: RequestCounts;
}

interface Rounds {
  readonly rounds: number;
  /** How long each round takes; default: as short as possible. */
  readonly roundSeconds?: number;
}

/**
 * Creates nodes and waits until all are ready and the operator is idle. Then renews the Ready condition of
 * every node `rounds` times, as kubelets do.
 */
export async function measureHeartbeats(
  cluster: Cluster,
  operator: Operator,
  { rounds, roundSeconds = 0, ...options }: NodeOptions & Rounds,
): Promise<HeartbeatFigures> {
  const before = await processFigures(operator);
  const created = performance.now();
  const names = await createNodes(cluster, options);
  const createdInSeconds = (performance.now() - created) / 1000;
  await untilReady(cluster, names.length, options.labels ?? {});
  await untilAtRest(cluster);

  const since = new Date();
  const full = await processFigures(operator);
  for (let round = 0; round < rounds; round++) await beatAll(cluster, names, roundSeconds);
  await sleep(1_000);
  const after = await processFigures(operator);
  return {
    nodes: names.length,
    createdInSeconds,
    heartbeats: rounds * names.length,
    seconds: (Date.now() - since.getTime()) / 1000,
    residentMb: { before: before.residentMb, full: full.residentMb, after: after.residentMb },
    cpuSeconds: after.cpuSeconds - full.cpuSeconds,
    requests: await countRequests(cluster.auditLogPath ?? "", "trimtab/", since),
  };
}

/** Renews every node once, evenly over so many seconds. */
async function beatAll(cluster: Cluster, names: readonly string[], seconds: number): Promise<void> {
  const began = performance.now();
  const perNodeMs = (seconds * 1000) / names.length;
  const due = new Map(names.map((name, index) => [name, began + index * perNodeMs]));
  await forEachConcurrently(names, async name => {
    await sleep(Math.max(0, (due.get(name) ?? 0) - performance.now()));
    await beat(cluster, name);
  });
  await sleep(Math.max(0, began + seconds * 1000 - performance.now()));
}

function beat(cluster: Cluster, name: string): Promise<unknown> {
  const heartbeat = { type: "Ready", lastHeartbeatTime: new Date().toISOString() };
  return mustRequest(
    cluster,
    "PATCH",
    `/api/v1/nodes/${name}/status`,
    { status: { conditions: [heartbeat] } },
    "application/strategic-merge-patch+json",
  );
}

async function untilReady(
  cluster: Cluster,
  count: number,
  labels: NonNullable<NodeOptions["labels"]>,
): Promise<void> {
  const selector = Object.entries(labels).map(([name, value]) => `${name}=${value}`);
  const path = `/api/v1/nodes?labelSelector=${encodeURIComponent(selector.join(","))}`;
  for (let tries = 0; tries < 120; tries++) {
    const { items = [] } = await mustRequest(cluster, "GET", path);
    if (items.filter(isNodeReady).length === count) return;
    await sleep(1_000);
  }
  throw new Error(`the ${count} nodes are not all ready after two minutes`);
}

/** Of the operator so far. */
export async function processFigures(operator: Operator) {
  const { text } = await operator.get("/metrics");
  const value = (name: string): number =>
    Number(new RegExp(`^${name} ([\\d.e+]+)`, "m").exec(text)?.[1]);
  return {
    residentMb: Math.round(value("process_resident_memory_bytes") / 1e6),
    cpuSeconds: value("process_cpu_seconds_total"),
  };
}
