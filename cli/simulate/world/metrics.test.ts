import { describe, expect, it } from "vitest";

import { fromStoredSpec } from "../../../engine/spec/autoscaler-fields.ts";
import { withDefaults } from "../../../engine/spec/defaults.ts";
import { upstreamSettings } from "../../../engine/model/spec/settings.ts";
import { planMetrics } from "./metrics.ts";

const cpu = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 60 } },
};
const millicores = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "AverageValue", averageValue: "500m" } },
};
const rate = {
  type: "Pods",
  pods: { metric: { name: "rate" }, target: { type: "AverageValue", averageValue: "10" } },
};
const metric = { name: "queue" };
const shared = {
  type: "External",
  external: { metric, target: { type: "AverageValue", averageValue: "30" } },
};
const queried = (target: object) => ({
  type: "Prometheus",
  prometheus: { source: "platform", query: "sum(queue_length)", target },
});
const value = { type: "External", external: { metric, target: { type: "Value", value: "30" } } };
const asked = (externalScaler: object) => ({
  type: "ExternalScaler",
  externalScaler: { source: "queues", ...externalScaler },
});
const describedObject = { apiVersion: "v1", kind: "Service", name: "front" };
const ofObject = (target: object) => ({
  type: "Object",
  object: { metric, describedObject, target },
});
const threshold = (of: object, valueType?: string) => ({
  name: "busy",
  type: "Value",
  value: {
    metric: of,
    comparison: "GreaterThan",
    value: "5",
    durationSeconds: 30,
    increment: 1,
    ...(valueType ? { valueType } : {}),
  },
});

interface Given {
  readonly spec: object;
  readonly columns?: readonly string[];
  readonly factors?: Record<string, number>;
  readonly saturates?: boolean;
}

function plansOf({ spec, columns = ["load"], factors = {}, saturates = false }: Given) {
  const stored = fromStoredSpec({ maxReplicas: 9, ...spec });
  const settings = {
    ...{ columns, podCapacity: 4, factors: new Map(Object.entries(factors)) },
    saturates,
  };
  const plans = planMetrics(withDefaults(stored, upstreamSettings), settings);
  return plans.ok ? plans.value : plans.error;
}

describe("what a metric is of the load", () => {
  const all = { kind: "Pods", answer: "Samples", column: 0 };
  // prettier-ignore
  it.each([
    { shows: "cpu without metrics",        spec: {},                               want: [{ ...all, milliPerUnit: 250_000 }] },
    { shows: "a utilization",              spec: { metrics: [cpu] },               want: [{ ...all, milliPerUnit: 250_000 }] },
    { shows: "a utilization with a factor", spec: { metrics: [cpu] }, factors: { cpu: 2 }, want: [{ ...all, milliPerUnit: 500_000 }] },
    { shows: "an amount of a resource",    spec: { metrics: [millicores] },        want: [{ ...all, milliPerUnit: 1000 }] },
    { shows: "a metric of pods",           spec: { metrics: [rate] },              want: [{ ...all, milliPerUnit: 1000 }] },
    { shows: "a shared external metric",   spec: { metrics: [shared] },            want: [{ kind: "Shared", answer: "Values", column: 0, milliPerUnit: 1000 }] },
    { shows: "an external value",          spec: { metrics: [value] },             want: [{ kind: "Value", answer: "Values", column: 0, milliPerUnit: 1000 }] },
    { shows: "a shared query",             spec: { metrics: [queried({ type: "AverageValue", averageValue: "3" })] }, want: [{ kind: "Shared", answer: "Value", column: 0, milliPerUnit: 1000 }] },
    { shows: "a query, whose name is its text", spec: { metrics: [cpu, queried({ type: "Value", value: "3" })] }, factors: { "sum(queue_length)": 2 }, want: [{ ...all, milliPerUnit: 250_000 }, { kind: "Value", answer: "Value", column: 0, milliPerUnit: 2000 }] },
    { shows: "an external scaler",         spec: { metrics: [asked({ target: { type: "AverageValue", averageValue: "3" } })] }, want: [{ kind: "Shared", answer: "Scaler", column: 0, milliPerUnit: 1000 }] },
    { shows: "a metric of an external scaler", spec: { metrics: [cpu, asked({ metricName: "length", target: { type: "Value", value: "3" } })] }, factors: { length: 2 }, want: [{ ...all, milliPerUnit: 250_000 }, { kind: "Value", answer: "Scaler", column: 0, milliPerUnit: 2000 }] },
    { shows: "a shared object metric",     spec: { metrics: [ofObject({ type: "AverageValue", averageValue: "3" })] }, want: [{ kind: "Shared", answer: "Value", column: 0, milliPerUnit: 1000 }] },
    { shows: "an object value",            spec: { metrics: [ofObject({ type: "Value", value: "3" })] }, want: [{ kind: "Value", answer: "Value", column: 0, milliPerUnit: 1000 }] },
    { shows: "two metrics with columns",   spec: { metrics: [cpu, shared] }, columns: ["load", "queue"], want: [{ ...all, milliPerUnit: 250_000 }, { kind: "Shared", answer: "Values", column: 1, milliPerUnit: 1000 }] },
    { shows: "two metrics with a factor",  spec: { metrics: [cpu, shared] }, factors: { queue: 0.5 }, want: [{ ...all, milliPerUnit: 250_000 }, { kind: "Shared", answer: "Values", column: 0, milliPerUnit: 500 }] },
    { shows: "a limited utilization",      spec: { metrics: [cpu] }, saturates: true, want: [{ ...all, milliPerUnit: 250_000, shown: "limited" }] },
    { shows: "a limited amount of cpu",    spec: { metrics: [millicores] }, saturates: true, want: [{ ...all, milliPerUnit: 1000, shown: "limited" }] },
    { shows: "cpu with a column, whose limit is unknown", spec: { metrics: [rate, millicores] }, columns: ["rate", "cpu"], saturates: true, want: [{ ...all, milliPerUnit: 1000 }, { ...all, column: 1, milliPerUnit: 1000 }] },
    { shows: "requests, which no limit hides", spec: { metrics: [rate] }, saturates: true, want: [{ ...all, milliPerUnit: 1000 }] },
    { shows: "a threshold",                spec: { thresholds: [threshold({ type: "Resource", resource: { name: "cpu" } }, "Utilization")] }, want: [{ ...all, milliPerUnit: 250_000 }] },
    { shows: "a threshold of a total",     spec: { thresholds: [threshold({ type: "External", external: { metric } })] }, want: [{ kind: "Value", answer: "Values", column: 0, milliPerUnit: 1000 }] },
    { shows: "an intention",               spec: { thresholds: [{ name: "cpu", type: "Intention", intention: { intent: "CPUUtilization", value: "70" } }] }, want: [{ ...all, milliPerUnit: 250_000 }] },
  ])("$shows", ({ want, ...given }: Given & { want: object[] }) => {
    const unlimited = { shown: "perPod" };
    expect(plansOf(given)).toEqual(want.map(plan => ({ ...unlimited, ...plan })));
  });

  it("says that the target of a scaler is not in the load", () => {
    expect(plansOf({ spec: { metrics: [asked({})] } })).toBe(
      "the target of external scaler queues is up to the scaler, which a simulation does not ask; write target: {type: AverageValue, averageValue: 10} or the like",
    );
  });

  it("says which metric the load lacks", () => {
    expect(plansOf({ spec: { metrics: [cpu, shared] } })).toBe(
      'the load has no external metric queue; add a column "queue" to it, or write what one unit of the load is in this metric, such as --metric queue=1',
    );
  });
});
