import {
  type MeteredResource,
  type Metric,
  type MetricType,
  type SourceFields,
  sourceKey,
} from "../model/spec/metric.ts";
import { containerResource, resource } from "./resource.ts";
import { object, pods } from "./custom.ts";
import { externalScaler } from "./external-scaler.ts";
import { external } from "./external.ts";
import type { MetricSource } from "./metric-source.ts";
import { prometheus } from "./prometheus.ts";
import { canonicalJson } from "../model/values/json-values.ts";
import { shortKey } from "../model/values/short-text.ts";

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

const byType: ReadonlyMap<string, { source: MetricSource<never>; key: string }> = new Map(
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

export const nameOf = (metric: Metric): string =>
  withSource(metric, (source, fields) => source.name(fields)) ?? "unknown";

export const resourceOf = (metric: Metric): MeteredResource | null =>
  withSource(metric, (source, fields) => source.resource?.(fields) ?? null);

/** What a metric asks, as text: the same for the same question, whatever its target. */
export const questionOf = (metric: Metric): string =>
  withSource(metric, (source, fields) =>
    shortKey(`${metric.type} ${canonicalJson(source.identity(fields))}`),
  ) ?? metric.type;
