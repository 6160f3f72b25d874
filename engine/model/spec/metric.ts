import type {
  ContainerResourceMetricSource,
  DescribedObject,
  ExternalMetricSource,
  ExternalScalerMetricSource,
  ObjectMetricSource,
  PodsMetricSource,
  PrometheusMetricSource,
  ResourceMetricSource,
} from "../../../crds/generated/autoscaler.ts";
import type { LabelSelector } from "../selectors/label-selector.ts";

/** The fields of each metric source by the type of the metric. */
export interface SourceFields {
  readonly Resource: WithoutTarget<ResourceMetricSource>;
  readonly ContainerResource: WithoutTarget<ContainerResourceMetricSource>;
  readonly Pods: WithoutTarget<PodsMetricSource>;
  readonly Object: WithoutTarget<ObjectMetricSource>;
  readonly External: WithoutTarget<ExternalMetricSource>;
  readonly Prometheus: WithoutTarget<PrometheusMetricSource>;
  readonly ExternalScaler: WithoutTarget<ExternalScalerMetricSource>;
}

/** The metric of a threshold has no target. */
type WithoutTarget<Source> = {
  readonly [Key in keyof Source as Exclude<Key, "target">]: Key extends "metric"
    ? MetricIdentifier
    : Source[Key];
};

export type MetricType = keyof SourceFields;

/** A metric of one type, with the field that holds its source: `pods` for type Pods. */
type MetricOf<Type extends MetricType, More> = { readonly type: Type } & Readonly<
  Record<Uncapitalize<Type>, SourceFields[Type] & More>
>;

/** A metric whose source has further fields, such as its target. */
export type MetricWith<More> = { [Type in MetricType]: MetricOf<Type, More> }[MetricType];

/** A metric without its target: what a query needs. */
export type Metric = MetricWith<unknown>;

/** The field of a metric that holds its source. */
export const sourceKey = (type: string): string => type.charAt(0).toLowerCase() + type.slice(1);

/** The fields that sources have in common, as far as this one has them. */
export interface AnySource {
  readonly metric?: MetricIdentifier;
  readonly describedObject?: ObjectReference;
  readonly query?: string;
  readonly source?: string;
  readonly metricName?: string;
}

/** The field that the type of a metric names, in any form of the metric; `none` if it is absent. */
export const namedSource = <Source>(metric: { readonly type: string }, none: Source): Source =>
  (metric as unknown as Readonly<Record<string, Source | undefined>>)[sourceKey(metric.type)] ??
  none;

/** The source that the type of a metric names; empty if there is none. */
export const sourceIn = <More>(metric: MetricWith<More>): AnySource & Partial<More> =>
  namedSource<AnySource & Partial<More>>(metric, {});

export interface MetricIdentifier {
  readonly name: string;
  readonly selector?: LabelSelector | null;
}

export type ObjectReference = Readonly<DescribedObject>;

/** The resource whose usage a metric measures, in one container or in all (null). */
export interface MeteredResource {
  readonly resource: string;
  readonly container: string | null;
}
