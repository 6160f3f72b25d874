import { setTimeout as sleep } from "node:timers/promises";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { AutoscalerSpec } from "../../crds/generated/autoscaler.ts";
import { forEachConcurrently } from "../../hack/cluster/api.ts";
import { describeRequest, receivedAt, requestsOfOperator } from "./audit.ts";
import { eventually } from "./eventually.ts";
import { sharedCluster } from "./shared-cluster.ts";
import { utilization, Workloads, type Usage } from "./workloads.ts";

const namespaces = 3;
const autoscalers = 50;
const periodSeconds = 5;
/** Statuses have a burst of writes, which is used up before the rate is measured. */
const warmUpPeriods = 20;
const periods = 20;
const perSync = 0.1;
const seed = Number(process.env["SEED"] ?? 1);

interface Sort {
  readonly replicas: number;
  /** Thousandths of a core, of the 100 that each pod requests. */
  readonly milli: number;
  readonly spec: Partial<AutoscalerSpec>;
  readonly isSelected?: boolean;
}

const calm: Sort = { replicas: 2, milli: 50, spec: {} };
/** Two thirds of 3: with noise sometimes 2 are enough, and sometimes not; the window holds 3. */
const straddling: Sort = { replicas: 3, milli: 66.7, spec: { metrics: [utilization("cpu", 100)] } };
/** The same without a window: the minimum holds 3. */
const atItsFloor: Sort = {
  ...straddling,
  spec: {
    ...straddling.spec,
    minReplicas: 3,
    behavior: { scaleDown: { stabilizationWindowSeconds: 0 } },
  },
};

const cpu = { type: "Resource" as const, resource: { name: "cpu" } };
const waiting = { metric: cpu, durationSeconds: 3600 };
/** With noise beyond one threshold or the other at every other sync, and for an hour at none. */
const atThresholds: Sort = {
  ...straddling,
  spec: {
    metrics: [],
    thresholds: [
      {
        name: "busy",
        type: "Value",
        value: { ...waiting, comparison: "GreaterThan", value: "67m", increment: 1 },
      },
      {
        name: "calm",
        type: "Value",
        value: { ...waiting, comparison: "LessThan", value: "66m", increment: -1 },
      },
      { name: "aim", type: "Intention", intention: { intent: "CPUUtilization", value: 67 } },
    ],
  },
};

/** With a choice of what to do about every change, and without one. */
const careful: Sort = {
  ...straddling,
  spec: {
    ...straddling.spec,
    cooldown: { scaleUpSeconds: 180, scaleDownSeconds: 300 },
    rollout: { scaleDown: "Hold" },
  },
};
const onlyShown: Sort = { ...straddling, spec: { ...straddling.spec, mode: "DryRun" } };
/** Found by its labels, and counted by them, too. */
const selected: Sort = { ...straddling, isSelected: true };

interface Scaled extends Sort {
  readonly name: string;
  readonly workloads: Workloads;
}

const sorts: Readonly<Record<number, Sort>> = {
  ...{ 0: straddling, 3: atThresholds, 5: atItsFloor },
  ...{ 6: selected, 7: careful, 9: onlyShown },
};
const sortOf = (index: number): Sort => sorts[index % 10] ?? calm;

/** Usages within 5% of what each Deployment should use; one for each at every call. */
function* noiseFor(all: readonly Scaled[]): Generator<readonly Usage[], never> {
  const factor = fc.double({ min: 0.95, max: 1.05, noNaN: true });
  for (let step = 0; ; step++) {
    const factors = fc.sample(factor, {
      ...{ seed: seed + step, numRuns: all.length, unbiased: true },
    });
    yield all.map(({ milli }, index) => ({ cpu: `${Math.round(milli * factors[index]!)}m` }));
  }
}

/** All are measured, and nothing is left to be scaled. */
const settled = (all: readonly Scaled[]) =>
  eventually(async () => {
    for (const { workloads, name } of all) {
      const { ScalingActive } = await workloads.verdicts(name);
      expect(ScalingActive).toBe("True/ValidMetricFound");
    }
  }, 120_000);

