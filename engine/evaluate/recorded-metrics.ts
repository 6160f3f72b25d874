import type { RawAnswer, RawValue } from "../observation/observation.ts";
import type { RawPodMetrics, RawPodValue } from "../observation/pod-sample.ts";
import type { MetricQuery } from "../sources/metric-query.ts";

/** The answers of the metrics APIs by metric name, those of queries and external scalers, and the calls that failed. */
export interface RecordedMetrics {
  readonly resource?: readonly RawPodMetrics[];
  readonly pods?: Named<readonly RawPodValue[]>;
  readonly object?: Named<ValueJson>;
  readonly external?: Named<readonly ValueJson[]>;
  /** By query. */
  readonly prometheus?: Named<readonly ValueJson[]>;
  /** By source. */
  readonly externalScaler?: Named<ScalerJson>;
  readonly errors?: readonly string[];
}

type Named<Value> = Readonly<Record<string, Value>>;

/** A quantity, or one with its timestamp and window. */
type ValueJson = string | RawValue;

/** The target of a metric may be absent, as in an object that has its own. */
interface ScalerJson {
  readonly isActive?: boolean | null;
  readonly metrics?: readonly {
    readonly name: string;
    readonly target?: string | null;
    readonly values: readonly string[];
  }[];
}

/** The recorded answer to a query. */
export function recordedAnswer(query: MetricQuery, metrics: RecordedMetrics): RawAnswer {
  const [call, answer] = answerOf(query, metrics);
  const isFailed = metrics.errors?.includes(call) === true;
  if (answer && !isFailed) return answer;
  return { kind: "Failed", message: `${call} ${isFailed ? "failed" : "is not recorded"}` };
}

/** The name of the call, and its answer; undefined: it is not recorded. Without values, no adapter has the metric. */
function answerOf(query: MetricQuery, metrics: RecordedMetrics): [string, RawAnswer | undefined] {
  const name = "metric" in query ? query.metric.name : "";
  switch (query.kind) {
    case "PodMetrics":
      return ["resource", { kind: query.kind, items: metrics.resource ?? [] }];
    case "PodValues":
      return [`pods/${name}`, { kind: query.kind, items: ofName(metrics.pods, name) ?? [] }];
    case "ObjectValue": {
      const value = ofName(metrics.object, name);
      const answer = value !== undefined && { kind: query.kind, ...toRawValue(value) };
      return [`object/${name}`, answer || undefined];
    }
    case "ExternalValues": {
      const values = ofName(metrics.external, name) ?? [];
      return [`external/${name}`, { kind: query.kind, values: values.map(toRawValue) }];
    }
    case "Prometheus": {
      const values = ofName(metrics.prometheus, query.query)?.map(toRawValue);
      return [`prometheus/${query.query}`, values && { kind: "PrometheusResult", values }];
    }
    case "ScalerMetrics": {
      const answer = ofName(metrics.externalScaler, query.source);
      return [`externalScaler/${query.source}`, answer && toScalerAnswer(answer)];
    }
  }
}

const ofName = <Value>(values: Named<Value> = {}, name: string): Value | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

const toRawValue = (json: ValueJson): RawValue =>
  typeof json === "string" ? { value: json } : json;

const toScalerAnswer = ({ isActive = null, metrics = [] }: ScalerJson): RawAnswer => ({
  kind: "ScalerMetrics",
  isActive,
  metrics: metrics.map(({ target, ...metric }) => ({ ...metric, target: target ?? "0" })),
});
