/**
 * What autoscaling costs, next to the HPA controller: `make bench`. One cluster with BENCH_N (1000) Deployments
 * of two pods is measured without an autoscaler, with N HorizontalPodAutoscalers, with N Autoscalers, and
 * without again: for BENCH_S (50) seconds each, once steady and once while the load of 10% of the Deployments
 * changes each minute. The figures come from the operating system and the audit log. BENCH_OUT (optional) is a
 * file for them, in JSON, BENCH_CHART one for a chart of the CPU, in SVG, and BENCH_PROFILE a folder for CPU
 * profiles of the operator.
 */
import { writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

import { mustRequest, type ApiObject } from "../../cluster/api.ts";
import { startCluster, type Cluster } from "../../cluster/cluster.ts";
import { command } from "../../host/command.ts";
import { untilAllRun, untilQuiet } from "./rest.ts";
import { chart } from "./chart.ts";
import { contenders, type Contender } from "./contenders.ts";
import { requestTable, table, type Round } from "./report.ts";
import { measureSpan, type LoadChange } from "./span.ts";
import { createWorkloads, keysOf, raiseLoad, reset } from "./workloads.ts";

const objects = Number(process.env["BENCH_N"] ?? 1_000);
const seconds = Number(process.env["BENCH_S"] ?? 50);
const file = process.env["BENCH_OUT"];
const chartFile = process.env["BENCH_CHART"];
const periodSeconds = 15;
const changesPerSecond = objects / 10 / 60;

/** Raises the loads of some Deployments, evenly spread over the span. */
const changeLoads =
  (cluster: Cluster, keys: readonly string[]) =>
  async (ended: AbortSignal): Promise<LoadChange[]> => {
    const changes: LoadChange[] = [];
    while (!ended.aborted) {
      const key = keys[(changes.length * 7) % keys.length] ?? "";
      changes.push({ key, at: Date.now() });
      await raiseLoad(cluster, key);
      await sleep(1_000 / changesPerSecond, undefined, { signal: ended }).catch(() => undefined);
    }
    return changes;
  };

/** The Deployments whose loads rise in a round: those of other rounds may not be back at their usual size yet. */
const changedIn = (round: number, keys: readonly string[]): string[] =>
  keys.filter((_, index) => index % contenders.length === round);

/** Whether an autoscaler has had metrics and has decided. */
function isDecided({ status }: ApiObject): boolean {
  const { conditions = [] } = (status ?? {}) as {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
  return conditions.some(each => each.type === "ScalingActive" && each.status === "True");
}

async function untilDecided(cluster: Cluster, { all, name }: Contender): Promise<void> {
  for (let tries = 0; tries < 150; tries++) {
    const { items = [] } = await mustRequest(cluster, "GET", all);
    if (items.length === objects && items.every(isDecided)) return;
    await sleep(2_000);
  }
  throw new Error(`${name} has not decided on all objects within five minutes`);
}

async function play(
  cluster: Cluster,
  contender: Contender,
  keys: readonly string[],
): Promise<Round> {
  const raised = changedIn(contenders.indexOf(contender), keys);
  const begun = performance.now();
  const { pids, end } = await contender.begin(cluster, keys);
  await untilDecided(cluster, contender);
  const allDecidedAfter = (performance.now() - begun) / 1_000;
  await untilQuiet(cluster);
  const measured = { userAgent: contender.userAgent, pids, seconds };
  const steady = await measureSpan(cluster, measured);
  const changed: string[] = [];
  const changing = await measureSpan(cluster, measured, async ended => {
    const changes = await changeLoads(cluster, raised)(ended);
    changed.push(...changes.map(({ key }) => key));
    return changes;
  });
  await end();
  for (const key of new Set(changed)) await reset(cluster, key);
  return { contender, steady, changing, allDecidedAfter };
}

async function main(): Promise<void> {
  const cluster = await startCluster({
    ...{ name: "bench", auditLog: true, metricsServer: true, waitsForDisk: true },
  });
  const keys = keysOf(objects);
  await createWorkloads(cluster, keys);
  await untilAllRun(cluster, keys);
  const nothing = { userAgent: null, pids: {}, seconds };
  await untilQuiet(cluster);
  const idle = [await measureSpan(cluster, nothing)];
  const rounds: Round[] = [];
  for (const contender of contenders) {
    const round = await play(cluster, contender, keys);
    rounds.push(round);
    console.log(`${contender.name}: all decided after ${round.allDecidedAfter.toFixed(0)} s`);
  }
  await untilQuiet(cluster);
  idle.push(await measureSpan(cluster, nothing));
  await cluster.stop();
  const comparison = { objects, periodSeconds, idle, rounds };
  console.log(`${table(comparison)}\n\n${requestTable(comparison)}`);
  if (file !== undefined) await writeFile(file, `${JSON.stringify(comparison, null, 2)}\n`);
  if (chartFile !== undefined) await writeFile(chartFile, chart(comparison));
}

await command(main);
