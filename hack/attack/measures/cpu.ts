import { readFileSync } from "node:fs";

import type { Cluster, Component } from "../../cluster/types.ts";
import type { Operator } from "../../operator/operator.ts";

/** Process IDs by the name to show. */
export type Pids = Readonly<Record<string, number>>;
/** The hardware threads that each process kept busy on average; NaN: it has ended. */
export type Busy = Readonly<Record<string, number>>;

const components: readonly Component[] = [
  "kube-apiserver",
  "etcd",
  "kube-controller-manager",
  "kube-scheduler",
  "kwok-controller",
];
/** The clock ticks of /proc, the same on every machine that Node.js supports. */
const ticksPerSecond = 100;

/** The processes that share this machine. */
export function pidsOf(cluster: Cluster, operator: Operator): Pids {
  const running = components.filter(component => cluster.isAlive(component));
  const controlPlane = running.map(component => [component, cluster.pid(component)] as const);
  const ours = { operator: operator.pid, measurement: process.pid };
  return { ...Object.fromEntries(controlPlane), ...ours };
}

/** Starts to measure; the returned function ends it. */
export function measureBusy(pids: Pids): () => Busy {
  const begun = performance.now();
  const before = Object.entries(pids).map(([name, pid]) => ({ name, pid, used: cpuSeconds(pid) }));
  return () => {
    const seconds = (performance.now() - begun) / 1_000;
    return Object.fromEntries(
      before.map(({ name, pid, used }) => [name, (cpuSeconds(pid) - used) / seconds]),
    );
  };
}

/** CPU time that a process has used, in seconds. */
function cpuSeconds(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The command, in brackets, may contain spaces: the fields after it are the third and later ones.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [user = NaN, system = NaN] = fields.slice(11, 13).map(Number);
    return (user + system) / ticksPerSecond;
  } catch {
    return NaN;
  }
}
