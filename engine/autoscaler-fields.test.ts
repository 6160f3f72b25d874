import { describe, expect, it } from "vitest";

import type { MetricSpec as StoredMetric } from "../crds/generated/autoscaler.ts";
import { fromStoredSpec } from "./autoscaler-fields.ts";
import type { MetricSpec } from "./autoscaler-spec.ts";

const toMetric = (metric: StoredMetric): MetricSpec | undefined => {
  const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
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
];

describe("fromStoredSpec", () => {
  it.each(rows)("reads a metric of type $stored.type", row => {
    expect(toMetric(row.stored)).toEqual({ type: row.stored.type, ...row.metric });
  });

  it("reads what a selector leaves out as empty", () => {
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
