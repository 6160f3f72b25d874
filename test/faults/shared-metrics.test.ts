import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, expect, it } from "vitest";

import { mustRequest } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { startMetricsApi, type MetricsApi } from "../../hack/cluster/operator/metrics-api.ts";
import { startOperator, type Operator } from "../../hack/cluster/operator/operator.ts";
import { eventually } from "../integration/eventually.ts";
import { createBusy, createScaler, makeBusyPlace, scalerStatus } from "./cluster/busy-place.ts";
import { clearPlaces, deployment, startFaultCluster, type Place } from "./cluster/fault-cluster.ts";
import { report } from "./figures.ts";
import { auditOf } from "./requests.ts";

const replica = "shared-metrics";
const namespaces = 30;
const syncPeriodSeconds = 3;

let cluster: Cluster;
let metrics: MetricsApi;
let operator: Operator;
let places: Place[];

beforeAll(async () => {
  cluster = await startFaultCluster();
  await clearPlaces(cluster);
  metrics = await startMetricsApi(cluster);
  // The target: half of the requests.
  metrics.usageOf = () => 50;
  places = await Promise.all(Array.from({ length: namespaces }, () => makeBusyPlace(cluster)));
  await Promise.all(
    places.map(async place => {
      await createBusy(place, "web", 1);
      await createScaler(place, "web", { syncPeriodSeconds });
    }),
  );
  // While it starts pods, the API server is slow, and a list of the cluster that times out sets the namespaces apart.
  await untilAllRun();
  operator = await startOperator(cluster, { replica, webhook: false });
});
afterAll(async () => {
  await operator.stop();
  await clearPlaces(cluster);
  await metrics.stop();
  await cluster.stop();
});

const untilAllRun = () =>
  eventually(async () => {
    const path = "/api/v1/pods?fieldSelector=status.phase%3DRunning";
    const { items = [] } = await mustRequest(cluster, "GET", path);
    const running = new Set(items.map(({ metadata }) => metadata?.namespace));
    expect(places.filter(({ namespace }) => !running.has(namespace))).toEqual([]);
  });

const untilAllHaveMetrics = () =>
  eventually(async () => {
    const statuses = await Promise.all(places.map(place => scalerStatus(place, "web")));
    const active = statuses.map(({ conditions = [] }) =>
      conditions.find(({ type }) => type === "ScalingActive"),
    );
    expect(new Set(active.map(each => each?.reason))).toEqual(new Set(["ValidMetricFound"]));
  }, 120_000);

/** The lists of PodMetrics so far, of the cluster and of namespaces. */
function listsSoFar() {
  const ofCluster = metrics.in("").lists;
  return { ofCluster, ofNamespaces: metrics.lists - ofCluster };
}

/**
 * Waits until the lists have been shared for two periods. At first, the namespaces ask at different times. If a list of the
 * cluster takes too long, as on a busy machine, each namespace asks alone for some time.
 */
async function untilShared(): Promise<void> {
  const looks: { readonly at: number; readonly lists: ReturnType<typeof listsSoFar> }[] = [];
  await eventually(() => {
    const [at, lists] = [performance.now(), listsSoFar()];
    looks.push({ at, lists });
    const before = looks.findLast(look => look.at <= at - 2 * syncPeriodSeconds * 1_000)?.lists;
    if (!before) throw new Error("two periods have not passed");
    expect(lists.ofNamespaces).toBe(before.ofNamespaces);
    const shared = lists.ofCluster - before.ofCluster;
    expect(shared).toBeGreaterThanOrEqual(1);
    expect(shared).toBeLessThanOrEqual(3);
  }, 120_000);
}

/** The lists of PodMetrics during some periods, of the cluster and of namespaces. */
async function lists(periods: number) {
  const since = new Date();
  await sleep(periods * syncPeriodSeconds * 1_000);
  const events = (await auditOf(cluster, replica, since)).filter(
    ({ objectRef }) => objectRef?.apiGroup === "metrics.k8s.io",
  );
  const ofCluster = events.filter(({ objectRef }) => objectRef?.namespace === undefined);
  const counts = { ofCluster: ofCluster.length, ofNamespaces: events.length - ofCluster.length };
  report("lists of PodMetrics", counts);
  return counts;
}

/** A list costs as much as the samples of so many pods. */
const requestInPods = 50;
/** What lists cost, in pods: the unit in which the operator compares them. */
const costOf = ({ ofCluster, ofNamespaces }: { ofCluster: number; ofNamespaces: number }): number =>
  ofCluster * (requestInPods + namespaces) + ofNamespaces * (requestInPods + 1);

it("30 namespaces of one object each cost a fifth of a PodMetrics list for each of them, or less", async () => {
  await untilAllHaveMetrics();
  await untilShared();
  const periods = 7;
  const shared = await lists(periods);
  // A late one makes the next ones late.
  expect(shared.ofCluster).toBeGreaterThanOrEqual(periods / 2);
  // One list for all is a twentieth. On a busy machine, some namespaces are late: then they share another one, or a
  // single one asks alone, which costs less than that.
  const apart = costOf({ ofCluster: 0, ofNamespaces: periods * namespaces });
  expect(costOf(shared)).toBeLessThanOrEqual(apart / 5);
});

it("they scale by it", async () => {
  const [busy] = places as [Place];
  metrics.in(busy.namespace).usageOf = () => 100;
  await eventually(async () => {
    expect((await deployment(busy, "web")).replicas).toBeGreaterThan(1);
  });
  const others = await Promise.all(places.slice(1).map(place => deployment(place, "web")));
  expect(new Set(others.map(({ replicas }) => replicas))).toEqual(new Set([1]));
  metrics.in(busy.namespace).usageOf = () => 50;
});

it("they get a list each while the one of the cluster is refused", async () => {
  const counts = () => places.map(({ namespace }) => metrics.in(namespace).lists);
  const asked = metrics.in("").lists;
  metrics.in("").fault = () => 403;
  await eventually(() => {
    expect(metrics.in("").lists).toBeGreaterThan(asked);
  }, 120_000);
  const before = counts();
  await eventually(() => {
    const unasked = counts().filter((count, index) => count === before[index]);
    expect(unasked).toEqual([]);
  });
  const periods = 3;
  const { ofCluster, ofNamespaces } = await lists(periods);
  expect(ofCluster).toBe(0);
  expect(ofNamespaces).toBeGreaterThanOrEqual(namespaces * (periods - 1));
  await untilAllHaveMetrics();
});
