import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { seeded } from "../../cli/simulate/random.ts";
import { allOf, createAll, trimtabApi } from "../../hack/bench/peers/contender.ts";
import { requestsPerSync } from "../../hack/bench/peers/report.ts";
import { untilDecided } from "../../hack/bench/peers/rest.ts";
import { scalerSpec, usualUsage } from "../../hack/bench/peers/workloads.ts";
import { countRequests, metricsLists, untilAtRest } from "../../hack/bench/requests.ts";
import { listCounts } from "../../hack/bench/start-figures.ts";
import { forEachConcurrently, mustRequest } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { startMetricsApi, type MetricsApi } from "../../hack/cluster/operator/metrics-api.ts";
import { startOperator, type Operator } from "../../hack/cluster/operator/operator.ts";
import { eventually } from "../integration/eventually.ts";
import { makeBusyPlace } from "./cluster/busy-place.ts";
import {
  clearPlaces,
  createScaled,
  makePlace,
  setNodes,
  startFaultCluster,
  untilCount,
  type Place,
} from "./cluster/fault-cluster.ts";
import { report } from "./figures.ts";
import { createNumber } from "./fleet.ts";

/** Autoscalers in each of two namespaces; `make bench` has 1,000 with two pods each and a period of 15 s. */
const workloads = Array.from({ length: 100 }, (_, index) => `web-${index}`);
const objects = 2 * workloads.length;
const periodSeconds = 3;
const seconds = 2 * periodSeconds;
/** ClusterProportionalAutoscalers. */
const names = Array.from({ length: 20 }, (_, index) => `steady-${index}`);

let cluster: Cluster;
let busy: readonly Place[];
let place: Place;
let metrics: MetricsApi;
let operator: Operator;
let startedAt: Date;

beforeAll(async () => {
  cluster = await startFaultCluster();
  await clearPlaces(cluster);
  place = await makePlace(cluster);
  await setNodes(place, 2);
  metrics = await startMetricsApi(cluster);
  // The noise of `make bench`, the same in each run.
  const random = seeded(1);
  metrics.usageOf = () => usualUsage * (0.96 + 0.08 * random());
  busy = [await makeBusyPlace(cluster), await makeBusyPlace(cluster)];
  const pairs = busy.flatMap(each => workloads.map(name => ({ each, name })));
  await forEachConcurrently(pairs, ({ each, name }) => createNumber(each, name));
  const keys = pairs.map(({ each, name }) => `${each.namespace}/${name}`);
  await createAll(cluster, trimtabApi, keys, { ...scalerSpec, syncPeriodSeconds: periodSeconds });
  await Promise.all(names.map(name => createScaled(place, name)));
  await untilAllRun();
  startedAt = new Date();
  operator = await startOperator(cluster, { replica: "steady", webhook: false });
});
afterAll(async () => {
  await operator.stop();
  // No controller owns the pods.
  const pods = busy.map(each => `${podsOf(each)}?gracePeriodSeconds=0`);
  await Promise.all([
    clearPlaces(cluster),
    ...pods.map(path => mustRequest(cluster, "DELETE", path)),
  ]);
  await metrics.stop();
  await cluster.stop();
});

const podsOf = ({ namespace }: Place): string => `/api/v1/namespaces/${namespace}/pods`;

/** Waits until all pods run. */
function untilAllRun(): Promise<void> {
  const others = "fieldSelector=status.phase%21%3DRunning&limit=1";
  return eventually(async () => {
    for (const each of busy) {
      const { items } = await mustRequest(cluster, "GET", `${podsOf(each)}?${others}`);
      expect(items).toEqual([]);
    }
  }, 120_000);
}

/** Only counts: `make bench` measures what they cost. */
describe("200 Autoscalers and 20 ClusterProportionalAutoscalers", () => {
  it("start with at most five lists of each kind in a namespace, besides those of metrics", async () => {
    await untilDecided(cluster, { name: "Trimtab", all: allOf(trimtabApi) }, objects);
    const counts = await listCounts(cluster.auditLogPath ?? "", startedAt);
    report("lists", Object.fromEntries(counts));
    counts.delete("pods.metrics.k8s.io");
    expect(Math.max(...counts.values())).toBeLessThanOrEqual(5);
  });

  it("cause at most 0.02 requests per sync at rest, all of them for metrics", async () => {
    await Promise.all(names.map(name => untilCount(place, name, 2)));
    await untilAtRest(cluster);
    const since = new Date();
    await sleep(seconds * 1_000);
    const { byKind } = await countRequests(cluster.auditLogPath ?? "", "trimtab/", since);
    const requests = Object.fromEntries(byKind);
    const perSync = requestsPerSync({ objects, periodSeconds }, { requests, seconds });
    report("requests at rest", { requests, perSync });
    expect([...byKind.keys()]).toEqual([metricsLists]);
    expect(perSync).toBeLessThanOrEqual(0.02);
  });
});
