import type { MetricIdentifier, ObjectReference } from "../spec/metric.ts";

/**
 * A query about the namespace of an object, by the kind of its answer.
 *
 * PodMetrics      metrics.k8s.io, for all pods of the selector
 * PodValues       custom.metrics.k8s.io, for the pods of one workload
 * ObjectValue     custom.metrics.k8s.io, for one object
 * ExternalValues  external.metrics.k8s.io
 * Prometheus      a query to a metric source that the platform team has configured
 * ScalerMetrics   an external scaler, which is a configured source
 */
export type MetricQuery =
  | { readonly kind: "PodMetrics" }
  | { readonly kind: "PodValues" | "ExternalValues"; readonly metric: MetricIdentifier }
  | {
      readonly kind: "ObjectValue";
      readonly metric: MetricIdentifier;
      readonly object: ObjectReference;
    }
  | { readonly kind: "Prometheus"; readonly source: string; readonly query: string }
  | ({ readonly kind: "ScalerMetrics" } & ScalerQuery);

/** What an external scaler is asked about. metricName null: all metrics that it names. */
export interface ScalerQuery {
  readonly source: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly metricName: string | null;
  /** Whether the scaler announces work for a workload at 0, on a stream. */
  readonly push: boolean;
}
