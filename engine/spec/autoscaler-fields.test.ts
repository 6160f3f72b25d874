import { describe, expect, it } from "vitest";

import type {
  AutoscalerSpec as StoredSpec,
  MetricSpec as StoredMetric,
  ThresholdMetric,
} from "../../crds/generated/autoscaler.ts";
import type { AutoscalerSpec, MetricSpec } from "../model/spec/autoscaler-spec.ts";
import { fromStoredSpec } from "./autoscaler-fields.ts";

const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
const memory = (averageValue: number | string) => [
  {
    type: "Resource" as const,
    resource: { name: "memory", target: { type: "AverageValue" as const, averageValue } },
  },
];
const policy = { type: "Pods", value: 2, periodSeconds: 60 } as const;

describe("fromStoredSpec", () => {
  // prettier-ignore
  it.each<{ shows: string; stored: Partial<StoredSpec>; want: Partial<AutoscalerSpec> }>([
    { shows: "an empty spec",            stored: {},                                                      want: {} },
    { shows: "a 0",                      stored: { minReplicas: 0 },                                      want: { minReplicas: 0 } },
    { shows: "an empty list of metrics", stored: { metrics: [] },                                         want: { metrics: [] } },
    { shows: "a quantity",               stored: { metrics: memory("64Mi") },                             want: { metrics: memory("64Mi") as never } },
    { shows: "a quantity as a number",   stored: { metrics: memory(1.5) },                                want: { metrics: memory("1.5") as never } },
    { shows: "a large quantity",         stored: { metrics: memory(1e21) },                               want: { metrics: memory("1e+21") as never } },
    { shows: "the name of a metric",     stored: { metrics: [{ ...memory("64Mi")[0]!, name: "heap" }] },  want: { metrics: [{ ...memory("64Mi")[0]!, name: "heap" }] as never } },
    { shows: "an empty behavior",        stored: { behavior: {} },                                        want: { behavior: { scaleUp: null, scaleDown: null } } },
    { shows: "one direction",            stored: { behavior: { scaleDown: { policies: [policy] } } },     want: { behavior: { scaleUp: null, scaleDown: { policies: [policy] } } } },
    { shows: "a tolerance of 0",         stored: { behavior: { scaleUp: { tolerance: 0 } } },             want: { behavior: { scaleUp: { tolerance: "0" }, scaleDown: null } } },
    { shows: "a tolerance as text",      stored: { behavior: { scaleUp: { tolerance: "50m" } } },         want: { behavior: { scaleUp: { tolerance: "50m" }, scaleDown: null } } },
    { shows: "the algorithm",            stored: { algorithm: "HPA-1.36" },                               want: { algorithm: "HPA-1.36" } },
    { shows: "a cooldown",               stored: { cooldown: { scaleUpSeconds: 9 } },                     want: { cooldown: { scaleUpSeconds: 9 } } },
    { shows: "the rollout policy",       stored: { rollout: { scaleDown: "Hold" } },                      want: { rollout: { scaleDown: "Hold" } } },
    { shows: "the sync period",          stored: { syncPeriodSeconds: 30 },                               want: { syncPeriodSeconds: 30 } },
    { shows: "an intention",             stored: { thresholds: [{ name: "a", type: "Intention", intention: { intent: "CPUUtilization", value: 70 } }] }, want: { thresholds: [{ name: "a", type: "Intention", intention: { intent: "CPUUtilization", value: "70" } }] } },
    { shows: "the selectors",            stored: { targetSelector: { apiVersion: "apps/v1", kind: "Deployment" } },         want: { targetSelector: { apiVersion: "apps/v1", kind: "Deployment" } } },
  ])("carries over $shows", ({ stored, want }) => {
    const spec = fromStoredSpec({ scaleTargetRef, maxReplicas: 5, ...stored });
    expect(spec).toStrictEqual({ scaleTargetRef, maxReplicas: 5, ...want });
  });

  it("does not change a utilization", () => {
    const target = { type: "Utilization" as const, averageUtilization: 80 };
    const metrics = [{ type: "Resource" as const, resource: { name: "cpu", target } }];
    expect(fromStoredSpec({ scaleTargetRef, maxReplicas: 5, metrics }).metrics).toEqual(metrics);
  });
});

describe("metrics of a stored threshold", () => {
  const identifier = { name: "rate" };
  const object = { kind: "Service", name: "web" };

  // prettier-ignore
  it.each<{ metric: ThresholdMetric }>([
    { metric: { type: "Resource", resource: { name: "cpu" } } },
    { metric: { type: "ContainerResource", containerResource: { name: "cpu", container: "a" } } },
    { metric: { type: "Pods", pods: { metric: identifier } } },
    { metric: { type: "Object", object: { describedObject: object, metric: identifier } } },
    { metric: { type: "External", external: { metric: identifier } } },
  ])("reads a metric of type $metric.type", ({ metric }) => {
    const condition = { comparison: "GreaterThan", durationSeconds: 30, increment: 1 } as const;
    const value = { ...condition, metric, value: 50 };
    const thresholds = [{ name: "a", type: "Value" as const, value }];
    expect(fromStoredSpec({ scaleTargetRef, maxReplicas: 5, thresholds }).thresholds).toEqual([
      { name: "a", type: "Value", value: { ...value, value: "50" } },
    ]);
  });
});

const toMetric = (metric: StoredMetric): MetricSpec | undefined => {
  return fromStoredSpec({ scaleTargetRef, maxReplicas: 3, metrics: [metric] }).metrics?.[0];
};

const metric = { name: "rate" };
const describedObject = { kind: "Service", name: "web" };
const read = { type: "AverageValue", averageValue: "100" };

// prettier-ignore
const rows: readonly { readonly stored: StoredMetric; readonly metric: object }[] = [
  { stored: { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } } }, metric: { resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } } } },
  { stored: { type: "ContainerResource", containerResource: { name: "cpu", container: "a", target: { type: "AverageValue", averageValue: 100 } } }, metric: { containerResource: { name: "cpu", container: "a", target: read } } },
  { stored: { type: "Pods", pods: { metric, target: { type: "AverageValue", averageValue: "100" } } },                metric: { pods: { metric, target: read } } },
  { stored: { type: "Object", object: { describedObject, metric, target: { type: "Value", value: 5 } } },             metric: { object: { describedObject, metric, target: { type: "Value", value: "5" } } } },
  { stored: { type: "External", external: { metric, target: { type: "AverageValue", averageValue: 100 } } },          metric: { external: { metric, target: read } } },
  { stored: { type: "External", external: { metric, target: { type: "AverageValue", averageValue: 100 } }, fallback: { replicas: 3 }, activation: { value: 5 } }, metric: { external: { metric, target: read }, fallback: { replicas: 3 }, activation: { value: "5" } } },
];

describe("metrics of a stored spec", () => {
  it.each(rows)("reads a metric of type $stored.type", row => {
    expect(toMetric(row.stored)).toEqual({ type: row.stored.type, ...row.metric });
  });

  it("reads absent parts of a selector as empty", () => {
    const selector = {
      matchLabels: { queue: null, team: "a" },
      matchExpressions: [{}, { key: "tier", operator: "In", values: ["a"] }],
    };
    const target = { type: "Value", value: 1 } as const;
    const external = { metric: { ...metric, selector }, target };
    expect(toMetric({ type: "External", external })).toMatchObject({
      external: {
        metric: {
          selector: {
            matchLabels: { queue: "", team: "a" },
            matchExpressions: [
              { key: "", operator: "" },
              { key: "tier", operator: "In", values: ["a"] },
            ],
          },
        },
      },
    });
  });
});
