import { describe, expect, it } from "vitest";

import type { Answer, RawAnswer } from "../model/observation/observation.ts";
import { contextOf, podsOf } from "../arithmetic/testing/calculator.ts";
import type { SourceFields } from "../model/spec/metric.ts";
import { prometheus } from "./prometheus.ts";

const query = "sum(queue_length)";
const fields: SourceFields["Prometheus"] = { source: "platform", query };
const result = (...values: readonly string[]): RawAnswer => ({
  kind: "PrometheusResult",
  values: values.map(value => ({ value, timestamp: "2026-01-01T00:00:00.250Z" })),
});
const read = (raw: RawAnswer, more: Partial<typeof fields> = {}): unknown => {
  const answer = prometheus.parse(raw, { ...fields, ...more });
  return answer.kind === "Failed" ? answer.message : answer.kind === "Value" ? answer.value : null;
};

describe("the result of a Prometheus query", () => {
  // prettier-ignore
  it.each([
    { shows: "a whole number",              value: "42",        want: 42_000n },
    { shows: "a fraction",                  value: "0.125",     want: 125n },
    { shows: "less than a thousandth",      value: "0.0001",    want: 1n },
    { shows: "a negative fraction",         value: "-1.0005",   want: -1_001n },
    { shows: "an exponent",                 value: "1.5e+06",   want: 1_500_000_000n },
    { shows: "a small exponent",            value: "2.5e-05",   want: 1n },
    { shows: "the noise of a subtraction",  value: "5e-324",    want: 0n },
    { shows: "a negative zero",             value: "-0",        want: 0n },
    { shows: "the largest quantity",        value: "9.2e+15",   want: 9_200_000_000_000_000_000n },
    { shows: "more than that",              value: "1e+300",    want: "the result of the query is larger than any quantity" },
    { shows: "NaN",                         value: "NaN",       want: "the result of the query is NaN, which is not a finite number" },
    { shows: "infinity",                    value: "+Inf",      want: "the result of the query is +Inf, which is not a finite number" },
    { shows: "negative infinity",           value: "-Inf",      want: "the result of the query is -Inf, which is not a finite number" },
    { shows: "no text",                     value: "",          want: "the result of the query is , which is not a finite number" },
  ])("reads $shows", ({ value, want }) => {
    expect(read(result(value))).toBe(want);
  });

  it("has the time of its sample", () => {
    const answer = prometheus.parse(result("1"), fields) as Extract<Answer, { kind: "Value" }>;
    const time = Date.parse("2026-01-01T00:00:00.250Z");
    expect(answer.measured).toEqual({ time, windowMs: 0 });
  });

  it("is an error without series, unless the user says that this is 0", () => {
    expect(read(result())).toContain("the query has no series as its result");
    expect(read(result(), { whenEmpty: "Error" })).toContain("no series");
    expect(read(result(), { whenEmpty: "Zero" })).toBe(0n);
  });

  it("is an error in all other cases, whatever the user says of an empty one", () => {
    const zero = { whenEmpty: "Zero" } as const;
    expect(read(result("1", "2"), zero)).toContain("the query has several series as its result");
    expect(read(result("NaN"), zero)).toContain("is NaN");
    expect(read({ kind: "Failed", message: "down" }, zero)).toBe("down");
    expect(read({ kind: "ExternalValues", values: [] }, zero)).toContain("another question");
  });
});

describe("the count for a Prometheus query", () => {
  // prettier-ignore
  it.each([
    { shows: "shares of a value",        value: 95_000n, target: { averageValue: "10" },              pods: "rr", want: 10 },
    { shows: "a value as a whole",       value: 30_000n, target: { type: "Value", value: "10" },      pods: "rr", want: 6 },
    { shows: "nothing, from nothing",    value: 0n,      target: { averageValue: "10" },              pods: "",   want: 0 },
    { shows: "something, from nothing",  value: 1n,      target: { type: "Value", value: "10" },      pods: "",   want: 1 },
    { shows: "the field that is set",    value: 95_000n, target: { type: "Value", averageValue: "10" }, pods: "rr", want: 10 },
    { shows: "negative shares",          value: -1n,     target: { averageValue: "10" },              pods: "rr", want: "the value -1m is negative, and a load is not; look at what the metric measures" },
  ])("is for $shows", ({ value, target, pods, want }) => {
    const context = contextOf(podsOf(pods), { spec: pods.length });
    const counted = prometheus.count({ ...fields, target }, { kind: "Value", value }, context);
    expect(counted.ok ? counted.value.replicas : counted.error).toBe(want);
  });
});

describe("the name of a Prometheus metric", () => {
  it("is in one line, and differs for long queries that begin alike", () => {
    const nameOf = (asked: string) => prometheus.name({ ...fields, query: asked });
    expect(nameOf("sum(\n  queue_length\n)")).toBe(
      "Prometheus query sum( queue_length ) of platform",
    );
    const long = `sum(${"a".repeat(100)}`;
    expect(nameOf(`${long})`)).toMatch(/^Prometheus query sum\(a+… [0-9a-f]{8} of platform$/);
    expect(nameOf(`${long})`)).not.toBe(nameOf(`${long}b)`));
  });
});
