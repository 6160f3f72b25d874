import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, expect, it, onTestFailed } from "vitest";

import { forEachConcurrently } from "../../../hack/cluster/api.ts";
import type { Cluster } from "../../../hack/cluster/cluster.ts";
import { createNodes, deleteNodes } from "../../../hack/cluster/nodes.ts";
import { startMetricsApi, type MetricsApi } from "../../../hack/cluster/operator/metrics-api.ts";
import { startOperator, type Operator } from "../../../hack/cluster/operator/operator.ts";
import { deleteNodeInEtcd, renewControllers, type Outage } from "../cluster/api-server.ts";
import { createBusy, createScaler, makeBusyPlace, scalerStatus } from "../cluster/busy-place.ts";
import {
  clearPlaces,
  createAutoscaler,
  createDeployment,
  makePlace,
  residentMb,
  startFaultCluster,
  untilCount,
  type Place,
} from "../cluster/fault-cluster.ts";
import { report } from "../figures.ts";
import { acceptedScaleWrites, auditOf } from "../requests.ts";
import { countsAre, nodeNames } from "./two-objects.ts";

/** The window after which an object wants to scale down. It and the request timeout are shorter than any outage. */
const behavior = { scaleDown: { stabilizationWindowSeconds: 12 } };
const args = ["--request-timeout-seconds=2"];

/**
 * Limit for resuming work, as a share of the outage's length: a backoff that doubles waits for up to the whole
 * length once more.
 */
const resumeShare = 0.3;
/** An API server on busy cores takes seconds until it answers all that has waited for it. */
const catchUpSeconds = 3;
/** An Autoscaler requests its metrics with this period, also through the API server. */
const lookSeconds = 3;

interface LogLine {
  readonly time: number;
  readonly level: number;
  readonly msg: string;
  readonly error?: string | { readonly request?: string };
}

const warning = 40;

const logOf = ({ log }: Operator): LogLine[] =>
  log()
    .split("\n")
    .filter(line => line !== "")
    .map(line => JSON.parse(line) as LogLine);

/** What a line complains about: the request that failed, if it names one. */
const subjectOf = ({ msg, error }: LogLine): string =>
  typeof error === "object" && error.request !== undefined ? `${msg}: ${error.request}` : msg;

/** Registers the test of an operator whose API server is away for longer than any timeout. */
export function whileAway(
  how: string,
  seconds: number,
  outageOf: (cluster: Cluster) => Outage,
): void {
  let cluster: Cluster;
  let metrics: MetricsApi;
  let operator: Operator;

  beforeAll(async () => {
    cluster = await startFaultCluster();
    metrics = await startMetricsApi(cluster);
    operator = await startOperator(cluster, { replica: how, webhook: false, args });
  });
  afterAll(async () => {
    await operator.stop();
    await clearPlaces(cluster);
    await metrics.stop();
    // The next file needs pods, and the scheduler recovers slowly from an outage.
    await renewControllers(cluster);
    await cluster.stop();
  });

  /** Two workloads of four pods, with a load exactly on target. */
  async function runBusy(): Promise<Place> {
    const busy = await makeBusyPlace(cluster);
    metrics.usageOf = () => 50;
    await forEachConcurrently(["more", "less"], async name => {
      await createBusy(busy, name, 4);
      await createScaler(busy, name);
      const message = async () => (await scalerStatus(busy, name)).message;
      await expect.poll(message, { timeout: 60_000 }).toContain("50% of requests");
    });
    return busy;
  }

  /** Two workloads of one replica for each of four nodes. Returns the nodes. */
  async function countNodes(place: Place): Promise<string[]> {
    const names = await createNodes(cluster, { names: nodeNames(place, 4), labels: place.labels });
    for (const name of ["now", "held"]) await createDeployment(place, name, 1);
    await createAutoscaler(place, "now");
    // Wants to scale down during the outage, after its window.
    await createAutoscaler(place, "held", { algorithm: "Trimtab-1", behavior });
    await countsAre(place, 4, 4);
    return names;
  }

  /** When the API server accepted the count, after the given time. */
  async function writtenAt({ namespace }: Place, name: string, since: Date): Promise<number> {
    const writes = acceptedScaleWrites(await auditOf(cluster, how, since), namespace);
    const first = writes.find(({ objectRef }) => objectRef?.name === name);
    return Date.parse(first?.stageTimestamp ?? "");
  }

  it("keeps running, scales nothing, and resumes work soon afterwards", async () => {
    const place = await makePlace(cluster);
    const [busy, names] = await Promise.all([runBusy(), countNodes(place)]);
    await deleteNodes(cluster, names.slice(3));
    await countsAre(place, 3, 4);
    const resident = residentMb(operator.pid);
    const outage = outageOf(cluster);

    const began = new Date();
    outage.begin();
    onTestFailed(async () => {
      await outage.end();
    });
    let alive = 0;
    for (let second = 0; second < seconds; second++) {
      if (second === 5) {
        await deleteNodeInEtcd(cluster, names[2]!);
        metrics.usageOf = ({ app, siblings }) => (app === "more" ? 300 / siblings : 10);
      }
      if ((await operator.get("/livez")).code === 200) alive += 1;
      await sleep(1000);
    }
    // A count written just before the outage is logged only when its response has arrived.
    const isOfOutage = ({ level, time }: LogLine) => level >= warning && time > began.getTime();
    const said = logOf(operator).filter(isOfOutage);
    const ready = await outage.end();

    await countsAre(place, 2, 3);
    await untilCount(busy, "more", 6);
    await untilCount(busy, "less", 1);
    const lasted = ready.getTime() - began.getTime();
    const resumed = async (where: Place, name: string): Promise<number> =>
      ((await writtenAt(where, name, began)) - ready.getTime()) / lasted;
    const shares = {
      changed: await resumed(place, "now"),
      due: await resumed(place, "held"),
      more: await resumed(busy, "more"),
      less: await resumed(busy, "less"),
    };
    const after = residentMb(operator.pid);
    report(how, { lasted, shares, resident, after, lines: said.length });
    const limit = resumeShare + catchUpSeconds / seconds;
    expect(Math.max(shares.changed, shares.due)).toBeLessThan(limit);
    expect(Math.max(shares.more, shares.less)).toBeLessThan(limit + lookSeconds / seconds);

    expect(alive).toBe(seconds);
    // Once for each watch, for the Lease, and for the API server itself: not once a second.
    const subjects = said.map(subjectOf);
    expect(subjects.length).toBeGreaterThan(0);
    expect(subjects).toEqual([...new Set(subjects)]);
    expect(after).toBeLessThan(1.3 * resident + 20);
    const events = await auditOf(cluster, how, began);
    const written = ({ namespace }: Place) =>
      acceptedScaleWrites(events, namespace).map(({ objectRef }) => objectRef?.name);
    expect(written(place).sort()).toEqual(["held", "now"]);
    expect(written(busy).sort()).toEqual(["less", "more"]);

    await createNodes(cluster, { names: names.slice(2), labels: place.labels });
    await countsAre(place, 4, 4);
  });
}
