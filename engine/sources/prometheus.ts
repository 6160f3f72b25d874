import { MAX_INT64 } from "../model/values/casts.ts";
import type { Answer, RawAnswer } from "../model/observation/observation.ts";
import { milliUnits } from "../model/values/quantity.ts";
import type { Counted, MetricContext } from "../model/metric-vote.ts";
import { noSamples } from "../arithmetic/resource-metric.ts";
import { negativeTotalProblem } from "../arithmetic/trusted-samples.ts";
import { err, ok, type Result } from "../model/values/result.ts";
import { shortName, shortText } from "../model/values/short-text.ts";
import type { Targeted } from "../model/spec/autoscaler-spec.ts";
import type { SourceFields } from "../model/spec/metric.ts";
import { countFromTotal, totalSource, valueIn } from "./external.ts";
import { failed, measuredIn, notOfThisKind } from "./parse-answer.ts";
import type { MetricSource } from "./metric-source.ts";

/** Longer queries are too long for a name. */
const longestName = 80;
/** The query is in the spec; a copy of a long one could make the object exceed etcd's size limit. */
const longestShown = 256;

/** The result of a PromQL query: one series, or a scalar. */
export const prometheus: MetricSource<SourceFields["Prometheus"]> = {
  ...totalSource(valueIn),
  name: ({ source, query }) =>
    `Prometheus query ${shortName(query.replace(/\s+/g, " ").trim(), longestName)} of ${source}`,
  query: ({ source, query }) => ({ kind: "Prometheus", source, query }),
  parse: parsePrometheusResult,
  identity: ({ source, query }) => ({ source, query: shortText(query, longestShown) }),
  count: countFromQuery,
  remedy: () => "run the query in the Prometheus, or ask the platform team about the metric source",
};

/**
 * Only a single number is a value. An empty result usually means a typing error, or that what is
 * measured is down: it is 0 only if the user says so.
 */
function parsePrometheusResult(raw: RawAnswer, { whenEmpty }: SourceFields["Prometheus"]): Answer {
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
