import { replay } from "../../engine/pipeline/replay.ts";
import type { EpochMs } from "../../engine/result.ts";
import type { Load } from "../objects/observed-load.ts";
import { obstaclesOf, type Obstacle } from "./blocking-conditions.ts";
import type { Decision, Step } from "../objects/status-decision.ts";
import type { ScalingObject, Target, TargetRef } from "../objects/scaling-object.ts";
import { headline } from "./headline.ts";

/** Why the workloads of one object have their size: the output of `explain -o json`. */
export interface Explanation {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly mode: string;
  /** True if the status belongs to the current spec; null: there is no status. */
  readonly isUpToDate: boolean | null;
  readonly load: Load;
  readonly targets: readonly ExplainedTarget[];
  /** The obstacles; empty if all is well. */
  readonly obstacles: readonly ExplainedObstacle[];
}

type Counts = Pick<Target, "currentReplicas" | "desiredReplicas" | "minReplicas" | "maxReplicas">;

/** Times are RFC 3339. */
export interface ExplainedTarget extends Counts {
  readonly target: TargetRef;
  /** The answer in one sentence. */
  readonly why: string;
  readonly decision: ExplainedDecision | null;
  readonly lastScaleTime: string | null;
}

/** The decision in the status, with its times as text. */
export interface ExplainedDecision extends Omit<Decision, "time" | "steps"> {
  readonly time: string | null;
  readonly steps: readonly ExplainedStep[];
  /** Set if the stages do not lead from the votes to the count; null: they do. */
  readonly contradiction: string | null;
}

export type ExplainedStep = Omit<Step, "until"> & { readonly until: string | null };

export type ExplainedObstacle = Omit<Obstacle, "since"> & { readonly since: string | null };

export function explain(object: ScalingObject): Explanation {
  const { kind, namespace, name, mode, isUpToDate, load } = object;
  return {
    ...{ kind, namespace, name, mode, isUpToDate, load },
    targets: object.targets.map(target => explainTarget(object, target)),
    obstacles: obstaclesOf(object).map(obstacle => ({
      ...obstacle,
      since: rfc3339(obstacle.since),
    })),
  };
}

function explainTarget(object: ScalingObject, target: Target): ExplainedTarget {
  const { ref, currentReplicas, desiredReplicas, minReplicas, maxReplicas, decision } = target;
  return {
    target: ref,
    ...{ currentReplicas, desiredReplicas, minReplicas, maxReplicas },
    why: headline(object, target),
    decision: decision && explainDecision(decision),
    lastScaleTime: rfc3339(target.lastScaleTime),
  };
}

const explainDecision = (decision: Decision): ExplainedDecision => ({
  ...decision,
  time: rfc3339(decision.time),
  steps: decision.steps.map(step => ({ ...step, until: rfc3339(step.until) })),
  contradiction: contradictionOf(decision),
});

function contradictionOf(decision: Decision): string | null {
  const replayed = replay(decision);
  return replayed.ok ? null : replayed.error;
}

const rfc3339 = (time: EpochMs | null): string | null =>
  time === null ? null : new Date(time).toISOString();
