import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { parseFormula } from "../formula/parse-formula.ts";
import { combine } from "../model/decision.ts";
import { names, randomFormula } from "../formula/testing/random-formula.ts";
import type { MetricSpec } from "../model/spec/autoscaler-spec.ts";
import { runs } from "../testing/runs.ts";
import { withFormula } from "./formula-votes.ts";
import type { MetricVote } from "../model/metric-vote.ts";

const target = { type: "AverageValue", averageValue: "1" };
const external = (name: string): MetricSpec => ({
  ...{ type: "External", name },
  external: { metric: { name: `metric_${name}` }, target },
});
const cpu: MetricSpec = { type: "Resource", name: "cpu", resource: { name: "cpu", target } };
const metrics = [cpu, external("queue"), external("orders")];

const count = (replicas: number, more: Partial<MetricVote> = {}): MetricVote => ({
  vote: { source: "m", type: "Count", replicas, message: "" },
  ...{ status: null, ...more },
});
const failure: MetricVote = {
  vote: { source: "m", type: "Failed", reason: "FailedGetExternalMetric", message: "away" },
  status: null,
};
const measured = (value: number, replicas = 1): MetricVote =>
  count(replicas, { total: BigInt(value) * 1000n });

const namedMetrics = (list: readonly MetricSpec[]) =>
  new Map(list.map(({ name = "", type }) => [name, { hasValue: type === "External" }]));

const tolerance = { scaleUp: 0.1, scaleDown: 0.1 };

function votesOf(expression: string, inputs: readonly MetricVote[], specReplicas = 10) {
  const formula = parseFormula(expression, namedMetrics(metrics));
  if (!formula.ok) throw new Error(JSON.stringify(formula.error));
  return withFormula(formula.value, metrics, inputs, { specReplicas, tolerance });
}

const ofExpression = (votes: ReturnType<typeof votesOf>) =>
  votes.filter(({ source }) => source === "expression");

describe("the vote of an expression", () => {
  const inputs = [count(5), count(3), measured(96, 4)];

  // prettier-ignore
  it.each<{ shows: string; expression: string; replicas: number; says: string }>([
    { shows: "the largest input",          expression: "max(cpu, queue)",      replicas: 5,  says: "max(cpu, queue) with cpu 5, queue 3: 5" },
    { shows: "the smallest input",         expression: "min(cpu, queue)",      replicas: 3,  says: "min(cpu, queue) with cpu 5, queue 3: 3" },
    { shows: "a fraction, rounded up",     expression: "(cpu + queue) / 3",    replicas: 3,  says: "(cpu + queue) / 3 with cpu 5, queue 3: 2.667, so 3" },
    { shows: "a value",                    expression: "orders.value / 30",    replicas: 4,  says: "orders.value / 30 with orders.value 96: 3.2, so 4" },
    { shows: "a value within tolerance",   expression: "orders.value / 8.8",   replicas: 10, says: "orders.value / 8.8 with orders.value 96: 10.909, so 10" },
    { shows: "a count near the current one, which is no value", expression: "cpu * 2.1", replicas: 11, says: "cpu * 2.1 with cpu 5: 10.5, so 11" },
    { shows: "the current count",          expression: "cpu > 4 ? current : 0", replicas: 10, says: "cpu > 4 ? current : 0 with cpu 5: 10" },
    { shows: "a constant",                 expression: "7",                    replicas: 7,  says: "7: 7" },
    { shows: "zero",                       expression: "cpu - 5",              replicas: 0,  says: "cpu - 5 with cpu 5: 0" },
  ])("is $shows: $expression", ({ expression, replicas, says }) => {
    expect(ofExpression(votesOf(expression, inputs))).toEqual([
      { source: "expression", type: "Count", replicas, message: says },
    ]);
  });

  // prettier-ignore
  it.each<{ shows: string; expression: string; says: string }>([
    { shows: "negative",          expression: "queue - cpu",                  says: "queue - cpu with queue 3, cpu 5: the result -2 is negative, which is no count" },
    { shows: "slightly negative", expression: "0.5 - queue / 5",              says: "0.5 - queue / 5 with queue 3: the result -0.1 is negative, which is no count" },
    { shows: "beyond int32",      expression: "cpu * 1e9",                    says: "cpu * 1e9 with cpu 5: the result 5000000000 is more than 2147483647" },
    { shows: "infinite",          expression: "cpu * 1e308 * 10",             says: "cpu * 1e308 * 10 with cpu 5: the result is too large to compute" },
    { shows: "no number",         expression: "cpu * 1e308 * 10 - cpu * 1e308 * 10", says: "cpu * 1e308 * 10 - cpu * 1e308 * 10 with cpu 5: the result is too large to compute" },
    { shows: "a division by zero", expression: "cpu / (queue - 3)",           says: "cpu / (queue - 3) with cpu 5, queue 3: it divides by queue - 3, which can be 0" },
  ])("fails if the result is $shows: $expression", ({ expression, says }) => {
    expect(ofExpression(votesOf(expression, inputs))).toEqual([
      { source: "expression", type: "Failed", reason: "ExpressionFailed", message: says },
    ]);
  });

  it("marks its inputs, and leaves the votes of other metrics as they are", () => {
    const votes = votesOf("max(cpu, orders)", inputs);
    expect(votes.map(({ input }) => input)).toEqual(["cpu", undefined, "orders", undefined]);
    expect(combine(votes, 10).after).toBe(5);
    expect(combine(votesOf("min(cpu, orders)", [count(5), count(9), count(4)]), 10).after).toBe(9);
  });

  it("is absent without an expression", () => {
    const votes = withFormula(null, metrics, inputs, { specReplicas: 10, tolerance });
    expect(votes).toEqual(inputs.map(({ vote }) => vote));
  });
});

