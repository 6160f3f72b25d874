import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import type { AutoscalerSpec } from "../../crds/generated/autoscaler.ts";
import { forEachConcurrently, mustRequest } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { startOperator, type Operator } from "../../hack/operator/operator.ts";
import { pausedForever } from "../../hack/operator/workloads.ts";
import { eventually } from "../integration/eventually.ts";
import { scalerPath } from "./cluster/busy-place.ts";
import {
  clearPlaces,
  deploymentPath,
  makePlace,
  startFaultCluster,
  type Place,
} from "./cluster/fault-cluster.ts";
import { report } from "./figures.ts";
import { auditOf } from "./requests.ts";
import { countable, countWork, type WorkCount } from "./work-count.ts";

const replica = "crowded";
const crowd = { crowd: "all" };
/** Changes of the shared pod or workload during which the work is counted. */
const changes = 3;
const periodSeconds = 3;

let cluster: Cluster;
let operator: Operator;
let work: WorkCount;

beforeAll(async () => {
  cluster = await startFaultCluster();
  await clearPlaces(cluster);
  const args = ["--object-metrics=false"];
  operator = await startOperator(cluster, {
    ...{ replica, webhook: false, args, nodeArgs: countable },
  });
  work = await countWork(operator);
});
afterAll(async () => {
  work.close();
  await operator.stop();
  await clearPlaces(cluster);
  await cluster.stop();
});

interface Scene {
  readonly shows: string;
  /** How many workloads there are for this number of objects. */
  readonly workloads: (objects: number) => number;
  readonly spec: (index: number) => Partial<AutoscalerSpec>;
  /** What the status of all objects but `exceptions` says. */
  readonly reason: string;
  readonly exceptions: number;
  /** The path of what all objects depend on. */
  readonly shared: (place: Place) => string;
}

const kind = { apiVersion: "apps/v1", kind: "Deployment" };
/** Each selector is another one, and matches all that have the label. */
const selectorOf = (index: number) => ({
  matchLabels: crowd,
  matchExpressions: [{ key: `excluded-${index}`, operator: "DoesNotExist" as const }],
});
const nameOf = (index: number): string => `crowd-${index}`;

const scenes: readonly Scene[] = [
  {
    shows: "whose targets' selectors all match one pod",
    workloads: objects => objects,
    spec: index => ({ scaleTargetRef: { ...kind, name: nameOf(index) } }),
    ...{ reason: "AmbiguousSelector", exceptions: 0 },
    shared: ({ namespace }) => `/api/v1/namespaces/${namespace}/pods/shared`,
  },
  {
    shows: "that select their targets among the same 50 workloads",
    workloads: () => 50,
    spec: index => {
      const selector = { ...kind, selector: selectorOf(index) };
      return { targetSelector: selector, monitorSelectors: [selector] };
    },
    ...{ reason: "ConflictingAutoscaler", exceptions: 1 },
    shared: place => deploymentPath(place, nameOf(0)),
  },
];

/** Paused Deployments, which create no pods, a pod that all of their selectors match, and the objects. */
async function populate(place: Place, objects: number, { workloads, spec }: Scene): Promise<void> {
  const { namespace } = place;
  const containers = [{ name: "main", image: "none" }];
  const template = { metadata: { labels: crowd }, spec: { containers } };
  const pod = { metadata: { name: "shared", labels: crowd }, spec: { containers } };
  await eventually(() => mustRequest(cluster, "POST", `/api/v1/namespaces/${namespace}/pods`, pod));
  await forEachConcurrently(indexes(workloads(objects)), index =>
    mustRequest(cluster, "POST", deploymentPath(place), {
      metadata: { name: nameOf(index), labels: crowd },
      spec: { ...pausedForever, replicas: 1, selector: selectorOf(index), template },
    }),
  );
  await forEachConcurrently(indexes(objects), index =>
    mustRequest(cluster, "POST", scalerPath(place), {
      ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "Autoscaler" },
      metadata: { name: nameOf(index) },
      spec: { maxReplicas: 9, syncPeriodSeconds: periodSeconds, ...spec(index) },
    }),
  );
}

const indexes = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

async function untilSettled(place: Place, objects: number, scene: Scene): Promise<void> {
  const wanted = `"reason":"${scene.reason}"`;
  // Not more often: the list of all objects is long.
  await vi.waitFor(
    async () => {
      const { items = [] } = await mustRequest(cluster, "GET", scalerPath(place));
      const settled = items.filter(({ status }) => JSON.stringify(status ?? {}).includes(wanted));
      expect(settled).toHaveLength(objects - scene.exceptions);
    },
    { timeout: 120_000, interval: 1_000 },
  );
}

/** How often the operator has considered an Autoscaler so far. */
async function passes(): Promise<number> {
  const { text } = await operator.get("/metrics");
  const counts = text.matchAll(/^trimtab_reconcile_total\{kind="Autoscaler".*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/**
 * What a number of objects costs: the work of one pass over each, while what they share changes, and the requests
 * from their creation on.
 */
async function cost(objects: number, scene: Scene) {
  const place = await makePlace(cluster);
  const since = new Date();
  await populate(place, objects, scene);
  await untilSettled(place, objects, scene);
  const before = await passes();
  await work.take();
  for (let change = 1; change <= changes; change++) {
    const patch = { metadata: { labels: { turn: `${change}` } } };
    await mustRequest(
      ...[cluster, "PATCH", scene.shared(place), patch, "application/merge-patch+json"],
    );
    await sleep(periodSeconds * 1_000);
  }
  const blocks = await work.take();
  const passed = (await passes()) - before;
  expect(passed).toBeGreaterThan(objects);
  const events = await auditOf(cluster, replica, since);
  const requests = events.filter(({ objectRef }) => objectRef?.namespace === place.namespace);
  await clearPlaces(cluster);
  return { objects, work: (objects * blocks) / passed, requests: requests.length };
}

describe("twice as many Autoscalers of one namespace", () => {
  it.each(scenes)("$shows cause at most 2.2 times the work and requests", async scene => {
    const costs = [];
    for (const objects of [100, 200]) costs.push(await cost(objects, scene));
    report("costs", costs);
    for (const [index, twice] of costs.slice(1).entries()) {
      const once = costs[index]!;
      expect(twice.work / once.work).toBeLessThanOrEqual(2.2);
      expect(twice.requests / once.requests).toBeLessThanOrEqual(2.2);
    }
  });
});
