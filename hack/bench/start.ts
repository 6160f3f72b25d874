/**
 * The start of the operator with many objects: `make bench-start`. All objects exist, each with one pod and
 * a period of 15 s. The operator starts once with the load that they are sized for, and once after the load
 * of all of them has doubled. OBJECTS (1000), NAMESPACES (10).
 */
import { setTimeout as sleep } from "node:timers/promises";

import { forEachConcurrently, mustRequest } from "../cluster/api.ts";
import { startCluster, type Cluster } from "../cluster/cluster.ts";
import { createNodes } from "../cluster/nodes.ts";
import { command } from "../host/command.ts";
import { memoryOf } from "../host/processes.ts";
import { installProduct } from "../operator/install.ts";
import { startMetricsApi } from "../operator/metrics-api.ts";
import { startOperator, type Operator } from "../operator/operator.ts";
import { createBusyDeployment, createScaler } from "../operator/workloads.ts";
import { countRequests, describeRequests } from "./requests.ts";
import {
  describeLists,
  describeStart,
  firstTimes,
  listCounts,
  longestStallMs,
} from "./start-figures.ts";

const objects = Number(process.env["OBJECTS"] ?? 1_000);
const namespaces = Number(process.env["NAMESPACES"] ?? 10);
/** CPU request of each pod in millicores; the target is half of it. */
const requested = 100;

const keys = Array.from(
  { length: objects },
  (_, index) => `start-${index % namespaces}/web-${Math.floor(index / namespaces)}`,
);

async function createAll(cluster: Cluster): Promise<void> {
  const capacity = { cpu: `${objects}`, pods: `${4 * objects}` };
  const [node = ""] = await createNodes(cluster, { count: 1, ...capacity });
  const names = Array.from({ length: namespaces }, (_, index) => `start-${index}`);
  await forEachConcurrently(names, name =>
    mustRequest(cluster, "POST", "/api/v1/namespaces", { metadata: { name } }),
  );
  const target = { type: "Utilization", averageUtilization: 50 };
  await forEachConcurrently(keys, async key => {
    const [namespace = "", name = ""] = key.split("/");
    const busy = { requests: { cpu: `${requested}m` }, usage: {}, node };
    await createBusyDeployment(cluster, namespace, name, 1, busy);
    await createScaler(cluster, namespace, name, {
      maxReplicas: 2,
      metrics: [{ type: "Resource", resource: { name: "cpu", target } }],
    });
  });
}

/** Waits until a log line of each object exists, for at most ten minutes. */
async function untilAll(operator: Operator, message: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (firstTimes(operator.log(), message, keys).length === keys.length) return;
    await sleep(1_000);
  }
  const { length } = firstTimes(operator.log(), message, keys);
  throw new Error(`only ${length} of ${keys.length} objects have "${message}" after ten minutes`);
}

async function measureStart(cluster: Cluster, scenario: string, message: string) {
  const since = new Date();
  const operator = await startOperator(cluster, {
    ...{ replica: "start", webhook: false, values: { logLevel: "debug" } },
  });
  await untilAll(operator, message);
  const auditLog = cluster.auditLogPath ?? "";
  console.log(`\n${scenario}: ready after ${Math.round(operator.readyAfterMs)} ms`);
  for (const each of new Set(["decided", message])) {
    console.log(describeStart(each, firstTimes(operator.log(), each, keys), since.getTime()));
  }
  console.log(
    `memory, at most          ${Math.round((memoryOf(operator.pid, "VmHWM") ?? NaN) / 1e6)} MB`,
  );
  console.log(`longest stall            ${await longestStallMs(operator)} ms`);
  // The audit log is written asynchronously.
  await sleep(500);
  console.log(`lists in one namespace   ${describeLists(await listCounts(auditLog, since))}`);
  const requests = await countRequests(auditLog, "trimtab/", since);
  console.log(`requests                 ${describeRequests(requests)}`);
  await operator.stop();
}

async function main(): Promise<void> {
  console.log(`${objects} objects in ${namespaces} namespaces`);
  const cluster = await startCluster({ name: "start", auditLog: true });
  await installProduct(cluster);
  const metrics = await startMetricsApi(cluster);
  let wanted = 1;
  metrics.usageOf = ({ siblings }) => (requested / 2) * ((wanted - 0.5) / siblings);
  const first = await startOperator(cluster, {
    ...{ replica: "first", values: { logLevel: "debug" } },
  });
  await createAll(cluster);
  await untilAll(first, "decided");
  await first.stop();
  await measureStart(cluster, "the same load", "decided");
  wanted = 2;
  await measureStart(cluster, "twice the load", "scale");
  await metrics.stop();
  await cluster.stop();
}

await command(main);
