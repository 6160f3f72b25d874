import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFailed } from "vitest";

import { mustRequest } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { createNodes, deleteNodes } from "../../hack/cluster/nodes.ts";
import { tokenFor } from "../../hack/cluster/token.ts";
import { operatorNamespace, operatorServiceAccount } from "../../hack/operator/chart.ts";
import { startOperator, type Operator } from "../../hack/operator/operator.ts";
import { deleteNodeInEtcd, frozen, killed, renewControllers } from "./api-server.ts";
import { createBusy, createScaler, makeBusyPlace, scalerPath, scalerStatus } from "./busy-place.ts";
import {
  autoscalerPath,
  createAutoscaler,
  createDeployment,
  deployment,
  makePlace,
  residentMb,
  startFaultCluster,
  untilCount,
  type Place,
} from "./fault-cluster.ts";
import { report } from "./figures.ts";
import { startMetricsApi, type MetricsApi } from "../../hack/operator/metrics-api.ts";
import { acceptedScaleWrites, auditOf } from "./requests.ts";

/** Work resumes within this of the API server's first 200 from /readyz. */
const resumeMs = 2_000;

/** An Autoscaler looks every three seconds, and its metrics come through the API server, too. */
const nextLookMs = 3_000 + resumeMs;

let cluster: Cluster;
let metrics: MetricsApi;
let operator: Operator;
let place: Place;

beforeAll(async () => {
  cluster = await startFaultCluster();
  metrics = await startMetricsApi(cluster);
});
afterAll(async () => {
  await metrics.stop();
  // For whoever comes next in this cluster.
  await renewControllers(cluster);
  await cluster.stop();
});
afterEach(async () => {
  await operator.stop();
  for (const name of ["now", "held"]) {
    await mustRequest(cluster, "DELETE", autoscalerPath(place, name));
  }
});

