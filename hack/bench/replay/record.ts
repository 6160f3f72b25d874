/**
 * Records the objects that the replay API server copies: `npm run replay:record`. A real control plane
 * creates them, and a real operator writes the status, so their sizes and managed fields are real.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { keysOf, createWorkloads, scalerSpec } from "../peers/workloads.ts";
import { mustRequest, type ApiObject } from "../../cluster/api.ts";
import { startCluster, type Cluster } from "../../cluster/cluster.ts";
import { command } from "../../host/command.ts";
import { installProduct } from "../../cluster/operator/install.ts";
import { startOperator } from "../../cluster/operator/operator.ts";
import { createScaler } from "../../cluster/operator/workloads.ts";

const shapes = join(import.meta.dirname, "shapes");
/** Several sync periods, so that the status is complete. */
const settleMs = 90_000;

async function first(cluster: Cluster, path: string): Promise<ApiObject> {
  const { items = [] } = await mustRequest(cluster, "GET", path);
  if (!items[0]) throw new Error(`${path} is empty`);
  return items[0];
}

async function main(): Promise<void> {
  const cluster = await startCluster({ name: "record", metricsServer: true });
  await installProduct(cluster);
  const keys = keysOf(1);
  await createWorkloads(cluster, keys);
  const [namespace = "", name = ""] = keys[0]?.split("/") ?? [];
  const operator = await startOperator(cluster, { replica: "record", webhook: false });
  await createScaler(cluster, namespace, name, scalerSpec);
  await sleep(settleMs);
  const recorded = {
    deployment: `/apis/apps/v1/namespaces/${namespace}/deployments`,
    pod: `/api/v1/namespaces/${namespace}/pods`,
    node: "/api/v1/nodes",
    autoscaler: `/apis/autoscaling.trimtab.dev/v1alpha1/namespaces/${namespace}/autoscalers`,
  };
  for (const [shape, path] of Object.entries(recorded)) {
    const text = JSON.stringify(await first(cluster, path), undefined, 2);
    await writeFile(join(shapes, `${shape}.json`), `${text}\n`);
  }
  await operator.stop();
  await cluster.stop();
}

await command(main);
