import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { seeded } from "../../engine/random.ts";
import { allOf, createAll, namespacesOf, trimtabApi } from "../../hack/bench/peers/contender.ts";
import { requestsPerSync } from "../../hack/bench/peers/report.ts";
import { untilDecided } from "../../hack/bench/peers/rest.ts";
import {
  createWorkloads,
  keysOf,
  scalerSpec,
  usualUsage,
} from "../../hack/bench/peers/workloads.ts";
import { countRequests, metricsLists, untilAtRest } from "../../hack/bench/requests.ts";
import { listCounts } from "../../hack/bench/start-figures.ts";
import { mustRequest } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { startMetricsApi, type MetricsApi } from "../../hack/operator/metrics-api.ts";
import { startOperator, type Operator } from "../../hack/operator/operator.ts";
import { eventually } from "../integration/eventually.ts";
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

/** As in `make bench`, which has 1,000 with two pods each and a period of 15 s. */
const keys = keysOf(200, `steady-${randomUUID().slice(0, 8)}`);
const periodSeconds = 5;
const seconds = 10;
/** ClusterProportionalAutoscalers. */
const names = Array.from({ length: 20 }, (_, index) => `steady-${index}`);

let cluster: Cluster;
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
  await createWorkloads(cluster, keys, 1);
  await createAll(cluster, trimtabApi, keys, { ...scalerSpec, syncPeriodSeconds: periodSeconds });
  await Promise.all(names.map(name => createScaled(place, name)));
  await untilAllRun();
  startedAt = new Date();
  operator = await startOperator(cluster, { replica: "steady", webhook: false });
});
afterAll(async () => {
  await operator.stop();
  await clearPlaces(cluster);
  await metrics.stop();
  await cluster.stop();
});

/** Waits until the pod of each Deployment runs. */
async function untilAllRun(): Promise<void> {
  const query = "fieldSelector=status.phase%3DRunning";
  await eventually(async () => {
    const lists = await Promise.all(
      namespacesOf(keys).map(namespace =>
        mustRequest(cluster, "GET", `/api/v1/namespaces/${namespace}/pods?${query}`),
      ),
    );
    expect(lists.flatMap(({ items = [] }) => items)).toHaveLength(keys.length);
  }, 120_000);
}

/** Only counts: `make bench` measures what they cost. */
describe("200 Autoscalers and 20 ClusterProportionalAutoscalers", () => {
  it("start with at most five lists of each kind in a namespace, besides those of metrics", async () => {
    await untilDecided(cluster, { name: "Trimtab", all: allOf(trimtabApi) }, keys.length);
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
    const perSync = requestsPerSync({ objects: keys.length, periodSeconds }, { requests, seconds });
    report("requests at rest", { requests, perSync });
    expect([...byKind.keys()]).toEqual([metricsLists]);
    expect(perSync).toBeLessThanOrEqual(0.02);
  });
});
