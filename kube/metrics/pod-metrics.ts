import {
  type PodUsage,
  PodUsageReader,
  type RawPodMetrics,
} from "../../engine/model/observation/pod-usage.ts";
import { err, ok } from "../../engine/model/values/result.ts";
import {
  type Fields,
  isFields,
  isText,
  isTextOrAbsent,
} from "../../engine/model/values/json-values.ts";
import { mostBytes, mostCharacters, mostItems } from "../transport/response-size.ts";
import type { KubeAnswer } from "../transport/errors.ts";
import { blame, listItems, takeItems } from "./metric-list.ts";
import { resourcePath } from "../watch/object.ts";
import type { Transport } from "../transport/transport.ts";

export interface PodMetricsQuestion {
  readonly namespace: string;
  /** Limits the list to matching pods; null: all pods. */
  readonly labelSelector: string | null;
  /** How many of these pods the operator has in memory: it then has the memory for their usage. Default: 0. */
  readonly pods?: number;
  readonly deadlineMs: number;
}

export interface ClusterPodMetricsQuestion {
  /** Only the usage of their pods is kept. */
  readonly namespaces: ReadonlySet<string>;
  /** How many pods of the cluster the operator has in memory. */
  readonly pods: number;
  readonly deadlineMs: number;
}

const resource = { group: "metrics.k8s.io", version: "v1beta1", plural: "pods" };

export async function listPodMetrics(
  transport: Transport,
  { namespace, labelSelector, pods = 0, deadlineMs }: PodMetricsQuestion,
): KubeAnswer<readonly PodUsage[]> {
  const path = resourcePath({ ...resource, namespace });
  const query = labelSelector === null ? {} : { query: { labelSelector } };
  const request = { path, ...query, deadlineMs, ...limitsFor(pods) };
  const reader = new PodUsageReader();
  const items = await listItems(transport, request, item =>
    isPodMetrics(item) ? reader.read(item) : null,
  );
  return items.ok ? items : err(blame(items.error, blamed));
}

/** The usage of the pods of many namespaces in one request: by namespace, then by name. */
export async function listClusterPodMetrics(
  transport: Transport,
  { namespaces, pods, deadlineMs }: ClusterPodMetricsQuestion,
): KubeAnswer<ReadonlyMap<string, ReadonlyMap<string, PodUsage>>> {
  const request = { path: resourcePath(resource), deadlineMs, ...limitsFor(pods) };
  const reader = new PodUsageReader();
  const all = new Map<string, Map<string, PodUsage>>();
  const read = await takeItems(transport, request, item => {
    if (!isPodMetrics(item)) return false;
    const { namespace } = item.metadata as { readonly namespace?: unknown };
    if (typeof namespace !== "string") return false;
    if (!namespaces.has(namespace)) return true;
    const kept = reader.read(item);
    const here = all.get(namespace) ?? new Map<string, PodUsage>();
    all.set(namespace, here.set(kept.name, kept));
    return true;
  });
  return read.ok ? ok(all) : err(blame(read.error, blamed));
}

function limitsFor(pods: number) {
  const known = Number.isFinite(pods) ? pods : 0;
  return {
    mostBytes: Math.max(mostBytes.podMetrics, mostBytes.metricsOfPod * known),
    mostItems: Math.max(mostItems.usageOfPods, mostItems.usageOfPod * known),
  };
}

const blamed = {
  server: "metrics-server",
  absent: "install metrics-server, or look why it is not available",
  // The operator lists by selector before users see this message, so it concerns one selector's list.
  tooLarge:
    "the API has no pages: let the target's selector match fewer pods, or give them fewer labels and containers",
};

function isPodMetrics(item: Fields): item is Fields & RawPodMetrics {
  const { metadata, timestamp, window, containers } = item;
  if (!isFields(metadata) || !isText(metadata["name"], mostCharacters.name)) return false;
  if (![timestamp, window].every(text => isTextOrAbsent(text, mostCharacters.value))) return false;
  return containers == null || (Array.isArray(containers) && containers.every(isContainer));
}

function isContainer(container: unknown): boolean {
  if (!isFields(container) || !isText(container["name"], mostCharacters.name)) return false;
  const { usage } = container;
  return usage == null || (isFields(usage) && Object.entries(usage).every(isAmount));
}

const isAmount = ([name, amount]: readonly [string, unknown]): boolean =>
  isText(name, mostCharacters.name) && isText(amount, mostCharacters.value);
