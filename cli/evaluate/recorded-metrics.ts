import type { RawAnswer, RawValue } from "../../engine/model/observation/observation.ts";
import type { RawPodValue } from "../../engine/model/observation/pod-sample.ts";
import { type RawPodMetrics, readPodUsage } from "../../engine/model/observation/pod-usage.ts";
import type { MetricQuery } from "../../engine/sources/metric-source.ts";

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
      return ["resource", { kind, items: readPodUsage(metrics.resource ?? []) }];
    case "PodValues":
      return [`pods/${name}`, { kind, items: named(metrics.pods, name) ?? [] }];
    case "ObjectValue": {
      const [value] = toRawValues(named(metrics.object, name));
      return [`object/${name}`, value && { kind, ...value }];
    }
    case "ExternalValues":
      return [`external/${name}`, { kind, values: toRawValues(named(metrics.external, name)) }];
    case "Prometheus":
      return [`prometheus/${query.query}`, toResult(named(metrics.prometheus, query.query))];
    case "ScalerMetrics":
      return [
        `externalScaler/${query.source}`,
        toScalerAnswer(named(metrics.externalScaler, query.source)),
      ];
  }
}

const named = <Value>(values: Named<Value> = {}, name: string): Value | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

const toRawValues = (values: ValueJson | readonly ValueJson[] = []): RawValue[] =>
  [values].flat().map(json => (typeof json === "string" ? { value: json } : json));

const toResult = (values?: readonly ValueJson[]): RawAnswer | undefined =>
  values && { kind: "PrometheusResult", values: toRawValues(values) };

const toScalerAnswer = (answer?: ScalerJson): RawAnswer | undefined =>
  answer && {
    kind: "ScalerMetrics",
    isActive: answer.isActive ?? null,
    metrics: (answer.metrics ?? []).map(({ target, ...metric }) => ({
      ...{ ...metric, target: target ?? "0" },
    })),
  };
