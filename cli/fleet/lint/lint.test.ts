import fc from "fast-check";
import { expect, it } from "vitest";

import { fieldsOf } from "../../../engine/model/values/json-values.ts";
import { withValueAt } from "../../objects/read-objects.ts";
import {
  container,
  deployment,
  findingsIn,
  found,
  hpa,
  ignoring,
  memory,
  other,
  scaledObject,
  usage,
} from "../testing/objects.ts";
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

/** The paths of all values in an object. */
const pathsIn = (value: unknown): string[][] => [
  [],
  ...Object.entries(Object(value) as object).flatMap(([key, field]) =>
    typeof value === "object" ? pathsIn(field).map(path => [key, ...path]) : [],
  ),
];

it("nothing throws, with any JSON in any place", () => {
  const spec = { behavior: { scaleDown: { stabilizationWindowSeconds: 1 } }, metrics: [memory()] };
  const selector = { matchLabels: { app: "web" }, matchExpressions: [{ key: "a", values: ["b"] }] };
  const triggers = [{ type: "cron", metadata: { timezone: "UTC", start: "0 8 * * *", end: "x" } }];
  const objects = [
    ...[hpa(spec, withMemory, ignoring("x")), scaledObject({ triggers }), deployment()],
    other("policy/v1", "PodDisruptionBudget", { selector, minAvailable: "50%" }),
    other("v1", "ResourceQuota", { hard: { pods: "3" } }),
    { apiVersion: "v1", kind: "Node", metadata: { name: "a" }, status: { allocatable: {} } },
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { ownerReferences: [{}] },
      status: { conditions: [{}] },
    },
  ];
  const places = objects.flatMap((object, index) =>
    pathsIn(object).map(path => [index, path] as const),
  );
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom("__proto__", "\u001b[31m", { items: 1 }));
  fc.assert(
    fc.property(fc.constantFrom(...places), value, ([index, path], part) => {
      const changed = objects.map((object, at) =>
        at === index ? fieldsOf(withValueAt(object, path, part)) : object,
      );
      const text = findingsIn(changed)
        .map(({ message, remedy }) => message + remedy)
        .join("");
      expect(text).not.toMatch(/\p{Cc}/u);
    }),
  );
});
