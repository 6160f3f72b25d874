import type { RawAnswer, RawValue } from "../observation/observation.ts";
import type { RawPodMetrics, RawPodValue } from "../observation/pod-sample.ts";
import type { Reader } from "../untrusted-reader.ts";
import { MAX_ITEMS, readObjects, readTexts } from "./recorded-lists.ts";

/** The answers of the metrics APIs by metric name, and the calls that failed. */
export interface RecordedMetrics {
  readonly resource: readonly RawPodMetrics[];
  readonly pods: ReadonlyMap<string, readonly RawPodValue[]>;
  readonly object: ReadonlyMap<string, RawValue>;
  readonly external: ReadonlyMap<string, readonly RawValue[]>;
  readonly errors: readonly string[];
}

/** The answer of a call, unless the case records that it failed. */
export const unlessFailed = (
  { errors }: RecordedMetrics,
  call: string,
  answer: RawAnswer,
): RawAnswer => (errors.includes(call) ? { kind: "Failed", message: `${call} failed` } : answer);

/** A quantity, with its timestamp and window if they are recorded. */
function readValue(reader: Reader, raw: unknown, path: string): RawValue {
  if (typeof raw === "string") return { value: raw };
  const given = reader.object(raw, path);
  const timestamp = given["timestamp"] ?? null;
  const windowSeconds = given["windowSeconds"] ?? null;
  return {
    value: reader.text(given["value"], `${path}.value`),
    timestamp: timestamp === null ? null : reader.text(timestamp, `${path}.timestamp`),
    windowSeconds:
      windowSeconds === null ? null : reader.number(windowSeconds, `${path}.windowSeconds`, 0),
  };
}

/** Reads the answers of one sync. */
export function readMetrics(reader: Reader, raw: unknown, path: string): RecordedMetrics {
  const metrics = reader.object(raw, path);
  const byName = <T>(key: string, read: (value: unknown, at: string) => T): Map<string, T> => {
    const named = Object.entries(reader.object(metrics[key] ?? {}, `${path}.${key}`));
    return new Map(named.map(([name, value]) => [name, read(value, `${path}.${key}.${name}`)]));
  };
  return {
    resource: readObjects(reader, metrics["resource"], `${path}.resource`),
    pods: byName("pods", (items, at) => readObjects<RawPodValue>(reader, items, at)),
    object: byName("object", (value, at) => readValue(reader, value, at)),
    external: byName("external", (values, at) =>
      reader.list(values, at, MAX_ITEMS).map(({ item, path: one }) => readValue(reader, item, one)),
    ),
    errors: readTexts(reader, metrics["errors"], `${path}.errors`),
  };
}
