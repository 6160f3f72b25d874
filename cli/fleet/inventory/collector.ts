// cli/fleet/inventory/: the autoscalers of a cluster and what they need, from an API server or from files.

import { type Fields, fieldsOf, isFields } from "../../../engine/model/values/json-values.ts";
import { valueAt } from "../../../engine/schema/structure.ts";
import { groupOf } from "../../../kube/watch/object.ts";
import { textAt } from "../../objects/read-objects.ts";
import {
  type Budget,
  type Capacity,
  type Inventory,
  keyOf,
  type ObjectRef,
  type Quota,
  type TargetRef,
  type Unread,
  type Workload,
} from "../model/inventory.ts";
import { fleetObjects, type Manifest, type TargetExists, targetOf } from "./objects.ts";
import { amountOf, amountsIn, completed, fieldsIn, startOfPod, workloadOf } from "./workloads.ts";

/** Keeps of each object what matters, as it arrives. */
export class Collector {
  readonly #cluster: string;
  readonly #hpas = new Map<string, Manifest>();
  readonly #scaledObjects = new Map<string, Manifest>();
  readonly #workloads = new Map<string, Omit<Workload, "startMs">>();
  readonly #starts = new Map<string, number[]>();
  readonly #budgets = new Map<string, Budget>();
  readonly #quotas = new Map<string, Quota>();
  readonly #limitRanges = new Map<string, Fields>();
  readonly #nodes = new Map<string, Capacity["allocatable"]>();
  /** Objects that nothing here reads; they may be targets. */
  readonly #others = new Set<string>();
  readonly #namespacesByKind = new Map<string, Set<string>>();

  constructor(cluster: string) {
    this.#cluster = cluster;
  }

  /** An object with its apiVersion and kind; of two with the same name, the first counts. */
  add(raw: Fields, file?: string): void {
    const ref = { ...this.#refOf(raw), ...(file === undefined ? {} : { file }) };
    const key = keyOf({ ...ref, apiVersion: textAt(raw, "apiVersion") });
    const namespaces = this.#namespacesByKind.get(ref.kind) ?? new Set();
    this.#namespacesByKind.set(ref.kind, namespaces.add(ref.namespace));
    const read = this.#readers[`${ref.kind} ${groupOf(textAt(raw, "apiVersion"))}`];
    if (read) read(key, ref, raw);
    else this.#others.add(key);
  }

  readonly #readers: Readonly<
    Partial<Record<string, (key: string, ref: ObjectRef, raw: Fields) => void>>
  > = {
    "HorizontalPodAutoscaler autoscaling": (key, ref, raw) =>
      keepFirst(this.#hpas, key, { ref, raw: withoutManagedFields(raw) }),
    "ScaledObject keda.sh": (key, ref, raw) =>
      keepFirst(this.#scaledObjects, key, { ref, raw: withoutManagedFields(raw) }),
    "Deployment apps": (...object) => this.#addWorkload(...object),
    "StatefulSet apps": (...object) => this.#addWorkload(...object),
    "ReplicaSet apps": (...object) => this.#addWorkload(...object),
    "ReplicationController ": (...object) => this.#addWorkload(...object),
    "PodDisruptionBudget policy": (key, ref, raw) =>
      keepFirst(this.#budgets, key, { ...ref, manifest: withoutManagedFields(raw) }),
    "ResourceQuota ": (key, ref, raw) => this.#addQuota(key, ref, raw),
    "LimitRange ": (_, { namespace }, raw) => keepFirst(this.#limitRanges, namespace, raw),
    "Node ": (key, _, raw) => this.#addNode(key, raw),
    "Pod ": (_, __, raw) => this.#addPod(raw),
  };

  /** A Deployment owns most ReplicaSets, and is the target. */
  #addWorkload(key: string, ref: ObjectRef, raw: Fields): void {
    const owners = fieldsIn(valueAt(raw, ["metadata", "ownerReferences"]));
    const isOwned = owners.some(({ controller }) => controller === true);
    if (ref.kind === "ReplicaSet" && isOwned) this.#others.add(key);
    else if (!this.#workloads.has(key)) this.#workloads.set(key, workloadOf(ref, raw));
  }

  #addQuota(key: string, ref: ObjectRef, raw: Fields): void {
    const { hard, scopes, scopeSelector } = fieldsOf(raw["spec"]);
    if (scopeSelector !== undefined || (Array.isArray(scopes) && scopes.length > 0)) return;
    const { pods, "count/pods": count } = fieldsOf(hard);
    const requests = amountsIn(hard, "requests.");
    keepFirst(this.#quotas, key, { ...ref, requests, pods: amountOf(pods) ?? amountOf(count) });
  }

  #addNode(key: string, raw: Fields): void {
    const { cpu = 0, memory = 0 } = amountsIn(valueAt(raw, ["status", "allocatable"]));
    keepFirst(this.#nodes, key, { cpu, memory });
  }

  #addPod(raw: Fields): void {
    const start = startOfPod(raw);
    if (!start) return;
    const key = keyOf(start.owner);
    const starts = this.#starts.get(key);
    if (starts) starts.push(start.ms);
    else this.#starts.set(key, [start.ms]);
  }

  #refOf(raw: Fields): ObjectRef {
    const kind = textAt(raw, "kind");
    const namespace = textAt(raw, "metadata", "namespace") || (kind === "Node" ? "" : "default");
    return { cluster: this.#cluster, kind, namespace, name: textAt(raw, "metadata", "name") };
  }

  /** Namespaces with an autoscaler. */
  namespaces(): string[] {
    return [...new Set(this.targets().map(({ namespace }) => namespace))];
  }

  /** What the autoscalers scale. */
  targets() {
    return [...this.#hpas.values(), ...this.#scaledObjects.values()].map(({ ref, raw }) => ({
      namespace: ref.namespace,
      target: targetOf(raw),
    }));
  }

  /** Whether it was read. */
  has(namespace: string, target: TargetRef): boolean {
    const key = keyOf({ ...target, namespace });
    return this.#workloads.has(key) || this.#others.has(key);
  }

  /** The namespaces of all objects of a kind that were read. */
  namespacesOf(kind: string): ReadonlySet<string> {
    return this.#namespacesByKind.get(kind) ?? new Set();
  }

  finish(exists: TargetExists, unread: readonly Unread[]): Inventory {
    const nodes = [...this.#nodes.values()];
    const sum = (resource: "cpu" | "memory"): number =>
      nodes.reduce((total, node) => total + node[resource], 0);
    return {
      cluster: this.#cluster,
      objects: fleetObjects([...this.#hpas.values()], [...this.#scaledObjects.values()], exists),
      workloads: Array.from(this.#workloads, ([key, workload]) => ({
        ...workload,
        ...completed(workload, this.#limitRanges.get(workload.namespace)),
        startMs: this.#starts.get(key) ?? [],
      })),
      budgets: [...this.#budgets.values()],
      quotas: [...this.#quotas.values()],
      capacity:
        nodes.length === 0
          ? null
          : { nodes: nodes.length, allocatable: { cpu: sum("cpu"), memory: sum("memory") } },
      unread,
    };
  }
}

const keepFirst = <T>(map: Map<string, T>, key: string, value: T): void => {
  if (!map.has(key)) map.set(key, value);
};

/** They are half the size of many objects. */
function withoutManagedFields(raw: Fields): Fields {
  const { metadata } = raw;
  if (!isFields(metadata)) return raw;
  const { managedFields: _, ...kept } = metadata;
  return { ...raw, metadata: kept };
}
