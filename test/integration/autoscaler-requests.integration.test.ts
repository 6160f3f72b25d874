import { setTimeout as sleep } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import type { AutoscalerSpec } from "../../crds/generated/autoscaler.ts";
import { describeRequest, requestsOfOperator } from "./audit.ts";
import { eventually } from "./eventually.ts";
import { sharedCluster } from "./shared-cluster.ts";
import { utilization, Workloads } from "./workloads.ts";

const namespaces = 3;
const autoscalers = 50;
const periodSeconds = 5;
const periods = 20;
const perSync = 0.1;

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

/** 5% up or down. */
const noisy = ({ milli }: Sort) => ({
  cpu: `${Math.round(milli * (0.95 + 0.1 * Math.random()))}m`,
});

/** All are measured, and nothing is left to be scaled. */
const settled = (all: readonly Scaled[]) =>
  eventually(async () => {
    for (const { workloads, name } of all) {
      const { ScalingActive } = await workloads.verdicts(name);
      expect(ScalingActive).toBe("True/ValidMetricFound");
    }
  }, 120_000);

/** What the operator has asked for in all of the namespaces. */
async function requestsFor(all: readonly Scaled[]) {
  const [{ workloads }] = all as [Scaled];
  const here = new Set(all.map(scaled => scaled.workloads.namespace));
  const requests = await requestsOfOperator(workloads.cluster);
  return requests.filter(({ objectRef }) => here.has(objectRef?.namespace ?? ""));
}

async function makeNoise(all: readonly Scaled[]): Promise<void> {
  for (let period = 0; period < periods; period++) {
    const started = performance.now();
    await Promise.all(all.map(scaled => scaled.workloads.use(scaled.name, noisy(scaled))));
    await sleep(Math.max(0, periodSeconds * 1000 - (performance.now() - started)));
  }
}

async function measure(all: readonly Scaled[]): Promise<void> {
  for (const { workloads, name, ...sort } of all)
    await workloads.run(name, { replicas: sort.replicas, usage: noisy(sort) });
  for (const { workloads, name, spec, isSelected = false } of all) {
    const selector = { apiVersion: "apps/v1", kind: "Deployment", matchLabels: { app: name } };
    const found = isSelected ? { targetSelector: selector, monitorSelectors: [selector] } : {};
    await workloads.scaler(name, { syncPeriodSeconds: periodSeconds, ...spec, ...found });
  }
  await settled(all);
  // Until then what was just settled may still be worth a status.
  await makeNoise(all);

  const before = (await requestsFor(all)).length;
  await makeNoise(all);
  const since = (await requestsFor(all)).slice(before);
  const lists = since.filter(request => describeRequest(request) === "list pods");
  const others = since.filter(request => !["list", "watch"].includes(request.verb));
  const syncs = autoscalers * periods;
  const edges = all.filter(({ milli }) => milli !== calm.milli);
  const named = new Set(edges.map(({ name }) => name));
  const atEdges = others.filter(({ objectRef }) => named.has(objectRef?.name ?? ""));
  console.log({
    lists: lists.length,
    perSync: others.length / syncs,
    perSyncAtEdges: atEdges.length / (edges.length * periods),
    kinds: [...new Set(others.map(describeRequest))],
  });
  for (const { workloads, name, replicas } of all)
    expect(await workloads.replicas(name)).toBe(replicas);
  expect(lists.length).toBeLessThanOrEqual(namespaces * (periods + 2));
  expect(others.length / syncs).toBeLessThanOrEqual(perSync);
  expect(atEdges.length / (edges.length * periods)).toBeLessThanOrEqual(perSync);
}

describe("steady Autoscalers", () => {
  it(
    `cost at most ${perSync} requests per sync, besides watches and shared lists`,
    { timeout: 500_000 },
    async () => {
      const cluster = await sharedCluster();
      const places = Array.from({ length: namespaces }, () => new Workloads(cluster));
      for (const workloads of places) await workloads.open();
      const all = Array.from({ length: autoscalers }, (_, index): Scaled => {
        const workloads = places[index % namespaces]!;
        return { ...sortOf(index), name: `web-${index}`, workloads };
      });
      await measure(all);
      for (const workloads of places) await workloads.remove();
    },
  );
});
