// cli/fleet/model/: what was read of clusters, and what is wrong with it: the types that the other folders share.

import type { Fields } from "../../../engine/model/values/json-values.ts";
import { groupOf } from "../../../kube/watch/object.ts";
import { workloadKinds } from "../../objects/workload-kinds.ts";

export interface ObjectRef {
  /** The name of a context of the kubeconfig, or of a folder. */
  readonly cluster: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** The path of the file that it was read from; absent: it comes from a cluster. */
  readonly file?: string;
}

/** A HorizontalPodAutoscaler, or a ScaledObject of KEDA. */
export interface FleetObject extends ObjectRef {
  readonly kind: "HorizontalPodAutoscaler" | "ScaledObject";
  /** As the API server or the file has it, without managedFields. */
  readonly manifest: Fields;
  /** The HorizontalPodAutoscaler that decides, as autoscaling/v2: itself, or the one that KEDA made; null: none was read. */
  readonly hpa: Fields | null;
  readonly target: TargetRef;
  /** null: not known. */
  readonly targetExists: boolean | null;
}

export interface TargetRef {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
}

/** CPU in cores, memory in bytes. */
export type Amounts = Readonly<Partial<Record<"cpu" | "memory", number>>>;

export interface Container {
  readonly name: string;
  readonly requests: Amounts;
  readonly limits: Amounts;
}

export type Resources = Omit<Container, "name">;

/** A Deployment, StatefulSet, ReplicaSet or ReplicationController, as far as it matters here. */
export interface Workload extends ObjectRef {
  readonly podLabels: Readonly<Record<string, string>>;
  /** Those that run as long as the pod. */
  readonly containers: readonly Container[];
  /** Of the pod as a whole; absent: a container has none. */
  readonly pod: Resources;
  /** Of the spec; null: absent. */
  readonly replicas: number | null;
  /**
   * Field managers that write spec.replicas, not through a subresource: they own the field, or their manifest has it.
   * The owner of a count of 1 may only own the default.
   */
  readonly replicasManagers: readonly string[];
  /** From the creation of recent pods until they were ready, in milliseconds. Empty: no pod was read. */
  readonly startMs: readonly number[];
}

/** A PodDisruptionBudget. */
export interface Budget extends ObjectRef {
  readonly manifest: Fields;
}

/** A ResourceQuota without scopes: hard limits of requests, and of pods. */
export interface Quota extends ObjectRef {
  readonly requests: Amounts;
  /** null: not limited. */
  readonly pods: number | null;
}

/** What the nodes of a cluster offer to pods. */
export interface Capacity {
  readonly nodes: number;
  readonly allocatable: Required<Amounts>;
}

/** What could not be read: a right that is missing, or a kind that the cluster does not serve. */
export interface Unread {
  readonly cluster: string;
  /** A plural, such as `scaledobjects.keda.sh`. */
  readonly resource: string;
  /** A sentence. */
  readonly reason: string;
}

/** All that is read of one cluster. */
export interface Inventory {
  readonly cluster: string;
  readonly objects: readonly FleetObject[];
  readonly workloads: readonly Workload[];
  readonly budgets: readonly Budget[];
  readonly quotas: readonly Quota[];
  /** null: the nodes were not read. */
  readonly capacity: Capacity | null;
  readonly unread: readonly Unread[];
}

/** The API group of a custom resource; empty: it is Kubernetes' own. */
const customGroup = (apiVersion: string): string =>
  apiVersion.includes(".") ? groupOf(apiVersion) : "";

/** Custom resources may have a kind of the same name, such as the StatefulSet of OpenKruise. */
export const isBuiltIn = ({ apiVersion, kind }: TargetRef): boolean =>
  customGroup(apiVersion) === "" && workloadKinds.some(each => each.kind === kind);

type Named = Omit<ObjectRef, "cluster"> & Partial<TargetRef>;

/** By namespace and name. */
export const keyOf = ({ apiVersion = "", kind, namespace, name }: Named): string =>
  `${customGroup(apiVersion)}/${kind}/${namespace}/${name}`;
