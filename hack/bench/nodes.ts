/**
 * The cost of the heartbeats of a large cluster: `make bench-nodes`. NODES (5,000) and ROUNDS (3) change the
 * scenario.
 */
import { startCluster } from "../cluster/cluster.ts";
import { command } from "../host/command.ts";
import { installProduct } from "../operator/install.ts";
import { startOperator } from "../operator/operator.ts";
import { createAutoscaler, createDeployment } from "../operator/workloads.ts";
import { measureHeartbeats } from "./heartbeats.ts";
import { describeRequests } from "./requests.ts";

async function main(): Promise<void> {
  const cluster = await startCluster({ name: "nodes", auditLog: true, waitsForDisk: true });
  await installProduct(cluster);
  await createDeployment(cluster, "default", "dns", 1);
  await createAutoscaler(cluster, "default", "dns", { linear: { nodesPerReplica: 1000 } });
  const operator = await startOperator(cluster, { replica: "nodes", webhook: false });
  const count = Number(process.env["NODES"] ?? 5_000);
  const rounds = Number(process.env["ROUNDS"] ?? 3);
  const figures = await measureHeartbeats(cluster, operator, { count, rounds });
  const { before, full, after } = figures.residentMb;
  console.log(`${count} nodes, created in ${figures.createdInSeconds.toFixed(1)} s`);
  console.log(`${figures.heartbeats} heartbeats in ${figures.seconds.toFixed(1)} s`);
  console.log(`memory without nodes, with them, after  ${before}, ${full}, ${after} MB`);
  console.log(`CPU for the heartbeats                  ${figures.cpuSeconds.toFixed(2)} s`);
  console.log(`requests they caused                    ${describeRequests(figures.requests)}`);
  await operator.stop();
  await cluster.stop();
}

await command(main);