const nodeNames = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${place.namespace}-${index}`);

const countsAre = (now: number, held: number): Promise<void> =>
  expect
    .poll(
      async () => [
        (await deployment(place, "now")).replicas,
        (await deployment(place, "held")).replicas,
      ],
      { timeout: 10_000, interval: 50 },
    )
    .toEqual([now, held]);

/** Two workloads of four pods under just the load that they are made for. */
async function runBusy(): Promise<Place> {
  const busy = await makeBusyPlace(cluster);
  metrics.usageOf = () => 50;
  for (const name of ["more", "less"]) {
    await createBusy(busy, name, 4);
    await createScaler(busy, name);
  }
  for (const name of ["more", "less"]) {
    const summary = async () => (await scalerStatus(busy, name)).summary;
    await expect.poll(summary, { timeout: 20_000 }).toContain("50% of requests");
  }
  return busy;
}

/** When the API server accepted the count, after the given moment. */
async function writtenAt(
  replica: string,
  name: string,
  since: Date,
  { namespace } = place,
): Promise<number> {
  const writes = acceptedScaleWrites(await auditOf(cluster, replica, since), namespace);
  const first = writes.find(({ objectRef }) => objectRef?.name === name);
  return Date.parse(first?.stageTimestamp ?? "");
}

interface LogLine {
  readonly time: number;
}

const logOf = ({ log }: Operator): LogLine[] =>
  log()
    .split("\n")
    .filter(line => line !== "")
    .map(line => JSON.parse(line) as LogLine);

describe.each([
  // Longer than the 30 s after which an object wants to go down, and than a request may take.
  { how: "frozen", outageOf: frozen, seconds: 60 },
  // The last, because pods are needed, and the scheduler takes its time to come back from it.
  { how: "killed", outageOf: killed, seconds: 60 },
])("while the API server is $how for $seconds s", ({ how, outageOf, seconds }) => {
  it("the operator lives, scales nothing, and is back at work within two seconds", async () => {
    place = await makePlace(cluster);
    operator = await startOperator(cluster, { replica: how, webhook: false });
    const names = await createNodes(cluster, { names: nodeNames(4), labels: place.labels });
    for (const name of ["now", "held"]) await createDeployment(place, name, 1);
    await createAutoscaler(place, "now");
    // Waits 30 s before it goes down, and so wants to in the middle of the outage.
    await createAutoscaler(place, "held", { compatibility: "None" });
    await countsAre(4, 4);
    await deleteNodes(cluster, names.slice(3));
    await countsAre(3, 4);
    const busy = await runBusy();
    const resident = residentMb(operator.pid);
    const outage = outageOf(cluster);

    const began = new Date();
    outage.begin();
    onTestFailed(async () => {
      await outage.end();
    });
    let alive = 0;
    for (let second = 0; second < seconds; second++) {
      if (second === 5) await deleteNodeInEtcd(cluster, names[2]!);
      if (second === 5)
        metrics.usageOf = ({ app, siblings }) => (app === "more" ? 300 / siblings : 10);
      if ((await operator.get("/livez")).code === 200) alive += 1;
      await sleep(1000);
    }
    const said = logOf(operator).filter(({ time }) => time > began.getTime());
    const ready = await outage.end();

    await countsAre(2, 3);
    await untilCount(busy, "more", 6);
    await untilCount(busy, "less", 1);
    const since = ready.getTime();
    const resumedMs = {
      changed: (await writtenAt(how, "now", began)) - since,
      due: (await writtenAt(how, "held", began)) - since,
      more: (await writtenAt(how, "more", began, busy)) - since,
      less: (await writtenAt(how, "less", began, busy)) - since,
    };
    const after = residentMb(operator.pid);
    report(how, { resumedMs, resident, after, lines: said.length });
    expect(resumedMs.changed).toBeLessThan(resumeMs);
    expect(resumedMs.due).toBeLessThan(resumeMs);
    expect(Math.max(resumedMs.more, resumedMs.less)).toBeLessThan(nextLookMs);

    expect(alive).toBe(seconds);
    // Once for each of the seven watches and once for the API server itself: not once a second.
    expect(said.length).toBeGreaterThan(0);
    expect(said.length).toBeLessThanOrEqual(8);
    expect(after).toBeLessThan(1.3 * resident + 20);
    const events = await auditOf(cluster, how, began);
    const written = ({ namespace }: Place) =>
      acceptedScaleWrites(events, namespace).map(({ objectRef }) => objectRef?.name);
    expect(written(place).sort()).toEqual(["held", "now"]);
    expect(written(busy).sort()).toEqual(["less", "more"]);
    for (const name of ["more", "less"]) {
      await mustRequest(cluster, "DELETE", scalerPath(busy, name));
    }

    await createNodes(cluster, { names: names.slice(2), labels: place.labels });
    await countsAre(4, 4);
  }, 110_000);
});

it("an operator that starts without an API server waits for it, and then scales", async () => {
  place = await makePlace(cluster);
  await createNodes(cluster, { names: nodeNames(2), labels: place.labels });
  for (const name of ["now", "held"]) {
    await createDeployment(place, name, 1);
    await createAutoscaler(place, name);
  }
  const token = await tokenFor(cluster, operatorNamespace, operatorServiceAccount);
  const outage = killed(cluster);
  outage.begin();

  const replica = "early";
  operator = await startOperator(cluster, { replica, token, webhook: false, readyWithinMs: 0 });
  const code = async (path: string) => (await operator.get(path).catch(() => null))?.code;
  await expect.poll(() => code("/livez"), { timeout: 5_000, interval: 20 }).toBe(200);
  await sleep(5_000);
  const { code: readiness, text } = await operator.get("/readyz");
  expect([readiness, text]).toEqual([503, expect.stringContaining("nodes")]);

  const began = new Date();
  const ready = await outage.end();
  await expect.poll(() => code("/readyz"), { timeout: 5_000, interval: 20 }).toBe(200);
  const readyAfterMs = Date.now() - ready.getTime();
  await countsAre(2, 2);
  const resumedMs = (await writtenAt(replica, "now", began)) - ready.getTime();
  report("early", { readyAfterMs, resumedMs });
  expect(resumedMs).toBeLessThan(resumeMs);
});
