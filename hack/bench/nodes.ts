/**
 * The cost of a large cluster for many cluster services: `make bench-nodes`. OBJECTS (100)
 * ClusterProportionalAutoscalers count NODES (5,000), which renew their status once in ROUND_SECONDS (60), for ROUNDS
 * (3). Each node lists IMAGES (50) images, as many as a kubelet does. Then CHANGES (200) nodes come and go, with all
 * objects there, for the time from node event to scale write.
 */
import { forEachConcurrently, mustRequest } from "../cluster/api.ts";
import { startCluster, type Cluster } from "../cluster/cluster.ts";
import { command } from "../host/command.ts";
import { installProduct } from "../operator/install.ts";
import { startOperator } from "../operator/operator.ts";
import { createAutoscaler, createDeployment } from "../operator/workloads.ts";
import { createCounted, reactionTimes } from "./nodes/changes.ts";
import { measureHeartbeats, type HeartbeatFigures } from "./nodes/heartbeats.ts";
import { describeMilliseconds } from "./quantiles.ts";
import { describeRequests } from "./requests.ts";

const objects = Number(process.env["OBJECTS"] ?? 100);
const nodes = Number(process.env["NODES"] ?? 5_000);
const rounds = Number(process.env["ROUNDS"] ?? 3);
const roundSeconds = Number(process.env["ROUND_SECONDS"] ?? 60);
const images = Number(process.env["IMAGES"] ?? 50);
const changes = Number(process.env["CHANGES"] ?? 200);
const replica = "nodes";

async function main(): Promise<void> {
  const cluster = await startCluster({ name: "nodes", auditLog: true, waitsForDisk: true });
  await installProduct(cluster);
  await createObjects(cluster);
  const operator = await startOperator(cluster, { replica, webhook: false });
  const scenario = { count: nodes, images, rounds, roundSeconds };
  const figures = await measureHeartbeats(cluster, operator, scenario);
  describe(figures, await sizeOfNode(cluster));
  await createCounted(cluster, 3);
  const times = await reactionTimes(cluster, { count: changes, replica });
  console.log(`node event to scale write               ${describeMilliseconds(times)}`);
  await operator.stop();
  await cluster.stop();
}

/** No change of a node changes a count of theirs. */
async function createObjects(cluster: Cluster): Promise<void> {
  const names = Array.from({ length: objects }, (_, index) => `dns-${index}`);
  await forEachConcurrently(names, async name => {
    await createDeployment(cluster, "default", name, 1);
    await createAutoscaler(cluster, "default", name, { linear: { nodesPerReplica: 10 * nodes } });
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
  console.log(`${objects} objects, ${figures.nodes} nodes of ${bytes} bytes each`);
  console.log(`${heartbeats} updates in ${seconds.toFixed(1)} s`);
  console.log(`memory without nodes, with them, after  ${before}, ${full}, ${after} MB`);
  console.log(`CPU for the updates                     ${cpuSeconds.toFixed(2)} s = ${share}%`);
  console.log(`CPU for each update                     ${perUpdate} microseconds`);
  console.log(`requests they caused                    ${describeRequests(figures.requests)}`);
}

await command(main);
