import type { ObjectMeta } from "../../../crds/generated/shared.ts";
import { isSameJson } from "../values/json-values.ts";
import type { EpochMs } from "../values/result.ts";
import type { RawCondition } from "./node.ts";
import { type ContainerFailure, latestFailure, type RawContainerStatuses } from "./pod-health.ts";
import {
  type PodRequests,
  podRequests,
  type RawPodSpec,
  type RawReported,
} from "./pod-requests.ts";
import { timeOrZero } from "../values/time.ts";

/** The part of a core/v1 Pod, as the API server sends it, that an Autoscaler needs. */
export interface RawPod {
  readonly metadata?: Readonly<Omit<ObjectMeta, "deletionTimestamp">> & {
    readonly generateName?: string;
    readonly deletionTimestamp?: string | null;
    readonly ownerReferences?: RawOwners;
  };
  readonly spec?: RawPodSpec & { readonly nodeName?: string | null };
  readonly status?: RawContainerStatuses &
    RawReported & {
      readonly phase?: string;
      readonly startTime?: string | null;
      readonly conditions?: readonly RawCondition[] | null;
    };
}

/**
 * The part of a pod that the reflector keeps.
 *
 * created    absent: a recording lacks it
 * startTime  null: the kubelet has not seen the pod yet
 * hasNode    whether it is scheduled
 * ready      the Ready condition and its last transition; null: it has none yet
 * owner      the object that controls it; null: none does
 * failure    the latest failure of one of its containers; null: none has failed
 * deletionCost  who has set the annotation that decides which pods go first; absent: it is not set
 */
export interface Pod {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly phase: string;
  readonly isDeleting: boolean;
  readonly created?: EpochMs;
  readonly startTime: EpochMs | null;
  readonly hasNode: boolean;
  readonly ready: { readonly status: string; readonly since: EpochMs } | null;
  readonly owner: PodOwner | null;
  readonly failure: ContainerFailure | null;
  readonly requests: PodRequests;
  readonly deletionCost?: "Ours" | "Others";
}

/** Of two pods in the same state, the ReplicaSet controller removes the one with the lower cost; the default is 0. */
export const DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";
export const REMOVAL_COST = -1000;
/** Next to that cost: Trimtab has set it. */
export const REMOVAL_MARK = "autoscaling.trimtab.dev/removed-first";

export function trimPod(raw: RawPod): Pod {
  const { metadata = {}, spec = {}, status = {} } = raw;
  const ready = status.conditions?.find(({ type }) => type === "Ready");
  return {
    name: metadata.name ?? "",
    labels: metadata.labels ?? {},
    phase: status.phase ?? "",
    isDeleting: metadata.deletionTimestamp != null,
    ...(metadata.creationTimestamp && { created: timeOrZero(metadata.creationTimestamp) }),
    startTime: status.startTime ? timeOrZero(status.startTime) : null,
    hasNode: isScheduled(raw),
    ready: ready ? { status: ready.status, since: timeOrZero(ready.lastTransitionTime) } : null,
    owner: podOwner(metadata.ownerReferences),
    failure: latestFailure(status),
    requests: podRequests(spec, status),
    ...costOf(metadata.annotations),
  };
}

/** Recordings may lack the name of the node. */
const isScheduled = ({ spec, status }: RawPod): boolean =>
  [spec?.nodeName, status?.startTime].some(Boolean) ||
  (status?.conditions ?? []).some(
    ({ type, status: is }) => type === "PodScheduled" && is === "True",
  );

/** Another client that changes the cost owns it, although the mark stays. */
function costOf(annotations: Readonly<Record<string, string>> = {}): Pick<Pod, "deletionCost"> {
  const cost = annotations[DELETION_COST];
  if (cost === undefined) return {};
  const isOurs = annotations[REMOVAL_MARK] !== undefined && cost === String(REMOVAL_COST);
  return { deletionCost: isOurs ? "Ours" : "Others" };
}

/** The pod with the other's labels, owner and requests if they are equal: these are most of its memory. */
export const shareWith = (other: Pod, pod: Pod): Pod => ({
  ...pod,
  owner: isSameJson(other.owner, pod.owner) ? other.owner : pod.owner,
  labels: isSameJson(other.labels, pod.labels) ? other.labels : pod.labels,
  requests: isSameJson(other.requests, pod.requests) ? other.requests : pod.requests,
});

/** Pods of one second are in the order of their names, so that the result is always the same. */
export const newestFirst = (a: Pod, b: Pod): number =>
  (b.startTime ?? 0) - (a.startTime ?? 0) || (a.name < b.name ? -1 : 1);

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
export function intermediatesOf(
  workload: Readonly<Record<"apiVersion" | "kind", string>>,
): readonly Intermediate[] {
  const kind = groupKind(workload);
  if (kind === "apps/Deployment") return ["ReplicaSet"];
  return intermediates.has(kind) ? [] : ["ReplicaSet", "StatefulSet", "ReplicationController"];
}

const groupKind = ({ apiVersion = "", kind = "" }: Pick<RawOwner, "apiVersion" | "kind">): string =>
  `${apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : ""}/${kind}`;