/** The operator's requests in all of the namespaces during some moments. */
async function requestsFor(all: readonly Scaled[], from: number, to: number) {
  const [{ workloads }] = all as [Scaled];
  const here = new Set(all.map(scaled => scaled.workloads.namespace));
  const requests = await requestsOfOperator(workloads.cluster);
  return requests.filter(
    request =>
      here.has(request.objectRef?.namespace ?? "") &&
      from <= receivedAt(request) &&
      receivedAt(request) < to,
  );
}

/** Changes what all pods use, once in every period. */
async function makeNoise(
  all: readonly Scaled[],
  noise: ReturnType<typeof noiseFor>,
  times: number,
): Promise<void> {
  for (let period = 0; period < times; period++) {
    const usages = noise.next().value;
    const pause = sleep(periodSeconds * 1000);
    await Promise.all(all.map(({ workloads, name }, index) => workloads.use(name, usages[index]!)));
    await pause;
  }
}

async function scaleAll(all: readonly Scaled[], usages: readonly Usage[]): Promise<void> {
  await forEachConcurrently([...all.entries()], async ([index, scaled]) => {
    const { workloads, name, replicas, spec, isSelected = false } = scaled;
    await workloads.run(name, { replicas, usage: usages[index]! });
    const selector = { apiVersion: "apps/v1", kind: "Deployment", matchLabels: { app: name } };
    const found = isSelected ? { targetSelector: selector, monitorSelectors: [selector] } : {};
    await workloads.scaler(name, { syncPeriodSeconds: periodSeconds, ...spec, ...found });
  });
}

async function measure(all: readonly Scaled[]): Promise<void> {
  const noise = noiseFor(all);
  await scaleAll(all, noise.next().value);
  await settled(all);
  await makeNoise(all, noise, warmUpPeriods);

  const from = Date.now();
  await makeNoise(all, noise, periods);
  const to = Date.now();
  const requests = await requestsFor(all, from, to);
  const lists = requests.filter(request => describeRequest(request) === "list pods");
  const others = requests.filter(({ verb }) => !["list", "watch"].includes(verb));
  const elapsedPeriods = (to - from) / (periodSeconds * 1000);
  const edges = all.filter(({ milli }) => milli !== calm.milli);
  const named = new Set(edges.map(({ name }) => name));
  const atEdges = others.filter(({ objectRef }) => named.has(objectRef?.name ?? ""));
  const figures = {
    listsPerPeriod: lists.length / elapsedPeriods,
    perSync: others.length / (autoscalers * elapsedPeriods),
    perSyncAtEdges: atEdges.length / (edges.length * elapsedPeriods),
  };
  console.log({
    seed,
    elapsedPeriods,
    ...figures,
    kinds: [...new Set(others.map(describeRequest))],
  });
  for (const { workloads, name, replicas } of all)
    expect(await workloads.replicas(name)).toBe(replicas);
  // One period may begin before the first moment, and one may end after the last.
  expect(lists.length).toBeLessThanOrEqual(namespaces * (elapsedPeriods + 2));
  expect(lists.length).toBeGreaterThan(0);
  expect(figures.perSync).toBeLessThanOrEqual(perSync);
  expect(figures.perSyncAtEdges).toBeLessThanOrEqual(perSync);
}

describe("steady Autoscalers", () => {
  it(
    `cost at most ${perSync} requests per sync, besides watches and shared lists, SEED=${seed}`,
    { timeout: 600_000 },
    async () => {
      const cluster = await sharedCluster();
      const places = Array.from({ length: namespaces }, () => new Workloads(cluster));
      await Promise.all(places.map(workloads => workloads.open()));
      const all = Array.from({ length: autoscalers }, (_, index): Scaled => {
        const workloads = places[index % namespaces]!;
        return { ...sortOf(index), name: `web-${index}`, workloads };
      });
      await measure(all);
      await Promise.all(places.map(workloads => workloads.remove()));
    },
  );
});
