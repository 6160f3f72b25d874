/**
 * Where it ends: `make bench-ceiling`. The operator with 10,000 Autoscalers and 100,000 pods, against a
 * replay API server, because the real one does not carry them on one machine. It starts once to write all
 * statuses; the second start, the third one with twice the load, and a steady span are measured.
 *
 * OBJECTS (10000), PODS of each (10), NAMESPACES (100), NODES (1000), BYSTANDERS, other pods of each
 * namespace (0), SECONDS of the steady span (60), MEMORY, the container's limit (512Mi)
 */
import { setTimeout as sleep } from "node:timers/promises";

import { command } from "../../host/command.ts";
import { measureBusy } from "../../host/busy.ts";
import { memoryOf } from "../../host/processes.ts";
import { startOperator, type Operator } from "../../operator/operator.ts";
import { startReplay, type Population, type Replay } from "../../replay/replay.ts";
import { bucketsOf, describeBuckets, since } from "../../operator/histogram.ts";
import { describeStart, firstTimes, longestStallMs } from "../start-figures.ts";

const number = (name: string, usual: number): number => Number(process.env[name] ?? usual);
const population: Population = {
  namespaces: number("NAMESPACES", 100),
  objects: number("OBJECTS", 10_000),
  pods: number("PODS", 10),
  nodes: number("NODES", 1_000),
  bystanders: number("BYSTANDERS", 0),
};
const seconds = number("SECONDS", 60);
const memory = process.env["MEMORY"] ?? "512Mi";
const { objects, namespaces } = population;

const keys = Array.from(
  { length: objects },
  (_, index) => `scale-${index % namespaces}/web-${index}`,
);

const start = (replay: Replay, logLevel: string): Promise<Operator> =>
  startOperator(replay.target, {
    ...{ replica: "ceiling", webhook: false, token: "replayed", readyWithinMs: 30_000 },
    values: { logLevel, resources: { limits: { memory } } },
  });

/** Waits until a log line of each object exists, for at most ten minutes. */
async function untilAll(operator: Operator, message: string): Promise<readonly number[]> {
  const exit: { code?: number | NodeJS.Signals } = {};
  void operator.exited.then(code => (exit.code = code));
  let times: readonly number[] = [];
  for (
    let tries = 0;
    tries < 300 && times.length < keys.length && exit.code === undefined;
    tries++
  ) {
    await sleep(2_000);
    times = firstTimes(operator.log(), message, keys);
  }
  if (times.length === keys.length) return times;
  const ended = `when the operator ended with ${exit.code ?? ""}`;
  const outcome = exit.code === undefined ? "after ten minutes" : ended;
  const progress = `${times.length} of ${keys.length} objects had "${message}" ${outcome}`;
  throw new Error(`${progress}:\n${operator.log().slice(-2_000)}`);
}

const megabytes = (operator: Operator, field: "VmHWM" | "VmRSS"): string =>
  `${Math.round((memoryOf(operator.pid, field) ?? NaN) / 1e6)} MB`;

async function measureStart(replay: Replay, scenario: string, message: string): Promise<void> {
  const before = await replay.replayed();
  const startedAt = Date.now();
  const operator = await start(replay, "debug");
  const times = await untilAll(operator, message);
  const { requests, lists } = await replay.replayed();
  console.log(`\n${scenario}: ready after ${Math.round(operator.readyAfterMs)} ms`);
  console.log(describeStart(message, times, startedAt));
  console.log(`memory, at most          ${megabytes(operator, "VmHWM")}`);
  console.log(`longest stall            ${await longestStallMs(operator)} ms`);
  console.log(`requests                 ${difference(requests, before.requests)}`);
  const most = Object.entries(lists).map(([what, count]) => count - (before.lists[what] ?? 0));
  console.log(`pages of one collection  ${Math.max(...most)} at most`);
  await operator.stop();
}

function difference(
  after: Readonly<Record<string, number>>,
  before: Readonly<Record<string, number>>,
): string {
  const counts = Object.entries(after)
    .map(([kind, count]) => [kind, count - (before[kind] ?? 0)] as const)
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a);
  return counts.map(([kind, count]) => `${count} ${kind}`).join(", ") || "none";
}

async function measureSteady(replay: Replay): Promise<void> {
  const operator = await start(replay, "info");
  // The start, and two sync periods.
  await sleep(60_000);
  const waits = async () =>
    bucketsOf((await operator.get("/metrics")).text, "trimtab_queue_wait_seconds");
  const [before, waited] = [await replay.replayed(), await waits()];
  const busy = measureBusy({ operator: operator.pid, server: replay.pid });
  await sleep(seconds * 1_000);
  const used = busy();
  const { requests } = await replay.replayed();
  const after = await waits();
  console.log(`\nsteady for ${seconds} s`);
  console.log(
    `CPU of the operator      ${((used["operator"] ?? NaN) * 100).toFixed(1)}% of a core`,
  );
  console.log(`CPU of the server        ${((used["server"] ?? NaN) * 100).toFixed(1)}%`);
  console.log(`memory, at most          ${megabytes(operator, "VmHWM")}`);
  console.log(`memory                   ${megabytes(operator, "VmRSS")}`);
  console.log(`wait for a worker        ${describeBuckets(since(after, waited))}`);
  console.log(`longest stall            ${await longestStallMs(operator)} ms`);
  console.log(`requests                 ${difference(requests, before.requests)}`);
  await operator.stop();
}

async function main(): Promise<void> {
  const { pods, nodes, bystanders } = population;
  console.log(
    `${objects} objects with ${pods} pods each in ${namespaces} namespaces, ${nodes} nodes, ` +
      `${bystanders} other pods in each namespace, limit ${memory}`,
  );
  const replay = await startReplay(population);
  await measureStart(replay, "the first start", "decided");
  await measureStart(replay, "a restart", "decided");
  await measureSteady(replay);
  await replay.use(0.75);
  await measureStart(replay, "a restart with more load", "scale");
  await replay.stop();
}

await command(main);
