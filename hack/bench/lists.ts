/**
 * What it costs an API server to list pods, in pages or as the initial events of a watch (WatchList):
 * `make bench-lists`. PODS (20000), and READERS (1,3), how many clients read them at the same time, in ROUNDS (5) each. Then one client
 * takes DELAY (400) microseconds for each pod, while pods change CHANGES (100) times a second: the API server ends
 * a watch that is read too slowly. Each way has an API server of its own. docs/adr/0058-lists-come-in-pages.md has
 * the results.
 */
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { apiRequest, forEachConcurrently, identityOf, mustRequest } from "../cluster/api.ts";
import { buildControlPlane } from "../cluster/controlplane/build.ts";
import { command } from "../host/command.ts";
import { cpuSeconds, memoryOf } from "../host/processes.ts";
import { startApiServer, type ApiServer } from "../versions/api-server.ts";
import { markdown } from "./ceiling/markdown.ts";
import { quantile } from "./quantiles.ts";

const pods = Number(process.env["PODS"] ?? 20_000);
const readers = (process.env["READERS"] ?? "1,3").split(",").map(Number);
const delay = Number(process.env["DELAY"] ?? 400);
const changes = Number(process.env["CHANGES"] ?? 100);
const rounds = Number(process.env["ROUNDS"] ?? 5);
const path = "/api/v1/namespaces/default/pods";
const initialEvents = "sendInitialEvents=true&resourceVersionMatch=NotOlderThan";

/** Reads all pods, and calls `each` for every one. */
type Read = (server: ApiServer, each: () => void) => Promise<void>;

const inPages: Read = async ({ admin }, each) => {
  let token = "";
  do {
    const query = `limit=250${token && `&continue=${token}`}`;
    const { items = [], metadata } = await mustRequest(admin, "GET", `${path}?${query}`);
    for (const _ of items) each();
    token = metadata?.continue ?? "";
  } while (token !== "");
};

const asStream: Read = async ({ admin }, each) => {
  const url = new URL(`${path}?watch=true&allowWatchBookmarks=true&${initialEvents}`, admin.server);
  const sent = request(url, identityOf(admin));
  sent.end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  let rest = "";
  for await (const part of response.setEncoding("utf8")) {
    const lines = (rest + (part as string)).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      // The first bookmark ends the list.
      if ((JSON.parse(line) as { type: string }).type === "BOOKMARK") return;
      each();
    }
  }
  throw new Error("the API server has ended the list");
};

/** Waits without giving the process to others, as a client that is busy does. */
function occupy(microseconds: number): void {
  const end = performance.now() + microseconds / 1_000;
  while (performance.now() < end);
}

async function populate({ admin }: ApiServer): Promise<void> {
  const shape = readFileSync(join(import.meta.dirname, "replay/shapes/pod.json"), "utf8");
  const { spec } = JSON.parse(shape) as { spec: { containers: readonly object[] } };
  const containers = spec.containers.map(each => ({ ...each, volumeMounts: [] }));
  // A new pod has no status yet: this makes up for its size.
  const annotations = { padding: "x".repeat(2_500) };
  const names = Array.from({ length: pods }, (_, index) => `web-${index}`);
  await forEachConcurrently(names, name =>
    mustRequest(admin, "POST", path, { metadata: { name, annotations }, spec: { containers } }),
  );
}

async function metric({ admin }: ApiServer, name: RegExp): Promise<number> {
  const { text } = await apiRequest(admin, "GET", "/metrics");
  return Number(
    text
      .split("\n")
      .find(line => name.test(line))
      ?.split(" ")
      .at(-1) ?? 0,
  );
}

const allocated = /^go_memstats_alloc_bytes_total /;
const terminated = /^apiserver_terminated_watchers_total\{.*"pods"/;
const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

/** The cells of a row, for so many clients at the same time: the medians of several rounds. */
async function measure(server: ApiServer, read: Read, clients: number): Promise<string[]> {
  const all: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    // Garbage collections of what came before end.
    await sleep(2_000);
    all.push(await measureRound(server, read, clients));
  }
  const median = (of: keyof Round): number =>
    quantile(
      all.map(each => each[of]),
      0.5,
    );
  return [
    `${median("cpu").toFixed(2)} s`,
    megabytes(median("bytes")),
    megabytes(median("memory")),
    `${median("seconds").toFixed(1)} s`,
  ];
}

type Round = Readonly<Record<"cpu" | "bytes" | "memory" | "seconds", number>>;

async function measureRound(server: ApiServer, read: Read, clients: number): Promise<Round> {
  const { pid } = server;
  // Begins a new measurement of the largest resident memory.
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  const memory = () => memoryOf(pid, "VmHWM") ?? NaN;
  const before = { bytes: await metric(server, allocated), cpu: cpuSeconds(pid), memory: memory() };
  const begun = performance.now();
  await Promise.all(Array.from({ length: clients }, () => read(server, () => undefined)));
  const seconds = (performance.now() - begun) / 1_000;
  return {
    ...{ seconds, cpu: cpuSeconds(pid) - before.cpu, memory: memory() - before.memory },
    bytes: (await metric(server, allocated)) - before.bytes,
  };
}

/** How many watches the API server has ended because of a slow client. */
async function ended(server: ApiServer, read: Read): Promise<string> {
  let isOver = false;
  const change = async (): Promise<void> => {
    for (let index = 0; !isOver; index++) {
      const metadata = { annotations: { changed: String(index) } };
      void apiRequest(server.admin, "PATCH", `${path}/web-${index % pods}`, { metadata });
      await sleep(1_000 / changes);
    }
  };
  const changing = change();
  await read(server, () => occupy(delay)).catch(() => undefined);
  isOver = true;
  await changing;
  return String(await metric(server, terminated));
}

async function main(): Promise<void> {
  const { etcd, ...binaries } = await buildControlPlane();
  const rows = [["", "clients", "CPU", "allocated", "resident memory", "time", "watches ended"]];
  for (const [name, read] of Object.entries({ pages: inPages, "initial events": asStream })) {
    const server = await startApiServer(binaries["kube-apiserver"], etcd);
    try {
      await populate(server);
      for (const clients of readers) {
        rows.push([name, String(clients), ...(await measure(server, read, clients)), ""]);
      }
      rows.push([name, "1, slow", "", "", "", "", await ended(server, read)]);
    } finally {
      await server.stop();
    }
  }
  console.log(markdown(rows));
}

await command(main);
