import { expect, it } from "vitest";

import { container, deployment, found, hpa, ignoring, memory, usage } from "../testing/objects.ts";
import { rules } from "./lint.ts";

const wrong = { metrics: [memory()], minReplicas: 5, maxReplicas: 5 };
const withMemory = { currentMetrics: [usage("memory", 50)] };

it.each([
  { shows: "nothing", meta: {}, want: ["warning MemoryTarget"] },
  { shows: "the rule", meta: ignoring("MemoryTarget"), want: [] },
  { shows: "several rules", meta: ignoring(" AtMaximum, MemoryTarget "), want: [] },
  { shows: "another rule", meta: ignoring("AtMaximum"), want: ["warning MemoryTarget"] },
])("an annotation that ignores $shows", ({ meta, want }) => {
  expect(found([hpa({ metrics: [memory()] }, withMemory, meta), deployment()])).toEqual(want);
});

it("an ignored cause still explains its effect", () => {
  const failing = {
    currentMetrics: [],
    conditions: [{ type: "ScalingActive", status: "False", reason: "FailedGetResourceMetric" }],
  };
  const without = deployment([container({ requests: {} })]);
  expect(found([hpa({}, failing), without])).toEqual(["error NoRequests"]);
  expect(found([hpa({}, failing, ignoring("NoRequests")), without])).toEqual([]);
});

it("a fixed count has no other mistake of its size", () => {
  expect(found([hpa(wrong, withMemory), deployment()])).toEqual(["note MinimumEqualsMaximum"]);
});

it("each rule has a name of its own, and explanations name rules", () => {
  const names = rules.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(
    expect.arrayContaining(rules.flatMap(({ explainedBy = [] }) => explainedBy)),
  );
});
