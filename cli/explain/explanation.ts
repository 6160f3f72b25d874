import type { ScalingObject, Target } from "../objects/scaling-object.ts";
import { obstaclesOf, type Obstacle } from "./blocking-conditions.ts";
import { headline } from "./headline.ts";

/** Why the workloads of one object have their size: the output of `explain -o json`. */
export interface Explanation extends Omit<ScalingObject, "conditions" | "targets"> {
  readonly targets: readonly ExplainedTarget[];
  readonly obstacles: readonly Obstacle[];
}

export interface ExplainedTarget
  extends Omit<Target, "ref" | "selectedBy" | "monitored" | "conditions"> {
  readonly target: Target["ref"];
  /** The answer in one sentence. */
  readonly why: string;
}

export function explain(object: ScalingObject): Explanation {
  const { kind, namespace, name, mode, isUpToDate, load } = object;
  return {
    ...{ kind, namespace, name, mode, isUpToDate, load },
    targets: object.targets.map(target => explainTarget(object, target)),
    obstacles: obstaclesOf(object),
  };
}

function explainTarget(object: ScalingObject, target: Target): ExplainedTarget {
  const { ref, currentReplicas, desiredReplicas, minReplicas, maxReplicas } = target;
  return {
    target: ref,
    ...{ currentReplicas, desiredReplicas, minReplicas, maxReplicas },
    why: headline(object, target),
    decision: target.decision,
    lastScaleTime: target.lastScaleTime,
  };
}
