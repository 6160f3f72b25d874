import { MAX_INT64 } from "../casts.ts";
import type { Answer, RawAnswer } from "../observation/observation.ts";
import { milliUnits } from "../observation/values/quantity.ts";
import { enforceMatchers } from "../promql/enforce-matchers.ts";
import type { Counted, MetricContext } from "../recommend/metric-vote.ts";
import { noSamples } from "../recommend/metrics/resource-metric.ts";
import { negativeTotalProblem } from "../recommend/trusted-samples.ts";
import { err, ok, type Result } from "../result.ts";
import { shortName, shortText } from "../short-text.ts";
import type { Targeted } from "../spec/autoscaler-spec.ts";
import type { FieldReader } from "../validate/field-reader.ts";
import { countFromTotal, totalSource, valueIn } from "./external.ts";
import { failed, measuredIn, notOfThisKind } from "./answers/parse.ts";
import type { MetricSource } from "./metric-source.ts";
import { matchersFor, type NamedSource } from "./named-source.ts";

export interface QueriedMetric {
  readonly source: string;
  readonly query: string;
  /** Absent: Error. */
  readonly whenEmpty?: "Error" | "Zero" | null;
}

declare module "../spec/metric.ts" {
  interface SourceFields {
    readonly Prometheus: QueriedMetric;
  }
}

const queried = "source: platform, query: sum(queue_length)";

/** Longer queries are no names any more. */
const longestName = 80;
/** The query is in the spec; a copy of a long one could make the object exceed etcd's size limit. */
const longestShown = 256;

/** The result of a PromQL query: one series, or a scalar. */
export const prometheus: MetricSource<QueriedMetric> = {
  ...totalSource(valueIn),
  name: ({ source, query }) =>
    `Prometheus query ${shortName(query.replace(/\s+/g, " ").trim(), longestName)} of ${source}`,
  query: ({ source, query }) => ({ kind: "Prometheus", source, query }),
  parse: parsePrometheusResult,
  identity: ({ source, query }) => ({ source, query: shortText(query, longestShown) }),
  count: countFromQuery,
  named: { check: checkQuery },
  example: {
    metric: `{${queried}, target: {type: AverageValue, averageValue: 100}}`,
    threshold: `{${queried}}`,
  },
  remedy: () => "run the query in the Prometheus, or ask the platform team about the metric source",
  requiredTexts: ["source", "query"],
};

/** Reports a query that cannot be restricted to what the namespace may see. */
function checkQuery(fields: FieldReader, source: NamedSource, namespace: string): void {
  const query = fields.text("query");
  if (query === undefined || source.enforcedMatchers.length === 0) return;
  const enforced = enforceMatchers(query, matchersFor(source, namespace));
  if (enforced.ok) return;
  const remedy = `metric source ${source.name} restricts queries to some series`;
  fields.report("query", { code: "QueryRefused", message: enforced.error, remedy });
}

/**
 * Only a single number is a value. An empty result usually means a typing error, or that what is
 * measured is down: it is 0 only if the user says so.
 */
function parsePrometheusResult(raw: RawAnswer, { whenEmpty }: QueriedMetric): Answer {
  if (raw.kind !== "PrometheusResult") return notOfThisKind(raw);
  const [first, ...more] = raw.values;
  if (more.length > 0) return failed(severalSeries);
  if (first === undefined) {
    return whenEmpty === "Zero" ? { kind: "Value", value: 0n } : failed(noSeries);
  }
  const value = finiteMilli(first.value);
  if (!value.ok) return failed(value.error);
  const measured = measuredIn([{ ...first, windowSeconds: 0 }]);
  return { kind: "Value", value: value.value, measured };
}

const severalSeries =
  "the query has several series as its result, and one is needed; add them up with sum() or the like";
const noSeries =
  "the query has no series as its result; check its metric and its labels, or write whenEmpty: Zero if that means 0";

/** Below this, a double is noise, and no quantity has so many digits. */
const noise = 1e-60;

/** Exact thousandths, rounded away from zero. Errors: a sentence. */
function finiteMilli(text: string): Result<bigint, string> {
  const number = text.trim() === "" ? NaN : Number(text);
  if (!Number.isFinite(number))
    return err(`the result of the query is ${shortText(text, 32)}, which is not a finite number`);
  if (Math.abs(number) < noise) return ok(0n);
  const milli = milliUnits(text);
  if (milli.ok && milli.value <= MAX_INT64 && milli.value >= -MAX_INT64) return milli;
  return err("the result of the query is larger than any quantity");
}

/** The field of the target that is set counts, as for External metrics. */
function countFromQuery(
  spec: Targeted,
  answer: Answer,
  context: MetricContext,
): Result<Counted, string> {
  if (answer.kind !== "Value") return err(noSamples(answer));
  const problem = negativeTotalProblem(answer);
  return problem === null ? countFromTotal(spec, [answer.value], context) : err(problem);
}
