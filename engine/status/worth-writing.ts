import type { Condition } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { canonicalJson } from "../canonical-json.ts";
import { isBad } from "./conditions.ts";
import type { StatusView, TargetView } from "./status-view.ts";

/** Values alone are shown at most this often: live ones are in /metrics. */
const valuesEveryMs = 300_000;
const valuesBeyond = 0.1;

/**
 * In how many milliseconds a status is worth a request: now (0) for a decision, a condition, a
 * recorded recommendation or event; measured values only beyond 10% and every 5 minutes; null for
 * nothing new.
 */
export function worthWritingInMs(
  previous: StatusView | undefined,
  next: StatusView,
  sinceLastWriteMs: number,
): number | null {
  if (!previous || canonicalJson(outline(previous)) !== canonicalJson(outline(next))) return 0;
  return valuesMoved(previous, next) ? Math.max(0, valuesEveryMs - sinceLastWriteMs) : null;
}

const outline = (status: StatusView): unknown => [
  status.observedGeneration,
  status.conditions?.map(conditionOutline),
  status.rest,
  status.targets.map(targetOutline),
];

/** What is wrong is worth its words: the next mistake may have the same reason. */
const conditionOutline = (condition: Condition): unknown => {
  const { type, status, reason, message } = condition;
  return [type, status, reason, ...(isBad(condition) ? [message] : [])];
};

const targetOutline = (target: TargetView): unknown => [
  target.ref,
  target.currentReplicas,
  target.desiredReplicas,
  target.lastScaleTime,
  target.conditions?.map(conditionOutline),
  target.decision?.time,
  target.history,
];

function valuesMoved(previous: StatusView, next: StatusView): boolean {
  if (previous.values.length !== next.values.length) return true;
  return next.values.some((after, index) => {
    const before = previous.values[index] ?? 0;
    return Math.abs(after - before) > valuesBeyond * Math.abs(before);
  });
}
