import { setTimeout as sleep } from "node:timers/promises";

import { apiRequest } from "../../cluster/api.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import { isFree } from "../../host/ports.ts";
import { changeObject } from "./objects.ts";
import { collection, now, type Snapshot } from "./protocol.ts";
import { untilQuiet } from "./quiet.ts";
import { VariantProcess, type Variant } from "./variant.ts";

/** The figures of one run, by name, in the order of the report. */
export type Figures = Readonly<Record<string, number>>;

export interface Setup {
  readonly cluster: Cluster;
  readonly file: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly keys: number;
  /** How long to wait before each run until other work on this machine ends. */
  readonly patienceMs: number;
}

const updates = 200;
const updatePeriodMs = 50;
let sequence = 0;

export async function measure(variant: Variant, setup: Setup): Promise<Figures> {
  await untilQuiet(setup.patienceMs);
  const running = new VariantProcess(setup.file, setup.environment, setup.keys);
  try {
    await running.complete();
    await sleep(2_000);
    const settled = await running.snapshot();
    const start = startFigures(settled);
    if (!variant.isFull) return start;
    const steady = await steadyFigures(running, setup);
    return { ...start, ...steady, ...(await outageFigures(running, setup)) };
  } finally {
    await running.stop();
  }
}

function startFigures(settled: Snapshot): Figures {
  return {
    "start: first key, s": (settled.firstKeyMs ?? NaN) / 1000,
    "start: all keys, s": (settled.allKeysMs ?? NaN) / 1000,
    "start: longest stall, ms": settled.stallMs,
    "start: the same by Node's histogram, ms": settled.histogramMs,
    "start: longest stall, CPU ms": settled.stallCpuMs,
    "start: CPU, s": settled.cpuMs / 1000,
    "start: requests": settled.lists + settled.watches,
    "start: received, MB": settled.receivedMb,
    "settled: RSS, MB": settled.rssMb,
    "settled: heap, MB": settled.heapMb,
    "peak RSS, MB": settled.peakRssMb,
    "start: callbacks": settled.changed + settled.deleted,
  };
}

/** Updates at a fixed rate: the time from the request to the callback. */
async function steadyFigures(running: VariantProcess, setup: Setup): Promise<Figures> {
  const before = await running.snapshot();
  const pending: Promise<{ sent: number; sequence: number }>[] = [];
  const began = now();
  for (let update = 0; update < updates; update++) {
    await sleep(Math.max(0, began + update * updatePeriodMs - now()));
    pending.push(change(setup, (update * 47) % setup.keys));
  }
  const delays: number[] = [];
  for (const { sent, sequence: number } of await Promise.all(pending)) {
    delays.push((await running.arrival(number)) - sent);
  }
  delays.sort((a, b) => a - b);
  const after = await running.snapshot();
  return {
    "steady: p50, ms": delays[Math.floor(updates * 0.5)] ?? NaN,
    "steady: p99, ms": delays[Math.floor(updates * 0.99)] ?? NaN,
    "steady: longest stall, ms": after.stallMs,
    "steady: CPU of 200 updates, ms": after.cpuMs - before.cpuAfterMs,
  };
}

/** Kills and restarts the API server: the cost, and when changes arrive again. */
async function outageFigures(running: VariantProcess, setup: Setup): Promise<Figures> {
  const { cluster } = setup;
  const before = await running.snapshot();
  await killApiServer(cluster);
  await cluster.startMissing();
  const ready = now();
  const possible = firstWatchTaken(cluster);
  const { sequence: number } = await change(setup, 1);
  const arrived = await running.arrival(number);
  // Long enough for variants that check their connection every five seconds.
  await sleep(7_000);
  const after = await running.snapshot();
  return {
    "outage: API server takes watches after ready, s": ((await possible) - ready) / 1000,
    "outage: first change after ready, s": (arrived - ready) / 1000,
    "outage: longest stall, ms": after.stallMs,
    "outage: longest stall, CPU ms": after.stallCpuMs,
    "outage: CPU, s": (after.cpuMs - before.cpuAfterMs) / 1000,
    "outage: list requests": after.lists - before.lists,
    "outage: received, MB": after.receivedMb - before.receivedMb,
    "outage: callbacks": after.changed + after.deleted - before.changed - before.deleted,
    "outage: false deletes": after.deleted - before.deleted,
    "outage: peak RSS, MB": after.peakRssMb,
  };
}

/** A dead process may still hold its port through its last threads: a new one would not get it. */
async function killApiServer(cluster: Cluster): Promise<void> {
  process.kill(cluster.pid("kube-apiserver"), "SIGKILL");
  while (!(await isFree(Number(new URL(cluster.server).port)))) await sleep(50);
}

/** A ready API server refuses watches until it has read the resource: no client can be faster. */
async function firstWatchTaken(cluster: Cluster): Promise<number> {
  for (;;) {
    const asked = now();
    const { code } = await apiRequest(cluster, "GET", `${collection}?watch=true&timeoutSeconds=1`);
    if (code === 200) return asked;
    await sleep(100);
  }
}

async function change(setup: Setup, index: number): Promise<{ sent: number; sequence: number }> {
  const number = ++sequence;
  return { sequence: number, sent: await changeObject(setup.cluster, index, number) };
}
