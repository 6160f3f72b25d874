import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, expect, it } from "vitest";

import { countRequests, untilAtRest } from "../../hack/bench/requests.ts";
import { mustRequest } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { startOperator, type Operator } from "../../hack/operator/operator.ts";
import {
  autoscalerPath,
  createScaled,
  makePlace,
  setNodes,
  startFaultCluster,
  untilCount,
  type Place,
} from "./cluster/fault-cluster.ts";

const names = Array.from({ length: 20 }, (_, index) => `steady-${index}`);
let cluster: Cluster;
let place: Place;
let operator: Operator;

beforeAll(async () => {
  cluster = await startFaultCluster();
  place = await makePlace(cluster);
  await setNodes(place, 2);
  operator = await startOperator(cluster, { replica: "steady", webhook: false });
});
afterAll(async () => {
  await operator.stop();
  for (const name of names) await mustRequest(cluster, "DELETE", autoscalerPath(place, name));
  await cluster.stop();
});

/** `make bench-steady` counts for ten minutes and allows at most 30 requests. */
it("twenty settled objects cause no requests except for watches and leases", async () => {
  await Promise.all(names.map(name => createScaled(place, name)));
  await Promise.all(names.map(name => untilCount(place, name, 2)));
  await untilAtRest(cluster);
  const since = new Date();
  await sleep(10_000);
  const { total, byKind } = await countRequests(cluster.auditLogPath ?? "", "trimtab/", since);
  expect({ total, byKind }).toEqual({ total: 0, byKind: new Map() });
});
