import { setTimeout as sleep } from "node:timers/promises";

import { readAudit } from "../../cluster/audit.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import { createNodes, deleteNodes } from "../../cluster/nodes.ts";
import {
  createAutoscaler,
  createDeployment,
  replicasOf,
} from "../../cluster/operator/workloads.ts";

const namespace = "default";
const name = "counted";
const labels = { counted: "true" };

/** A Deployment with one replica for each of some nodes, and `first` such nodes. */
export async function createCounted(cluster: Cluster, first: number): Promise<void> {
  await createNodes(cluster, { count: first, prefix: "counted-", labels });
  await createDeployment(cluster, namespace, name, 1);
  await createAutoscaler(cluster, namespace, name, {
    algorithm: "CPA-1.10",
    nodes: { selector: { matchLabels: labels }, unschedulable: "Count" },
    linear: { nodesPerReplica: 1 },
  });
  await untilReplicas(cluster, first);
}

/** A change begins when the pods of the one before have come or gone: they take a dozen writes. */
const pauseMs = 300;

/**
 * Milliseconds from each node event, that is the API server's response to the request for the node, to the end of its
 * scale write by a replica of the operator. Every change creates or deletes a node that is counted, and every such
 * node is one replica, so each change is one write.
 */
export async function reactionTimes(
  cluster: Cluster,
  { count, replica }: { readonly count: number; readonly replica: string },
): Promise<number[]> {
  const since = new Date();
  let nodes = await replicasOf(cluster, namespace, name);
  for (let change = 0; change < count; change++) {
    await sleep(pauseMs);
    const names = [`change-${Math.floor(change / 2)}`];
    const grows = change % 2 === 0;
    await (grows ? createNodes(cluster, { names, labels }) : deleteNodes(cluster, names));
    nodes += grows ? 1 : -1;
    await untilReplicas(cluster, nodes);
  }
  // The audit log is written asynchronously.
  await sleep(500);
  return pairUp(cluster.auditLogPath ?? "", { since, replica });
}

async function untilReplicas(cluster: Cluster, wanted: number): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if ((await replicasOf(cluster, namespace, name)) === wanted) return;
    await sleep(10);
  }
  throw new Error(`the target did not get ${wanted} replicas within five seconds`);
}

/** Changes happen one after the other, so the n-th event belongs to the n-th write. */
async function pairUp(
  auditLog: string,
  { since, replica }: { readonly since: Date; readonly replica: string },
): Promise<number[]> {
  const events: number[] = [];
  const writes: number[] = [];
  for await (const event of readAudit(auditLog, { since })) {
    const { resource, subresource, name: changed = "" } = event.objectRef ?? {};
    const isChange = event.verb === "create" || event.verb === "delete";
    if (resource === "nodes" && isChange && changed.startsWith("change-")) {
      events.push(Date.parse(event.stageTimestamp));
    }
    if (subresource === "scale" && event.userAgent.includes(`(${replica})`) && event.code === 200) {
      writes.push(Date.parse(event.stageTimestamp));
    }
  }
  if (events.length !== writes.length) {
    throw new Error(`${events.length} node events, but ${writes.length} scale writes`);
  }
  const ordered = (times: number[]) => [...times].sort((a, b) => a - b);
  const [from, to] = [ordered(events), ordered(writes)];
  return from.map((time, index) => (to[index] ?? NaN) - time);
}
