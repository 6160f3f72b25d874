// engine/sources/: one file for each metric source, and their list, registry.ts.
// recommend/, validate/, capabilities/autoscaler/ and cli/ import the list.

import type { Answer, RawAnswer } from "../observation/observation.ts";
import type { Counted, MetricContext } from "../recommend/metric-vote.ts";
import type { SampleRequest, ThresholdSample } from "../recommend/thresholds/threshold-sample.ts";
import type { Result } from "../result.ts";
import type { Targeted } from "../spec/autoscaler-spec.ts";
import type { MeteredResource } from "../spec/metric.ts";
import type { MetricQuery } from "./metric-query.ts";

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
