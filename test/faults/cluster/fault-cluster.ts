import { randomUUID } from "node:crypto";

import { expect } from "vitest";

import type { TargetHistory } from "../../../crds/generated/shared.ts";
import type { ClusterProportionalAutoscalerStatus } from "../../../crds/generated/cluster-proportional-autoscaler.ts";
import {
  type ApiObject,
  type ApiTarget,
  forEachConcurrently,
  mustRequest,
} from "../../../hack/cluster/api.ts";
import { useOrStartCluster, type Cluster } from "../../../hack/cluster/cluster.ts";
import { createNodes, deleteNodes } from "../../../hack/cluster/nodes.ts";
import { memoryOf } from "../../../hack/host/processes.ts";
import { installProduct } from "../../../hack/cluster/operator/install.ts";
import { pausedForever } from "../../../hack/cluster/operator/workloads.ts";
import { eventually } from "../../integration/eventually.ts";

/** The cluster of this folder with the product installed; the operator is `dist/trimtab.cjs`. */
export async function startFaultCluster(): Promise<Cluster> {
  const cluster = await useOrStartCluster({ name: "faults", auditLog: true });
  await installProduct(cluster);
  return cluster;
}

/** A namespace with targets without pods, and nodes that only its autoscalers count. */
export interface Place {
  readonly cluster: ApiTarget;
  readonly namespace: string;
  /** The labels of its nodes. */
  readonly labels: Readonly<Record<string, string>>;
  readonly nodes: string[];
}

export async function makePlace(cluster: ApiTarget): Promise<Place> {
  const namespace = `faults-${randomUUID().slice(0, 8)}`;
  await mustRequest(cluster, "POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  return { cluster, namespace, labels: { place: namespace }, nodes: [] };
}

/** Deletes all autoscalers and their targets: the next file in this cluster counts requests. */
export async function clearPlaces(cluster: ApiTarget): Promise<void> {
  const ours = "/apis/autoscaling.trimtab.dev/v1alpha1";
  const kinds = ["autoscalers", "clusterproportionalautoscalers"];
  // After a restart of the API server, the storage of custom resources is not ready at once.
  const lists = await eventually(() =>
    Promise.all(kinds.map(kind => mustRequest(cluster, "GET", `${ours}/${kind}`))),
  );
  const namespaces = new Set(
    lists.flatMap(({ items = [] }) => items.map(({ metadata }) => metadata?.namespace ?? "")),
  );
  await forEachConcurrently([...namespaces], async namespace => {
    for (const kind of kinds) {
      await mustRequest(cluster, "DELETE", `${ours}/namespaces/${namespace}/${kind}`);
    }
    await mustRequest(cluster, "DELETE", `/apis/apps/v1/namespaces/${namespace}/deployments`);
  });
}

/** Sets the number of nodes; the most recently added ones go first. */
export async function setNodes(place: Place, count: number): Promise<void> {
  const { cluster, namespace, labels, nodes } = place;
  const gone = nodes.splice(count);
  const names = Array.from({ length: count - nodes.length }, () => `${namespace}-${++serial}`);
  nodes.push(...names);
  await deleteNodes(cluster, gone);
  await createNodes(cluster, { names, labels });
}

/** No name is used twice. */
let serial = 0;

export const deploymentPath = ({ namespace }: Place, name = ""): string =>
  `/apis/apps/v1/namespaces/${namespace}/deployments/${name}`;

export const autoscalerPath = ({ namespace }: Place, name = ""): string =>
  `/apis/autoscaling.trimtab.dev/v1alpha1/namespaces/${namespace}/clusterproportionalautoscalers/${name}`;

/** A paused Deployment creates no pods, and its generation counts the changes of its count. */
export function createDeployment(place: Place, name: string, replicas: number): Promise<unknown> {
  const labels = { app: name };
  const template = {
    metadata: { labels },
    spec: { containers: [{ name: "main", image: "none" }] },
  };
  return mustRequest(place.cluster, "POST", deploymentPath(place), {
    metadata: { name },
    spec: { ...pausedForever, replicas, selector: { matchLabels: labels }, template },
  });
}

/** A Deployment of one replica and its autoscaler. */
export async function createScaled(place: Place, name: string, spec: object = {}): Promise<void> {
  await createDeployment(place, name, 1);
  await createAutoscaler(place, name, spec);
}

/** One replica for each node of the place, without delay in both directions, unless `spec` differs. */
export function createAutoscaler(
  place: Place,
  name: string,
  spec: object = {},
): Promise<ApiObject> {
  return mustRequest(place.cluster, "POST", autoscalerPath(place), {
    apiVersion: "autoscaling.trimtab.dev/v1alpha1",
    kind: "ClusterProportionalAutoscaler",
    metadata: { name },
    spec: {
      scaleTargetRefs: [{ apiVersion: "apps/v1", kind: "Deployment", name }],
      linear: { nodesPerReplica: 1 },
      nodes: { selector: { matchLabels: place.labels }, unschedulable: "Count" },
      algorithm: "CPA-1.10",
      ...spec,
    },
  });
}

export async function deployment(place: Place, name: string) {
  const { metadata, spec } = await mustRequest(place.cluster, "GET", deploymentPath(place, name));
  const { replicas } = spec as { replicas: number };
  return { replicas, generation: metadata?.generation ?? 0, uid: metadata?.uid ?? "" };
}

/** Waits until the target has this count. */
export function untilCount(place: Place, name: string, count: number, withinMs?: number) {
  return eventually(async () => {
    expect((await deployment(place, name)).replicas).toBe(count);
  }, withinMs);
}

/** Waits until the history contains exactly these changes, and none is pending. */
export function untilHistory(
  place: Place,
  name: string,
  { up, down }: { up: number; down: number },
) {
  return eventually(async () => {
    expect(await historyOf(place, name)).toMatchObject({ up, down, pending: null });
  });
}

export async function setReplicas(place: Place, name: string, replicas: number): Promise<void> {
  const patch = { spec: { replicas } };
  const path = deploymentPath(place, name);
  await mustRequest(place.cluster, "PATCH", path, patch);
}

export async function statusOf(
  place: Place,
  name: string,
): Promise<ClusterProportionalAutoscalerStatus> {
  const { status } = await mustRequest(place.cluster, "GET", autoscalerPath(place, name));
  return status ?? {};
}

/** The history of the object's first target. */
export async function historyOf(place: Place, name: string) {
  const { targets } = await statusOf(place, name);
  return changesIn(targets?.[0]?.history);
}

/** The events of a history, the time of the newest one, and sums by direction. */
export function changesIn(history: Partial<TargetHistory> = {}) {
  const { scaleEvents = [], pending = null, targetUID } = history;
  // In a full history, an event represents several changes and contains their sums by direction.
  const sum = (sign: 1 | -1): number =>
    scaleEvents.reduce((total, { change = 0, span = { up: change, down: change } }) => {
      return total + Math.max(0, sign * (sign === 1 ? span.up : span.down));
    }, 0);
  const last = scaleEvents.at(-1);
  const newest = Date.parse(last?.span?.since ?? last?.time ?? "");
  return { events: scaleEvents.length, newest, up: sum(1), down: sum(-1), pending, targetUID };
}

/** Resident memory of a process in MB. */
export const residentMb = (pid: number): number =>
  Math.round((memoryOf(pid, "VmRSS") ?? NaN) / 2 ** 20);
