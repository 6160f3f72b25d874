/**
 * The demo: a real control plane, the operator, services that follow the cluster's size, and why.
 * Exit code 0 only if at least two changes of size and one refusal were seen. DEMO_SECONDS sets its
 * length; from about 55 on there is time to see a service come down again.
 */
import { setTimeout as sleep } from "node:timers/promises";

import { startCluster, type Cluster } from "../cluster/cluster.ts";
import { createNodes } from "../cluster/nodes.ts";
import { command } from "../machine/command.ts";
import { installProduct } from "../operator/install.ts";
import { residentBytes, startOperator } from "../operator/operator.ts";
import { createAutoscaler, createDeployment } from "../operator/workloads.ts";
import { observe, type Row } from "./observe.ts";
import { mistakes, scenes, services } from "./story.ts";
import { summarize } from "./summary.ts";
import { Stage } from "./table.ts";

const replica = "demo";

async function main(): Promise<void> {
  const seconds = demoSeconds();
  const stage = new Stage(process.stdout);
  stage.say("starting a Kubernetes 1.36 control plane (the first time, it is built: five minutes)");
  const cluster = await startCluster({ name: "demo", auditLog: true });
  await installProduct(cluster);
  await createNodes(cluster, { prefix: "node-", count: 1 });
  for (const { namespace, name } of services) await createDeployment(cluster, namespace, name, 1);
  const since = new Date();
  const operator = await startOperator(cluster, { replica });
  stage.say(`the operator is ready, ${Math.round(operator.readyAfterMs)} ms after its start`);

  const refusals = await showRefusals(stage, cluster);
  for (const { namespace, name, spec } of services) {
    await createAutoscaler(cluster, namespace, name, spec);
    stage.say(`applied ${namespace}/${name}: ${JSON.stringify(spec)}`);
  }
  const changes = await play(stage, cluster, seconds);
  await sleep(500);
  const { readyAfterMs } = operator;
  const memoryMb = Math.round((await residentBytes(operator)) / 1e6);
  const auditLog = cluster.auditLogPath ?? "";
  const summary = { auditLog, replica, since, readyAfterMs, memoryMb, changes, refusals };
  stage.print(`\n${await summarize(summary)}`);
  await operator.stop();
  await cluster.stop();
  if (changes < 2 || refusals < 1) {
    throw new Error("the demo should show two changes of size and one refusal: it did not");
  }
}

function demoSeconds(): number {
  const text = process.env["DEMO_SECONDS"] ?? "75";
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

/** Lets the scenes happen and tells of every change of size. Returns how many there were. */
async function play(stage: Stage, cluster: Cluster, seconds: number): Promise<number> {
  const started = performance.now();
  const elapsed = (): number => (performance.now() - started) / 1000;
  const upcoming = [...scenes];
  let before: readonly Row[] = [];
  let changes = 0;
  while (elapsed() < seconds) {
    const [next] = upcoming;
    if (next && elapsed() >= next.at * seconds) {
      stage.say(`- ${next.told}`);
      upcoming.shift();
      const remark = await next.play(cluster);
      if (typeof remark === "string") stage.say(`  ${remark}`);
    }
    const rows = await observe(cluster);
    changes += tellChanges(stage, before, rows);
    stage.update(rows);
    before = rows;
    await sleep(100);
  }
  stage.end();
  return changes;
}

function tellChanges(stage: Stage, before: readonly Row[], rows: readonly Row[]): number {
  let changes = 0;
  for (const row of rows) {
    const earlier = before.find(({ name }) => name === row.name);
    if (!earlier || earlier.current === row.current) continue;
    changes += 1;
    const size = `${earlier.current} -> ${row.current} replicas`;
    stage.say(`  ${row.name}: ${size} (${row.nodes} nodes, ${row.cores} cores: ${row.why})`);
  }
  return changes;
}

await command(main);
