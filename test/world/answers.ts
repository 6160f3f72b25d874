import type { Metric } from "../../engine/model/spec/metric.ts";
import type { RawAnswer } from "../../engine/model/observation/observation.ts";
import { readPodUsage } from "../../engine/model/observation/pod-usage.ts";

/** Of all pods together, by what measures it: thousandths of a core, mebibytes, or a metric's own unit. */
export type Load = Readonly<Record<string, number>>;

/** The metrics APIs' data at one moment. */
export interface Measured {
  readonly now: number;
  readonly load: Load;
  /** The pods that share the load equally, except the idle ones. */
  readonly readyPods: readonly string[];
  /** Ready pods that get no requests. */
  readonly idlePods: ReadonlySet<string>;
  /** The metrics that fail, by the names of the loads. */
  readonly failing: ReadonlySet<string>;
  /** Pods without samples. */
  readonly unmeasured: ReadonlySet<string>;
  /** The time of all values, which are served without being measured again; absent: now. */
  readonly measuredAt?: number;
}

/** The name of a metric's load. */
export function loadNameOf(asked: Metric): string {
  switch (asked.type) {
    case "Resource":
      return asked.resource.name;
    case "ContainerResource":
      return asked.containerResource.name;
    case "Pods":
      return asked.pods.metric.name;
    case "Object":
      return asked.object.metric.name;
    case "External":
      return asked.external.metric.name;
    case "Prometheus":
      return asked.prometheus.query;
    case "ExternalScaler":
      return asked.externalScaler.source;
  }
}

export function answerTo(asked: Metric, measured: Measured): RawAnswer {
  const { now, load, failing, measuredAt = now } = measured;
  const name = loadNameOf(asked);
  const total = load[name];
  if (total === undefined || failing.has(name)) return failureOf(asked.type, name);
  const timestamp = new Date(measuredAt).toISOString();
  const parts = partsOf(total, measured);
  switch (asked.type) {
    case "Resource":
    case "ContainerResource": {
      const unit = name === "cpu" ? "m" : "Mi";
      const usage = (part: number) => ({ [name]: `${part}${unit}` });
      const items = parts.map(({ pod, part }) => ({
        ...{ metadata: { name: pod }, timestamp, window: "15s" },
        containers: [{ name: "main", usage: usage(part) }],
      }));
      return { kind: "PodMetrics", items: readPodUsage(items) };
    }
    case "Pods": {
      const items = parts.map(({ pod, part }) => ({
        ...{ pod, value: `${Math.round(part * 1000)}m`, timestamp, windowSeconds: 15 },
      }));
      return { kind: "PodValues", items };
    }
    case "Object":
      return { kind: "ObjectValue", value: String(total), timestamp };
    case "External":
      return { kind: "ExternalValues", values: [{ value: String(total), timestamp }] };
    case "Prometheus":
      return { kind: "PrometheusResult", values: [{ value: String(total), timestamp }] };
    case "ExternalScaler": {
      const metrics = [{ name, target: "0", values: [String(total)] }];
      return { kind: "ScalerMetrics", isActive: total > 0, metrics };
    }
  }
}

/** A query without a result is the most dangerous failure: it looks like a success. */
const failureOf = (type: string, name: string): RawAnswer =>
  type === "Prometheus"
    ? { kind: "PrometheusResult", values: [] }
    : { kind: "Failed", message: `${name} is not to be had` };

function partsOf(total: number, { readyPods, idlePods, unmeasured }: Measured) {
  const serving = readyPods.filter(pod => !idlePods.has(pod)).length;
  const share = Math.round((total / serving) * 1000) / 1000;
  return readyPods
    .filter(pod => !unmeasured.has(pod))
    .map(pod => ({ pod, part: idlePods.has(pod) ? 0 : share }));
}
