import type { RawAnswer, RawValue } from "../../engine/observation/observation.ts";
import type { RawPodMetrics, RawPodValue } from "../../engine/observation/pod-sample.ts";
import type { MetricQuery } from "../../engine/sources/metric-query.ts";

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
  const { kind } = query;
  const name = "metric" in query ? query.metric.name : "";
  switch (kind) {
    case "PodMetrics":
      return ["resource", { kind, items: metrics.resource ?? [] }];
    case "PodValues": {
      const items = ofName(metrics.pods, name, each => each) ?? [];
      return [`pods/${name}`, { kind, items }];
    }
    case "ObjectValue": {
      const value = ofName(metrics.object, name, each => ({ kind, ...toRawValue(each) }));
      return [`object/${name}`, value];
    }
    case "ExternalValues": {
      const values = ofName(metrics.external, name, each => each.map(toRawValue)) ?? [];
      return [`external/${name}`, { kind, values }];
    }
    case "Prometheus":
      return [`prometheus/${query.query}`, ofName(metrics.prometheus, query.query, toResult)];
    case "ScalerMetrics":
      return [
        `externalScaler/${query.source}`,
        ofName(metrics.externalScaler, query.source, toScalerAnswer),
      ];
  }
}

const ofName = <From, To>(
  values: Named<From> = {},
  name: string,
  to: (value: From) => To,
): To | undefined => {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  return value === undefined ? undefined : to(value);
};

const toRawValue = (json: ValueJson): RawValue =>
  typeof json === "string" ? { value: json } : json;

const toResult = (values: readonly ValueJson[]): RawAnswer => ({
  ...{ kind: "PrometheusResult", values: values.map(toRawValue) },
});

const toScalerAnswer = ({ isActive = null, metrics = [] }: ScalerJson): RawAnswer => ({
  kind: "ScalerMetrics",
  isActive,
  metrics: metrics.map(({ target, ...metric }) => ({ ...metric, target: target ?? "0" })),
});
