import type { AutoscalerSpec, MetricSpec } from "../../../../crds/generated/autoscaler.ts";

/** A server besides the API server that the operator asks. */
export type SourceType = "Prometheus" | "ExternalScaler";

/** What a feature adds to every Autoscaler. */
interface Feature {
  readonly spec?: Partial<AutoscalerSpec>;
  /** Besides the cpu, whose name is cpu. Each asks for the current size. */
  readonly metrics?: readonly MetricSpec[];
  readonly source?: SourceType;
  /** Values of the chart. */
  readonly values?: object;
  /** Whether it concerns replicas that are removed: the load then falls at the end. */
  readonly falls?: boolean;
}

/** A single failure is enough, so that the fallback has begun before the measurement. */
const sized: MetricSpec["fallback"] = {
  ...{ failureDurationSeconds: 1, replicas: 1, behavior: "CurrentIfHigher" },
};

const external = (name: string): MetricSpec => ({
  type: "External",
  external: { metric: { name }, target: { type: "Value", value: 100 } },
});

const window = (name: string, start: string, end: string, minReplicas: number) => ({
  ...{ name, timeZone: "Europe/Berlin", start, end, minReplicas },
});

/** By the names in BENCH_FIELDS. */
export const features: Readonly<Record<string, Feature>> = {
  schedules: {
    spec: {
      schedules: [
        window("month-end", "0 18 L * *", "0 6 1 * *", 2),
        window("day", "0 6 * * *", "0 22 * * *", 2),
        window("night", "0 22 * * *", "0 6 * * *", 1),
      ],
    },
  },
  expression: {
    metrics: [
      {
        ...{ type: "Resource", name: "memory" },
        resource: { name: "memory", target: { type: "AverageValue", averageValue: "10Mi" } },
      },
    ],
    spec: { combine: { expression: "max(min(cpu, memory), cpu / 2)" } },
  },
  fallback: {
    metrics: [
      { ...external("absent"), fallback: sized },
      { ...external("queue"), fallback: sized },
    ],
  },
  owner: { spec: { selectionStrategy: "OwnerReference" } },
  health: { spec: { healthGate: {} } },
  groups: {
    spec: {
      ...{ replicaMultiple: 2, cpuInitializationPeriodSeconds: 600 },
      initialReadinessDelaySeconds: 120,
    },
  },
  order: {
    ...{ spec: { scaleDownOrder: "LeastLoaded" }, falls: true },
    values: { rbac: { scaleDownOrder: true } },
  },
  forecast: {
    spec: { forecast: { mode: "Active" } },
    values: { rbac: { forecast: true } },
  },
  activation: {
    metrics: [{ ...external("queue"), activation: { value: 5 } }],
    spec: { minReplicas: 0, idle: { afterSeconds: 300 } },
  },
  prometheus: {
    metrics: [
      {
        type: "Prometheus",
        prometheus: {
          ...{ source: "prometheus", query: "sum(queue_messages_ready)" },
          target: { type: "Value", value: 100 },
        },
      },
    ],
    source: "Prometheus",
  },
  scaler: {
    metrics: [
      {
        type: "ExternalScaler",
        externalScaler: { source: "scaler", target: { type: "Value", value: 100 } },
      },
    ],
    source: "ExternalScaler",
  },
};

/** Some features together. */
export interface Fields {
  /** `schedules+owner`; empty: no feature. */
  readonly name: string;
  readonly spec: Partial<AutoscalerSpec>;
  readonly sources: readonly SourceType[];
  readonly values: object;
  readonly falls: boolean;
}

const cpu: MetricSpec = {
  ...{ type: "Resource", name: "cpu" },
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } },
};

/** The features whose names a plus sign separates. */
export function fieldsOf(name: string): Fields {
  const chosen = name.split("+").map(each => {
    const feature = features[each];
    if (!feature) throw new Error(`no feature "${each}": ${Object.keys(features).join(", ")}`);
    return feature;
  });
  const metrics = [cpu, ...chosen.flatMap(each => each.metrics ?? [])];
  const spec = chosen.reduce<Partial<AutoscalerSpec>>((all, each) => ({ ...all, ...each.spec }), {
    metrics,
  });
  return {
    ...{ name, spec, falls: chosen.some(each => each.falls) },
    sources: chosen.flatMap(({ source }) => source ?? []),
    values: chosen.reduce<object>((all, each) => ({ ...all, ...each.values }), {}),
  };
}

/** Removes replicas at once, with and without a feature that concerns them. */
const atOnce = { behavior: { scaleDown: { stabilizationWindowSeconds: 0 } } };

/** One column without fields, and one for each item of BENCH_FIELDS. */
export function chosenFields(list: string): readonly Fields[] {
  const chosen = list.split(",").map(fieldsOf);
  const falls = chosen.some(each => each.falls);
  const none = { name: "", spec: {}, sources: [], values: {}, falls };
  return [none, ...chosen].map(each => ({
    ...each,
    ...(falls ? { falls, spec: { ...atOnce, ...each.spec } } : {}),
  }));
}
