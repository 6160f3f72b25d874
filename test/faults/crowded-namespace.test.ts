import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import type { AutoscalerSpec } from "../../crds/generated/autoscaler.ts";
import { forEachConcurrently, mustRequest } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { startOperator, type Operator } from "../../hack/cluster/operator/operator.ts";
import { pausedForever } from "../../hack/cluster/operator/workloads.ts";
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
import { countable, countWork, passesOf, type WorkCount } from "./work-count.ts";

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
    workloads: objects => Math.min(objects, 50),
    spec: index => {
      const selector = { ...kind, selector: selectorOf(index) };
      return { targetSelector: selector, monitorSelectors: [selector] };
    },
    ...{ reason: "ConflictingAutoscaler", exceptions: 1 },
    shared: place => deploymentPath(place, nameOf(0)),
  },
];

/** A pod that the selectors of all targets match. */
async function createSharedPod({ namespace }: Place): Promise<void> {
  const spec = { containers: [{ name: "main", image: "none" }] };
  const pod = { metadata: { name: "shared", labels: crowd }, spec };
  await eventually(() => mustRequest(cluster, "POST", `/api/v1/namespaces/${namespace}/pods`, pod));
}

/** Adds paused Deployments, which create no pods, and objects, to those that exist. */
async function grow(
  place: Place,
  [from, to]: readonly [from: number, to: number],
  { workloads, spec }: Scene,
): Promise<void> {
  const containers = [{ name: "main", image: "none" }];
  const template = { metadata: { labels: crowd }, spec: { containers } };
  await forEachConcurrently(indexes(workloads(from), workloads(to)), index =>
    mustRequest(cluster, "POST", deploymentPath(place), {
      metadata: { name: nameOf(index), labels: crowd },
      spec: { ...pausedForever, replicas: 1, selector: selectorOf(index), template },
    }),
  );
  await forEachConcurrently(indexes(from, to), index =>
    mustRequest(cluster, "POST", scalerPath(place), {
      ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "Autoscaler" },
      metadata: { name: nameOf(index) },
      spec: { maxReplicas: 9, syncPeriodSeconds: periodSeconds, ...spec(index) },
    }),
  );
}

const indexes = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

async function untilSettled(place: Place, objects: number, scene: Scene): Promise<void> {
  const wanted = `"reason":"${scene.reason}"`;
  // Not more often: the list of all objects is long.
  await vi.waitFor(
    async () => {
      const { items = [] } = await mustRequest(cluster, "GET", scalerPath(place));
      const settled = items.filter(({ status }) => JSON.stringify(status ?? {}).includes(wanted));
      expect(settled).toHaveLength(objects - scene.exceptions);
    },
    { timeout: 120_000, interval: 500 },
  );
}

/** The operator's requests in a namespace since then. */
async function requestsIn({ namespace }: Place, since: Date): Promise<number> {
  const events = await auditOf(cluster, replica, since);
  return events.filter(({ objectRef }) => objectRef?.namespace === namespace).length;
}

/** The work of one pass over so many objects, while what they share changes. */
async function workOfChanges(place: Place, objects: number, { shared }: Scene): Promise<number> {
  const before = await passesOf(operator);
  await work.take();
  for (let change = 1; change <= changes; change++) {
    const patch = { metadata: { labels: { turn: `${objects}-${change}` } } };
    await mustRequest(cluster, "PATCH", shared(place), patch);
    await sleep((periodSeconds * 1_000) / changes);
  }
  // Each object has its turn once in a period. Not more often: the operator works for this request, too.
  const hasPassed = async () => {
    expect((await passesOf(operator)) - before).toBeGreaterThan(objects);
  };
  await vi.waitFor(hasPassed, { timeout: 60_000, interval: 500 });
  const passed = (await passesOf(operator)) - before;
  const blocks = await work.take();
  return (objects * blocks) / passed;
}

/** What each number of objects costs in one namespace that grows: the work, and the requests since it was empty. */
async function costs(sizes: readonly number[], scene: Scene) {
  const place = await makePlace(cluster);
  const since = new Date();
  await createSharedPod(place);
  const found = [];
  for (const [index, objects] of sizes.entries()) {
    await grow(place, [sizes[index - 1] ?? 0, objects], scene);
    await untilSettled(place, objects, scene);
    const work = await workOfChanges(place, objects, scene);
    found.push({ objects, work, requests: await requestsIn(place, since) });
  }
  await clearPlaces(cluster);
  return found;
}

describe("twice as many Autoscalers of one namespace", () => {
  it.each(scenes)("$shows cause at most 2.2 times the work and requests", async scene => {
    const found = await costs([100, 200], scene);
    report("costs", found);
    for (const [index, twice] of found.slice(1).entries()) {
      const once = found[index]!;
      expect(twice.work / once.work).toBeLessThanOrEqual(2.2);
      expect(twice.requests / once.requests).toBeLessThanOrEqual(2.2);
    }
  });
});
