import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { join } from "node:path";

import { cacheFolder } from "../machine/cache.ts";
import { identify, isAlive, processesWith, type ProcessIdentity } from "../machine/processes.ts";

/** What is known of a cluster without asking it: `cluster.json` in its folder. */
export interface ClusterRecord {
  readonly name: string;
  /** The process it must not outlive; none for `make cluster-up`, whose clusters stay until `cluster-down`. */
  readonly owner?: ProcessIdentity;
  readonly ports: readonly number[];
}

export interface ClusterFolder {
  readonly path: string;
  readonly record: ClusterRecord;
}

/** Every process of a cluster carries this variable with the cluster's folder, and so do its children. */
export const marker = "TRIMTAB_CLUSTER_FOLDER";

export function clustersFolder(): string {
  return join(cacheFolder(), "clusters");
}

/** Where kwokctl keeps a cluster, given KWOK_WORKDIR. */
export function kwokFolder({ path, record }: ClusterFolder): string {
  return join(path, "kwok", "clusters", record.name);
}

export function createFolder(record: ClusterRecord): ClusterFolder {
  const path = join(clustersFolder(), `${record.name}-${randomBytes(3).toString("hex")}`);
  // It will hold the administrator's key.
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
 * Destroys what a killed process left behind. Only under the clusters lock: there a folder without
 * a record is not one that is just being made.
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

/** Kills the cluster's processes and removes its folder. Synchronous, so that an exiting process can call it. */
export function destroyFolder(path: string): void {
  const deadline = performance.now() + 10_000;
  // A process that ends has no environment any more, but still its ports: remember, and wait for it.
  let ending: readonly ProcessIdentity[] = [];
  for (;;) {
    // kwokctl may start one more component while the others are being killed: look until there is none.
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
    // It ended by itself in between.
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
