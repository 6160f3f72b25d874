import type { MetricSpec } from "../../engine/model/spec/autoscaler-spec.ts";
import type { LoadedResource } from "../../hack/cluster/operator/load.ts";
import { loadedService, loadMetric, sideLabel, type LoadKind } from "./load.ts";
import type { Side, TwinSpec } from "./sides.ts";

/** One workload, run twice under one load: a row of the comparison. */
export interface TwinDefinition {
  readonly name: string;
  /** The metric of the load. */
  readonly load: LoadKind;
  /** The requests of each pod, in the resources' `loadUnits`, and the load of a pod at its target. */
  readonly requests: Readonly<Record<LoadedResource, number>>;
  readonly podLoad: number;
  /** Number of pods at the start. */
  readonly replicas: number;
  /** The load script, in multiples of what one pod carries at its target. */
  readonly loads: readonly number[];
  /** The steps that begin with a rollout. */
  readonly rollouts?: readonly number[];
  /** True if its pods run but never become ready. */
  readonly neverReady?: boolean;
  /** The spec of both autoscalers: identical except for the name of a metric specific to one side. */
  readonly spec: (side: Side) => TwinSpec;
}

/**
 * Two pods at the start, then 4, 2, 5, 1, 3, 8 (the maximum), 4 and 4: four rises, three falls, and one load
 * that is 5% off the target and so changes nothing.
 *
 * The two sides read their metrics seconds apart, and a simulated load has an error of about one percent. So
 * no load is near an edge: with a load 5% lower or 3% higher, the rounded-up size and the sizes within the
 * 10% tolerance would be the same. (A truncated percentage consumes up to two of the five percent.) This is why
 * the bound for five pods is 4.75 and not 4.5: four would suffice for 4.4. Near an edge, two samples could settle at
 * different sizes without either being wrong.
 */
const script = [3.7, 1.6, 4.75, 0.6, 2.6, 20, 3.7, 4.2];

const requests = { cpu: 1000, memory: 1024 };
const bounds = { minReplicas: 1, maxReplicas: 8 };
const scaleDown = { stabilizationWindowSeconds: 30 };

const cpu: readonly MetricSpec[] = [
  {
    type: "Resource",
    resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } },
  },
];

const memory: readonly MetricSpec[] = [
  {
    type: "Resource",
    resource: { name: "memory", target: { type: "AverageValue", averageValue: "200Mi" } },
  },
];

const container: readonly MetricSpec[] = [
  {
    type: "ContainerResource",
    containerResource: {
      ...{ name: "cpu", container: "main" },
      target: { type: "Utilization", averageUtilization: 50 },
    },
  },
];

const metric = { name: loadMetric };
const each = { type: "AverageValue", averageValue: "10" };

const ofPods: readonly MetricSpec[] = [{ type: "Pods", pods: { metric, target: each } }];

const describedObject = { apiVersion: "v1", kind: "Service", name: loadedService };
const ofObject: readonly MetricSpec[] = [
  { type: "Object", object: { metric, describedObject, target: each } },
];

const external: readonly MetricSpec[] = [{ type: "External", external: { metric, target: each } }];

const queue = (side: Side): readonly MetricSpec[] => [
  {
    type: "External",
    external: {
      metric: { ...metric, selector: { matchLabels: { [sideLabel]: side } } },
      target: { type: "Value", value: "10" },
    },
  },
];

const base = { requests, podLoad: 500, replicas: 2, loads: script };
/** In units of the metrics that an adapter serves. */
const told = { ...base, podLoad: 10 };
const behavior = { scaleDown };

/** The twins of `make twins`, all played at once. */
export const twins: readonly TwinDefinition[] = [
  // Default policies: up immediately, by four pods or double in 15 s.
  { name: "cpu", load: "cpu", ...base, spec: () => ({ ...bounds, metrics: cpu, behavior }) },
  // Intermediate sizes on the way up and on the way down.
  {
    ...{ name: "policies", load: "cpu", ...base },
    spec: () => ({
      ...{ ...bounds, metrics: cpu },
      behavior: {
        scaleUp: { policies: [{ type: "Pods", value: 2, periodSeconds: 30 }] },
        scaleDown: { ...scaleDown, policies: [{ type: "Percent", value: 50, periodSeconds: 30 }] },
      },
    }),
  },
  // An amount instead of a percentage, of a resource without readiness rules; and a window for rises, too.
  {
    ...{ name: "memory", load: "memory", ...base, podLoad: 200 },
    spec: () => ({
      ...{ ...bounds, metrics: memory },
      behavior: { scaleUp: { stabilizationWindowSeconds: 30 }, scaleDown },
    }),
  },
  // Without `behavior`: older rules for windows and steps.
  {
    ...{ name: "container", load: "cpu", ...base },
    spec: () => ({ ...bounds, metrics: container }),
  },
  { name: "pods", load: "pods", ...told, spec: () => ({ ...bounds, metrics: ofPods, behavior }) },
  { name: "object", load: "object", ...told, spec: () => ({ ...bounds, metrics: ofObject }) },
  {
    ...{ name: "external", load: "external", ...told },
    spec: () => ({ ...bounds, metrics: external, behavior }),
  },
  // In proportion to the ready pods.
  {
    ...{ name: "queue", load: "queue", ...told },
    spec: side => ({ ...bounds, metrics: queue(side), behavior }),
  },
  // Down to zero, twice, and back.
  {
    ...{ name: "zero", load: "external", ...told, loads: [3.7, 0, 4.75, 0, 2.6, 20, 0.6] },
    spec: () => ({ ...bounds, minReplicas: 0, metrics: external, behavior }),
  },
  // Surge pods come and go while the count changes.
  {
    ...{ name: "rollout", load: "external", ...told, rollouts: [1, 2, 5] },
    spec: () => ({ ...bounds, metrics: external, behavior }),
  },
  {
    ...{ name: "unready", load: "pods", ...told, neverReady: true },
    spec: () => ({ ...bounds, metrics: ofPods, behavior }),
  },
];

const durations = new Set(["stabilizationWindowSeconds", "periodSeconds"]);

/** The same rules, with a third of every duration. */
const sooner = (spec: TwinSpec): TwinSpec => {
  const third = (key: string, value: unknown) => (durations.has(key) ? Number(value) / 3 : value);
  return JSON.parse(JSON.stringify(spec, third)) as TwinSpec;
};

/** The twins of `make test`: one rise, one fall. */
export const shortTwins: readonly TwinDefinition[] = twins.slice(0, 2).map(twin => ({
  ...twin,
  ...{ replicas: 1, loads: [2.6, 0.6], spec: side => sooner(twin.spec(side)) },
}));
