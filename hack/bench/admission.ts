/**
 * The cost of admission under load: `make bench-admission`. It sends reviews to the operator's own port at a
 * fixed rate, whatever the response times, with few and with many objects in the index: the cost of a review must
 * not grow with their number. RATE (500) reviews a second for SECONDS (20) of each sort, for a user whose
 * permissions were checked a moment ago.
 *
 * A response time begins when the review is due, so it contains the sender's own delay, which is printed, too.
 * Sender, operator and control plane share the machine: the reviews of another kind, of which nothing is checked,
 * show what the exchange itself takes there.
 */
import { setTimeout as sleep } from "node:timers/promises";

import { forEachConcurrently, mustRequest, type ApiObject } from "../cluster/api.ts";
import { startCluster, type Cluster } from "../cluster/cluster.ts";
import { command } from "../host/command.ts";
import { installProduct } from "../cluster/operator/install.ts";
import { residentBytes, startOperator, type Operator } from "../cluster/operator/operator.ts";
import { createDeployment } from "../cluster/operator/workloads.ts";
import { sendReviews } from "./admission/load.ts";
import { autoscaler, familiar, group, namespace, sortsOf, type Sort } from "./admission/reviews.ts";
import { quantile } from "./quantiles.ts";

const rate = Number(process.env["RATE"] ?? 500);
const seconds = Number(process.env["SECONDS"] ?? 20);
const sizes = [1_000, 10_000];
const warmUpSeconds = 2;
const path = `/apis/${group}/v1alpha1/namespaces/${namespace}/autoscalers`;

async function main(): Promise<void> {
  const cluster = await startCluster({ name: "admission", waitsForDisk: true });
  await installProduct(cluster);
  for (let index = 0; index < familiar; index++) {
    await createDeployment(cluster, namespace, `web-${index}`, 1);
    await createDeployment(cluster, namespace, `used-${index}`, 1);
  }
  let there = 0;
  for (const size of sizes) {
    const names = Array.from({ length: size - there }, (_, index) => nameOf(there + index));
    await forEachConcurrently(names, name =>
      mustRequest(cluster, "POST", path, autoscaler(name, name)),
    );
    there = size;
    await measureAll(cluster, size);
  }
  await cluster.stop();
}

/** The first objects have a Deployment, all others none. */
const nameOf = (index: number): string => (index < familiar ? `used-${index}` : `there-${index}`);

async function measureAll(cluster: Cluster, size: number): Promise<void> {
  const operator = await startOperator(cluster, {
    ...{ replica: `admission-${size}`, webhook: false, readyWithinMs: 120_000 },
  });
  await untilCalm(operator);
  const names = Array.from({ length: familiar }, (_, index) => nameOf(index));
  const stored: ApiObject[] = [];
  for (const name of names) stored.push(await mustRequest(cluster, "GET", `${path}/${name}`));
  console.log(`\n${size} objects, ${rate} reviews a second of:`);
  console.log(
    "                      p50     p95     p99   p99 of the sender's delay   CPU each   requests each",
  );
  for (const sort of sortsOf(stored)) await measure(operator, sort);
  console.log(`memory: ${Math.round((await residentBytes(operator)) / 2 ** 20)} MiB`);
  await operator.stop();
}

async function measure(operator: Operator, sort: Sort): Promise<void> {
  await sendReviews(operator.url, sort, { rate, seconds: warmUpSeconds });
  const before = await counters(operator);
  const { answered, late } = await sendReviews(operator.url, sort, { rate, seconds });
  const after = await counters(operator);
  const perReview = (total: number): string => (total / answered.length).toFixed(2);
  const cells = [
    sort.name.padEnd(18),
    ...[0.5, 0.95, 0.99].map(share => milliseconds(quantile(answered, share)).padStart(8)),
    milliseconds(quantile(late, 0.99)).padStart(28),
    `${perReview((after.cpuSeconds - before.cpuSeconds) * 1000)} ms`.padStart(11),
    perReview(after.requests - before.requests).padStart(16),
  ];
  console.log(cells.join(""));
}

const milliseconds = (value: number): string => value.toFixed(1);

/** What the operator has used since its start. */
async function counters({ get }: Operator): Promise<{ cpuSeconds: number; requests: number }> {
  const { text } = await get("/metrics");
  const requests = [...text.matchAll(/^trimtab_kube_requests_total\{.*\} (\S+)$/gm)];
  return {
    cpuSeconds: Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]),
    requests: requests.reduce((sum, [, count]) => sum + Number(count), 0),
  };
}

/** Waits until it has seen all objects and written their statuses. */
async function untilCalm(operator: Operator): Promise<void> {
  for (;;) {
    const { cpuSeconds: before } = await counters(operator);
    await sleep(2_000);
    if ((await counters(operator)).cpuSeconds - before < 0.1) return;
  }
}

await command(main);
