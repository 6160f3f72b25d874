import type { Metric, MetricType, SourceFields } from "../spec/metric.ts";
import { sourceIn } from "../spec/metric.ts";
import { containerResource } from "./container-resource.ts";
import { external } from "./external.ts";
import type { MetricSource } from "./metric-source.ts";
import { object } from "./object.ts";
import { pods } from "./pods.ts";
import { resource } from "./resource.ts";

/** All metric sources, by the type of the metric. */
export const metricSources: { readonly [Type in MetricType]: MetricSource<SourceFields[Type]> } = {
  Resource: resource,
  ContainerResource: containerResource,
  Pods: pods,
  Object: object,
  External: external,
};

export const metricTypes = Object.keys(metricSources) as readonly MetricType[];

export const isMetricType = (type: string): type is MetricType =>
  Object.hasOwn(metricSources, type);

const sourceOf = (type: string): MetricSource<never> | null =>
  isMetricType(type) ? metricSources[type] : null;

/** Calls `use` with the source of a metric and its fields. null: the type is unknown. */
export function withSource<T>(
  metric: Metric,
  use: (source: MetricSource<never>, fields: never) => T,
): T | null {
  const source = sourceOf(metric.type);
  return source && use(source, sourceIn(metric) as never);
}

/** Whether a metric of this type has a value while there are no pods. */
export const hasValueWithoutPods = (type: string): boolean =>
  sourceOf(type)?.hasValueWithoutPods ?? false;

/** Whether a metric of this type needs a query for each workload. */
export const asksEachWorkload = (type: string): boolean =>
  sourceOf(type)?.asksEachWorkload ?? false;
