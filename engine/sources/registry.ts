import type { Metric, MetricType, SourceFields } from "../spec/metric.ts";
import { sourceKey } from "../spec/metric.ts";
import { containerResource } from "./container-resource.ts";
import { externalScaler } from "./external-scaler.ts";
import { external } from "./external.ts";
import type { MetricSource } from "./metric-source.ts";
import { object } from "./object.ts";
import { pods } from "./pods.ts";
import { prometheus } from "./prometheus.ts";
import { resource } from "./resource.ts";

export const metricSources: { readonly [Type in MetricType]: MetricSource<SourceFields[Type]> } = {
  Resource: resource,
  ContainerResource: containerResource,
  Pods: pods,
  Object: object,
  External: external,
  Prometheus: prometheus,
  ExternalScaler: externalScaler,
};

export const metricTypes = Object.keys(metricSources) as readonly MetricType[];

export const isMetricType = (type: string): type is MetricType => byType.has(type);

interface Entry {
  readonly source: MetricSource<never>;
  readonly key: string;
}

const byType: ReadonlyMap<string, Entry> = new Map(
  metricTypes.map(type => [type, { source: metricSources[type], key: sourceKey(type) }]),
);

/** Calls `use` with the source of a metric, its fields and their key. null: the type is unknown. */
export function withSource<T>(
  metric: Metric,
  use: (source: MetricSource<never>, fields: never, key: string) => T,
): T | null {
  const entry = byType.get(metric.type);
  if (!entry) return null;
  const { source, key } = entry;
  return use(source, (metric as unknown as Readonly<Record<string, never>>)[key] as never, key);
}

export const hasValueWithoutPods = (type: string): boolean =>
  byType.get(type)?.source.hasValueWithoutPods ?? false;

export const asksEachWorkload = (type: string): boolean =>
  byType.get(type)?.source.asksEachWorkload ?? false;
