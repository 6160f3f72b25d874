import { forEachConcurrently, mustRequest, type ApiTarget } from "../../cluster/api.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import { createNodes } from "../../cluster/nodes.ts";
import { annotatePod, usageAnnotation } from "../../cluster/operator/load.ts";
import { createBusyDeployment } from "../../cluster/operator/workloads.ts";
import { namespacesOf } from "./contender.ts";

/** CPU request of each pod in millicores; the target is half of it. */
const requested = 100;
/** Millicores of each pod. */
export const usualUsage = requested / 2;
const usual = `${usualUsage}m`;
/** Beyond the tolerance: two pods become three. */
export const raisedUsage = (requested * 3) / 4;
const raised = `${raisedUsage}m`;
const pods = 2;
const podsOfNode = 500;
const inNamespace = 100;

/** `namespace/name` of each Deployment. */
export const keysOf = (count: number, prefix = "bench"): string[] =>
  Array.from(
    { length: count },
    (_, index) => `${prefix}-${Math.floor(index / inNamespace)}/web-${index}`,
  );

const bounds = { min: 1, max: pods + 1 };
const averageUtilization = 50;

/** Of a HorizontalPodAutoscaler, and of an Autoscaler. */
export const scalerSpec = {
  ...{ minReplicas: bounds.min, maxReplicas: bounds.max },
  metrics: [
    {
      type: "Resource",
      resource: { name: "cpu", target: { type: "Utilization", averageUtilization } },
    },
  ],
};

/** The same of a ScaledObject. */
export const scaledObjectSpec = {
  ...{ minReplicaCount: bounds.min, maxReplicaCount: bounds.max },
  triggers: [
    { type: "cpu", metricType: "Utilization", metadata: { value: `${averageUtilization}` } },
  ],
};

/** Deployments of two pods, whose usage equals the target. */
export async function createWorkloads(
  cluster: Cluster,
  keys: readonly string[],
  replicas = pods,
): Promise<void> {
  const count = Math.ceil(((pods + 2) * keys.length) / podsOfNode);
  const capacity = { cpu: "1000", memory: "1Ti", pods: `${podsOfNode}` };
  const namespaces = namespacesOf(keys);
  await createNodes(cluster, { count, ...capacity, prefix: `${namespaces[0] ?? ""}-` });
  await forEachConcurrently(namespaces, name =>
    mustRequest(cluster, "POST", "/api/v1/namespaces", { metadata: { name } }),
  );
  await forEachConcurrently(keys, key => {
    const [namespace = "", name = ""] = key.split("/");
    const busy = { requests: { cpu: `${requested}m` }, usage: { cpu: usual } };
    return createBusyDeployment(cluster, namespace, name, replicas, busy);
  });
}

const annotation = usageAnnotation("cpu");
/** kwok evaluates this for each pod and each request of metrics-server. */
const noisy =
  `("${annotation}" in pod.metadata.annotations` +
  ` ? Quantity(pod.metadata.annotations["${annotation}"]) : Quantity("1m")) * (0.96 + 0.08 * Rand())`;

/** metrics-server ignores pods without a value for memory. */
const usage = { cpu: { expression: noisy }, memory: { expression: 'Quantity("10Mi")' } };

/** Adds a noise of 4% to the usage of all pods. */
export const addNoise = (cluster: ApiTarget): Promise<unknown> =>
  mustRequest(
    cluster,
    "PATCH",
    "/apis/kwok.x-k8s.io/v1alpha1/clusterresourceusages/usage-from-annotation",
    { spec: { usages: [{ usage }] } },
  );

/** Raises the usage of a Deployment's pods, so that it needs one more. */
export const raiseLoad = (cluster: ApiTarget, key: string): Promise<void> =>
  setUsage(cluster, key, raised);

/** Undoes `raiseLoad` and the change of replicas that it caused. */
export async function reset(cluster: ApiTarget, key: string): Promise<void> {
  const [namespace = "", name = ""] = key.split("/");
  const path = `/apis/apps/v1/namespaces/${namespace}/deployments/${name}`;
  await mustRequest(cluster, "PATCH", path, { spec: { replicas: pods } });
  await setUsage(cluster, key, usual);
}

async function setUsage(cluster: ApiTarget, key: string, used: string): Promise<void> {
  const [namespace = "", name = ""] = key.split("/");
  const path = `/api/v1/namespaces/${namespace}/pods`;
  const { items = [] } = await mustRequest(cluster, "GET", `${path}?labelSelector=app%3D${name}`);
  await forEachConcurrently(items, pod =>
    annotatePod(cluster, `${path}/${pod.metadata?.name ?? ""}`, { [annotation]: used }),
  );
}
