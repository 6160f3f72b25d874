import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, expect, it, onTestFailed } from "vitest";

import type { Cluster } from "../../hack/cluster/cluster.ts";
import { createNodes } from "../../hack/cluster/nodes.ts";
import { tokenFor } from "../../hack/cluster/token.ts";
import { operatorNamespace, operatorServiceAccount } from "../../hack/cluster/operator/chart.ts";
import { startOperator, type Operator } from "../../hack/cluster/operator/operator.ts";
import { killed, renewControllers } from "./cluster/api-server.ts";
import {
  clearPlaces,
  createAutoscaler,
  createDeployment,
  makePlace,
  startFaultCluster,
} from "./cluster/fault-cluster.ts";
import { countsAre, nodeNames } from "./outage/two-objects.ts";

let cluster: Cluster;
let operator: Operator;

beforeAll(async () => {
  cluster = await startFaultCluster();
});
afterAll(async () => {
  await operator.stop();
  await clearPlaces(cluster);
  // The next file needs pods, and the scheduler recovers slowly from an outage.
  await renewControllers(cluster);
  await cluster.stop();
});

const tolerant = { timeout: 60_000, interval: 20 };

it("an operator that starts without an API server waits for it, and then scales", async () => {
  const place = await makePlace(cluster);
  await createNodes(cluster, { names: nodeNames(place, 2), labels: place.labels });
  for (const name of ["now", "held"]) {
    await createDeployment(place, name, 1);
    await createAutoscaler(place, name);
  }
  const token = await tokenFor(cluster, operatorNamespace, operatorServiceAccount);
  const outage = killed(cluster);
  outage.begin();
  onTestFailed(async () => {
    await outage.end();
  });

  const options = { replica: "early", token, webhook: false, readyWithinMs: 0 };
  operator = await startOperator(cluster, options);
  const code = async (path: string) => (await operator.get(path).catch(() => null))?.code;
  await expect.poll(() => code("/livez"), tolerant).toBe(200);
  // Refused, or reset if the server ends just then.
  await expect.poll(() => operator.log(), tolerant).toContain('"code":"Unreachable"');
  await sleep(2_000);
  const { code: readiness, text } = await operator.get("/readyz");
  expect([readiness, text]).toEqual([503, expect.stringContaining("nodes")]);

  await outage.end();
  await expect.poll(() => code("/readyz"), tolerant).toBe(200);
  await countsAre(place, 2, 2);
});
