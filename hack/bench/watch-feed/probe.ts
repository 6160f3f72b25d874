import { subscribe } from "node:diagnostics_channel";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

import {
  collection,
  expectedKeys,
  now,
  sequenceAnnotation,
  type Report,
  type Snapshot,
} from "./protocol.ts";

// Runs inside a variant's process, imported before everything else, and monitors it from there.

const expected = Number(process.env[expectedKeys]);
const probeMs = 2;
const megabyte = 1_048_576;

const keys = new Set<string>();
const calls = { changed: 0, deleted: 0 };
const traffic = { lists: 0, watches: 0, bytes: 0 };
let firstKeyMs: number | undefined;
let allKeysMs: number | undefined;
let longestMs = 0;
let longestCpuMs = 0;

const histogram = monitorEventLoopDelay({ resolution: 1 });
histogram.enable();
let last = { at: performance.now(), cpu: threadCpuMs() };
setInterval(() => {
  const current = { at: performance.now(), cpu: threadCpuMs() };
  longestMs = Math.max(longestMs, current.at - last.at - probeMs);
  longestCpuMs = Math.max(longestCpuMs, current.cpu - last.cpu);
  last = current;
}, probeMs);

function processCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

subscribe("undici:request:create", message => {
  const { path } = (message as { request: { path: string } }).request;
  if (!path.startsWith(collection)) return;
  if (path.includes("watch=true")) traffic.watches++;
  else traffic.lists++;
});
subscribe("undici:request:bodyChunkReceived", message => {
  traffic.bytes += (message as { chunk: Uint8Array }).chunk.byteLength;
});

/** Starts the measurement of stalls: when the program is loaded, and after each snapshot. */
export function startProbe(): void {
  last = { at: performance.now(), cpu: threadCpuMs() };
  longestMs = 0;
  longestCpuMs = 0;
  histogram.reset();
}

interface ChangedObject {
  readonly metadata?: {
    readonly namespace?: string;
    readonly name?: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

/** Handles a created or updated object like the bindings: remembers its key, like a queue. */
export function enqueueChanged({ metadata }: ChangedObject): void {
  calls.changed++;
  if (keys.size < expected) remember(`${metadata?.namespace ?? ""}/${metadata?.name ?? ""}`);
  const sequence = metadata?.annotations?.[sequenceAnnotation];
  if (sequence === undefined || allKeysMs === undefined) return;
  report({ type: "delivery", delivery: { sequence: Number(sequence), at: now() } });
}

export function enqueueDeleted(): void {
  calls.deleted++;
}

function remember(key: string): void {
  keys.add(key);
  firstKeyMs ??= performance.now();
  if (keys.size < expected) return;
  allKeysMs = performance.now();
  report({ type: "complete" });
}

function report(message: Report): void {
  process.send?.(message);
}

process.on("message", () => {
  void snapshot().then(taken => {
    report({ type: "snapshot", snapshot: taken });
  });
});

async function snapshot(): Promise<Snapshot> {
  const stalls = { stallMs: longestMs, stallCpuMs: longestCpuMs, histogramMs: histogram.max / 1e6 };
  const cpuMs = processCpuMs();
  const peakRssMb = process.resourceUsage().maxRSS / 1024;
  // The second collection frees what the first one's finalizers released.
  for (let collections = 0; collections < 2; collections++) {
    globalThis.gc?.();
    await sleep(100);
  }
  const { rss, heapUsed } = process.memoryUsage();
  startProbe();
  return {
    ...stalls,
    ...calls,
    ...{ firstKeyMs, allKeysMs, peakRssMb, cpuMs, cpuAfterMs: processCpuMs() },
    rssMb: rss / megabyte,
    heapMb: heapUsed / megabyte,
    lists: traffic.lists,
    watches: traffic.watches,
    receivedMb: traffic.bytes / megabyte,
  };
}
