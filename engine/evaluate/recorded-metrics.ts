import type { RawAnswer, RawScalerAnswer, RawValue } from "../observation/observation.ts";
import type { RawPodMetrics, RawPodValue } from "../observation/pod-sample.ts";

/** The answers of the metrics APIs by metric name, those of queries, and the calls that failed. */
export interface RecordedMetrics {
  readonly resource: readonly RawPodMetrics[];
  readonly pods: ReadonlyMap<string, readonly RawPodValue[]>;
  readonly object: ReadonlyMap<string, RawValue>;
  readonly external: ReadonlyMap<string, readonly RawValue[]>;
  /** By query. */
  readonly prometheus: ReadonlyMap<string, readonly RawValue[]>;
  /** By source. */
  readonly externalScaler: ReadonlyMap<string, RawScalerAnswer>;
  readonly errors: readonly string[];
}

export interface MetricsJson {
  readonly resource?: readonly RawPodMetrics[];
  readonly pods?: Readonly<Record<string, readonly RawPodValue[]>>;
  readonly object?: Readonly<Record<string, ValueJson>>;
  readonly external?: Readonly<Record<string, readonly ValueJson[]>>;
  readonly prometheus?: Readonly<Record<string, readonly ValueJson[]>>;
  readonly externalScaler?: Readonly<Record<string, ScalerJson>>;
  readonly errors?: readonly string[];
}

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

export const unlessFailed = (
  { errors }: RecordedMetrics,
  call: string,
  answer: RawAnswer,
): RawAnswer => (errors.includes(call) ? { kind: "Failed", message: `${call} failed` } : answer);

export const metricsOf = (json: MetricsJson = {}): RecordedMetrics => ({
  resource: json.resource ?? [],
  pods: new Map(Object.entries(json.pods ?? {})),
  object: byName(json.object ?? {}, toRawValue),
  external: byName(json.external ?? {}, values => values.map(toRawValue)),
  prometheus: byName(json.prometheus ?? {}, values => values.map(toRawValue)),
  externalScaler: byName(json.externalScaler ?? {}, toScalerAnswer),
  errors: json.errors ?? [],
});

const byName = <From, To>(
  named: Readonly<Record<string, From>>,
  to: (value: From) => To,
): Map<string, To> => new Map(Object.entries(named).map(([name, value]) => [name, to(value)]));

function toRawValue(json: ValueJson): RawValue {
  if (typeof json === "string") return { value: json };
  const { value, timestamp = null, windowSeconds = null } = json;
  return { value, timestamp, windowSeconds };
}

const toScalerAnswer = ({ isActive = null, metrics = [] }: ScalerJson): RawScalerAnswer => ({
  isActive,
  metrics: metrics.map(({ target, ...metric }) => ({ ...metric, target: target ?? "0" })),
});
