import { mustRequest, type ApiObject, type ApiTarget } from "../api.ts";
import { usageAnnotation, type LoadedResource } from "./load.ts";

const group = "autoscaling.trimtab.dev/v1alpha1";

/**
 * Of a Deployment that has a count but no pods. With a deadline for its progress, its controller would also write
 * that it is paused, and then try to write the rest of the status with a version that is no longer current.
 */
export const pausedForever = { paused: true, progressDeadlineSeconds: 2 ** 31 - 1 };

/**
 * A Deployment whose pods do nothing, because kwok runs no containers.
 *
 * @param fields of its spec, in addition
 */
export function createDeployment(
  cluster: ApiTarget,
  namespace: string,
  ...[name, replicas, fields]: [name: string, replicas: number, fields?: object]
): Promise<ApiObject> {
  const labels = { app: name };
  const container = { name: "main", image: "example.invalid/main:1" };
  return mustRequest(cluster, "POST", `/apis/apps/v1/namespaces/${namespace}/deployments`, {
    metadata: { name, labels },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [container] } },
      ...fields,
    },
  });
}

type Quantities = Readonly<Partial<Record<LoadedResource, string>>>;

/** The requests of a Deployment's pods, their initial usage, and their node (default: any). */
export interface Busy {
  readonly requests: Quantities;
  readonly usage: Quantities;
  readonly node?: string;
  /** True if a readiness gate keeps them from becoming ready. */
  readonly neverReady?: boolean;
}

/** A Deployment whose pods report a usage in their metrics. */
export function createBusyDeployment(
  cluster: ApiTarget,
  namespace: string,
  ...[name, replicas, { requests, usage, node, neverReady }]: [
    name: string,
    replicas: number,
    busy: Busy,
  ]
): Promise<ApiObject> {
  const labels = { app: name };
  const container = { name: "main", image: "example.invalid/main:1", resources: { requests } };
  const used = Object.entries(usage) as [LoadedResource, string][];
  const annotations = Object.fromEntries(used.map(([key, value]) => [usageAnnotation(key), value]));
  const gates = neverReady ? { readinessGates: [{ conditionType: "example.invalid/open" }] } : {};
  const placed = node === undefined ? {} : { nodeSelector: { "kubernetes.io/hostname": node } };
  const spec = { containers: [container], ...placed, ...gates };
  return mustRequest(cluster, "POST", `/apis/apps/v1/namespaces/${namespace}/deployments`, {
    metadata: { name, labels },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels, annotations }, spec },
    },
  });
}

export async function replicasOf(
  cluster: ApiTarget,
  namespace: string,
  name: string,
): Promise<number> {
  const path = `/apis/apps/v1/namespaces/${namespace}/deployments/${name}`;
  const { spec } = await mustRequest(cluster, "GET", path);
  return (spec as { replicas?: number }).replicas ?? 0;
}

const autoscalersPath = (namespace: string): string =>
  `/apis/${group}/namespaces/${namespace}/clusterproportionalautoscalers`;

/** An Autoscaler of this name for the Deployment of the same name. */
export function createScaler(
  cluster: ApiTarget,
  namespace: string,
  ...[name, spec]: [name: string, spec: object]
): Promise<ApiObject> {
  return mustRequest(cluster, "POST", `/apis/${group}/namespaces/${namespace}/autoscalers`, {
    apiVersion: group,
    kind: "Autoscaler",
    metadata: { name, namespace },
    spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name }, ...spec },
  });
}

/** A ClusterProportionalAutoscaler of this name for the Deployment of the same name. */
export function createAutoscaler(
  cluster: ApiTarget,
  namespace: string,
  ...[name, spec]: [name: string, spec: object]
): Promise<ApiObject> {
  return mustRequest(cluster, "POST", autoscalersPath(namespace), {
    apiVersion: group,
    kind: "ClusterProportionalAutoscaler",
    metadata: { name, namespace },
    spec: { scaleTargetRefs: [{ apiVersion: "apps/v1", kind: "Deployment", name }], ...spec },
  });
}
