import type { AutoscalerStatus } from "../../../crds/generated/autoscaler.ts";
import { isSameJson } from "../../canonical-json.ts";
import type { AutoscalerReport } from "../autoscaler-status.ts";
import { measuredValue, metricIdentity, toStoredMetric } from "../metric-status.ts";
import { isRepeated } from "../shown-decision.ts";
import { haveMoved, type WriteAssessment } from "../write-priority.ts";
import type { TargetReport } from "./target-report.ts";

/** What may still differ between the statuses of two reports that repeat the same saved one. */
export type Repetition = Pick<WriteAssessment, "valuesMoved">;

/**
 * Compares a report with the saved status before a new status is made of it, as most reports say again what is
 * saved. Of two reports that repeat the same saved status, and between which the target's memory did not change,
 * one is as worth a write as the other (`assessWrite`), except for measured values. A stage that holds the count
 * has a reason of its own for that (`limitReasons`), so equal reasons come to equal conditions. null: it says
 * something else, or something that is not compared here, such as a failure, whose words count, or a schedule.
 */
export function repetitionOf(report: AutoscalerReport, saved: AutoscalerStatus): Repetition | null {
  const { target, generation, errors, pauses, selected, schedules } = report;
  const isPlain = errors.length === 0 && !pauses && !selected && !schedules && !saved.pods;
  if (!isPlain || !target || generation !== saved.observedGeneration) return null;
  const { decision } = target;
  if (!decision || !holds(target, saved) || !isRepeated(decision, saved.decision)) return null;
  const [now, before] = [(target.currentMetrics ?? []).map(toStoredMetric), saved.currentMetrics];
  if (!before || !isSameJson(now.map(metricIdentity), before.map(metricIdentity))) return null;
  return { valuesMoved: haveMoved(before.map(measuredValue), now.map(measuredValue)) };
}

/** Whether the target is as the saved status says, and its votes, of which none fails, change nothing about that. */
function holds(target: TargetReport, saved: AutoscalerStatus): boolean {
  const { problem, inactive, decision, write, selection, currentReplicas, dryRunHistory } = target;
  const isFine = problem === null && inactive === null && selection === undefined;
  if (!isFine || !decision || write.kind !== "Unchanged" || dryRunHistory !== null) return false;
  const { from, to, votes, fallbacks = [] } = decision;
  return (
    from === to &&
    currentReplicas === saved.currentReplicas &&
    to === saved.desiredReplicas &&
    fallbacks.length === 0 &&
    votes.length > 0 &&
    votes.every(({ type }) => type !== "Failed")
  );
}
