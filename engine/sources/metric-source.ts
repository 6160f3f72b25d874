// engine/sources/: one file for each metric source, and their list, registry.ts.

import type { Answer, RawAnswer } from "../model/observation/observation.ts";
import type { Counted, MetricContext } from "../model/metric-vote.ts";
import type { SampleRequest, ThresholdSample } from "../arithmetic/threshold-sample.ts";
import type { Result } from "../model/values/result.ts";
import type { Targeted } from "../model/spec/autoscaler-spec.ts";
import type { MeteredResource, MetricIdentifier, ObjectReference } from "../model/spec/metric.ts";

/**
 * Everything that one type of metric adds to a decision. `Fields` is its source in the spec, without
 * the target; the stored form and the status have the same fields.
 */
export interface MetricSource<Fields> {
  readonly name: (fields: Fields) => string;
  /** Whether it has a value while there are no pods, so that it can end a count of 0. */
  readonly hasValueWithoutPods: boolean;
  /** The resource whose usage it measures; absent: it measures none. */
  readonly resource?: (fields: Fields) => MeteredResource;
  readonly query: (fields: Fields) => MetricQuery;
  /** Whether `query` is about the pods of one workload, so that each workload needs its own. */
  readonly asksEachWorkload: boolean;
  readonly parse: (raw: RawAnswer, fields: Fields) => Answer;
  readonly identity: (fields: Fields) => object;
  /** The count that a metric asks for. Errors: a sentence. */
  readonly count: (
    source: Fields & Targeted,
    answer: Answer,
    context: MetricContext,
  ) => Result<Counted, string>;
  /** The value that a threshold compares. Errors: a sentence. */
  readonly sample: (
    fields: Fields,
    answer: Answer,
    request: SampleRequest,
  ) => Result<ThresholdSample, string>;
  /** What to look at if the metric cannot be read. place: "" or " --namespace shop". */
  readonly remedy: (place: string) => string;
}

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
