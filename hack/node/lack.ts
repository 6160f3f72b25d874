import { accessSync, constants, readFileSync } from "node:fs";

/** The hierarchies of cgroup v1 that a kubelet needs. */
const hierarchies = ["cpu", "cpuset", "memory", "pids"];

export const cgroups = "/sys/fs/cgroup";

/** Why no real node can run on this machine, as a sentence; undefined: it can. */
export function lackOfNode(): string | undefined {
  if (process.platform !== "linux" || process.arch !== "x64") {
    return "the real node runs on Linux on x86-64 only";
  }
  if (process.getuid?.() !== 0) return "a real node needs root, to make namespaces and cgroups";
  const missing = hierarchies.filter(name => !mayWrite(`${cgroups}/${name}/cgroup.procs`));
  if (missing.length > 0) {
    return `a real node needs cgroup v1, and this machine lets nothing write to ${missing.join(", ")}`;
  }
  const filesystems = readFileSync("/proc/filesystems", "utf8");
  return /\toverlay$/m.test(filesystems) ? undefined : "this kernel has no overlay filesystem";
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
