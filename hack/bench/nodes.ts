/**
 * The cost of a large cluster for many cluster services: `make bench-nodes`. OBJECTS (100)
 * ClusterProportionalAutoscalers count NODES (5,000), which renew their status once in ROUND_SECONDS (60), for ROUNDS
 * (3). Each node lists IMAGES (50) images, as many as a kubelet does. Then CHANGES (200) nodes come and go, with all
 * objects there, for the time from node event to scale write, and for what each change costs. All objects are in one
 * namespace and size by DIMENSION: nodes (default), cores, memory, gpus, pods, namespaces or all. MEMORY
 * (256Mi) is the operator's limit.
 */
import { forEachConcurrently, mustRequest } from "../cluster/api.ts";
import { startCluster, type Cluster } from "../cluster/cluster.ts";
import { command } from "../host/command.ts";
import { installProduct } from "../cluster/operator/install.ts";
import { startOperator, type Operator } from "../cluster/operator/operator.ts";
import {
  createAutoscaler,
  createDeployment,
  pausedForever,
} from "../cluster/operator/workloads.ts";
import { createCounted, reactionTimes } from "./nodes/changes.ts";
import { measureHeartbeats, processFigures, type HeartbeatFigures } from "./nodes/heartbeats.ts";
import { describeMilliseconds } from "./quantiles.ts";
import { countRequests, describeRequests, untilAtRest } from "./requests.ts";

const objects = Number(process.env["OBJECTS"] ?? 100);
const nodes = Number(process.env["NODES"] ?? 5_000);
const rounds = Number(process.env["ROUNDS"] ?? 3);
const roundSeconds = Number(process.env["ROUND_SECONDS"] ?? 60);
const images = Number(process.env["IMAGES"] ?? 50);
const changes = Number(process.env["CHANGES"] ?? 200);
const dimension = process.env["DIMENSION"] ?? "nodes";
const replica = "nodes";
/** docs/memory.md says how much so many objects need. */
const limits = { memory: process.env["MEMORY"] ?? "256Mi" };
const values = { rbac: { objectCounts: true }, resources: { limits } };
/** So large that no change of the cluster changes a count. */
const perReplica = 1_000_000;
const memory = { name: "memory", perReplica: "1Ei" };
const gpus = { name: "nvidia.com/gpu", perReplica: String(perReplica) };
const dimensions: Readonly<Record<string, object>> = {
  nodes: { nodesPerReplica: perReplica },
  cores: { coresPerReplica: perReplica },
  memory: { resourcesPerReplica: [memory] },
  gpus: { resourcesPerReplica: [gpus] },
  pods: { podsPerReplica: perReplica },
  namespaces: { namespacesPerReplica: perReplica },
  all: {
    ...{ nodesPerReplica: perReplica, coresPerReplica: perReplica },
    ...{ podsPerReplica: perReplica, namespacesPerReplica: perReplica },
    resourcesPerReplica: [memory, gpus],
  },
};

async function main(): Promise<void> {
  const linear = dimensions[dimension];
  if (!linear) throw new Error(`DIMENSION is one of ${Object.keys(dimensions).join(", ")}`);
  const cluster = await startCluster({ name: "nodes", auditLog: true, waitsForDisk: true });
  await installProduct(cluster, values);
  await createObjects(cluster, linear);
  const operator = await startOperator(cluster, { replica, values, webhook: false });
  const scenario = { count: nodes, images, rounds, roundSeconds };
  const figures = await measureHeartbeats(cluster, operator, scenario);
  describe(figures, await sizeOfNode(cluster));
  await createCounted(cluster, 3);
  await measureChanges(cluster, operator);
  await operator.stop();
  await cluster.stop();
}

async function measureChanges(cluster: Cluster, operator: Operator): Promise<void> {
  await untilAtRest(cluster);
  const since = new Date();
  const before = await processFigures(operator);
  const times = await reactionTimes(cluster, { count: changes, replica });
  const { cpuSeconds } = await processFigures(operator);
  const milliseconds = ((cpuSeconds - before.cpuSeconds) * 1000) / changes;
  const requests = await countRequests(cluster.auditLogPath ?? "", "trimtab/", since);
  console.log(`node event to scale write               ${describeMilliseconds(times)}`);
  console.log(`CPU for each change                     ${milliseconds.toFixed(1)} ms`);
  console.log(`requests of ${changes} changes                 ${describeRequests(requests)}`);
}

async function createObjects(cluster: Cluster, linear: object): Promise<void> {
  const names = Array.from({ length: objects }, (_, index) => `dns-${index}`);
  await forEachConcurrently(names, async name => {
    await createDeployment(cluster, "default", name, 1, pausedForever);
    await createAutoscaler(cluster, "default", name, { linear });
  });
}

async function sizeOfNode(cluster: Cluster): Promise<number> {
  const node = await mustRequest(cluster, "GET", "/api/v1/nodes/node-0");
  return JSON.stringify(node).length;
}

function describe(figures: HeartbeatFigures, bytes: number): void {
  const { heartbeats, seconds, cpuSeconds, residentMb } = figures;
  const { before, full, after } = residentMb;
  const perUpdate = ((cpuSeconds * 1e6) / heartbeats).toFixed(0);
  const share = ((100 * cpuSeconds) / seconds).toFixed(2);
  console.log(
    `${objects} objects that count ${dimension}, ${figures.nodes} nodes of ${bytes} bytes each`,
  );
  console.log(`${heartbeats} updates in ${seconds.toFixed(1)} s`);
  console.log(`memory without nodes, with them, after  ${before}, ${full}, ${after} MB`);
  console.log(`CPU for the updates                     ${cpuSeconds.toFixed(2)} s = ${share}%`);
  console.log(`CPU for each update                     ${perUpdate} microseconds`);
  console.log(`requests they caused                    ${describeRequests(figures.requests)}`);
}

await command(main);