const fallback = (replicas: number): MetricVote => ({
  ...count(replicas),
  vote: { source: "m", type: "Count", replicas, reason: "FallbackActive", message: "" },
});

describe("an expression with an input in fallback", () => {
  // prettier-ignore
  it.each<{ shows: string; expression: string; inputs: MetricVote[]; current?: number; after: number; says: string[] }>([
    { shows: "the fallback starts a workload whose value is not known", expression: "queue.value / 5", inputs: [count(0), fallback(4)], current: 0, after: 4, says: ["queue.value / 5: at least 0 in any case, and the fallback instead of queue.value"] },
    { shows: "it adds to one that runs",           expression: "queue.value / 5",   inputs: [count(1), fallback(30)], after: 30, says: ["queue.value / 5: at least 0 in any case, and the fallback instead of queue.value"] },
    { shows: "it removes, as without an expression", expression: "queue.value / 5",  inputs: [count(1), fallback(4)],  after: 4,  says: ["queue.value / 5: at least 0 in any case, and the fallback instead of queue.value"] },
    { shows: "what other values need stays",       expression: "(queue.value + orders.value) / 10", inputs: [count(1), fallback(4), measured(80)], after: 8, says: ["(queue.value + orders.value) / 10 with orders.value 80: at least 8 in any case, and the fallback instead of queue.value"] },
    { shows: "another failed metric blocks", expression: "(queue.value + orders.value) / 10", inputs: [count(1), fallback(4), failure], after: 10, says: ["(queue.value + orders.value) / 10: the result depends on orders.value"] },
    { shows: "and does not keep it from adding",   expression: "(queue.value + orders.value) / 10", inputs: [count(1), fallback(12), failure], after: 12, says: ["(queue.value + orders.value) / 10: the result depends on orders.value"] },
    { shows: "a condition that is not known",      expression: "queue.value > 100 ? 8 : 2", inputs: [count(1), fallback(5)], after: 5, says: ["queue.value > 100 ? 8 : 2: at least 2 in any case, and the fallback instead of queue.value"] },
    { shows: "the count takes the place of the metric's", expression: "queue * 3",   inputs: [count(1), fallback(4)],  after: 12, says: ["queue * 3 with queue 4: 12"] },
    { shows: "and counts where the expression takes less", expression: "min(cpu, queue)", inputs: [count(2), fallback(8)], after: 8, says: ["min(cpu, queue) with cpu 2, queue 8: 2"] },
    { shows: "it starts a workload that pods hold at 0", expression: "min(cpu, queue)", inputs: [failure, fallback(4)], current: 0, after: 4, says: ["min(cpu, queue) with queue 4: the result depends on cpu"] },
    { shows: "a divisor that is not known blocks", expression: "100 / queue.value", inputs: [count(1), fallback(4)], after: 10, says: ["100 / queue.value: it divides by queue.value, which can be 0"] },
    { shows: "missing samples of pods hold",       expression: "max(cpu, queue.value / 5)", inputs: [count(6, { isEstimated: true }), fallback(2)], after: 10, says: ["max(cpu, queue.value / 5): 10, as some pods have no samples"] },
  ])("$shows: $expression", ({ expression, inputs, current = 10, after, says }) => {
    const votes = votesOf(expression, [...inputs, count(1)].slice(0, 3), current);
    expect(ofExpression(votes).map(({ message }) => message)).toEqual(says);
    expect(combine(votes, current).after).toBe(after);
    expect(votes.find(vote => "reason" in vote && vote.reason === "FallbackActive")).not.toHaveProperty("input");
  });

  it("asks for no fewer than the fallback, whatever the expression is", () => {
    const asked = names.map(external);
    const some = fc.array(fc.nat(30), { minLength: 3, maxLength: 3 });
    const property = fc.property(
      ...[randomFormula, some, fc.nat(2), fc.tuple(fc.nat(30), fc.nat(30))],
      ({ text }, values, missing, [current, replicas]) => {
        const formula = parseFormula(text, namedMetrics(asked));
        if (!formula.ok) throw new Error(text);
        const inputs = values.map((value, index) =>
          index === missing ? fallback(replicas) : measured(value, value),
        );
        const votes = withFormula(formula.value, asked, inputs, {
          specReplicas: current,
          tolerance,
        });
        expect(combine(votes, current).after).toBeGreaterThanOrEqual(replicas);
      },
    );
    fc.assert(property, runs(500));
  });
});

