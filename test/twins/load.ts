import type { Cluster } from "../../hack/cluster/cluster.ts";
import { Load, loadUnits, shareOf, type LoadedResource } from "../../hack/cluster/operator/load.ts";
import { apiRequest, mustRequest } from "../../hack/cluster/api.ts";
import { CustomMetrics } from "../../hack/cluster/metrics/custom-metrics.ts";
import { sideNames, sides, type Side } from "./sides.ts";
import { metricsLag } from "./unrest.ts";

/**
 * The metric of a load. cpu and memory: the usage of a side's ready pods. pods: a custom metric of each
 * running pod. object and external: one value for both sides, which each divides among its pods. queue: a
 * separate external value for each side, the queue length per ready pod.
 */
export type LoadKind = LoadedResource | "pods" | "object" | "external" | "queue";

/** The same load on both sides. */
export interface TwinLoad {
  /** For all pods of a side together. */
  total: number;
  /** For the table. */
  readonly text: string;
  /** Distributes it to the current pods. */
  share(): Promise<void>;
  /** Why the metrics do not reflect it yet; null: they do. */
  lag(replicas: (side: Side) => number): Promise<string | null>;
}

export const loadMetric = "load";
/** The object that the metric describes, and the label that distinguishes the sides. */
export const loadedService = "front";
export const sideLabel = "side";

export function makeLoad(cluster: Cluster, namespace: string, kind: LoadKind): TwinLoad {
  return kind === "cpu" || kind === "memory"
    ? new UsedLoad(cluster, namespace, kind)
    : new ToldLoad(cluster, namespace, kind);
}

class UsedLoad implements TwinLoad {
  readonly #cluster: Cluster;
  readonly #namespace: string;
  readonly #resource: LoadedResource;
  readonly #load: Load;

  constructor(cluster: Cluster, namespace: string, resource: LoadedResource) {
    this.#cluster = cluster;
    this.#namespace = namespace;
    this.#resource = resource;
    this.#load = new Load(cluster, { namespace, names: sides, resource }, 0);
  }

  get total(): number {
    return this.#load.total;
  }

  set total(total: number) {
    this.#load.total = total;
  }

  get text(): string {
    return `${this.total}${loadUnits[this.#resource]}`;
  }

  share(): Promise<void> {
    return this.#load.share();
  }

  lag(replicas: (side: Side) => number): Promise<string | null> {
    const [namespace, resource] = [this.#namespace, this.#resource];
    return metricsLag(this.#cluster, { namespace, resource, total: this.total, replicas });
  }
}

interface SidePod {
  readonly name: string;
  readonly isReady: boolean;
}

/** Set at an adapter, which serves it immediately. */
class ToldLoad implements TwinLoad {
  readonly #cluster: Cluster;
  readonly #metrics: CustomMetrics;
  readonly #namespace: string;
  readonly #kind: Exclude<LoadKind, LoadedResource>;
  total = 0;

  constructor(cluster: Cluster, namespace: string, kind: Exclude<LoadKind, LoadedResource>) {
    this.#cluster = cluster;
    this.#metrics = new CustomMetrics(cluster);
    this.#namespace = namespace;
    this.#kind = kind;
  }

  get text(): string {
    return String(this.total);
  }

  async share(): Promise<void> {
    const [namespace, metric] = [this.#namespace, loadMetric];
    const value = `${this.total * 1000}m`;
    if (this.#kind === "external") {
      await this.#metrics.setExternal({ namespace, metric, value });
    } else if (this.#kind === "object") {
      const object = { resource: "services", name: loadedService, namespace };
      await this.#metrics.setCustom({ ...object, metric, value });
    } else {
      await Promise.all(sides.map(async side => this.#shareOut(side, await this.#podsOf(side))));
    }
  }

  async #shareOut(side: Side, pods: readonly SidePod[]): Promise<void> {
    const [namespace, metric] = [this.#namespace, loadMetric];
    if (this.#kind === "queue") {
      const ready = pods.filter(({ isReady }) => isReady).length;
      const value = `${shareOf(this.total * 1000, ready)}m`;
      await this.#metrics.setExternal({ namespace, metric, labels: { [sideLabel]: side }, value });
      return;
    }
    const value = `${shareOf(this.total * 1000, pods.length)}m`;
    const values = pods.map(({ name }) => ({ resource: "pods", name, namespace, metric, value }));
    if (values.length > 0) await this.#metrics.setCustom(...values);
  }

  async #podsOf(side: Side): Promise<SidePod[]> {
    const path = `/api/v1/namespaces/${this.#namespace}/pods?labelSelector=app%3D${side}`;
    const { items = [] } = await mustRequest(this.#cluster, "GET", path);
    return items
      .filter(({ metadata }) => metadata?.deletionTimestamp === undefined)
      .filter(({ status }) => (status as { phase?: string }).phase === "Running")
      .map(({ metadata, status }) => ({ name: metadata?.name ?? "", isReady: isReady(status) }));
  }

  /** The adapter serves new values immediately, but the pods that they describe must exist. */
  async lag(replicas: (side: Side) => number): Promise<string | null> {
    const path = `/apis/apps/v1/namespaces/${this.#namespace}/deployments`;
    const { body } = await apiRequest(this.#cluster, "GET", path);
    for (const { metadata, status } of body.items ?? []) {
      const side = sides.find(name => name === metadata?.name);
      const { replicas: there = 0, updatedReplicas = 0 } = (status ?? {}) as Counts;
      if (side && (there !== replicas(side) || updatedReplicas !== replicas(side))) {
        return `${sideNames[side]}: ${there} pods, ${updatedReplicas} of them up to date`;
      }
    }
    return null;
  }
}

interface Counts {
  readonly replicas?: number;
  readonly updatedReplicas?: number;
}

const isReady = (status: unknown): boolean =>
  (status as { conditions?: readonly { type: string; status: string }[] }).conditions?.some(
    ({ type, status: value }) => type === "Ready" && value === "True",
  ) ?? false;
