import { expect, it } from "vitest";

import {
  condition,
  cpu,
  deployment,
  findingsIn,
  found,
  hpa,
  memory,
  usage,
} from "../testing/objects.ts";

const failing = (minutes: number, reason = "FailedGetResourceMetric") => ({
  currentMetrics: [],
  conditions: [condition("ScalingActive", "False", reason, minutes)],
});
const queue = {
  type: "External",
  external: { metric: { name: "queue" }, target: { type: "AverageValue", averageValue: "5" } },
};
const both = { metrics: [cpu(), memory()] };

it.each([
  {
    shows: "no metrics for two hours",
    object: hpa({}, failing(120)),
    want: ["error MetricFailing"],
  },
  { shows: "no metrics for five minutes", object: hpa({}, failing(5)), want: [] },
  { shows: "a target at 0", object: hpa({}, failing(120, "ScalingDisabled")), want: [] },
  {
    shows: "one of two metrics without a value",
    object: hpa({ metrics: [cpu(), queue] }),
    want: ["warning MetricFailing"],
  },
  {
    shows: "one of two metrics with an empty value",
    object: hpa({ metrics: [cpu(), queue] }, { currentMetrics: [usage("cpu", 60), { type: "" }] }),
    want: ["warning MetricFailing"],
  },
  {
    shows: "one of two metrics without a value in its status",
    object: hpa(
      { metrics: [cpu(), queue] },
      {
        currentMetrics: [
          usage("cpu", 60),
          { type: "External", external: { metric: { name: "queue" }, current: {} } },
        ],
      },
    ),
    want: ["warning MetricFailing"],
  },
  {
    shows: "two metrics with values",
    object: hpa(
      { metrics: [cpu(), queue] },
      {
        currentMetrics: [
          usage("cpu", 60),
          {
            type: "External",
            external: { metric: { name: "queue" }, current: { averageValue: "0" } },
          },
        ],
      },
    ),
    want: [],
  },
  {
    shows: "a new one without values",
    object: hpa({ metrics: [cpu(), queue] }, { currentMetrics: null }),
    want: [],
  },
  {
    shows: "memory alone",
    object: hpa({ metrics: [memory()] }, { currentMetrics: [usage("memory", 50)] }),
    want: ["warning MemoryTarget"],
  },
  {
    shows: "memory alone that scales up alone",
    object: hpa(
      { metrics: [memory()], behavior: { scaleDown: { selectPolicy: "Disabled" } } },
      { currentMetrics: [usage("memory", 50)] },
    ),
    want: [],
  },
  {
    shows: "memory that decides",
    object: hpa(both, { currentMetrics: [usage("cpu", 20), usage("memory", 75)] }),
    want: ["warning MemoryTarget"],
  },
  {
    shows: "memory that decides at the minimum",
    object: hpa(both, {
      currentReplicas: 2,
      currentMetrics: [usage("cpu", 20), usage("memory", 75)],
    }),
    want: ["note MemoryTarget"],
  },
  {
    shows: "memory next to a metric that decides",
    object: hpa(both, { currentMetrics: [usage("cpu", 65), usage("memory", 40)] }),
    want: ["note MemoryTarget"],
  },
  {
    shows: "a custom metric with the name memory",
    object: hpa({
      metrics: [
        {
          type: "Pods",
          pods: { metric: { name: "memory" }, target: { type: "AverageValue", averageValue: "5" } },
        },
      ],
    }),
    want: [],
  },
])("metrics: $shows", ({ object, want }) => {
  expect(found([object, deployment()])).toEqual(want);
});

it("names the reason and how long, and cleans what others wrote", () => {
  const evil = {
    ...condition("ScalingActive", "False", "FailedGetScale", 300),
    message: "\u001b[31mno\nmetrics",
  };
  const [finding] = findingsIn([hpa({}, { conditions: [evil] }), deployment()]);
  expect(finding?.message).toBe(
    "has not been able to scale for 5 hours: FailedGetScale: [31mno metrics",
  );
});
