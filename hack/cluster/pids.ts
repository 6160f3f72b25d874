import type { Pids } from "../host/busy.ts";
import type { Cluster, Component } from "./types.ts";

const components: readonly Component[] = [
  "kube-apiserver",
  "etcd",
  "kube-controller-manager",
  "kube-scheduler",
  "kwok-controller",
  "metrics-server",
];

/** The running processes of the control plane that share this machine. */
export function controlPlanePids(cluster: Cluster): Pids {
  const running = components.filter(component => cluster.isAlive(component));
  return Object.fromEntries(running.map(component => [component, cluster.pid(component)]));
}
