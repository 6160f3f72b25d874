import { setTimeout as sleep } from "node:timers/promises";

import { mustRequest } from "../../hack/cluster/api.ts";
import { startCluster, type Cluster } from "../../hack/cluster/cluster.ts";
import { CustomMetrics } from "../../hack/cluster/metrics/custom-metrics.ts";
import { createNodes } from "../../hack/cluster/nodes.ts";
import { startOperator, type Operator } from "../../hack/cluster/operator/operator.ts";
import { testPace } from "../../hack/cluster/pace.ts";
import { freePorts } from "../../hack/neighbours/program.ts";
import { startRepository, type Repository } from "../../hack/neighbours/repository.ts";
import { ReplicaLog } from "./replica-log.ts";
import { untilApplied, type StartTool, type Tool } from "./tool.ts";

/** The operator and the HPA controller, as the log of counts names them. */
export const scalers = { operator: "trimtab", hpa: "kube-controller-manager" };

/** A cluster in which a tool has installed Trimtab from a repository. */
export interface Place {
  readonly cluster: Cluster;
  readonly repository: Repository;
  readonly tool: Tool;
  readonly operator: Operator;
  readonly metrics: CustomMetrics;
  readonly stop: () => Promise<void>;
}

export async function startPlace(startTool: StartTool): Promise<Place> {
  const cluster = await startCluster({
    ...{ name: "neighbours", auditLog: true, customMetrics: true, componentArgs: testPace },
  });
  await createNodes(cluster, { count: 4 });
  const repository = await startRepository();
  const tool = await startTool(cluster, repository);
  const { ports, release } = await freePorts(1);
  const [port = 0] = ports;
  const commit = await tool.installTrimtab(`https://localhost:${port}/validate`);
  await untilApplied(tool, "trimtab", commit);
  const installed = { webhook: false, managesCertificate: true };
  const operator = await startOperator(cluster, { replica: "trimtab-0", port, ...installed });
  const stop = async (): Promise<void> => {
    await operator.stop();
    await tool.stop();
    await repository.stop();
    await cluster.stop();
    release();
  };
  return { cluster, repository, tool, operator, metrics: new CustomMetrics(cluster), stop };
}

/** A namespace for applications, with the log of their counts. */
export async function openNamespace({ cluster }: Place, name: string): Promise<ReplicaLog> {
  await mustRequest(cluster, "POST", "/api/v1/namespaces", { metadata: { name } });
  return await ReplicaLog.of(cluster, name);
}

/** Sets the load of workloads, which is the count that each should have. */
export async function setLoads(
  { metrics }: Place,
  namespace: string,
  loads: Readonly<Record<string, number>>,
): Promise<void> {
  const values = Object.entries(loads).map(([name, load]) => ({
    ...{ namespace, metric: `load-${name}`, value: String(load) },
  }));
  await metrics.setExternal(...values);
}

/** Calls a function every few seconds for a while. */
export async function repeatedly(
  { seconds, every }: { readonly seconds: number; readonly every: number },
  work: (round: number) => Promise<void>,
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  for (let round = 0; performance.now() < end; round++) {
    await work(round);
    await sleep(every * 1000);
  }
}
