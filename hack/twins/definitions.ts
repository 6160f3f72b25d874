import type { AutoscalerSpec, MetricSpec } from "../../engine/autoscaler-spec.ts";
import type { LoadedResource } from "../operator/load.ts";

/** One workload, run twice under one load: a row of what is compared. */
export interface TwinDefinition {
  readonly name: string;
  /** What the load is of. */
  readonly resource: LoadedResource;
  /** What each pod requests, and what it carries at its target; in the resource's `loadUnits`. */
  readonly requests: Readonly<Record<LoadedResource, number>>;
  readonly podLoad: number;
  /** Pods at the start. */
  readonly replicas: number;
  /** The load script, counted in what one pod carries at its target. */
  readonly loads: readonly number[];
  /** What both autoscalers are given. */
  readonly spec: TwinSpec;
}

export type TwinSpec = Omit<AutoscalerSpec, "compatibility">;

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

/** Default policies: up at once, by four pods or twice in 15 s. */
const defaults: TwinDefinition = {
  name: "cpu",
  resource: "cpu",
  ...{ requests, podLoad: 500, replicas: 2, loads: script },
  spec: { ...bounds, metrics: cpu, behavior: { scaleDown } },
};

/** Sizes in passing, on the way up and on the way down. */
const policies: TwinDefinition = {
  name: "policies",
  resource: "cpu",
  ...{ requests, podLoad: 500, replicas: 2, loads: script },
  spec: {
    ...bounds,
    metrics: cpu,
    behavior: {
      scaleUp: { policies: [{ type: "Pods", value: 2, periodSeconds: 30 }] },
      scaleDown: { ...scaleDown, policies: [{ type: "Percent", value: 50, periodSeconds: 30 }] },
    },
  },
};

/** An amount instead of a percentage, of what knows no readiness; and a window for rises, too. */
const amounts: TwinDefinition = {
  name: "memory",
  resource: "memory",
  ...{ requests, podLoad: 200, replicas: 2, loads: script },
  spec: {
    ...bounds,
    metrics: memory,
    behavior: { scaleUp: { stabilizationWindowSeconds: 30 }, scaleDown },
  },
};

/** What `make twins` plays, all of them at once. */
export const twins: readonly TwinDefinition[] = [defaults, policies, amounts];

/** What `make test` plays: one rise, one fall. */
export const shortTwins: readonly TwinDefinition[] = [defaults, policies].map(twin => ({
  ...twin,
  ...{ replicas: 1, loads: [2.6, 0.6] },
}));
