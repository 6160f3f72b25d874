import { setTimeout as sleep } from "node:timers/promises";

import fc from "fast-check";

import type { AutoscalerSpec } from "../../crds/generated/autoscaler.ts";
import { forEachConcurrently } from "../../hack/cluster/api.ts";
import { CustomMetrics } from "../../hack/cluster/metrics/custom-metrics.ts";
import { testSampleSeconds } from "../../hack/cluster/pace.ts";
import type { Usage, Workloads } from "./cluster/workloads.ts";

type Spec = Partial<AutoscalerSpec>;

interface Sort {
  readonly replicas: number;
  /** The usage of each pod in millicores. It requests 100. */
  readonly milli?: number;
  /** The External metric of the object, in thousandths. Noise moves it across a threshold. */
  readonly load?: number;
  readonly specOf: (app: string) => Spec;
  readonly isSelected?: boolean;
}

export interface NoisyAutoscaler extends Sort {
  readonly name: string;
  readonly workloads: Workloads;
}

const metricName = "noisy_load";
const metricOf = (app: string) => ({ name: metricName, selector: { matchLabels: { app } } });
const onePerPod = (app: string): Spec => ({
  metrics: [
    {
      type: "External",
      external: { metric: metricOf(app), target: { type: "AverageValue", averageValue: "1" } },
    },
  ],
});

/** Noise of cpu stays within the tolerance. */
const calm: Sort = { replicas: 2, milli: 50, specOf: () => ({}) };
/** Selected by its labels, and counted by them, too. */
const calmSelected: Sort = { ...calm, isSelected: true };

/** Two thirds of 3: with noise, 2 are sometimes enough and sometimes not; the window holds 3. */
const straddling: Sort = { replicas: 3, load: 2001, specOf: onePerPod };
const selected: Sort = { ...straddling, isSelected: true };

/** The same without a window: the minimum holds 3. */
const atItsFloor: Sort = {
  ...straddling,
  specOf: app => ({
    ...onePerPod(app),
    minReplicas: 3,
    behavior: { scaleDown: { stabilizationWindowSeconds: 0 } },
  }),
};

const waitingFor = (app: string) => ({
  metric: { type: "External" as const, external: { metric: metricOf(app) } },
  valueType: "AverageValue" as const,
  durationSeconds: 3600,
});

/** Noise crosses one threshold or the other at every other sync, but never for the required hour. */
const atThresholds: Sort = {
  ...straddling,
  milli: 66.7,
  specOf: app => ({
    metrics: [],
    thresholds: [
      {
        name: "busy",
        type: "Value",
        value: { ...waitingFor(app), comparison: "GreaterThan", value: "670m", increment: 1 },
      },
      {
        name: "calm",
        type: "Value",
        value: { ...waitingFor(app), comparison: "LessThan", value: "660m", increment: -1 },
      },
      { name: "aim", type: "Intention", intention: { intent: "CPUUtilization", value: 67 } },
    ],
  }),
};

const careful: Sort = {
  ...straddling,
  specOf: app => ({
    ...onePerPod(app),
    cooldown: { scaleUpSeconds: 180 },
    rollout: { scaleDown: "Hold" },
  }),
};
const onlyShown: Sort = {
  ...straddling,
  specOf: app => ({ ...onePerPod(app), mode: "DryRun" }),
};

const sorts: readonly Sort[] = [
  ...[straddling, calm, calmSelected, atThresholds, calm],
  ...[atItsFloor, selected, careful, calm, onlyShown],
];

/** The same number of each sort, distributed over these namespaces. */
export const noisyAutoscalers = (count: number, places: readonly Workloads[]): NoisyAutoscaler[] =>
  Array.from({ length: count }, (_, index) => ({
    ...sorts[index % sorts.length]!,
    name: `web-${index}`,
    workloads: places[index % places.length]!,
  }));

export const isAtEdge = ({ load }: NoisyAutoscaler): boolean => load !== undefined;

/** One factor for each object, within 5% of 1. */
function factorsOf(all: readonly NoisyAutoscaler[], seed: number): readonly number[] {
  const factor = fc.double({ min: 0.95, max: 1.05, noNaN: true });
  return fc.sample(factor, { seed, numRuns: all.length, unbiased: true });
}

const usageOf = ({ milli = 1 }: NoisyAutoscaler, factor: number): Usage => ({
  cpu: `${Math.round(milli * factor)}m`,
});

/** The usage of the measured pods, by the names of their Deployments. */
function usagesOf(all: readonly NoisyAutoscaler[], factors: readonly number[]) {
  const places = new Map<Workloads, Map<string, Usage>>();
  for (const [index, scaled] of all.entries()) {
    if (scaled.milli === undefined) continue;
    const usages = places.get(scaled.workloads) ?? new Map<string, Usage>();
    places.set(scaled.workloads, usages.set(scaled.name, usageOf(scaled, factors[index]!)));
  }
  return places;
}

async function setLoads(
  all: readonly NoisyAutoscaler[],
  factors: readonly number[],
): Promise<void> {
  const [{ workloads }] = all as [NoisyAutoscaler];
  const values = all.flatMap(({ load, name, workloads: { namespace } }, index) => {
    if (load === undefined) return [];
    const value = `${Math.round(load * factors[index]!)}m`;
    return [{ namespace, metric: metricName, labels: { app: name }, value }];
  });
  await new CustomMetrics(workloads.cluster).setExternal(...values);
}

/** Creates the objects and their Deployments. */
export async function createAll(
  all: readonly NoisyAutoscaler[],
  seed: number,
  syncPeriodSeconds: number,
): Promise<void> {
  const factors = factorsOf(all, seed);
  await setLoads(all, factors);
  await forEachConcurrently([...all.entries()], async ([index, scaled]) => {
    const { workloads, name, replicas, specOf, isSelected = false } = scaled;
    await workloads.run(name, { replicas, usage: usageOf(scaled, factors[index]!) });
    const selector = {
      apiVersion: "apps/v1",
      kind: "Deployment",
      selector: { matchLabels: { app: name } },
    };
    const found = isSelected ? { targetSelector: selector, monitorSelectors: [selector] } : {};
    await workloads.scaler(name, { syncPeriodSeconds, ...specOf(name), ...found });
  });
}

/**
 * Changes all loads once in every period until aborted, and the usage of all measured pods as often as
 * metrics-server looks at it.
 */
export async function makeNoise(
  all: readonly NoisyAutoscaler[],
  seed: number,
  syncPeriodSeconds: number,
  signal: AbortSignal,
): Promise<void> {
  const stepsPerSample = Math.floor(testSampleSeconds / syncPeriodSeconds);
  for (let step = 1; !signal.aborted; step++) {
    const factors = factorsOf(all, seed + step);
    const pause = sleep(syncPeriodSeconds * 1000);
    await setLoads(all, factors);
    if (step % stepsPerSample === 0) {
      const usages = usagesOf(all, factors);
      await Promise.all(Array.from(usages, ([workloads, each]) => workloads.use(each)));
    }
    await pause;
  }
}
