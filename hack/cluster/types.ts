import type { Finished } from "../machine/run.ts";
import type { ApiTarget } from "./api.ts";

export type Component =
  | "etcd"
  | "kube-apiserver"
  | "kube-controller-manager"
  | "kube-scheduler"
  | "kwok-controller"
  | "metrics-server"
  | "custom-metrics";

export interface StartOptions {
  readonly name: string;
  /** One JSON line for every answered request; off, because it costs the API server time. */
  readonly auditLog?: boolean;
  /** HPAScaleToZero=true,... for all components */
  readonly featureGates?: string;
  /** metrics.k8s.io, and a pod's annotations `kwok.x-k8s.io/usage-cpu` and `-memory` as its usage; off. */
  readonly metricsServer?: boolean;
  /** custom.metrics.k8s.io and external.metrics.k8s.io, with the values of `CustomMetrics`; off. */
  readonly customMetrics?: boolean;
  /** More arguments, without their dashes: { "kube-controller-manager": { controllers: "*,-x" } } */
  readonly componentArgs?: Partial<Record<Component, Readonly<Record<string, string>>>>;
  /** Whether etcd waits for the disk with every write, as benchmarks need it; off. */
  readonly waitsForDisk?: boolean;
  /** Stays when this process ends, until `down.ts`. */
  readonly outlivesProcess?: boolean;
}

/** A running cluster; as an `ApiTarget` it is its administrator. */
export interface Cluster extends ApiTarget {
  readonly name: string;
  /** A file of the cluster's own, with the administrator's certificate. */
  readonly kubeconfig: string;
  readonly caFile: string;
  /** Undefined if the cluster was started without an audit log. */
  readonly auditLogPath: string | undefined;
  /** Holds one log per component, kube-apiserver.log and so on. */
  readonly logsFolder: string | undefined;
  /** http URL, for `CustomMetrics`; undefined if the cluster was started without them. */
  readonly customMetricsControl: string | undefined;
  /** Of a running component. */
  readonly pid: (component: Component) => number;
  readonly isAlive: (component: Component) => boolean;
  readonly kubectl: (args: readonly string[], stdin?: string) => Promise<Finished>;
  /** Starts the components that are not running, as they were, and waits for the API server. */
  readonly startMissing: () => Promise<void>;
  /** Ends every process of the cluster and removes its folder. */
  readonly stop: () => Promise<void>;
}
