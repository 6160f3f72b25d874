import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { startOperator } from "../../hack/cluster/operator/operator.ts";
import { rivals } from "./autoscaler/rivals.ts";
import { hanging } from "./autoscaler/hanging.ts";
import { metricsFaults } from "./autoscaler/metrics-faults.ts";
import { podStates } from "./autoscaler/pod-states.ts";
import { targetChanges } from "./autoscaler/target-changes.ts";
import { takenAway } from "./autoscaler/taken-away.ts";
import { replica, runWorkload, type Workload, type World } from "./autoscaler/workload.ts";
import { clearPlaces, startFaultCluster } from "./cluster/fault-cluster.ts";
import { startMetricsApi } from "../../hack/cluster/operator/metrics-api.ts";

/** One cluster for all tests, because each spends most of its time waiting. */
let world: World;
let last: Workload;
const given = (): World => world;

beforeAll(async () => {
  const cluster = await startFaultCluster();
  const metrics = await startMetricsApi(cluster);
  const operator = await startOperator(cluster, { replica, webhook: false });
  world = { cluster, metrics, operator };
  // At rest by the time that the test needs it.
  last = await runWorkload(world);
});
afterAll(async () => {
  await world.operator.stop();
  await clearPlaces(world.cluster);
  await world.metrics.stop();
  await world.cluster.stop();
});

describe.concurrent("a metrics API of an Autoscaler", () => {
  metricsFaults(given);
  hanging(given);
});

describe.concurrent("pods of an Autoscaler that", () => {
  podStates(given);
});

describe.concurrent("the target of an Autoscaler", () => {
  targetChanges(given);
});

describe.concurrent("of several objects for one target", () => {
  rivals(given);
});

it("a deleted metrics API causes no scale-down and does not delay other objects", () =>
  takenAway(world, last));

it("the operator reports no internal fault for any of these", async () => {
  const { text } = await world.operator.get("/metrics");
  expect(text).not.toMatch(/^trimtab_internal_faults_total.* [1-9]/m);
});
