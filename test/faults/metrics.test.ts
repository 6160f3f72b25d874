import { afterAll, beforeAll, expect, it } from "vitest";

import type { Cluster } from "../../hack/cluster/cluster.ts";
import { startOperator, type Operator } from "../../hack/operator/operator.ts";
import { createBusy, createScaler, makeBusyPlace, verdictsOf } from "./busy-place.ts";
import { startFaultCluster, untilCount, type Place } from "./fault-cluster.ts";
import { startMetricsApi, type MetricsApi } from "./metrics-api.ts";

let cluster: Cluster;
let metrics: MetricsApi;
let operator: Operator;
let place: Place;

beforeAll(async () => {
  cluster = await startFaultCluster();
  metrics = await startMetricsApi(cluster);
  operator = await startOperator(cluster, { replica: "metrics", webhook: false });
  place = await makeBusyPlace(cluster);
});
afterAll(async () => {
  await operator.stop();
  await metrics.stop();
  await cluster.stop();
});

it("follows what the metrics API says", async () => {
  metrics.usageOf = ({ siblings }) => 200 / siblings;
  await createBusy(place, "web", 1);
  await createScaler(place, "web");
  await untilCount(place, "web", 4, 20_000);
  expect(await verdictsOf(place, "web")).toMatchObject({ Ready: "True/Ready" });
  metrics.fault = () => 500;
  await expect
    .poll(() => verdictsOf(place, "web"), { timeout: 15_000 })
    .toMatchObject({ ScalingActive: "False/FailedGetResourceMetric" });
  await untilCount(place, "web", 4);
  metrics.fault = null;
  metrics.usageOf = () => 10;
  await untilCount(place, "web", 1, 20_000);
});
