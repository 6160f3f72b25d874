/**
 * What autoscaling costs, next to the HPA controller and KEDA: `make bench`. One cluster with BENCH_N (1000)
 * Deployments of two pods is measured without an autoscaler, with N HorizontalPodAutoscalers, with N
 * ScaledObjects, with N Autoscalers, and without again: for BENCH_S (50) seconds each, once steady and once
 * while the load of 10% of the Deployments changes each minute. The figures come from the operating system and
 * the audit log. BENCH_OUT (optional) is a file for them, in JSON, BENCH_CHART one for a chart of the CPU, in
 * SVG, and BENCH_PROFILE a folder for CPU profiles of the operator.
 */
import { writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

import { startCluster, type Cluster } from "../../cluster/cluster.ts";
import { command } from "../../host/command.ts";
import { buildKeda } from "../../keda/build.ts";
import { chart } from "./chart.ts";
import type { Contender } from "./contender.ts";
import { contenders } from "./contenders.ts";
import type { Round } from "./report.ts";
import { untilAllRun, untilDecided, untilQuiet } from "./rest.ts";
import type { LoadChange } from "./sent.ts";
import { measureSpan } from "./span.ts";
import { processTable, requestTable, table } from "./tables.ts";
import { addNoise, createWorkloads, keysOf, raiseLoad, reset } from "./workloads.ts";

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

async function play(
  cluster: Cluster,
  contender: Contender,
  keys: readonly string[],
): Promise<Round> {
  const raised = changedIn(contenders.indexOf(contender), keys);
  const begun = performance.now();
  const running = await contender.begin(cluster, keys);
  await untilDecided(cluster, contender, objects);
  const allDecidedAfter = (performance.now() - begun) / 1_000;
  await untilQuiet(cluster);
  const measured = { seconds, periodSeconds, keys, contender, running };
  const steady = await measureSpan(cluster, measured);
  const changed: string[] = [];
  const changing = await measureSpan(cluster, measured, async ended => {
    const changes = await changeLoads(cluster, raised)(ended);
    changed.push(...changes.map(({ key }) => key));
    return changes;
  });
  await running.end();
  for (const key of new Set(changed)) await reset(cluster, key);
  return { contender, steady, changing, allDecidedAfter };
}

async function main(): Promise<void> {
  await buildKeda();
  const cluster = await startCluster({
    ...{ name: "bench", auditLog: true, metricsServer: true, waitsForDisk: true },
  });
  const keys = keysOf(objects);
  await addNoise(cluster);
  await createWorkloads(cluster, keys);
  await untilAllRun(cluster, keys);
  const nothing = { seconds, periodSeconds, keys, contender: null, running: { pids: {} } };
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
  const tables = [table, processTable, requestTable].map(print => print(comparison));
  console.log(tables.join("\n\n"));
  if (file !== undefined) await writeFile(file, `${JSON.stringify(comparison, null, 2)}\n`);
  if (chartFile !== undefined) await writeFile(chartFile, chart(comparison));
}

await command(main);
