import fc from "fast-check";

import type { Json, JsonObject } from "./json-edit.ts";

export const metricTypes = ["Resource", "ContainerResource", "Pods", "Object", "External"] as const;
export type MetricType = (typeof metricTypes)[number];

/** The field with the source of each type. */
export const sourceKeys: Readonly<Record<MetricType, string>> = {
  Resource: "resource",
  ContainerResource: "containerResource",
  Pods: "pods",
  Object: "object",
  External: "external",
};

const quantity = fc.constantFrom<Json>("1", "500m", "64Mi", "1.5Gi", "+.5", "1e3", "20n", 7, 100);
const value = fc.record({ type: fc.constant("Value"), value: quantity });
const average = fc.record({ type: fc.constant("AverageValue"), averageValue: quantity });
const utilization = fc.record({
  type: fc.constant("Utilization"),
  averageUtilization: fc.integer({ min: 1, max: 200 }),
});

const selector = fc.constantFrom<Json>(
  { matchLabels: { queue: "mail" } },
  { matchExpressions: [{ key: "tier", operator: "In", values: ["a", "b"] }] },
  {},
);
const metric = fc.record(
  { name: fc.constantFrom("requests_per_second", "queue|depth", "a b", "..."), selector },
  { requiredKeys: ["name"] },
);
const describedObject = fc.constantFrom<JsonObject>(
  { apiVersion: "networking.k8s.io/v1", kind: "Ingress", name: "web" },
  { apiVersion: "v1", kind: "Namespace", name: "shop" },
  { kind: "Service", name: "web" },
);

const sources: Readonly<Record<MetricType, fc.Arbitrary<unknown>>> = {
  Resource: fc.record({
    name: fc.constantFrom("cpu", "memory", "example.com/gpu"),
    target: fc.oneof(utilization, average),
  }),
  ContainerResource: fc.record({
    name: fc.constantFrom("cpu", "memory", "hugepages-2Mi", "example.com/gpu"),
    container: fc.constantFrom("main", "a-1", "0"),
    target: fc.oneof(utilization, average),
  }),
  Pods: fc.record({ metric, target: average }),
  Object: fc.record({ describedObject, metric, target: fc.oneof(value, average) }),
  External: fc.record({ metric, target: fc.oneof(value, average) }),
};

export const metricOf = (type: MetricType): fc.Arbitrary<JsonObject> =>
  sources[type].map(source => ({ type, [sourceKeys[type]]: source as Json }));

const anyMetric = fc.constantFrom(...metricTypes).chain(metricOf);

const policy = fc.record({
  type: fc.constantFrom("Pods", "Percent"),
  value: fc.integer({ min: 1, max: 1000 }),
  periodSeconds: fc.integer({ min: 1, max: 1800 }),
});
const rules = fc.record(
  {
    stabilizationWindowSeconds: fc.integer({ min: 0, max: 3600 }),
    selectPolicy: fc.constantFrom("Max", "Min", "Disabled"),
    policies: fc.array(policy, { minLength: 1, maxLength: 3 }),
    tolerance: fc.constantFrom<Json>("0.1", "50m", 0, 0.05, 1, "-0"),
  },
  { requiredKeys: [] },
);

const scaleTargetRef = fc.constantFrom<JsonObject>(
  { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
  { apiVersion: "apps/v1", kind: "StatefulSet", name: "db.shop" },
  { apiVersion: "v1", kind: "ReplicationController", name: "old" },
  { apiVersion: "example.com/v1alpha1", kind: "Shop", name: "0" },
);

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

/** A valid spec of a HorizontalPodAutoscaler. Its minimum is 0 only with an Object or External metric. */
export const validSpec: fc.Arbitrary<JsonObject> = fc
  .record({
    scaleTargetRef,
    minReplicas: optional(fc.integer({ min: 0, max: 9 })),
    room: fc.nat(90),
    metrics: fc.option(fc.array(anyMetric, { maxLength: 4 }), { nil: null, freq: 8 }),
    behavior: optional(fc.record({ scaleUp: rules, scaleDown: rules }, { requiredKeys: [] })),
  })
  .map(({ minReplicas = 1, room, metrics, ...rest }) => {
    const wakes = metrics?.some(({ type }) => type === "Object" || type === "External");
    const least = minReplicas === 0 && !wakes ? 1 : minReplicas;
    const bounds = { minReplicas: least, maxReplicas: Math.max(1, least + room) };
    return JSON.parse(JSON.stringify({ ...rest, ...bounds, metrics })) as JsonObject;
  });
