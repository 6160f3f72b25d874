import { describe, expect, it } from "vitest";

import type { MetricSpec } from "../model/spec/autoscaler-spec.ts";
import type { MetricIdentifier } from "../model/spec/metric.ts";
import type { Answer } from "../model/observation/observation.ts";
import { ok } from "../model/values/result.ts";
import { metricVotes } from "./metric-votes.ts";
import { contextOf, podsOf } from "../arithmetic/testing/calculator.ts";

const pods = podsOf("rr");
const context = contextOf(pods, { spec: 2 });
const samples = new Map(
  pods.map(({ name }) => [name, { value: 2000n, time: 0, windowMs: 0 }] as const),
);

const ask = (metric: MetricSpec, answer: Answer) => {
  const scale = { specReplicas: 2, statusReplicas: 2 };
  return metricVotes([metric], { scale, pods: ok(pods), answers: [answer] }, context)[0]!;
};

const target = { type: "AverageValue", averageValue: "1" };
const named = (metric: MetricIdentifier): MetricSpec => ({
  type: "External",
  external: { metric, target },
});

describe("metricVotes", () => {
  const cpu = { name: "cpu", target };
  const metric = { name: "m" };
  const describedObject = { apiVersion: "v1", kind: "Service", name: "front" };
  const current = { averageValue: "2" };

  // prettier-ignore
  it.each<{ metric: MetricSpec; answer: Answer; source: string; replicas: number; status: object }>([
    { metric: { type: "Resource", resource: cpu }, answer: { kind: "Samples", samples }, source: "cpu", replicas: 4, status: { type: "Resource", resource: { name: "cpu", current } } },
    { metric: { type: "ContainerResource", containerResource: { ...cpu, container: "c1" } }, answer: { kind: "Samples", samples }, source: "cpu of container c1", replicas: 4, status: { type: "ContainerResource", containerResource: { name: "cpu", container: "c1", current } } },
    { metric: { type: "Pods", pods: { metric, target } }, answer: { kind: "Samples", samples }, source: "pods metric m", replicas: 4, status: { type: "Pods", pods: { metric, current } } },
    { metric: { type: "Object", object: { metric, target, describedObject } }, answer: { kind: "Value", value: 4000n }, source: "Service metric m", replicas: 4, status: { type: "Object", object: { metric, describedObject, current } } },
    { metric: { type: "External", external: { metric, target } }, answer: { kind: "Values", values: [4000n] }, source: "external metric m", replicas: 4, status: { type: "External", external: { metric, current } } },
  ])("counts $metric.type", ({ metric: spec, answer, source, replicas, status }) => {
    const asked = ask(spec, answer);
    expect(asked.vote).toMatchObject({ source, type: "Count", replicas });
    expect(asked.status).toEqual(status);

    const failed = ask(spec, { kind: "Failed", message: "away" });
    const reason = `FailedGet${spec.type}Metric`;
    expect(failed.vote).toEqual({ source, type: "Failed", reason, message: "away" });
    expect(failed.status).toEqual({ type: "" });

    const answered = answer.kind === "Value" ? samplesAnswer : ({ kind: "Value", value: 1n } as const);
    expect(ask(spec, answered).vote).toMatchObject({ type: "Failed", reason });
  });

  const samplesAnswer: Answer = { kind: "Samples", samples };
  const values: Answer = { kind: "Values", values: [4000n] };
  const selector = { matchLabels: { queue: "jobs" } };

  it.each([
    { shows: "a selector", given: { name: "m", selector }, shown: { name: "m", selector } },
    { shows: "no selector for null", given: { name: "m", selector: null }, shown: { name: "m" } },
  ])("shows $shows in the status", ({ given, shown }) => {
    expect(ask(named(given), values).status).toMatchObject({ external: { metric: shown } });
  });

  // prettier-ignore
  it.each<{ when: string; selector: NonNullable<MetricIdentifier["selector"]> }>([
    { when: "an operator is unknown",   selector: { matchExpressions: [{ key: "a", operator: "Like", values: ["b"] }] } },
    { when: "In has no values",         selector: { matchExpressions: [{ key: "a", operator: "In" }] } },
    { when: "Exists has values",        selector: { matchExpressions: [{ key: "a", operator: "Exists", values: ["b"] }] } },
    { when: "a key is not a label key", selector: { matchLabels: { "-a": "b" } } },
    { when: "a value is not a label value", selector: { matchLabels: { a: "b c" } } },
  ])("fails when $when in a metric's selector", ({ selector: bad }) => {
    expect(ask(named({ name: "m", selector: bad }), values).vote).toMatchObject({
      type: "Failed",
      reason: "FailedGetExternalMetric",
      message: expect.stringContaining("the metric's selector") as string,
    });
  });
});
