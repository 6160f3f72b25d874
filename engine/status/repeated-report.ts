import type {
  AutoscalerStatus,
  MetricStatus as StoredMetric,
} from "../../crds/generated/autoscaler.ts";
import { isSameJson } from "../model/values/json-values.ts";
import type { Decision } from "../model/decision.ts";
import type { MetricStatus } from "../model/metric-vote.ts";
import type { AutoscalerReport } from "./autoscaler-status.ts";
import { measuredValue, metricIdentity, toStoredMetric } from "./targets/metric-status.ts";
import { isRepeated } from "./targets/shown-decision.ts";
import { haveMoved, type WriteAssessment } from "./write-priority.ts";
import type { TargetReport } from "./targets/target-report.ts";

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
  const { target, generation } = report;
  if (!target?.decision || !isPlain(report, target) || saved.pods) return null;
  const { decision, currentReplicas, currentMetrics } = target;
  const isSameCount =
    generation === saved.observedGeneration &&
    currentReplicas === saved.currentReplicas &&
    decision.to === saved.desiredReplicas;
  if (!isSameCount || !holds(decision) || !isRepeated(decision, saved.decision)) return null;
  return compareValues(currentMetrics ?? [], saved.currentMetrics ?? []);
}

/** Null: other metrics were measured. */
function compareValues(measured: readonly MetricStatus[], saved: readonly StoredMetric[]) {
  const now = measured.map(toStoredMetric);
  if (!isSameJson(now.map(metricIdentity), saved.map(metricIdentity))) return null;
  return { valuesMoved: haveMoved(saved.map(measuredValue), now.map(measuredValue)) };
}

/** Whether there is nothing to say of the object but a decision that needed no write. */
function isPlain({ errors, pauses, selected, schedules }: AutoscalerReport, of: TargetReport) {
  const { problem, inactive, write, selection, dryRunHistory } = of;
  const isFound = problem === null && inactive === null && errors.length === 0;
  const isPlainSpec = !pauses && !selected && !schedules && !selection;
  return isFound && isPlainSpec && write.kind === "Unchanged" && dryRunHistory === null;
}

/** Whether no vote fails and the votes leave the count as it is. */
const holds = ({ from, to, votes, fallbacks = [] }: Decision): boolean =>
  from === to &&
  fallbacks.length === 0 &&
  votes.length > 0 &&
  votes.every(({ type }) => type !== "Failed");
