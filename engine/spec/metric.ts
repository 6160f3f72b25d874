import type { LabelSelector } from "../observation/selectors/label-selector.ts";

/** A metric without its target: what a query needs. */
export type Metric =
  | { readonly type: "Resource"; readonly resource: NamedResource }
  | { readonly type: "ContainerResource"; readonly containerResource: ContainerResource }
  | { readonly type: "Pods"; readonly pods: IdentifiedMetric }
  | { readonly type: "Object"; readonly object: DescribedMetric }
  | { readonly type: "External"; readonly external: IdentifiedMetric };

export interface NamedResource {
  /** cpu or memory, as in the resource metrics API. */
  readonly name: string;
}

export interface ContainerResource extends NamedResource {
  readonly container: string;
}

export interface IdentifiedMetric {
  readonly metric: MetricIdentifier;
}

export interface DescribedMetric extends IdentifiedMetric {
  readonly describedObject: ObjectReference;
}

export interface MetricIdentifier {
  readonly name: string;
  readonly selector?: LabelSelector | null;
}

export interface ObjectReference {
  readonly apiVersion?: string;
  readonly kind: string;
  readonly name: string;
}

/** The resource whose usage a metric measures, in one container or in all (null). */
export interface MeteredResource {
  readonly resource: string;
  readonly container: string | null;
}

/** null: the metric does not measure resource usage. */
export function resourceOf(metric: Metric): MeteredResource | null {
  if (metric.type === "Resource") return { resource: metric.resource.name, container: null };
  if (metric.type !== "ContainerResource") return null;
  const { name: resource, container } = metric.containerResource;
  return { resource, container };
}
