import type { AutoscalerStatus } from "../../../crds/generated/autoscaler.ts";
import { isSameJson } from "../../canonical-json.ts";
import { heldBy } from "../autoscaler-conditions.ts";
import type { AutoscalerReport } from "../autoscaler-status.ts";
import { measuredValue, metricIdentity, toStoredMetric } from "../metric-status.ts";
import { isRepeated } from "../shown-decision.ts";
import { valuesMoved, type WriteAssessment } from "../write-priority.ts";
import type { TargetReport } from "./target-report.ts";

/** What may still differ between the statuses of two reports that repeat the same saved one. */
export interface Repetition extends Pick<WriteAssessment, "valuesMoved"> {
  /** The stage that holds the count; null: none does. */
  readonly heldBy: string | null;
}

/**
 * Compares a report with the saved status before a new status is made of it, as most reports say again what is
 * saved. Of two reports that repeat the same saved status and are held by the same stage, and between which the
 * target's memory did not change, one is as worth a write as the other (`assessWrite`), except for measured
 * values. null: it says something else, or something that is not compared here, such as a failure, whose words
 * count, or a schedule.
 */
export function repetitionOf(report: AutoscalerReport, saved: AutoscalerStatus): Repetition | null {
  const { target, generation, errors, pauses, selected, schedules } = report;
  const isPlain = errors.length === 0 && !pauses && !selected && !schedules && !saved.pods;
  if (!isPlain || !target || generation !== saved.observedGeneration) return null;
  const { decision } = target;
  if (!decision || !holds(target, saved) || !isRepeated(decision, saved.decision)) return null;
  const [now, before] = [(target.currentMetrics ?? []).map(toStoredMetric), saved.currentMetrics];
  if (!before || !isSameJson(now.map(metricIdentity), before.map(metricIdentity))) return null;
  const [values, savedValues] = [now.map(measuredValue), before.map(measuredValue)];
  return {
    valuesMoved: valuesMoved({ values: savedValues }, { values }),
    heldBy: heldBy(decision)?.step ?? null,
  };
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
