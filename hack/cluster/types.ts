import type { Finished } from "../host/run.ts";
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
  /** One JSON line for every completed request; off by default, because it slows down the API server. */
  readonly auditLog?: boolean;
  /** HPAScaleToZero=true,... for all components */
  readonly featureGates?: string;
  /** metrics.k8s.io, with usage from pod annotations `kwok.x-k8s.io/usage-cpu` and `-memory`; default off. */
  readonly metricsServer?: boolean;
  /** custom.metrics.k8s.io and external.metrics.k8s.io, with the values of `CustomMetrics`; default off. */
  readonly customMetrics?: boolean;
  /** More arguments, without their dashes: { "kube-controller-manager": { controllers: "*,-x" } } */
  readonly componentArgs?: Partial<Record<Component, Readonly<Record<string, string>>>>;
  /** True if etcd syncs every write to the disk, as benchmarks require; default off. */
  readonly waitsForDisk?: boolean;
  /** A node of hack/node/ will join, in the same network namespace. */
  readonly realNode?: { readonly name: string; readonly address: string };
  /** Stays when this process ends, until `down.ts`. */
  readonly outlivesProcess?: boolean;
}

/** A running cluster; as an `ApiTarget` it has the administrator's credentials. */
export interface Cluster extends ApiTarget {
  readonly name: string;
  /** The cluster's own file, with the administrator's certificate. */
  readonly kubeconfig: string;
  readonly caFile: string;
  /** Undefined if the cluster was started without an audit log. */
  readonly auditLogPath: string | undefined;
  /** Contains one log for each component, kube-apiserver.log and so on. */
  readonly logsFolder: string | undefined;
  /** http URL, for `CustomMetrics`; undefined if the cluster was started without them. */
  readonly customMetricsControl: string | undefined;
  /** The pid of a running component. */
  readonly pid: (component: Component) => number;
  readonly isAlive: (component: Component) => boolean;
  readonly kubectl: (args: readonly string[], stdin?: string) => Promise<Finished>;
  /** Restarts the components that are not running, with the same settings, and waits for the API server. */
  readonly startMissing: () => Promise<void>;
  /** Ends every process of the cluster and removes its folder. */
  readonly stop: () => Promise<void>;
}
