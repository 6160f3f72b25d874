import fc from "fast-check";

import { behaviors, boundsOf } from "../../../engine/testing/autoscaler-world.ts";

const names = fc.constantFrom("web", "api-1", "a.b", "on", "123");
const amounts = fc.oneof(
  fc.integer({ min: 1, max: 10_000 }),
  fc.constantFrom("500m", "64Mi", "1", "1e3", "0.5", "12k"),
);
const selector = fc.record(
  {
    matchLabels: fc.dictionary(fc.constantFrom("app", "a/b", "yes"), names, { maxKeys: 2 }),
    matchExpressions: fc.array(
      fc.record({
        key: names,
        operator: fc.constant("In"),
        values: fc.array(names, { minLength: 1 }),
      }),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: [] },
);
const identifier = fc.record({ name: names, selector }, { requiredKeys: ["name"] });

const targetOf = (...types: readonly ("Utilization" | "AverageValue" | "Value")[]) =>
  fc.oneof(
    ...types.map(type =>
      type === "Utilization"
        ? fc.record({
            type: fc.constant(type),
            averageUtilization: fc.integer({ min: 1, max: 400 }),
          })
        : fc.record({
            type: fc.constant(type),
            [type === "Value" ? "value" : "averageValue"]: amounts,
          }),
    ),
  );

const resourceFields = {
  name: fc.constantFrom("cpu", "memory"),
  target: targetOf("Utilization", "AverageValue"),
};
/** Upstream also accepts what is no kind. */
const kinds = fc.constantFrom("Pod", "Ingress", "On");
const described = fc.record(
  { apiVersion: fc.constantFrom("v1", "networking.k8s.io/v1"), kind: kinds, name: names },
  { requiredKeys: ["kind", "name"] },
);

const sources = {
  resource: fc.record(resourceFields),
  containerResource: fc.record({ ...resourceFields, container: fc.constantFrom("app", "mesh") }),
  pods: fc.record({ metric: identifier, target: targetOf("AverageValue") }),
  object: fc.record({
    ...{ describedObject: described, metric: identifier },
    target: targetOf("Value", "AverageValue"),
  }),
  external: fc.record({ metric: identifier, target: targetOf("Value", "AverageValue") }),
};

const metric = fc.oneof(
  ...Object.entries(sources).map(([key, source]) =>
    fc.record({
      type: fc.constant(key.charAt(0).toUpperCase() + key.slice(1)),
      [key]: source as fc.Arbitrary<unknown>,
    }),
  ),
);

const withTolerance = behaviors.chain(behavior =>
  fc.option(fc.constantFrom("0", "0.05", "150m", 0), { nil: undefined }).map(tolerance => ({
    ...behavior,
    ...(tolerance === undefined ? {} : { scaleUp: { ...behavior.scaleUp, tolerance } }),
  })),
);

const metadata = fc.record(
  {
    ...{ name: fc.constantFrom("web", "a.b"), namespace: fc.constant("shop") },
    labels: fc.dictionary(fc.constantFrom("app", "a/b", "yes"), names, { maxKeys: 2 }),
    annotations: fc.dictionary(fc.constantFrom("team", "x/y"), fc.string(), { maxKeys: 2 }),
  },
  { requiredKeys: ["name"] },
);

/** Any HorizontalPodAutoscaler that the API server accepts without a feature gate. */
export const hpas = fc.record({
  apiVersion: fc.constant("autoscaling/v2"),
  kind: fc.constant("HorizontalPodAutoscaler"),
  metadata,
  spec: fc
    .tuple(
      fc.record({
        scaleTargetRef: fc.constantFrom(
          { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
          { apiVersion: "v1", kind: "ReplicationController", name: "web" },
        ),
      }),
      boundsOf(1),
      fc.boolean(),
      fc.record(
        { metrics: fc.array(metric, { maxLength: 4 }), behavior: withTolerance },
        { requiredKeys: [] },
      ),
    )
    .map(([target, { minReplicas, maxReplicas }, hasMin, rest]) => ({
      ...target,
      ...(hasMin ? { minReplicas } : {}),
      ...{ maxReplicas, ...rest },
    })),
});
