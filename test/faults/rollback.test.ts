import { afterAll, beforeAll, expect, it } from "vitest";

import { actingFor, mustRequest } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { operatorNamespace, operatorServiceAccount } from "../../hack/operator/chart.ts";
import { type MetricsApi, startMetricsApi } from "../../hack/operator/metrics-api.ts";
import { type Operator, startOperator } from "../../hack/operator/operator.ts";
import { eventually } from "../integration/eventually.ts";
import {
  createBusy,
  createScaler,
  makeBusyPlace,
  scalerPath,
  scalerStatus,
} from "./cluster/busy-place.ts";
import {
  clearPlaces,
  deployment,
  type Place,
  startFaultCluster,
  untilCount,
} from "./cluster/fault-cluster.ts";

let cluster: Cluster;
let metrics: MetricsApi;
let operator: Operator;
let place: Place;

const start = async (): Promise<void> => {
  operator = await startOperator(cluster, { replica: "rollback", webhook: false });
};

beforeAll(async () => {
  cluster = await startFaultCluster();
  metrics = await startMetricsApi(cluster);
  place = await makeBusyPlace(cluster);
  await start();
});

afterAll(async () => {
  await operator.stop();
  await clearPlaces(cluster);
  await metrics.stop();
  await cluster.stop();
});

it("a history that a newer release has written is not misread, and a new one begins", async () => {
  metrics.in(place.namespace).usageOf = ({ siblings }) => 200 / siblings;
  await createBusy(place, "web", 1);
  await createScaler(place, "web", { behavior: {} });
  await untilCount(place, "web", 4);
  await eventually(async () => {
    expect((await scalerStatus(place, "web")).history?.pending).toBeUndefined();
  });
  await operator.stop();

  // The API server keeps all of it, so that a newer release would find it again. Read as version 1,
  // it would recommend 1.
  const saved = (await scalerStatus(place, "web")).history;
  const recommendations = [{ value: 1, since: "2026-01-02T03:04:05Z", confidence: "high" }];
  const newer = { ...saved, version: 2, recommendations, scaleEvents: null, past: "AQID" };
  const path = `${scalerPath(place, "web")}/status`;
  const user = `system:serviceaccount:${operatorNamespace}:${operatorServiceAccount}`;
  const release = actingFor(cluster, { user });
  const status = { history: newer };
  const patch = "application/merge-patch+json";
  const written = await mustRequest(release, "PATCH", path, { status }, patch);
  expect(written.status).toMatchObject({ history: { version: 2, recommendations, past: "AQID" } });

  metrics.in(place.namespace).usageOf = () => 1;
  await start();
  const next = await eventually(async () => {
    const found = await scalerStatus(place, "web");
    expect(found.conditions).toContainEqual(
      expect.objectContaining({ type: "HistoryReset", status: "True", reason: "UnknownVersion" }),
    );
    expect(found.decision?.steps).toContainEqual(
      expect.objectContaining({ reason: "ScaleDownStabilized", after: 4 }),
    );
    return found;
  }, 60_000);
  expect(next.history).toMatchObject({ version: 1, recommendations: [{ value: 4 }, {}] });
  expect(next.history).not.toHaveProperty("past");
  expect((await deployment(place, "web")).replicas).toBe(4);
});
