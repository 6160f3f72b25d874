/**
 * Time from a node event to the scale write, over 200 node changes: `make bench-reaction`. Every change
 * creates or deletes one node, and every node is one replica, so each change is one write. Both times are
 * from the API server: from the arrival of the node request to the end of the write.
 */
import { setTimeout as sleep } from "node:timers/promises";

import { readAudit } from "../cluster/audit.ts";
import { startCluster, type Cluster } from "../cluster/cluster.ts";
import { createNodes, deleteNodes } from "../cluster/nodes.ts";
import { command } from "../host/command.ts";
import { installProduct } from "../operator/install.ts";
import { startOperator } from "../operator/operator.ts";
import { createAutoscaler, createDeployment, replicasOf } from "../operator/workloads.ts";
import { describeMilliseconds } from "./quantiles.ts";

const changes = Number(process.env["CHANGES"] ?? 200);
const replica = "reaction";
const namespace = "default";

/** Milliseconds from each node event to its scale write. */
export async function reactionTimes(cluster: Cluster, count: number): Promise<number[]> {
  const since = new Date();
  let nodes = await replicasOf(cluster, namespace, "dns");
  for (let change = 0; change < count; change++) {
    const name = `change-${Math.floor(change / 2)}`;
    const grows = change % 2 === 0;
    await (grows ? createNodes(cluster, { names: [name] }) : deleteNodes(cluster, [name]));
    nodes += grows ? 1 : -1;
    await untilReplicas(cluster, nodes);
  }
  // The audit log is written asynchronously.
  await sleep(500);
  return pairUp(cluster.auditLogPath ?? "", since);
}

async function untilReplicas(cluster: Cluster, wanted: number): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if ((await replicasOf(cluster, namespace, "dns")) === wanted) return;
    await sleep(10);
  }
  throw new Error(`the target did not get ${wanted} replicas within five seconds`);
}

/** Changes happen one after the other, so the n-th event belongs to the n-th write. */
async function pairUp(auditLog: string, since: Date): Promise<number[]> {
  const events: number[] = [];
  const writes: number[] = [];
  for await (const event of readAudit(auditLog, { since })) {
    const { resource, subresource, name = "" } = event.objectRef ?? {};
    const isChange = event.verb === "create" || event.verb === "delete";
    if (resource === "nodes" && isChange && name.startsWith("change-")) {
      events.push(Date.parse(event.requestReceivedTimestamp));
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

async function main(): Promise<void> {
  const cluster = await startCluster({ name: "reaction", auditLog: true, waitsForDisk: true });
  await installProduct(cluster);
  await createNodes(cluster, { count: 3 });
  await createDeployment(cluster, namespace, "dns", 1);
  const operator = await startOperator(cluster, { replica });
  await createAutoscaler(cluster, namespace, "dns", {
    compatibility: "CPA-1.10",
    includeUnschedulableNodes: true,
    linear: { nodesPerReplica: 1 },
  });
  await untilReplicas(cluster, 3);
  const times = await reactionTimes(cluster, changes);
  console.log(`start to ready            ${Math.round(operator.readyAfterMs)} ms`);
  console.log(`node event to scale write ${describeMilliseconds(times)}`);
  await operator.stop();
  await cluster.stop();
}

if (process.argv[1] === import.meta.filename) await command(main);
