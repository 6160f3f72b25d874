import { writeFile } from "node:fs/promises";

import { expect } from "vitest";

import { apiRequest, mustRequest } from "../../../hack/cluster/api.ts";
import type { AuditEvent } from "../../../hack/cluster/audit.ts";
import { tokenFor } from "../../../hack/cluster/token.ts";
import { operatorNamespace, operatorServiceAccount } from "../../../hack/cluster/operator/chart.ts";
import { eventually } from "../../integration/eventually.ts";
import { deployment, setNodes, untilHistory } from "../cluster/fault-cluster.ts";
import { report } from "../figures.ts";
import { auditOf } from "../requests.ts";
import { operatorIn, type Test } from "../cluster/operator-in.ts";
import { makeScaledPlace } from "../cluster/scaled-place.ts";
import type { Scene } from "../cluster/scene.ts";

/** Long enough for several retries of each watch. */
const retriedForSeconds = 3;

const secondsBetweenFirstAndLast = (requests: readonly AuditEvent[]): number => {
  const sent = requests.map(each => Date.parse(each.requestReceivedTimestamp));
  return (Math.max(...sent) - Math.min(...sent)) / 1_000;
};

/** An operator with an expired token resumes as soon as it gets a new one. */
export async function expiredToken({ cluster }: Scene, test: Test): Promise<void> {
  const place = await makeScaledPlace(cluster, 2);
  const start = operatorIn(place, test, { replica: "token" });
  const newToken = (boundSecret: string): Promise<string> =>
    tokenFor(cluster, operatorNamespace, operatorServiceAccount, { boundSecret });
  const token = await newToken("first");
  const operator = await start({ token });
  await untilHistory(place, "web", { up: 1, down: 0 });

  await mustRequest(cluster, "DELETE", `/api/v1/namespaces/${operatorNamespace}/secrets/first`);
  const asOperator = { server: cluster.server, ca: cluster.ca ?? "", token };
  // The API server remembers a valid token for ten seconds.
  await eventually(async () => {
    expect((await apiRequest(asOperator, "GET", "/version")).code).toBe(401);
  });
  const began = new Date();
  // The open watch still reports it.
  await setNodes(place, 3);
  const retries = await eventually(async () => {
    const refused = (await auditOf(cluster, "token", began)).filter(({ code }) => code === 401);
    expect(secondsBetweenFirstAndLast(refused)).toBeGreaterThan(retriedForSeconds);
    return refused;
  });
  expect((await deployment(place, "web")).replicas).toBe(2);
  expect((await operator.get("/livez")).code).toBe(200);
  const perSecond = retries.length / secondsBetweenFirstAndLast(retries);
  report("expired token", { perSecond });
  expect(perSecond).toBeLessThan(10);

  await writeFile(operator.tokenFile, await newToken("second"));
  await untilHistory(place, "web", { up: 2, down: 0 });
  expect((await deployment(place, "web")).replicas).toBe(3);
}
