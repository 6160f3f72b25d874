import type { MetricIdentifier, ObjectReference } from "../spec/metric.ts";

/**
 * A query to a metrics API about the namespace of an object, by the kind of its answer.
 *
 * PodMetrics      metrics.k8s.io, for all pods of the selector
 * PodValues       custom.metrics.k8s.io, for the pods of one workload
 * ObjectValue     custom.metrics.k8s.io, for one object
 * ExternalValues  external.metrics.k8s.io
 */
export type MetricQuery =
  | { readonly kind: "PodMetrics" }
  | { readonly kind: "PodValues" | "ExternalValues"; readonly metric: MetricIdentifier }
  | {
      readonly kind: "ObjectValue";
      readonly metric: MetricIdentifier;
      readonly object: ObjectReference;
    };
