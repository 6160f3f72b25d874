import { writeFile } from "node:fs/promises";

import { afterAll, beforeAll, expect, it } from "vitest";

import { apiRequest, mustRequest } from "../../hack/cluster/api.ts";
import type { AuditEvent } from "../../hack/cluster/audit.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { tokenFor } from "../../hack/cluster/token.ts";
import { operatorNamespace, operatorServiceAccount } from "../../hack/operator/chart.ts";
import { startOperator, type Operator } from "../../hack/operator/operator.ts";
import {
  autoscalerPath,
  createScaled,
  deployment,
  makePlace,
  setNodes,
  startFaultCluster,
  untilHistory,
  type Place,
} from "./cluster/fault-cluster.ts";
import { auditOf } from "./requests.ts";

let cluster: Cluster;
let operator: Operator;
let place: Place;

const tolerant = { timeout: 60_000, interval: 100 };

/** Long enough for several retries of each watch. */
const retriedForSeconds = 5;

const secondsBetweenFirstAndLast = (requests: readonly AuditEvent[]): number => {
  const sent = requests.map(each => Date.parse(each.requestReceivedTimestamp));
  return (Math.max(...sent) - Math.min(...sent)) / 1_000;
};

const newToken = (boundSecret: string): Promise<string> =>
  tokenFor(cluster, operatorNamespace, operatorServiceAccount, { boundSecret });

beforeAll(async () => {
  cluster = await startFaultCluster();
  place = await makePlace(cluster);
});
afterAll(async () => {
  await operator.stop();
  await mustRequest(cluster, "DELETE", autoscalerPath(place, "web"));
  await cluster.stop();
});

it("an operator with an expired token resumes as soon as it gets a new one", async () => {
  const token = await newToken("first");
  operator = await startOperator(cluster, { replica: "token", token, webhook: false });
  await setNodes(place, 2);
  await createScaled(place, "web");
  await untilHistory(place, "web", { up: 1, down: 0 });

  await mustRequest(cluster, "DELETE", `/api/v1/namespaces/${operatorNamespace}/secrets/first`);
  const asOperator = { server: cluster.server, ca: cluster.ca ?? "", token };
  const code = async () => (await apiRequest(asOperator, "GET", "/version")).code;
  await expect.poll(code, tolerant).toBe(401);
  const began = new Date();
  // The open watch still reports it.
  await setNodes(place, 3);
  const refused = async () =>
    (await auditOf(cluster, "token", began)).filter(event => event.code === 401);
  const refusedFor = async () => secondsBetweenFirstAndLast(await refused());
  await expect.poll(refusedFor, tolerant).toBeGreaterThan(retriedForSeconds);
  expect((await deployment(place, "web")).replicas).toBe(2);
  expect((await operator.get("/livez")).code).toBe(200);
  const retries = await refused();
  expect(retries.length / secondsBetweenFirstAndLast(retries)).toBeLessThan(10);

  await writeFile(operator.tokenFile, await newToken("second"));
  await untilHistory(place, "web", { up: 2, down: 0 });
  expect((await deployment(place, "web")).replicas).toBe(3);
});
