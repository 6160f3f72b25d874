interface RawOwner {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly uid?: string;
  readonly controller?: boolean | null;
}

export type RawOwners = readonly RawOwner[] | null;

/** Built-in kinds that a workload creates between itself and its pods. */
export type Intermediate = "ReplicaSet" | "StatefulSet" | "ReplicationController";

/**
 * The object that controls a pod.
 *
 * intermediate  its kind, if it may belong to a workload itself; null: it is a workload, a Job or any other kind
 */
export interface PodOwner {
  readonly uid: string;
  readonly intermediate: Intermediate | null;
}

const intermediates: ReadonlyMap<string, Intermediate> = new Map([
  ["apps/ReplicaSet", "ReplicaSet"],
  ["apps/StatefulSet", "StatefulSet"],
  ["/ReplicationController", "ReplicationController"],
]);

/** null: no object controls the pod. */
export function podOwner(owners: RawOwners | undefined): PodOwner | null {
  const owner = owners?.find(({ controller }) => controller === true);
  if (owner?.uid === undefined) return null;
  return { uid: owner.uid, intermediate: intermediates.get(groupKind(owner)) ?? null };
}

/**
 * The kinds that can be between a workload and its pods. A Deployment has ReplicaSets, the other built-in workloads
 * control their pods themselves, and a custom resource may use any of these kinds.
 */
export function intermediatesOf(workload: {
  readonly apiVersion: string;
  readonly kind: string;
}): readonly Intermediate[] {
  const kind = groupKind(workload);
  if (kind === "apps/Deployment") return ["ReplicaSet"];
  return intermediates.has(kind) ? [] : ["ReplicaSet", "StatefulSet", "ReplicationController"];
}

const groupKind = ({ apiVersion = "", kind = "" }: Pick<RawOwner, "apiVersion" | "kind">): string =>
  `${apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : ""}/${kind}`;
