/**
 * The cost of admission under load: `make bench-admission`. It sends reviews of new Autoscalers to the
 * operator's own port at a fixed rate, whatever the response times, with few and with many objects in the
 * index: the cost of a review must not grow with their number. RATE (500) reviews a second for SECONDS (20),
 * nine of ten for a user whose permissions were checked a moment ago.
 */
import { randomUUID } from "node:crypto";
import { Agent, request } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";

import { forEachConcurrently, mustRequest } from "../cluster/api.ts";
import { startCluster, type Cluster } from "../cluster/cluster.ts";
import { command } from "../host/command.ts";
import { installProduct } from "../operator/install.ts";
import { residentBytes, startOperator, type Operator } from "../operator/operator.ts";
import { createDeployment } from "../operator/workloads.ts";
import { quantile } from "./quantiles.ts";

const rate = Number(process.env["RATE"] ?? 500);
const seconds = Number(process.env["SECONDS"] ?? 20);
const sizes = [1_000, 10_000];
const namespace = "default";
const group = "autoscaling.trimtab.dev";
/** Workloads that recur, and then a new one. */
const familiar = 45;
const newEvery = 10;

const autoscaler = (name: string, target: string) => ({
  ...{ apiVersion: `${group}/v1alpha1`, kind: "Autoscaler", metadata: { name, namespace } },
  spec: {
    scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: target },
    ...{ minReplicas: 2, maxReplicas: 10, mode: "Active" },
  },
});

async function main(): Promise<void> {
  const cluster = await startCluster({ name: "admission", waitsForDisk: true });
  await installProduct(cluster);
  for (let index = 0; index < familiar; index++) {
    await createDeployment(cluster, namespace, `web-${index}`, 1);
  }
  let there = 0;
  for (const size of sizes) {
    const names = Array.from({ length: size - there }, (_, index) => `there-${there + index}`);
    const path = `/apis/${group}/v1alpha1/namespaces/${namespace}/autoscalers`;
    await forEachConcurrently(names, name =>
      mustRequest(cluster, "POST", path, autoscaler(name, name)),
    );
    there = size;
    await measure(cluster, size);
  }
  await cluster.stop();
}

async function measure(cluster: Cluster, size: number): Promise<void> {
  const operator = await startOperator(cluster, {
    ...{ replica: `admission-${size}`, webhook: false, readyWithinMs: 120_000 },
  });
  await untilCalm(operator);
  await load(operator, 2);
  const before = await cpuSeconds(operator);
  const times = await load(operator, seconds);
  const perReview = ((await cpuSeconds(operator)) - before) / times.length;
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map(share => quantile(times, share).toFixed(1));
  const megabytes = Math.round((await residentBytes(operator)) / 2 ** 20);
  console.log(
    `${size} objects, ${times.length} reviews at ${rate}/s: p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms, ` +
      `${(perReview * 1000).toFixed(2)} ms of CPU each, ${megabytes} MB`,
  );
  await operator.stop();
}

/** Sends at a fixed rate and returns the response times. */
async function load(operator: Operator, forSeconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64, rejectUnauthorized: false });
  const times: number[] = [];
  const sent: Promise<void>[] = [];
  const begun = performance.now();
  for (let index = 0; index < rate * forSeconds; index++) {
    const at = begun + (index * 1000) / rate;
    if (at > performance.now()) await sleep(at - performance.now());
    sent.push(
      review(operator, agent, index).then(() => {
        times.push(performance.now() - at);
      }),
    );
  }
  await Promise.all(sent);
  agent.destroy();
  return times;
}

function review({ url }: Operator, agent: Agent, index: number): Promise<void> {
  const isNew = index % newEvery === 0;
  const target = isNew ? `new-${randomUUID()}` : `web-${index % familiar}`;
  const body = JSON.stringify({
    ...{ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview" },
    request: {
      ...{ uid: randomUUID(), operation: "CREATE", name: "asked", namespace, dryRun: true },
      kind: { group, version: "v1alpha1", kind: "Autoscaler" },
      resource: { group, version: "v1alpha1", resource: "autoscalers" },
      userInfo: { username: "admin", groups: ["system:masters", "system:authenticated"] },
      ...{ object: autoscaler("asked", target), oldObject: null, options: null },
    },
  });
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/validate`, { method: "POST", agent }, response => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.once("end", () => {
        const isAllowed = text.includes('"allowed":true');
        if (isAllowed) resolve();
        else reject(new Error(`a review was not allowed: ${text.slice(0, 300)}`));
      });
    });
    asked.once("error", reject);
    asked.end(body);
  });
}

async function cpuSeconds({ get }: Operator): Promise<number> {
  const { text } = await get("/metrics");
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
}

/** Waits until it has seen all objects and written their statuses. */
async function untilCalm(operator: Operator): Promise<void> {
  for (;;) {
    const before = await cpuSeconds(operator);
    await sleep(2_000);
    if ((await cpuSeconds(operator)) - before < 0.1) return;
  }
}

await command(main);
