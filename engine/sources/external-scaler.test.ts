import { describe, expect, it } from "vitest";

import type { Answer, RawAnswer, RawScalerMetric } from "../model/observation/observation.ts";
import { contextOf, podsOf } from "../arithmetic/testing/calculator.ts";
import type { MetricTarget } from "../model/spec/autoscaler-spec.ts";
import { profiles } from "../model/spec/profile.ts";
import { countFromScaler, externalScaler } from "./external-scaler.ts";

const source = { source: "queues" };

const raw = (isActive: boolean | null, ...metrics: readonly RawScalerMetric[]): RawAnswer => ({
  ...{ kind: "ScalerMetrics", isActive, metrics },
});
const metric = (value: string, target = "5", name = "queue"): RawScalerMetric => ({
  ...{ name, target, values: [value] },
});

function countOf(
  answer: Answer,
  replicas: number,
  target: MetricTarget,
  tolerance?: readonly [number, number],
): string | number {
  const pods = contextOf(podsOf("r".repeat(replicas)), { spec: replicas }, tolerance);
  const context = { ...pods, profile: profiles["Trimtab-1"] };
  const counted = countFromScaler({ ...source, target }, answer, context);
  return counted.ok ? counted.value.replicas : counted.error;
}

interface Row {
  readonly when: string;
  readonly answer: RawAnswer;
  readonly current?: number;
  readonly target?: MetricTarget;
  readonly want: number | string;
}

describe("the count for an external scaler", () => {
  const average = { type: "AverageValue", averageValue: "2" };
  // prettier-ignore
  it.each<Row>([
    { when: "each pod gets the target of the scaler",          answer: raw(null, metric("20")),                          want: 4 },
    { when: "its target has thousandths",                      answer: raw(null, metric("20", "2.5")),                   want: 8 },
    { when: "the value is within tolerance",                   answer: raw(null, metric("15.5")),                        want: 3 },
    { when: "it has several values",                           answer: raw(null, { ...metric("10"), values: ["10", "15"] }), want: 5 },
    { when: "it has several metrics: the largest count",       answer: raw(null, metric("20"), metric("60", "6", "b")),  want: 10 },
    { when: "the object has a target of its own",              answer: raw(null, metric("20")), target: average,         want: 10 },
    { when: "the object has a target for all pods together",   answer: raw(null, metric("20")), target: { type: "Value", value: "10" }, want: 6 },
    { when: "the type alone says that it is for all together", answer: raw(null, metric("10")), target: { type: "Value" }, want: 6 },
    { when: "neither has a target",                            answer: raw(null, metric("20", "0")),                     want: "the scaler names no target for queue; write one" },
    { when: "the scaler's target is negative",                 answer: raw(null, metric("20", "-1")),                    want: "the scaler names no target for queue; write one" },
    { when: "one target is for several metrics",               answer: raw(null, metric("1"), metric("1", "1", "b")), target: average, want: "the scaler names several metrics (queue, b); write metricName to select one" },
    { when: "the scaler names no metric",                      answer: raw(null),                                        want: "the scaler names no metric" },
    { when: "there is no value",                               answer: raw(null, { ...metric(""), values: [] }),         want: "metric queue: the scaler returned no value" },
    { when: "the value is no number",                          answer: raw(null, metric("NaN")),                         want: 'metric queue: "NaN" is not a quantity' },
    { when: "the value is negative",                           answer: raw(null, metric("-7")),                          want: "the value -7 is negative, and a load is not; look at what the metric measures" },
    { when: "the value is the largest int64",                  answer: raw(null, metric("9223372036854775807", "1")),    want: 2_147_483_647 },
    { when: "the scaler failed",                               answer: { kind: "Failed", message: "no answer" },         want: "no answer" },
    { when: "the answer is another one",                       answer: { kind: "ExternalValues", values: [] },           want: "the metric was not queried" },

    { when: "it is not active at 0",                           answer: raw(false), current: 0,                           want: 0 },
    { when: "it is not active at 0, whatever its value",       answer: raw(false, metric("50")), current: 0,             want: 0 },
    { when: "it is active at 0",                               answer: raw(true, metric("50")), current: 0,              want: 10 },
    { when: "it is active at 0 with a value of 0",             answer: raw(true, metric("0")), current: 0,               want: 1 },
    { when: "it is active at 0 and its metrics are not known", answer: raw(true), current: 0,                            want: 1 },
    { when: "it was not asked at 0",                           answer: raw(null, metric("12")), current: 0,              want: 3 },
    { when: "it is active above 0 with a value of 0",          answer: raw(true, metric("0")),                           want: 1 },
    { when: "it is not active above 0",                        answer: raw(false, metric("20")),                         want: 4 },
    { when: "it is active above 0 and its metrics are not known", answer: raw(true),                                     want: "the scaler names no metric" },
  ])("is $want when $when", ({ answer, current = 3, target = {}, want }) => {
    expect(countOf(externalScaler.parse(answer, source), current, target)).toBe(want);
  });

  // prettier-ignore
  it.each([
    { shows: "is the vote without a tolerance",           recommended: "11", tolerance: 0,   want: 11 },
    { shows: "is the vote on the way down, too",          recommended: "9",  tolerance: 0,   want: 9 },
    { shows: "is rounded up",                             recommended: "10.2", tolerance: 0, want: 11 },
    { shows: "changes nothing within the tolerance",      recommended: "11", tolerance: 0.1, want: 10 },
  ])("of a recommended count $shows", ({ recommended, tolerance, want }) => {
    const answer = externalScaler.parse(raw(null, metric(recommended)), source);
    const one = { type: "AverageValue", averageValue: "1" };
    expect(countOf(answer, 10, one, [tolerance, tolerance])).toBe(want);
  });

  it.each([
    {
      when: "of one metric is its sum",
      answer: raw(null, { ...metric("10"), values: ["10", "15"] }),
      want: 25_000n,
    },
    {
      when: "of several metrics is not known",
      answer: raw(null, metric("20"), metric("60", "6", "b")),
      want: undefined,
    },
  ])("has a value that $when", ({ answer, want }) => {
    const context = { ...contextOf(podsOf("rrr"), { spec: 3 }), profile: profiles["Trimtab-1"] };
    const counted = countFromScaler(
      { ...source, target: {} },
      externalScaler.parse(answer, source),
      context,
    );
    expect(counted.ok && counted.value.total).toBe(want);
  });

  it("shows the source in the status, without its metadata", () => {
    const fields = { ...source, metadata: { queue: "jobs" }, metricName: "queueLength" };
    expect(externalScaler.identity(fields)).toEqual({
      source: "queues",
      metricName: "queueLength",
    });
    expect(externalScaler.identity(source)).toEqual(source);
    expect(externalScaler.name(fields)).toBe("queueLength of queues");
    expect(externalScaler.name(source)).toBe("external scaler queues");
  });
});
