import type { Cluster, Component } from "../../cluster/types.ts";
import { cpuSeconds } from "../../host/processes.ts";
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
