/**
 * The demo: a real control plane, the operator, services that follow the cluster's size and a shop that
 * follows its load, with the reasons. Exit code 0 only if it saw at least two changes by nodes, two rises and
 * a fall by load, and one rejection. DEMO_SECONDS sets its length; in less than 180 seconds, metrics-server
 * reports too little of the load, so only the changes by nodes and the rejection are required. Given the name
 * of a sample, it plays that sample instead.
 */
import { setTimeout as sleep } from "node:timers/promises";

import type { Cluster } from "../cluster/cluster.ts";
import { createNodes } from "../cluster/nodes.ts";
import { command } from "../host/command.ts";
import { installProduct } from "../cluster/operator/install.ts";
import { Load } from "../cluster/operator/load.ts";
import { residentBytes, startOperator } from "../cluster/operator/operator.ts";
import {
  createAutoscaler,
  createBusyDeployment,
  createDeployment,
  createScaler,
} from "../cluster/operator/workloads.ts";
import { type Change, Changes } from "./changes.ts";
import { observe } from "./observe.ts";
import { mistakes, scenes, services, shop } from "./story.ts";
import { summarize } from "./summary.ts";
import { demoSample } from "./sample/demo-sample.ts";
import { Stage } from "./stage.ts";
import { startDemoCluster } from "./start.ts";
import { startTop } from "./top.ts";

const replica = "demo";
const loadNeedsSeconds = 180;
/** The width without a terminal. */
const logColumns = 120;

async function main(): Promise<void> {
  const seconds = demoSeconds();
  const stage = new Stage(process.stdout);
  const [sample = ""] = process.argv.slice(2);
  if (sample === "") await demo(seconds, stage);
  else await demoSample(sample, seconds, stage);
}

async function demo(seconds: number, stage: Stage): Promise<void> {
  const cluster = await startDemoCluster(stage, { auditLog: true });
  await installProduct(cluster);
  await createNodes(cluster, { prefix: "node-", count: 1 });
  for (const { namespace, name } of services) await createDeployment(cluster, namespace, name, 1);
  await createBusyDeployment(cluster, shop.namespace, shop.name, shop.replicas, shop.busy);
  const since = new Date();
  const operator = await startOperator(cluster, { replica });
  stage.say(`the operator is ready, ${Math.round(operator.readyAfterMs)} ms after its start`);

  const refusals = await showRefusals(stage, cluster);
  for (const { namespace, name, spec } of services) {
    await createAutoscaler(cluster, namespace, name, spec);
    stage.say(`applied ${namespace}/${name}: ${JSON.stringify(spec)}`);
  }
  await createScaler(cluster, shop.namespace, shop.name, shop.spec);
  stage.say(`applied ${shop.namespace}/${shop.name}: ${JSON.stringify(shop.spec)}`);
  const load = new Load(
    cluster,
    { namespace: shop.namespace, names: [shop.name], resource: "cpu" },
    shop.milli,
  );
  const top = startTop(cluster, process.stdout.columns || logColumns, table => {
    stage.show(table);
  });
  const playing = play(stage, { cluster, load }, seconds).finally(() => {
    load.stop();
  });
  const [{ changes, rises, falls }] = await Promise.all([playing, load.run()]);
  await top.stop();
  stage.end();
  await sleep(500);
  const { readyAfterMs } = operator;
  const memoryMb = Math.round((await residentBytes(operator)) / 1e6);
  const auditLog = cluster.auditLogPath ?? "";
  const counts = { changes, rises, falls, refusals };
  const summary = { auditLog, replica, since, readyAfterMs, memoryMb, ...counts };
  stage.print(`\n${await summarize(summary)}`);
  await operator.stop();
  await cluster.stop();
  const missing = missingFrom(counts, seconds);
  if (missing.length > 0) throw new Error(`the demo did not show ${missing.join(", ")}`);
}

/** The expected events that did not occur in this time. */
function missingFrom(
  { changes, rises, falls, refusals }: ChangeCounts & { readonly refusals: number },
  seconds: number,
): string[] {
  const hasTimeForLoad = seconds >= loadNeedsSeconds;
  return [
    ...(changes < 2 ? ["two changes of size by nodes"] : []),
    ...(refusals < 1 ? ["a refusal"] : []),
    ...(hasTimeForLoad && rises < 2 ? ["two rises by load"] : []),
    ...(hasTimeForLoad && falls < 1 ? ["a fall by load"] : []),
  ];
}

function demoSeconds(): number {
  const text = process.env["DEMO_SECONDS"] ?? String(loadNeedsSeconds);
  const seconds = Number(text);
  if (seconds >= 5 && seconds <= 3_600) return seconds;
  throw new Error(`DEMO_SECONDS must be a number from 5 to 3600, not ${text}`);
}

async function showRefusals(stage: Stage, cluster: Cluster): Promise<number> {
  let refusals = 0;
  for (const { told, remedy, object } of mistakes) {
    const { code, stderr } = await cluster.kubectl(["apply", "-f", "-"], JSON.stringify(object));
    if (code === 0) throw new Error(`${told} was accepted`);
    if (!stderr.includes(remedy)) throw new Error(`refused, but not for its mistake: ${stderr}`);
    refusals += 1;
    stage.say(`applied ${told}; refused:\n  ${stderr.trim().split("\n").join("\n  ")}`);
  }
  return refusals;
}

/** Changes of size: of the services that follow nodes, and up and down of the shop. */
interface ChangeCounts {
  changes: number;
  rises: number;
  falls: number;
}

/** Plays the scenes and reports every change of size. */
async function play(
  stage: Stage,
  { cluster, load }: { cluster: Cluster; load: Load },
  seconds: number,
): Promise<ChangeCounts> {
  const started = performance.now();
  const elapsed = (): number => (performance.now() - started) / 1000;
  const upcoming = [...scenes];
  const changes = new Changes();
  const counts: ChangeCounts = { changes: 0, rises: 0, falls: 0 };
  while (elapsed() < seconds) {
    const [next] = upcoming;
    if (next && elapsed() >= next.at * seconds) {
      stage.say(`- ${next.told}`);
      upcoming.shift();
      const remark = await next.play(cluster, load);
      if (typeof remark === "string") stage.say(`  ${remark}`);
    }
    for (const change of changes.in(await observe(cluster))) tell(stage, change, counts);
    await sleep(100);
  }
  return counts;
}

function tell(stage: Stage, { name, from, to, why }: Change, counts: ChangeCounts): void {
  if (name !== `${shop.namespace}/${shop.name}`) counts.changes += 1;
  else if (to > from) counts.rises += 1;
  else counts.falls += 1;
  stage.say(`  ${name}: ${from} -> ${to} replicas (${why})`);
}

await command(main);
