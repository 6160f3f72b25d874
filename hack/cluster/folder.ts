import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { join } from "node:path";

import { cacheFolder } from "../host/cache.ts";
import { identify, isAlive, processesWith, type ProcessIdentity } from "../host/processes.ts";

/** What is known of a cluster without a request: `cluster.json` in its folder. */
export interface ClusterRecord {
  readonly name: string;
  /** The process that it must not outlive; none for `make cluster-up`: those stay until `cluster-down`. */
  readonly owner?: ProcessIdentity;
  readonly ports: readonly number[];
}

export interface ClusterFolder {
  readonly path: string;
  readonly record: ClusterRecord;
}

/** Every process of a cluster, including child processes, has this variable with the cluster's folder. */
export const marker = "TRIMTAB_CLUSTER_FOLDER";

export function clustersFolder(): string {
  return join(cacheFolder(), "clusters");
}

/** The folder in which kwokctl keeps a cluster, given KWOK_WORKDIR. */
export function kwokFolder({ path, record }: ClusterFolder): string {
  return join(path, "kwok", "clusters", record.name);
}

export function createFolder(record: ClusterRecord): ClusterFolder {
  const path = join(clustersFolder(), `${record.name}-${randomBytes(3).toString("hex")}`);
  // It will contain the administrator's key.
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const folder = { path, record };
  writeRecord(folder);
  return folder;
}

export function writeRecord({ path, record }: ClusterFolder): void {
  writeFileSync(join(path, "cluster.json.partial"), JSON.stringify(record));
  renameSync(join(path, "cluster.json.partial"), join(path, "cluster.json"));
}

export function listFolders(): ClusterFolder[] {
  return folderNames().flatMap(name => {
    const path = join(clustersFolder(), name);
    const record = readRecord(path);
    return record ? [{ path, record }] : [];
  });
}

/**
 * Destroys what killed processes left behind. Call it only with the clusters lock: otherwise a folder without
 * a record may be one in creation.
 */
export function sweepOrphans(): string[] {
  const paths = folderNames().map(name => join(clustersFolder(), name));
  const orphans = paths.filter(path => isOrphan(readRecord(path)));
  orphans.forEach(destroyFolder);
  return orphans;
}

export function isOrphan(
  record: ClusterRecord | undefined,
  isOwnerAlive: (owner: ProcessIdentity) => boolean = isAlive,
): boolean {
  if (record === undefined) return true;
  return record.owner !== undefined && !isOwnerAlive(record.owner);
}

/** Kills the cluster's processes and removes its folder. Synchronous, because processes call it on exit. */
export function destroyFolder(path: string): void {
  const deadline = performance.now() + 10_000;
  // An ending process has no environment any more, but still holds its ports: remember it and wait.
  let ending: readonly ProcessIdentity[] = [];
  for (;;) {
    // kwokctl may start another component while the others are being killed: repeat until none is left.
    const found = processesWith(marker, path).flatMap(pid => identify(pid) ?? []);
    const remembered = ending.filter(({ pid }) => !found.some(process => process.pid === pid));
    ending = [...remembered.filter(isAlive), ...found];
    if (ending.length === 0) break;
    if (performance.now() > deadline) {
      const pids = ending.map(({ pid }) => pid).join(", ");
      throw new Error(`Cannot end the processes ${pids} of the cluster in ${path}.`);
    }
    for (const { pid } of found) kill(pid);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  }
  rmSync(path, { recursive: true, force: true, maxRetries: 3 });
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has already ended.
  }
}

function folderNames(): string[] {
  try {
    return readdirSync(clustersFolder());
  } catch {
    return [];
  }
}

function readRecord(path: string): ClusterRecord | undefined {
  try {
    return JSON.parse(readFileSync(join(path, "cluster.json"), "utf8")) as ClusterRecord;
  } catch {
    return undefined;
  }
}
