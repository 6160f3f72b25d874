/** By this annotation on a target any tool says that it replaces the target's pods: InProgress. */
export const ROLLOUT_ANNOTATION = "autoscaling.trimtab.dev/rollout";

/** Rolling: the target's own status says so. Announced: the annotation does. */
export type RolloutState = "Rolling" | "Announced";

interface RawCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
}

/** What of a target tells of a rollout. */
export interface RawRollout {
  readonly metadata: {
    readonly generation?: number;
    readonly annotations?: Readonly<Record<string, string>>;
  };
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
    readonly conditions?: readonly RawCondition[];
  };
}

/** Any kind may carry the annotation; null: no rollout, as far as can be seen. */
export const announcedRollout = ({ annotations }: RawRollout["metadata"]): RolloutState | null =>
  annotations?.[ROLLOUT_ANNOTATION] === "InProgress" ? "Announced" : null;

/**
 * A rollout that has missed its progress deadline is none any more: nobody knows whether it ever ends.
 *
 * Source  upstream deployment/progress.go: Progressing says NewReplicaSetAvailable from the end of a
 *         rollout to the next one, whatever the count does; without a deadline it is absent.
 */
export function deploymentRollout(deployment: RawRollout): RolloutState | null {
  const announced = announcedRollout(deployment.metadata);
  if (announced) return announced;
  if (isUnseen(deployment)) return "Rolling";
  const { conditions = [], replicas = 0, updatedReplicas = 0 } = deployment.status ?? {};
  const progressing = conditions.find(({ type }) => type === "Progressing");
  if (progressing?.status === "False") return null;
  return isUnderWay(progressing) || replicas > updatedReplicas ? "Rolling" : null;
}

const isUnderWay = (progressing: RawCondition | undefined): boolean =>
  progressing !== undefined && !atRest.has(progressing.reason ?? "");

/** What Progressing says of one that is done, or was paused: then only old pods tell of a rollout. */
const atRest = new Set(["NewReplicaSetAvailable", "DeploymentPaused"]);

/** Pods below the partition keep their old revision; with OnDelete it is people who replace pods. */
export function statefulSetRollout(set: RawRollout): RolloutState | null {
  const announced = announcedRollout(set.metadata);
  if (announced) return announced;
  const { replicas = 0, updateStrategy } = set.spec ?? {};
  if (updateStrategy?.type === "OnDelete") return null;
  if (isUnseen(set)) return "Rolling";
  return isRolled(set.status, replicas - partitionOf(updateStrategy)) ? null : "Rolling";
}

const partitionOf = (strategy: NonNullable<RawRollout["spec"]>["updateStrategy"]): number =>
  strategy?.rollingUpdate?.partition ?? 0;

const isRolled = (status: RawRollout["status"], wanted: number): boolean =>
  status?.updateRevision === status?.currentRevision || (status?.updatedReplicas ?? 0) >= wanted;

/**
 * Whether there is an edit that its controller has not looked at yet; one of the count alone, which
 * the status does not show yet either, is no rollout.
 */
function isUnseen({ metadata: { generation = 0 }, spec, status }: RawRollout): boolean {
  const { observedGeneration = 0, replicas = 0 } = status ?? {};
  return observedGeneration > 0 && observedGeneration < generation && spec?.replicas === replicas;
}

/** Of several targets that serve together: where one is replaced, all are needed. */
export const rolloutAmong = (
  states: readonly (RolloutState | null | undefined)[],
): RolloutState | null => states.find(state => state != null) ?? null;
