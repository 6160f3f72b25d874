import type { RawAnswer, RawValue } from "../../engine/model/observation/observation.ts";
import { err, ok, type Result } from "../../engine/model/values/result.ts";
import { isFields, isText } from "../../engine/model/values/json-values.ts";
import { mostCharacters } from "../../kube/transport/response-size.ts";

/**
 * Reads the answer of the HTTP API to a query. What is incomplete or old is an error: no decision may rest on it.
 *
 * @param oldest   when the oldest value that counts was measured, in milliseconds since 1970
 * @param isRange  whether the query has a range, and so the result one series with many values, or none
 *
 * Errors  a sentence.
 * Source  https://prometheus.io/docs/prometheus/latest/querying/api/; isPartial is of VictoriaMetrics.
 */
export function readQueryAnswer(
  body: unknown,
  oldest: number,
  isRange: boolean,
): Result<RawAnswer, string> {
  if (!isFields(body) || body["status"] !== "success" || !isFields(body["data"])) {
    return err("the answer is none of a Prometheus");
  }
  const { resultType, result } = body["data"];
  if (body["isPartial"] === true)
    return err("the answer is partial: a part of the data is missing");
  const values = isRange ? valuesOfOne(result) : valuesOf(resultType, result);
  if (!values.ok) return values;
  // More than one series is an error of its own, which the engine reports.
  const isOne = isRange || values.value.length <= 1;
  if (isOne && isIncomplete(body["warnings"])) return err(incomplete);
  if (values.value.some(({ time }) => time < oldest)) return err(stale);
  return ok({ kind: "PrometheusResult", values: values.value.map(rawValue) });
}

// A constant text: a message that counts up would cause a status write every time.
const stale =
  "the value is older than its source allows; look why nothing newer is measured, and at the clocks";

// Its text can contain addresses of other servers, which are not for tenants.
const incomplete = "the answer has a warning, so a part of the data may be missing";

/** What PromQL itself warns of concerns the query, not the completeness of the data. */
const isIncomplete = (warnings: unknown): boolean =>
  Array.isArray(warnings) &&
  warnings.some(warning => !/^PromQL (info|warning)/.test(String(warning)));

interface TimedValue {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly value: string;
}

const rawValue = ({ time, value }: TimedValue): RawValue => ({
  ...{ value, timestamp: new Date(time).toISOString() },
});

function valuesOf(resultType: unknown, result: unknown): Result<readonly TimedValue[], string> {
  if (resultType === "scalar") return listOf([result]);
  if (resultType === "vector" && Array.isArray(result)) {
    if (result.some(series => isFields(series) && "histogram" in series)) {
      return err("the result is a histogram; write histogram_quantile() or the like around it");
    }
    return listOf(result.map(series => (isFields(series) ? series["value"] : null)));
  }
  if (resultType === "matrix" || resultType === "string") {
    return err(`the result is a ${resultType}; write a query with one number as its result`);
  }
  return err("the answer is none of a Prometheus");
}

function valuesOfOne(result: unknown): Result<readonly TimedValue[], string> {
  const all: readonly unknown[] = Array.isArray(result) ? result : [null];
  if (all.length > 1) return err("the result has several series");
  return listOf(all.flatMap(series => (isFields(series) ? series["values"] : null)));
}

function listOf(pairs: readonly unknown[]): Result<readonly TimedValue[], string> {
  const values: TimedValue[] = [];
  for (const pair of pairs) {
    const [seconds, value] = Array.isArray(pair) ? (pair as readonly unknown[]) : [];
    const time = typeof seconds === "number" ? Math.round(seconds * 1_000) : NaN;
    // A Date ends there.
    if (!(Math.abs(time) <= 8.64e15) || !isText(value, mostCharacters.double)) {
      return err("the answer is none of a Prometheus");
    }
    values.push({ time, value });
  }
  return ok(values);
}
