import type { MetricSpec } from "../../engine/autoscaler-spec.ts";
import type { LoadedResource } from "../operator/load.ts";
import { loadedService, loadMetric, sideLabel, type LoadKind } from "./load.ts";
import type { Side, TwinSpec } from "./sides.ts";

/** One workload, run twice under one load: a row of what is compared. */
export interface TwinDefinition {
  readonly name: string;
  /** What the load is measured by. */
  readonly load: LoadKind;
  /** What each pod requests, in the resources' `loadUnits`; and what it carries at its target. */
  readonly requests: Readonly<Record<LoadedResource, number>>;
  readonly podLoad: number;
  /** Pods at the start. */
  readonly replicas: number;
  /** The load script, counted in what one pod carries at its target. */
  readonly loads: readonly number[];
  /** The steps that begin with a rollout. */
  readonly rollouts?: readonly number[];
  /** Its pods run, and never get ready. */
  readonly neverReady?: boolean;
  /** What both autoscalers are given: the same, but for the name of a side's own metric. */
  readonly spec: (side: Side) => TwinSpec;
}

/**
 * Two pods at the start, then 4, 2, 5, 1, 3, 8 (the most), 4 and 4: four rises, three falls, and one
 * load that is a twentieth off the target and so moves nobody.
 *
 * What one side reads, the other reads seconds earlier or later, and a simulated load is told with an
 * error of a percent or so. So no load is near an edge: a size rounded up would be the same, and so
 * would be which sizes are within a tenth of the target, were the load 5% less or 3% more. (A truncated
 * percentage takes up to two of the five away.) Hence 4.75 and not 4.5 for five pods: four would do,
 * were it 4.4. Near an edge two samples would settle differently, and neither would be wrong.
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
/** In units of the metrics that an adapter tells. */
const told = { ...base, podLoad: 10 };
const behavior = { scaleDown };

/** What `make twins` plays, all of them at once. */
export const twins: readonly TwinDefinition[] = [
  // Default policies: up at once, by four pods or twice in 15 s.
  { name: "cpu", load: "cpu", ...base, spec: () => ({ ...bounds, metrics: cpu, behavior }) },
  // Sizes in passing, on the way up and on the way down.
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
  // An amount instead of a percentage, of what knows no readiness; and a window for rises, too.
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
  // Down to nothing, twice, and back.
  {
    ...{ name: "zero", load: "external", ...told, loads: [3.7, 0, 4.75, 0, 2.6, 20, 0.6] },
    spec: () => ({ ...bounds, minReplicas: 0, metrics: external, behavior }),
  },
  // Surge pods come and go while the count moves.
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

/** What `make test` plays: one rise, one fall. */
export const shortTwins: readonly TwinDefinition[] = twins.slice(0, 2).map(twin => ({
  ...twin,
  ...{ replicas: 1, loads: [2.6, 0.6], spec: side => sooner(twin.spec(side)) },
}));
