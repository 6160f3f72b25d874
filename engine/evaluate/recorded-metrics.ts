import type { RawAnswer, RawValue } from "../observation/observation.ts";
import type { RawPodMetrics, RawPodValue } from "../observation/pod-sample.ts";

/** The answers of the metrics APIs by metric name, and the calls that failed. */
export interface RecordedMetrics {
  readonly resource: readonly RawPodMetrics[];
  readonly pods: ReadonlyMap<string, readonly RawPodValue[]>;
  readonly object: ReadonlyMap<string, RawValue>;
  readonly external: ReadonlyMap<string, readonly RawValue[]>;
  readonly errors: readonly string[];
}

export interface MetricsJson {
  readonly resource?: readonly RawPodMetrics[];
  readonly pods?: Readonly<Record<string, readonly RawPodValue[]>>;
  readonly object?: Readonly<Record<string, ValueJson>>;
  readonly external?: Readonly<Record<string, readonly ValueJson[]>>;
  readonly errors?: readonly string[];
}

/** A quantity, or one with its timestamp and window. */
type ValueJson = string | RawValue;

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
