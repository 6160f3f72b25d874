import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const mounts = { v2: "/sys/fs/cgroup", v1: "/sys/fs/cgroup/memory" };
let made = 0;

/** A memory limit for its processes, including the page cache, like that of a container. */
export interface MemoryCgroup {
  readonly folder: string;
  /** Peak usage in bytes. */
  readonly peak: () => number;
  /** Call it once no process is left. */
  readonly remove: () => void;
}

/** The bytes of a limit such as `256Mi`. */
export function bytesOf(memory: string): number {
  const mebibytes = /^(\d+)Mi$/.exec(memory)?.[1];
  if (mebibytes === undefined) throw new Error(`the memory limit is not in Mi: ${memory}`);
  return Number(mebibytes) * 2 ** 20;
}

/** Undefined if this process may not create a cgroup: without root or a delegated cgroup. */
export function limitMemory(bytes: number): MemoryCgroup | undefined {
  const name = `trimtab-${process.pid}-${++made}`;
  for (const parent of parents()) {
    const folder = join(parent, name);
    try {
      mkdirSync(folder);
    } catch {
      continue;
    }
    const isV2 = existsSync(join(folder, "memory.max"));
    writeFileSync(join(folder, isV2 ? "memory.max" : "memory.limit_in_bytes"), `${bytes}`);
    const swap = join(folder, "memory.swap.max");
    if (isV2 && existsSync(swap)) writeFileSync(swap, "0");
    const peak = join(folder, isV2 ? "memory.peak" : "memory.max_usage_in_bytes");
    return {
      folder,
      peak: () => Number(readFileSync(peak, "utf8")),
      remove: () => {
        rmdirSync(folder);
      },
    };
  }
  return undefined;
}

/** Parents in which a cgroup with a memory controller could be created, the nearest to this process first. */
function parents(): string[] {
  const lines = readFileSync("/proc/self/cgroup", "utf8").trim().split("\n");
  return lines.flatMap(line => {
    const [, controllers = "", path = ""] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    if (controllers.split(",").includes("memory")) return above(mounts.v1, path);
    if (controllers !== "") return [];
    return above(mounts.v2, path).filter(folder => {
      const file = join(folder, "cgroup.subtree_control");
      return existsSync(file) && readFileSync(file, "utf8").includes("memory");
    });
  });
}

/** Inside a container, its own path may not exist. */
function above(mount: string, path: string): string[] {
  const folders = [join(mount, path)];
  while (folders.at(-1)?.startsWith(`${mount}/`)) folders.push(dirname(folders.at(-1) ?? mount));
  return folders.map(folder => folder.replace(/\/$/, "")).filter(existsSync);
}
