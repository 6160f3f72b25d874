import type { RawAnswer, RawValue } from "../../engine/observation/observation.ts";
import { err, ok, type Result } from "../../engine/result.ts";
import { isFields } from "../../engine/validate/field-reader.ts";
import { shortText } from "../../engine/short-text.ts";
import type { KubeErrorCode } from "../../kube/transport/errors.ts";
import { redact, type SourceCredentials } from "./credential-files.ts";

interface Freshness {
  readonly now: number;
  readonly maxAgeMs: number;
}

/**
 * Reads the answer of the HTTP API to an instant query. What is incomplete or old is an error: no decision may rest
 * on it.
 *
 * Errors  a sentence.
 * Source  https://prometheus.io/docs/prometheus/latest/querying/api/; isPartial is of VictoriaMetrics.
 */
export function readQueryAnswer(body: unknown, freshness: Freshness): Result<RawAnswer, string> {
  if (!isFields(body) || body["status"] !== "success" || !isFields(body["data"])) {
    return err("the answer is none of a Prometheus");
  }
  const { resultType, result } = body["data"];
  if (body["isPartial"] === true)
    return err("the answer is partial: a part of the data is missing");
  const values = valuesOf(resultType, result);
  if (!values.ok) return values;
  // More than one series is an error of its own, which the engine reports.
  if (values.value.length <= 1 && isIncomplete(body["warnings"])) return err(incomplete);
  if (values.value.some(({ time }) => freshness.now - time > freshness.maxAgeMs)) return err(stale);
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

function listOf(pairs: readonly unknown[]): Result<readonly TimedValue[], string> {
  const values: TimedValue[] = [];
  for (const pair of pairs) {
    const [seconds, value] = Array.isArray(pair) ? (pair as readonly unknown[]) : [];
    const time = typeof seconds === "number" ? Math.round(seconds * 1_000) : NaN;
    // A Date ends there.
    if (!(Math.abs(time) <= 8.64e15) || typeof value !== "string") {
      return err("the answer is none of a Prometheus");
    }
    values.push({ time, value });
  }
  return ok(values);
}

/** Why there is no answer. `message` shows neither an address nor a credential: tenants read it. */
export interface QueryProblem {
  readonly code: KubeErrorCode;
  readonly message: string;
  readonly remedy?: string;
  readonly status?: number;
  readonly retryAfterMs?: number;
}

export const askPlatform = "ask the platform team to look at the metric source; it is asked again";

export const crowded: QueryProblem = {
  code: "Timeout",
  message: "too many queries of this namespace are waiting, or the server is slow",
  remedy: "write fewer queries that differ, or ask the platform team to look at the metric source",
};

export const late: QueryProblem = {
  code: "Timeout",
  message: "no answer in time",
  remedy: "simplify the query, or ask the platform team to look at the metric source",
};

/** The message of the cause would contain the address. */
export function unreachable(cause: unknown): QueryProblem {
  const { code } = (cause ?? {}) as { readonly code?: unknown };
  const why = typeof code === "string" ? code : "no connection";
  return { code: "Unreachable", message: `the server cannot be reached (${why})` };
}

const longestMessage = 300;
/** As for the API server: users must still notice that a source is paused. */
const longestRetryAfterSeconds = 300;

/** For a response with another status than 200. */
export function refusal(
  status: number,
  body: string,
  { credentials, retryAfter }: { credentials: SourceCredentials; retryAfter: unknown },
): QueryProblem {
  if (status >= 300 && status < 400) {
    return { code: "Malformed", status, message: "the server redirects, which is not followed" };
  }
  if (status === 401 || status === 403) {
    const message = `the server refuses the credentials (HTTP ${status})`;
    return { code: "Unauthorized", status, message };
  }
  if (status === 429) {
    const seconds = Number(retryAfter);
    const retryAfterMs =
      seconds >= 0 ? { retryAfterMs: Math.min(seconds, longestRetryAfterSeconds) * 1_000 } : {};
    return { code: "TooManyRequests", status, message: "the server is busy", ...retryAfterMs };
  }
  // 422: the query cannot be executed.
  const said = status === 400 || status === 422 ? messageOf(body) : null;
  if (said === null) return { code: "ServerError", status, message: `HTTP ${status}` };
  const shown = shortText(redact(said, credentials), longestMessage);
  const message = `HTTP ${status}: ${shown}`;
  return { code: "BadRequest", status, message, remedy: "correct the query" };
}

/** What a Prometheus says about a query; what a proxy says in its place may repeat the request. */
function messageOf(body: string): string | null {
  try {
    const parsed: unknown = JSON.parse(body);
    if (!isFields(parsed) || typeof parsed["errorType"] !== "string") return null;
    return typeof parsed["error"] === "string" ? parsed["error"] : null;
  } catch {
    return null;
  }
}
