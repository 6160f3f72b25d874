import type { RawPodMetrics } from "../../engine/observation/pod-sample.ts";
import { err, ok } from "../../engine/result.ts";
import {
  type Fields,
  isFields,
  isText,
  isTextOrAbsent,
} from "../../engine/validate/field-reader.ts";
import { mostBytes } from "../transport/response-size.ts";
import type { KubeAnswer } from "../transport/errors.ts";
import { blame, listItems } from "./metric-list.ts";
import { resourcePath } from "../watch/object.ts";
import type { Transport } from "../transport/transport.ts";

export interface PodMetricsQuestion {
  readonly namespace: string;
  /** Limits the list to matching pods; null: all pods. */
  readonly labelSelector: string | null;
  readonly deadlineMs: number;
}

const pods = { group: "metrics.k8s.io", version: "v1beta1", plural: "pods" };

export async function listPodMetrics(
  transport: Transport,
  { namespace, labelSelector, deadlineMs }: PodMetricsQuestion,
): KubeAnswer<readonly RawPodMetrics[]> {
  const path = resourcePath({ ...pods, namespace });
  const query = labelSelector === null ? {} : { query: { labelSelector } };
  const request = { path, ...query, deadlineMs, mostBytes: mostBytes.podMetrics };
  const items = await listItems<RawPodMetrics>(transport, request, isPodMetrics);
  return items.ok ? ok(items.value.map(trim)) : err(blame(items.error, blamed));
}

/** Labels, for example, are half of a list, which stays in memory until the next one. */
function trim({ metadata, timestamp, window, containers }: RawPodMetrics): RawPodMetrics {
  return {
    metadata: { name: metadata?.name ?? "" },
    ...(timestamp == null ? {} : { timestamp }),
    ...(window == null ? {} : { window }),
    containers: containers?.map(({ name, usage }) => ({ name, usage: usage ?? {} })) ?? [],
  };
}

const blamed = {
  server: "metrics-server",
  absent: "install metrics-server, or look why it is not available",
  // The operator lists by selector before users see this message, so it concerns one selector's list.
  tooLarge:
    "the API has no pages: let the target's selector match fewer pods, or give them fewer labels and containers",
};

function isPodMetrics({ metadata, timestamp, window, containers }: Fields): boolean {
  if (!isFields(metadata) || !isText(metadata["name"])) return false;
  if (![timestamp, window].every(isTextOrAbsent)) return false;
  return containers == null || (Array.isArray(containers) && containers.every(isContainer));
}

function isContainer(container: unknown): boolean {
  if (!isFields(container) || !isText(container["name"])) return false;
  const { usage } = container;
  return usage == null || (isFields(usage) && Object.values(usage).every(isText));
}
