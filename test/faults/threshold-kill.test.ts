import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, expect, it } from "vitest";

import type { Cluster } from "../../hack/cluster/cluster.ts";
import { type MetricsApi, startMetricsApi } from "../../hack/operator/metrics-api.ts";
import { type Operator, startOperator } from "../../hack/operator/operator.ts";
import { eventually } from "../integration/eventually.ts";
import { createBusy, createScaler, makeBusyPlace, scalerStatus } from "./cluster/busy-place.ts";
import { clearPlaces, deployment, type Place, startFaultCluster } from "./cluster/fault-cluster.ts";
import { report } from "./figures.ts";

const durationSeconds = 9;
const busy = {
  name: "busy",
  type: "Value" as const,
  value: {
    metric: { type: "Resource" as const, resource: { name: "cpu" } },
    comparison: "GreaterThan" as const,
    value: "80m",
    durationSeconds,
    increment: 1,
  },
};

let cluster: Cluster;
let metrics: MetricsApi;
let operator: Operator;
let place: Place;

const start = async (): Promise<void> => {
  operator = await startOperator(cluster, { replica: "threshold-kill", webhook: false });
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

const timer = async () => (await scalerStatus(place, "web")).history?.thresholds?.[0];

it("a threshold's duration continues after a kill of the operator", async () => {
  metrics.in(place.namespace).usageOf = () => 90;
  await createBusy(place, "web", 2);
  await createScaler(place, "web", { metrics: [], thresholds: [busy] });
  const since = await eventually(async () => {
    const { since: begun } = (await timer()) ?? {};
    expect(begun).toBeDefined();
    return Date.parse(begun ?? "");
  }, 60_000);

  await sleep(since + (durationSeconds * 1000) / 2 - Date.now());
  const { pid, exited } = operator;
  process.kill(pid, "SIGKILL");
  expect(await exited).toBe("SIGKILL");
  await start();
  const startedAt = Date.now();

  const firedAt = await eventually(async () => {
    const { history } = await scalerStatus(place, "web");
    const [event] = history?.scaleEvents ?? [];
    expect(event?.change).toBe(1);
    return Date.parse(event?.time ?? "");
  }, 60_000);
  const seconds = (from: number) => (firedAt - from) / 1000;
  report("threshold kill", { sinceBegun: seconds(since), sinceRestart: seconds(startedAt) });
  // Neither early nor a whole duration after the restart: the timer goes on from the middle.
  expect(seconds(since)).toBeGreaterThanOrEqual(durationSeconds);
  expect(seconds(startedAt)).toBeLessThan(durationSeconds);
  expect((await deployment(place, "web")).replicas).toBe(3);
});
