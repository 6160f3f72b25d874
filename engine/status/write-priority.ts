import type { Condition } from "../../crds/generated/shared.ts";
import type { SerializedHistory } from "../model/generated/history.ts";
import { isSameJson } from "../model/values/json-values.ts";
import { factsOfHistory, isAsSafe, outlineOfHistory } from "../memory.ts";
import { isBad } from "./targets/conditions.ts";
import type { StatusView, TargetView } from "./status-view.ts";

const valuesBeyond = 0.1;

/**
 * What is new in a status.
 *
 * Fact     what people act on or a restart needs: a decision on another count, a scale event, an
 *          obstacle
 * Caution  a recommendation or the end of a rollout: if it is not saved, a restart decides less
 *          conservatively (I3)
 * Nuance   other reasons for an unchanged count, other words for an obstacle, and recommendations
 *          that only a later decision may need. Noise near a rounding boundary flips them with
 *          every sync.
 */
export type WritePriority = "Fact" | "Caution" | "Nuance";

export interface WriteAssessment {
  readonly priority: WritePriority | null;
  /** Whether a measured value changed by more than a tenth. */
  readonly valuesMoved: boolean;
}

/**
 * How much it is worth to write `next` if `previous` is saved. From this, `writeInMs` determines
 * when to write it, if at all; `StatusWriter.final` (controller/reconcile/) calls both, and
 * also writes a status that another client has overwritten.
 */
export function assessWrite(previous: StatusView | undefined, next: StatusView): WriteAssessment {
  if (!previous) return { priority: "Fact", valuesMoved: true };
  return {
    priority: priorityOf(previous, next),
    valuesMoved: haveMoved(previous.values, next.values),
  };
}

function priorityOf(previous: StatusView, next: StatusView): WritePriority | null {
  const differs = (outline: (status: StatusView) => unknown): boolean =>
    !isSameJson(outline(previous), outline(next));
  if (!differs(outlineOf)) return null;
  if (differs(factsOf)) return "Fact";
  return isCautious(previous, next) ? "Nuance" : "Caution";
}

/** Whether decisions after a restart with `previous` are at least as conservative as with `next` (I3). */
const isCautious = (previous: StatusView, next: StatusView): boolean =>
  next.targets.every((target, index) => {
    const saved = previous.targets[index]?.history;
    const isSame = isSameJson(outlineOfHistory(saved), outlineOfHistory(target.history));
    return isSame || isAsSafe(saved, target.history);
  });

/**
 * Whether a restart loses nothing of `next` but what it finds out again. A change that `previous` announces may have
 * been made since: its count on the target shows that, unless someone has set the old count again.
 */
export const canWait = (previous: StatusView, next: StatusView): boolean =>
  isSameJson(previous.rest, next.rest) &&
  isCautious(previous, next) &&
  previous.targets.every(({ history }, index) => {
    const { pending } = (history ?? {}) as Partial<SerializedHistory>;
    return !pending || pending.from !== next.targets[index]?.currentReplicas;
  });

const outlineOf = (status: StatusView): unknown => [
  factsOf(status),
  status.conditions?.map(conditionOutline),
  status.targets.map(({ conditions, decision, history, dryRunHistory }) => [
    conditions?.map(conditionOutline),
    decision?.time,
    outlineOfHistory(history),
    outlineOfHistory(dryRunHistory),
  ]),
];

const factsOf = (status: StatusView): unknown => [
  status.observedGeneration,
  status.conditions?.map(conditionFacts),
  status.rest,
  status.targets.map(targetFacts),
];

/**
 * Limits change in normal operation. For a problem, its reason counts, but not its message: that
 * may contain a port or a request number and change with every sync.
 */
const conditionFacts = (condition: Condition): unknown => {
  const { type, status, reason } = condition;
  return [
    type,
    ...(type === "ScalingLimited" ? [] : [status]),
    ...(isBad(condition) ? [reason] : []),
    // A new end or another reason is as important as the pause.
    ...(type === "Paused" ? [reason, condition.message] : []),
  ];
};

const conditionOutline = (condition: Condition): unknown => {
  const { status, reason, message } = condition;
  return [status, reason, ...(isBad(condition) ? [message] : [])];
};

const targetFacts = ({ conditions, decision, history, ...target }: TargetView): unknown => {
  const failed = decision?.votes
    .filter(({ type }) => type === "Failed")
    .map(({ source, reason }) => [source, reason]);
  const { recommendations, lowestRecommendations, ...kept } = factsOfHistory(history);
  return [
    target.ref,
    target.currentReplicas,
    target.desiredReplicas,
    target.lastScaleTime,
    conditions?.map(conditionFacts),
    [decision?.from, decision?.to, failed],
    [recommendations === undefined, lowestRecommendations === undefined],
    kept,
  ];
};

export function haveMoved(previous: readonly number[], next: readonly number[]): boolean {
  if (previous.length !== next.length) return true;
  return next.some((after, index) => {
    const before = previous[index] ?? 0;
    return Math.abs(after - before) > valuesBeyond * Math.abs(before);
  });
}
