import type { EpochMs } from "../../engine/result.ts";
import { type ShownPause, shownPauses } from "../objects/pauses.ts";
import type { ScalingObject, Target } from "../objects/scaling-object.ts";
import { obstaclesOf, type Obstacle } from "./blocking-conditions.ts";
import { headline } from "./headline.ts";

/** Why the workloads of one object have their size: the output of `explain -o json`. */
export interface Explanation extends Omit<
  ScalingObject,
  "scheduleWarnings" | "uid" | "annotations" | "conditions" | "targets"
> {
  /** Those by annotation that are in force. */
  readonly pauses: readonly ShownPause[];
  readonly targets: readonly ExplainedTarget[];
  readonly obstacles: readonly Obstacle[];
  /** What validation says of the schedules; absent: it was not asked. */
  readonly warnings?: readonly string[];
}

export interface ExplainedTarget extends Omit<
  Target,
  "ref" | "selectedBy" | "monitored" | "podsLeftOut" | "conditions"
> {
  /** Absent: all pods that its selector matches count. */
  readonly podsLeftOut?: number;
  readonly target: Target["ref"];
  /** The answer in one sentence. */
  readonly why: string;
}

export function explain(object: ScalingObject, now: EpochMs): Explanation {
  const pauses = shownPauses(object, now);
  const { kind, namespace, name, mode, isUpToDate, load, schedule, startup } = object;
  return {
    ...{ kind, namespace, name, mode, pauses, isUpToDate, load, schedule },
    ...(startup ? { startup } : {}),
    targets: object.targets.map(target => explainTarget(object, target, pauses)),
    obstacles: obstaclesOf(object),
  };
}

function explainTarget(
  object: ScalingObject,
  target: Target,
  pauses: readonly ShownPause[],
): ExplainedTarget {
  const { ref, currentReplicas, desiredReplicas, minReplicas, maxReplicas, podsLeftOut } = target;
  return {
    target: ref,
    ...{ currentReplicas, desiredReplicas, minReplicas, maxReplicas },
    why: headline(object, target, pauses),
    ...(podsLeftOut === null ? {} : { podsLeftOut }),
    decision: target.decision,
    lastScaleTime: target.lastScaleTime,
  };
}
