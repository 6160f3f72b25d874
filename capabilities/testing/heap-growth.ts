/**
 * Prints by how many bytes the heap grows with each pod, target, object, node, counted resource and counted pod,
 * as JSON. Started by memory.test.ts.
 */
import "../pepr-mode.ts";

import { setTimeout as sleep } from "node:timers/promises";

import { makeDependencies } from "../../controller/process/dependencies.ts";
import { certificateFlags, configOf } from "../../controller/testing/config.ts";
import { heapInUse } from "../../kube/testing/heap.ts";
import { controllers } from "../start.ts";
import { type Counts, SyntheticCluster } from "./synthetic-cluster.ts";

const base: Counts = { objects: 100, pods: 2, others: 0, nodes: 0 };
/** As many as make the rest of the process negligible. */
const added = { pods: 5_000, targets: 10_000, objects: 500, nodes: 10_000 };

/** The heap in use by an operator that has decided about all objects, and the first status that it wrote. */
async function run(counts: Counts, status: string | null) {
  const before = await heapInUse();
  const cluster = new SyntheticCluster(counts, status);
  const own = ["--leader-elect=false", "--log-level=silent", "--object-counts=true"];
  const flags = [...certificateFlags, ...own];
  const dependencies = makeDependencies(configOf(...flags), "0.0.0", () => cluster);
  const running = controllers.map(make => make(dependencies));
  for (const { start } of running) start();
  dependencies.leadership.start();
  while ((await decisions(dependencies)) < counts.objects) await sleep(10);
  const used = (await heapInUse()) - before;
  dependencies.reflectors.closeAll();
  await dependencies.leadership.claims.stop("measured");
  await Promise.all([cluster.close(), ...running.map(({ stop }) => stop())]);
  return { used, written: cluster.written };
}

async function decisions({ telemetry }: ReturnType<typeof makeDependencies>): Promise<number> {
  const counted = /^trimtab_decisions_total\{kind="Autoscaler",.*\} (\d+)$/gm;
  const lines = [...(await telemetry.exposition()).matchAll(counted)];
  return lines.reduce((sum, [, count]) => sum + Number(count), 0);
}

// The first run compiles the code, too.
const { written } = await run({ ...base, objects: 1 }, null);
await run(base, written);
const small = (await run(base, written)).used;
const growth = async (more: Partial<Counts>): Promise<number> =>
  (await run({ ...base, ...more }, written)).used - small;

const pod = (await growth({ pods: base.pods + added.pods / base.objects })) / added.pods;
const target = (await growth({ others: added.targets })) / added.targets;
const whole = (await growth({ objects: base.objects + added.objects })) / added.objects;
const node = (await growth({ nodes: added.nodes })) / added.nodes;
const counted = { resourcesPerReplica: [{ name: "memory", perReplica: "64Gi" }] };
const richNode = (await growth({ nodes: added.nodes, counted })) / added.nodes;
const pods = base.pods + added.pods / base.objects;
const podsCounted = await growth({ pods, counted: { podsPerReplica: 500 } });
console.log(
  JSON.stringify({
    ...{ pod, target, object: whole - target - base.pods * pod, node },
    "counted resource": richNode - node,
    "counted pod": podsCounted / added.pods - pod,
  }),
);
process.exit();
