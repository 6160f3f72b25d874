import { causesOf, isWaiting } from "../explain/blocking-conditions.ts";
import type { EpochMs } from "../../engine/model/values/result.ts";
import { type ShownPause, shownPauses } from "../objects/pauses.ts";
import {
  isShift,
  type Decision,
  type ScalingObject,
  type Target,
} from "../objects/scaling-object.ts";

export interface Row
  extends
    Pick<ScalingObject, "kind" | "namespace" | "name" | "load" | "forecast">,
    Omit<Target, "ref" | "selectedBy" | "monitored" | "podsLeftOut" | "conditions" | "decision"> {
  readonly target: Target["ref"];
  /** Those by annotation that are in force. */
  readonly pauses: readonly ShownPause[];
  /** True for another workload of the object in the row above. */
  readonly continues: boolean;
  /** The winning vote; `replicas` is null for a failed vote; null: no vote. */
  readonly vote: {
    readonly source: string;
    readonly replicas: number | null;
    /** How old its samples were; null: they have no times. */
    readonly sampleAgeSeconds: number | null;
  } | null;
  /** Reasons why the count differs from the requested one, obstacles first. */
  readonly limits: readonly string[];
  readonly isBlocked: boolean;
}

/** A row for each workload, sorted by namespace and name. */
export function rowsOf(objects: readonly ScalingObject[], now: EpochMs): Row[] {
  const place = ({ namespace, name, kind }: ScalingObject): string =>
    `${namespace}\u0000${name}\u0000${kind}`;
  const sorted = objects.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
  return sorted.flatMap(object =>
    object.targets.map((target, index) => ({
      ...rowOf(object, target, index > 0, now),
      pauses: shownPauses(object, now),
    })),
  );
}

function rowOf(object: ScalingObject, target: Target, continues: boolean, now: EpochMs) {
  const { kind, namespace, name, load, forecast } = object;
  const { ref, minReplicas, maxReplicas, currentReplicas, desiredReplicas, decision } = target;
  const causes = causesOf(object, target, now).map(({ reason }) => reason);
  const mode = object.mode === "Active" ? [] : [object.mode];
  // The reason of its first decision is only that there is no sample yet.
  const effects = isWaiting(object, now) ? ["WaitingForSample"] : decision && effectsOf(decision);
  const limits = [...causes, ...mode, ...(effects ?? [])];
  return {
    ...{ kind, namespace, name, target: ref, continues, load, forecast },
    vote: decision && voteOf(decision),
    ...{ minReplicas, maxReplicas },
    limits: [...new Set(limits)],
    isBlocked: causes.length > 0,
    ...{ currentReplicas, desiredReplicas, lastScaleTime: target.lastScaleTime },
  };
}

function voteOf({ winner, votes }: Decision): Row["vote"] {
  const vote = winner ?? votes.find(({ type }) => type === "Failed");
  if (!vote) return null;
  const { source, sampleAgeSeconds = null } = vote;
  return { source, replicas: winner?.replicas ?? null, sampleAgeSeconds };
}

/** The stages that changed the count or kept it from changing. */
const effectsOf = ({ steps }: Decision): string[] =>
  steps
    .filter(
      ({ step, before, after, reason }) =>
        reason === "ScaleDownBlocked" ||
        (step !== "combine" && !isShift({ step }) && before !== after),
    )
    .map(({ reason }) => reason);
