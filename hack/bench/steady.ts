/**
 * The cost of a steady cluster: `make bench-steady`, ten minutes by default. 20 objects, and nodes that send
 * heartbeats and do not change; the API server's audit log counts the requests. MINUTES, OBJECTS and NODES
 * change the scenario.
 */
import { setTimeout as sleep } from "node:timers/promises";

import { apiRequest, mustRequest } from "../cluster/api.ts";
import { startCluster, type Cluster } from "../cluster/cluster.ts";
import { createNodes } from "../cluster/nodes.ts";
import { command } from "../host/command.ts";
import { installProduct } from "../operator/install.ts";
import { residentBytes, startOperator } from "../operator/operator.ts";
import { autoscalersPath, createAutoscaler, createDeployment } from "../operator/workloads.ts";
import { countRequests, describeRequests } from "./requests.ts";

const minutes = Number(process.env["MINUTES"] ?? 10);
const objects = Number(process.env["OBJECTS"] ?? 20);
const nodes = Number(process.env["NODES"] ?? 50);
const namespace = "default";
const values = { rbac: { configMaps: true } };

/** Objects of every mode, all of them settled. */
async function createObjects(cluster: Cluster): Promise<void> {
  await mustRequest(cluster, "POST", `/api/v1/namespaces/${namespace}/configmaps`, {
    metadata: { name: "parameters" },
    data: { linear: JSON.stringify({ nodesPerReplica: 10 }) },
  });
  const modes = [
    { linear: { nodesPerReplica: 10 } },
    { ladder: { nodesToReplicas: [{ nodes: 1, replicas: 2 }] } },
    { configMapRef: { name: "parameters" } },
  ];
  for (let index = 0; index < objects; index++) {
    await createDeployment(cluster, namespace, `dns-${index}`, 1);
    await createAutoscaler(cluster, namespace, `dns-${index}`, modes[index % modes.length] ?? {});
  }
}

async function untilSettled(cluster: Cluster): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const { body } = await apiRequest(cluster, "GET", autoscalersPath(namespace));
    const settled = body.items?.filter(({ status }) => {
      const [target] = (status as { targets?: Target[] } | undefined)?.targets ?? [];
      return target !== undefined && target.currentReplicas === target.desiredReplicas;
    });
    if (settled?.length === objects) return;
    await sleep(100);
  }
  throw new Error("the objects did not settle within a minute");
}

interface Target {
  readonly currentReplicas?: number;
  readonly desiredReplicas?: number;
}

async function main(): Promise<void> {
  const cluster = await startCluster({ name: "steady", auditLog: true, waitsForDisk: true });
  await installProduct(cluster, values);
  await createNodes(cluster, { count: nodes });
  const operator = await startOperator(cluster, { replica: "steady", values });
  await createObjects(cluster);
  await untilSettled(cluster);
  // Until stabilization windows end and events are written.
  await sleep(35_000);
  const since = new Date();
  await sleep(minutes * 60_000);
  const requests = await countRequests(cluster.auditLogPath ?? "", "trimtab/", since);
  const { text } = await operator.get("/metrics");
  const memory = await residentBytes(operator);
  const [, cpu = "0"] = /^process_cpu_seconds_total ([\d.]+)/m.exec(text) ?? [];
  console.log(`${objects} objects, ${nodes} nodes, ${minutes} minutes`);
  console.log(`requests besides watches and leases  ${describeRequests(requests)}`);
  console.log(`watches opened again                 ${requests.watches}`);
  console.log(`memory                               ${Math.round(memory / 1e6)} MB`);
  console.log(`CPU since its start                  ${cpu} s`);
  await operator.stop();
  await cluster.stop();
}

await command(main);
