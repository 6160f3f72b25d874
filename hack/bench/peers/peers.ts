/**
 * What autoscaling costs, next to the HPA controller and KEDA: `make bench`. One cluster with BENCH_N (1000)
 * Deployments of two pods is measured without an autoscaler, with N HorizontalPodAutoscalers, with N
 * ScaledObjects, with N Autoscalers, and without again: for BENCH_S (50) seconds each, rounded up to whole sync
 * periods, once steady and once while the load of 10% of the Deployments changes each minute; then each
 * autoscaler restarts. HPA and Trimtab start BENCH_STARTS (5) times in all, for the time from a change of load to the
 * scale write: the phases of samples and syncs are chance. The figures come from the operating system, the API server's counters and the audit log.
 * BENCH_PEERS (hpa,keda) leaves out a peer, such as one that the machine cannot carry. BENCH_OUT (optional) is a file
 * for them, in JSON, and BENCH_PROFILE a folder for CPU and heap profiles of the operator.
 */
import { writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

import { startCluster, type Cluster } from "../../cluster/cluster.ts";
import { command } from "../../host/command.ts";
import { buildKeda } from "../keda/build.ts";
import { createAll, type Contender } from "./contender.ts";
import { contenders, hasKeda } from "./contenders.ts";
import { goalTable } from "./goals.ts";
import type { Round } from "./report.ts";
import { untilAllRun, untilDecided, untilQuiet } from "./rest.ts";
import { measureRestart } from "./restart.ts";
import type { LoadChange, Reactions } from "./sent.ts";
import { measureSpan, type Figures } from "./span.ts";
import { measureStart } from "./starts.ts";
import { causeTable, processTable, requestTable, table } from "./tables.ts";
import { addNoise, createWorkloads, keysOf, raiseLoad, reset } from "./workloads.ts";

const objects = Number(process.env["BENCH_N"] ?? 1_000);
const file = process.env["BENCH_OUT"];
const periodSeconds = 15;
/** Whole periods: objects that are created together have their syncs together. */
const seconds = periodSeconds * Math.ceil(Number(process.env["BENCH_S"] ?? 50) / periodSeconds);
const changesPerSecond = objects / 10 / 60;
const starts = Number(process.env["BENCH_STARTS"] ?? 5);
/** The autoscalers that start again, and how many loads change after each start. */
const startedAgain: ReadonlySet<string> = new Set(["HPA", "Trimtab"]);
const changesEachStart = Math.ceil(objects / 25);

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

/** A line on stderr: the tables alone are on stdout. */
const progress = (text: string): void => {
  console.error(`${Math.round(performance.now() / 1_000)} s: ${text}`);
};

async function play(
  cluster: Cluster,
  contender: Contender,
  keys: readonly string[],
): Promise<Round> {
  const { name, api, spec } = contender;
  const raised = changedIn(contenders.indexOf(contender), keys);
  const running = await contender.begin(cluster, keys);
  progress(`${name}: creates ${objects} objects`);
  const begun = performance.now();
  await createAll(cluster, api, keys, spec);
  await untilDecided(cluster, contender, objects);
  const allDecidedAfter = (performance.now() - begun) / 1_000;
  progress(`${name}: all decided after ${allDecidedAfter.toFixed(0)} s; waits until it is quiet`);
  await untilQuiet(cluster);
  const measured = { seconds, periodSeconds, keys, contender, running };
  progress(`${name}: steady`);
  const steady = await measureSpan(cluster, measured);
  progress(`${name}: loads change`);
  const changed = new Set<string>();
  const changing = await measureSpan(cluster, measured, async ended => {
    const changes = await changeLoads(cluster, raised)(ended);
    for (const { key } of changes) changed.add(key);
    return changes;
  });
  const again: Reactions[] = [];
  for (let start = 2; start <= starts && startedAgain.has(name); start++) {
    progress(`${name}: start ${start}`);
    const some = raised.filter(key => !changed.has(key)).slice(0, changesEachStart);
    for (const key of some) changed.add(key);
    again.push(await measureStart(cluster, contender, running, some));
  }
  progress(`${name}: restarts`);
  const due = raised.filter(key => !changed.has(key)).slice(0, Math.ceil(objects / 10));
  const restart = await measureRestart(cluster, contender, running, due);
  progress(`${name}: ends`);
  await running.end();
  for (const key of [...changed, ...due]) await reset(cluster, key);
  return { contender, steady, changing, starts: again, allDecidedAfter, restart };
}

/** The cluster with the workloads, without any autoscaler. */
async function measureIdle(cluster: Cluster, keys: readonly string[]): Promise<Figures> {
  progress("nothing: waits until it is quiet");
  await untilQuiet(cluster);
  progress("nothing: steady");
  const nothing = { seconds, periodSeconds, keys, contender: null, running: { pids: {} } };
  return await measureSpan(cluster, nothing);
}

async function main(): Promise<void> {
  if (hasKeda) await buildKeda();
  progress(`starts a cluster with ${objects} Deployments`);
  const cluster = await startCluster({
    ...{ name: "bench", auditLog: true, metricsServer: true, waitsForDisk: true },
  });
  const keys = keysOf(objects);
  await addNoise(cluster);
  await createWorkloads(cluster, keys);
  await untilAllRun(cluster, keys);
  const before = await measureIdle(cluster, keys);
  const rounds: Round[] = [];
  for (const contender of contenders) rounds.push(await play(cluster, contender, keys));
  const idle = [before, await measureIdle(cluster, keys)];
  await cluster.stop();
  const comparison = { objects, periodSeconds, idle, rounds };
  const tables = [table, goalTable, causeTable, processTable, requestTable].map(print =>
    print(comparison),
  );
  console.log(tables.join("\n\n"));
  if (file !== undefined) await writeFile(file, `${JSON.stringify(comparison, null, 2)}\n`);
}

await command(main);
