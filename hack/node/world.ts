// hack/node/: a real node, with kubelet, containerd and kube-proxy, next to a control plane of the tests.

import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { clustersFolder } from "../cluster/folder.ts";
import { atExit } from "../host/at-exit.ts";
import { cgroups } from "./lack.ts";

/** What a process in a world finds in its environment. */
export interface World {
  /** On a disk. */
  readonly folder: string;
  /** The name of the cgroup of all pods, in each hierarchy. */
  readonly cgroup: string;
  readonly address: string;
  readonly nodeName: string;
}

const names = {
  folder: "TRIMTAB_WORLD",
  cgroup: "TRIMTAB_WORLD_CGROUP",
  address: "NODE_ADDRESS",
  nodeName: "NODE_NAME",
} as const satisfies Record<keyof World, string>;

/** The world in which this process runs. */
export function thisWorld(env: NodeJS.ProcessEnv = process.env): World {
  const valueOf = (name: string): string => {
    const value = env[name];
    if (!value) throw new Error("This runs in a world of its own: start it with make e2e.");
    return value;
  };
  return {
    folder: valueOf(names.folder),
    cgroup: valueOf(names.cgroup),
    address: valueOf(names.address),
    nodeName: valueOf(names.nodeName),
  };
}

/**
 * Runs a command in network, mount and process namespaces of its own, and returns its exit code. Everything that was
 * started there ends with it, and it ends with this process, even if that gets SIGKILL.
 */
export async function runInWorld(command: readonly string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "trimtab-world-"));
  const world: World = {
    folder,
    cgroup: `trimtab-${process.pid}`,
    // Only this network namespace has it.
    address: "10.90.0.1",
    nodeName: "trimtab-node",
  };
  makeCgroups(world.cgroup);
  const variables = (Object.keys(names) as (keyof World)[]).map(key => [names[key], world[key]]);
  const namespaces = ["--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"];
  const script = join(import.meta.dirname, "world.sh");
  const inside = ["sh", script, folder, clustersFolder(), ...command];
  const child = spawn("setpriv", ["--pdeathsig", "KILL", "unshare", ...namespaces, ...inside], {
    env: { ...process.env, ...(Object.fromEntries(variables) as Record<string, string>) },
    stdio: "inherit",
  });
  const cleanUp = () => {
    // To SIGTERM, unshare does not listen.
    child.kill("SIGKILL");
    removeCgroups(world.cgroup);
    rmSync(folder, { recursive: true, force: true });
  };
  const forget = atExit(cleanUp);
  return await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", code => {
      forget();
      cleanUp();
      resolve(code ?? 1);
    });
  });
}

/** By default, all pods together weigh as much as one process outside. */
const cpuShares = "10240";

function makeCgroups(name: string): void {
  for (const hierarchy of hierarchies()) mkdirSync(join(hierarchy, name));
  const cpuset = join(cgroups, "cpuset");
  for (const file of ["cpuset.cpus", "cpuset.mems"]) {
    writeFileSync(join(cpuset, name, file), readFileSync(join(cpuset, file)));
  }
  writeFileSync(join(cpuset, name, "cgroup.clone_children"), "1");
  writeFileSync(join(cgroups, "cpu", name, "cpu.shares"), cpuShares);
}

/** With that of cgroup v2, in which runc makes cgroups, too. */
const hierarchies = (): string[] => readdirSync(cgroups).map(name => join(cgroups, name));

/** Those of processes that are just ending are still busy. */
function removeCgroups(name: string): void {
  const deadline = performance.now() + 10_000;
  for (const hierarchy of hierarchies()) {
    const folder = join(hierarchy, name);
    while (existsSync(folder) && !isRemoved(folder)) {
      if (performance.now() > deadline) throw new Error(`Cannot remove the cgroup ${folder}.`);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

function isRemoved(folder: string): boolean {
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory() && !isRemoved(join(folder, entry.name))) return false;
    }
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
