import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, expect, it } from "vitest";

import { PUNCTUAL_MS } from "../../engine/history/scale-record.ts";
import { mustRequest } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { startOperator, type Operator } from "../../hack/operator/operator.ts";
import {
  createBusy,
  createScaler,
  makeBusyPlace,
  scalerPath,
  scalerStatus,
} from "./cluster/busy-place.ts";
import { deployment, startFaultCluster, untilCount, type Place } from "./cluster/fault-cluster.ts";
import { startFaultProxy, type FaultProxy } from "./cluster/fault-proxy.ts";
import { behaviorOf } from "./fleet.ts";
import { startMetricsApi, type MetricsApi } from "../../hack/operator/metrics-api.ts";
import { roomsOf } from "./promises.ts";
import { isScaleWrite, patchesIn } from "./requests.ts";
import { scaleLog } from "./scale-log.ts";

let cluster: Cluster;
let proxy: FaultProxy;
let metrics: MetricsApi;
let operator: Operator;
let place: Place;

beforeAll(async () => {
  cluster = await startFaultCluster();
  proxy = await startFaultProxy(cluster);
  metrics = await startMetricsApi(cluster);
  place = await makeBusyPlace(cluster);
  const { server, ca } = proxy;
  operator = await startOperator(cluster, { replica: "late", server, ca, webhook: false });
});
afterAll(async () => {
  await operator.stop();
  await mustRequest(cluster, "DELETE", scalerPath(place));
  proxy.stop();
  await metrics.stop();
  await cluster.stop();
});

it("counts a late change from the time of its write", async () => {
  const given = { scaleUp: { policies: [{ type: "Pods", value: 2, periodSeconds: 4 } as const] } };
  metrics.usageOf = ({ siblings }) => 500 / siblings;
  // The first change arrives when the period since its decision is almost over.
  const heal = proxy.inject({ matches: isScaleWrite, before: () => sleep(3_000, undefined) });
  await createBusy(place, "web", 1);
  await createScaler(place, "web", { behavior: given });
  await untilCount(place, "web", 3);
  heal();
  await untilCount(place, "web", 5);

  const { history } = await scalerStatus(place, "web");
  expect(history?.scaleEvents?.[0]).toMatchObject({ change: 2, span: { up: 2, down: 0 } });
  const counts = new Map([["web", (await deployment(place, "web")).replicas]]);
  const { writes } = scaleLog(await patchesIn(cluster, place.namespace), counts);
  const [first] = writes;
  expect(first).toMatchObject({ from: 1, to: 3 });
  const by = { at: ({ written }: (typeof writes)[number]) => written, slack: PUNCTUAL_MS };
  expect(Math.min(...roomsOf({ behavior: behaviorOf(given) }, writes, by))).toBe(0);
});