describe("an expression with a failed input", () => {
  // prettier-ignore
  it.each<{ shows: string; expression: string; inputs: MetricVote[]; after: number; says: string[] }>([
    { shows: "what is larger anyway is added",     expression: "max(cpu, queue)", inputs: [count(15), failure], after: 15, says: ["max(cpu, queue) with cpu 15: the result depends on queue", "max(cpu, queue) with cpu 15: at least 15 in any case"] },
    { shows: "nothing is removed",                 expression: "max(cpu, queue)", inputs: [count(5), failure],  after: 10, says: ["max(cpu, queue) with cpu 5: the result depends on queue"] },
    { shows: "nothing that needs both is added",   expression: "min(cpu, queue)", inputs: [count(15), failure], after: 10, says: ["min(cpu, queue) with cpu 15: the result depends on queue"] },
    { shows: "a result that is certain counts",    expression: "min(3, max(cpu, queue))", inputs: [count(5), failure], after: 3, says: ["min(3, max(cpu, queue)) with cpu 5: 3"] },
    { shows: "a branch that does not apply is not missed", expression: "cpu < 9 ? cpu : queue", inputs: [count(5), failure], after: 5, says: ["cpu < 9 ? cpu : queue with cpu 5: 5"] },
    { shows: "a result that falls with it decides nothing", expression: "20 - queue", inputs: [count(5), failure], after: 10, says: ["20 - queue: the result depends on queue"] },
    { shows: "a value that is negative is possible", expression: "cpu + queue.value", inputs: [count(15), failure], after: 10, says: ["cpu + queue.value with cpu 15: the result depends on queue.value"] },
    { shows: "a count without a value is not known", expression: "queue.value / 2", inputs: [count(5), count(7)], after: 10, says: ["queue.value / 2: the result depends on queue.value"] },
    { shows: "pods without samples are in a smaller count", expression: "max(cpu, queue)", inputs: [count(5, { isEstimated: true }), count(2)], after: 5, says: ["max(cpu, queue) with queue 2: 5, as some pods have no samples"] },
    { shows: "a smaller count adds nothing",               expression: "cpu + queue", inputs: [count(5, { isEstimated: true }), count(9)], after: 10, says: ["cpu + queue with queue 9: 10, as some pods have no samples"] },
    { shows: "pods without samples only reduce a rise",    expression: "cpu + queue", inputs: [count(12, { isEstimated: true }), count(2)], after: 14, says: ["cpu + queue with queue 2: 14, as some pods have no samples"] },
    { shows: "pods without samples do not turn a rise round", expression: "(cpu + queue) / 2", inputs: [count(12, { isEstimated: true }), count(2)], after: 10, says: ["(cpu + queue) / 2 with queue 2: 10, as some pods have no samples"] },
    { shows: "what falls with them is at most what it can be", expression: "20 - cpu", inputs: [count(15, { isEstimated: true }), count(1)], after: 5, says: ["20 - cpu: 5, as some pods have no samples"] },
    { shows: "what falls with them is at least what it can be", expression: "20 - cpu", inputs: [count(5, { isEstimated: true }), count(1)], after: 15, says: ["20 - cpu: 15, as some pods have no samples"] },
    { shows: "a held count says nothing", expression: "cpu + queue", inputs: [count(10, { isEstimated: true }), count(2)], after: 10, says: ["cpu + queue with queue 2: 10, as some pods have no samples"] },
    { shows: "a result that needs no samples counts", expression: "min(cpu, queue)", inputs: [count(12, { isEstimated: true }), count(2)], after: 2, says: ["min(cpu, queue) with queue 2: 2"] },
  ])("$shows: $expression", ({ expression, inputs, after, says }) => {
    const votes = votesOf(expression, [...inputs, count(1)].slice(0, 2));
    expect(ofExpression(votes).map(({ message }) => message)).toEqual(says);
    expect(combine(votes, 10).after).toBe(after);
  });

  it("I2: gives no smaller count than with the input, nor than the current one", () => {
    const asked = names.map(external);
    const some = fc.array(fc.nat(30), { minLength: 3, maxLength: 3 });
    const property = fc.property(
      ...[randomFormula, some, fc.nat(2), fc.nat(30)],
      ({ text }, values, missing, current) => {
        const formula = parseFormula(text, namedMetrics(asked));
        if (!formula.ok) throw new Error(text);
        const all = values.map(value => count(value));
        const context = { specReplicas: current, tolerance };
        const decide = (inputs: readonly MetricVote[]) =>
          combine(withFormula(formula.value, asked, inputs, context), current).after;
        const without = decide(all.map((vote, index) => (index === missing ? failure : vote)));
        expect(without).toBeGreaterThanOrEqual(Math.min(current, decide(all)));
      },
    );
    fc.assert(property, runs(500));
  });
});
