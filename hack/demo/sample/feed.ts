import { mustRequest } from "../../cluster/api.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import { CustomMetrics } from "../../cluster/metrics/custom-metrics.ts";
import {
  annotatePod,
  isReady,
  loadUnits,
  type LoadedResource,
  type RunningPod,
  usageAnnotation,
} from "../../cluster/operator/load.ts";
import type { Measure, MeasureSource } from "./measures.ts";
import type { DescribedObject } from "../../../crds/generated/autoscaler.ts";
import type { SampleSources } from "./sources.ts";

/** The load level: what the initial pods can carry, several times that, or little. */
export type Level = "usual" | "much" | "little";

export interface Fed {
  readonly namespace: string;
  readonly measures: readonly Measure[];
  /** The pod labels of each workload. */
  readonly podLabels: readonly Readonly<Record<string, string>>[];
  /** Number of pods at the start. */
  readonly pods: number;
  readonly sources: SampleSources;
}

/** The metrics of a sample: one load, shared by all ready pods. */
export class Feed {
  readonly #cluster: Cluster;
  readonly #metrics: CustomMetrics;
  readonly #fed: Fed;
  level: Level = "usual";

  constructor(cluster: Cluster, fed: Fed) {
    this.#cluster = cluster;
    this.#metrics = new CustomMetrics(cluster);
    this.#fed = fed;
  }

  /** Distributes the load to the current pods. */
  async share(): Promise<void> {
    const pods = await this.#readyPods();
    for (const measure of this.#fed.measures) await this.#feed(measure, pods);
  }

  /** Whether custom and external metrics fail from now on. */
  async fail(isDown: boolean): Promise<void> {
    const fault = isDown ? ({ mode: "failing", status: 503 } as const) : null;
    for (const group of ["custom.metrics.k8s.io", "external.metrics.k8s.io"] as const) {
      await this.#metrics.setFault(group, fault, this.#fed.namespace);
    }
  }

  /** In thousandths of the metric's unit, for all pods together. */
  #totalOf({ podLoad, low }: Measure): number {
    const shares: Readonly<Record<Level, number>> = { usual: 0.95, much: 3, little: low };
    return shares[this.level] * podLoad * Math.max(1, this.#fed.pods);
  }

  async #feed(measure: Measure, pods: readonly RunningPod[]): Promise<void> {
    const { source, shared } = measure;
    const total = this.#totalOf(measure);
    const part = Math.round(shared === "whole" ? total : total / Math.max(1, pods.length));
    if (source.kind === "used") await this.#use(source.resource, part, pods);
    else if (source.kind === "prometheus") this.#export(source.metric, part);
    else if (source.kind === "scaler") await this.#answer(part);
    else await this.#tell(source, `${part}m`, pods);
  }

  #export(metric: string, milli: number): void {
    const series = `${metric}{namespace="${this.#fed.namespace}"}`;
    this.#fed.sources.exporter?.set(series, milli / 1000);
  }

  /** With little to do, a scaler is not active. */
  async #answer(milli: number): Promise<void> {
    const active = this.level !== "little";
    const floatValues = [active ? milli / 1000 : 0];
    const metrics = [{ name: "queueLength", target: 10, floatValues }];
    await this.#fed.sources.scaler?.set({ active, metrics });
  }

  async #use(resource: LoadedResource, part: number, pods: readonly RunningPod[]): Promise<void> {
    const amount = resource === "cpu" ? part : part / 1000 / 2 ** 20;
    const annotation = usageAnnotation(resource);
    const usage = `${Math.round(amount)}${loadUnits[resource]}`;
    const due = pods.filter(({ metadata }) => metadata?.annotations?.[annotation] !== usage);
    const path = `/api/v1/namespaces/${this.#fed.namespace}/pods`;
    await Promise.all(
      due.map(({ metadata }) =>
        annotatePod(this.#cluster, `${path}/${metadata?.name ?? ""}`, { [annotation]: usage }),
      ),
    );
  }

  async #tell(
    source: Exclude<MeasureSource, { readonly kind: "used" | "prometheus" | "scaler" }>,
    value: string,
    pods: readonly RunningPod[],
  ): Promise<void> {
    const { namespace } = this.#fed;
    const { metric, labels } = source;
    const rest = { namespace, metric, labels, value };
    if (source.kind === "external") await this.#metrics.setExternal(rest);
    else if (source.kind === "object") {
      const { name } = source.object;
      const resource = await this.#resourceOf(source.object);
      await this.#metrics.setCustom({ resource, name, ...rest });
    } else {
      const names = pods.map(({ metadata }) => metadata?.name ?? "");
      const values = names.map(name => ({ resource: "pods", name, ...rest }));
      if (values.length > 0) await this.#metrics.setCustom(...values);
    }
  }

  /** As the custom metrics API names a kind: ingresses.networking.k8s.io. */
  async #resourceOf({ apiVersion = "v1", kind }: DescribedObject): Promise<string> {
    const [group, version] = apiVersion.split("/");
    const path = version === undefined ? `/api/${group ?? ""}` : `/apis/${apiVersion}`;
    const { resources } = (await mustRequest(this.#cluster, "GET", path)) as Discovery;
    const found = resources?.find(one => one.kind === kind && !one.name.includes("/"));
    if (!found) throw new Error(`the cluster has no ${kind} in ${apiVersion}`);
    return version === undefined ? found.name : `${found.name}.${group ?? ""}`;
  }

  async #readyPods(): Promise<RunningPod[]> {
    const path = `/api/v1/namespaces/${this.#fed.namespace}/pods`;
    const { items = [] } = await mustRequest(this.#cluster, "GET", path);
    return (items as readonly RunningPod[]).filter(
      pod => isReady(pod) && this.#fed.podLabels.some(labels => hasLabels(pod, labels)),
    );
  }
}

interface Discovery {
  readonly resources?: readonly { readonly kind: string; readonly name: string }[];
}

const hasLabels = ({ metadata }: RunningPod, labels: Readonly<Record<string, string>>): boolean =>
  Object.entries(labels).every(([key, value]) => metadata?.labels?.[key] === value);
