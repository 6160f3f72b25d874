import type { ObjectMeta } from "../../../crds/generated/shared.ts";
import type { RawCondition } from "./node.ts";

/** With the value InProgress, this annotation on a target announces that a tool replaces its pods. */
export const ROLLOUT_ANNOTATION = "autoscaling.trimtab.dev/rollout";

/**
 * Rolling: the target's own status shows it. Announced: only the annotation does, which a tool can
 * forget to remove.
 */
export type RolloutState = "Rolling" | "Announced";

export interface RawRollout {
  readonly metadata: Readonly<ObjectMeta>;
  readonly spec?: {
    readonly replicas?: number;
    readonly updateStrategy?: {
      readonly type?: string;
      readonly rollingUpdate?: { readonly partition?: number };
    };
  };
  readonly status?: {
    readonly observedGeneration?: number;
    readonly replicas?: number;
    readonly updatedReplicas?: number;
    readonly currentRevision?: string;
    readonly updateRevision?: string;
    /** Of an Argo Rollout, like the next two. */
    readonly currentPodHash?: string;
    readonly stableRS?: string;
    readonly phase?: string;
    readonly conditions?: readonly RawCondition[];
  };
}

/** Any kind may carry the annotation; null: no visible rollout. */
export const announcedRollout = ({ annotations }: RawRollout["metadata"]): RolloutState | null =>
  annotations?.[ROLLOUT_ANNOTATION] === "InProgress" ? "Announced" : null;

/**
 * A rollout past its progress deadline no longer counts: it may never end.
 *
 * Source  upstream deployment/progress.go: Progressing has the reason NewReplicaSetAvailable from
 *         the end of a rollout to the next one, whatever the count does; without a deadline it is
 *         absent.
 */
export function deploymentRollout(deployment: RawRollout): RolloutState | null {
  return isDeploymentRolling(deployment) ? "Rolling" : announcedRollout(deployment.metadata);
}

function isDeploymentRolling(deployment: RawRollout): boolean {
  if (isUnseen(deployment)) return true;
  const { conditions = [], replicas = 0, updatedReplicas = 0 } = deployment.status ?? {};
  const progressing = conditions.find(({ type }) => type === "Progressing");
  if (progressing?.status === "False") return false;
  return isUnderWay(progressing) || replicas > updatedReplicas;
}

const isUnderWay = (progressing: RawCondition | undefined): boolean =>
  progressing !== undefined && !atRest.has(progressing.reason ?? "");

/** Reasons of Progressing for a complete or paused rollout: then only old pods show a rollout. */
const atRest = new Set(["NewReplicaSetAvailable", "DeploymentPaused"]);

/** Pods below the partition keep their old revision; with OnDelete, people replace the pods. */
export function statefulSetRollout(set: RawRollout): RolloutState | null {
  return isStatefulSetRolling(set) ? "Rolling" : announcedRollout(set.metadata);
}

function isStatefulSetRolling(set: RawRollout): boolean {
  const { replicas = 0, updateStrategy } = set.spec ?? {};
  if (updateStrategy?.type === "OnDelete") return false;
  // Pods that are still to be created for a higher count are new ones in any case.
  const existing = Math.min(replicas, set.status?.replicas ?? replicas);
  const partition = updateStrategy?.rollingUpdate?.partition ?? 0;
  return isUnseen(set) || !isRolled(set.status, existing - partition);
}

const isRolled = (status: RawRollout["status"], wanted: number): boolean =>
  status?.updateRevision === status?.currentRevision || (status?.updatedReplicas ?? 0) >= wanted;

/**
 * A Rollout of Argo Rollouts, from the edit of its template until the new version is the stable one. Its first version
 * replaces none. The phase is Degraded after an abort, when the pods are those of the stable version again, and after
 * a missed deadline: neither may ever end.
 *
 * Source  argo-rollouts v1.10.2, utils/rollout/rolloututil.go, IsFullyPromoted and CalculateRolloutPhase.
 */
export function argoRollout({ metadata, status = {} }: RawRollout): RolloutState | null {
  const { currentPodHash, stableRS, phase } = status;
  const isRolling = Boolean(stableRS) && currentPodHash !== stableRS && phase !== "Degraded";
  return isRolling ? "Rolling" : announcedRollout(metadata);
}

/**
 * Whether the controller has not observed the latest edit yet. An edit of the count alone is no
 * rollout: spec and status then differ in replicas.
 */
function isUnseen({ metadata: { generation = 0 }, spec, status }: RawRollout): boolean {
  const { observedGeneration = 0, replicas = 0 } = status ?? {};
  return observedGeneration > 0 && observedGeneration < generation && spec?.replicas === replicas;
}

/**
 * Of several targets that serve together: while one rolls out, all are needed. A forgotten
 * annotation of one does not hide a rollout of another.
 */
export const rolloutAmong = (
  states: readonly (RolloutState | null | undefined)[],
): RolloutState | null =>
  states.find(state => state === "Rolling") ?? states.find(state => state != null) ?? null;
