import type {
  AutoscalerStatus,
  MetricStatus as StoredMetric,
} from "../../crds/generated/autoscaler.ts";
import { isSameJson } from "../model/values/json-values.ts";
import type { Decision } from "../model/decision.ts";
import type { MetricStatus } from "../model/metric-vote.ts";
import { shownForecast } from "./forecast-status.ts";
import type { AutoscalerReport } from "./autoscaler-status.ts";
import { measuredValue, metricIdentity, toStoredMetric } from "./targets/metric-status.ts";
import { isRepeated } from "./targets/shown-decision.ts";
import { haveMoved, type WriteAssessment } from "./write-priority.ts";
import type { TargetReport } from "./targets/target-report.ts";

/**
 * What may still differ between the statuses of two reports that repeat the same saved one.
 *
 * words  what failed, and which fallbacks count instead, in the words of the conditions; null: nothing was decided,
 *        so the conditions stay
 */
export interface Repetition extends Pick<WriteAssessment, "valuesMoved"> {
  readonly words: string | null;
}

/**
 * Compares a report with the saved status before a new status is made of it, as most reports say again what is
 * saved. Of two reports that repeat the same saved status in the same words, and between which the target's memory
 * did not change, one is as worth a write as the other (`assessWrite`), except for measured values. A stage that
 * holds the count has a reason of its own for that (`limitReasons`), so equal reasons come to equal conditions.
 * null: it says something else, or something that is not compared here, such as a schedule.
 */
export function repetitionOf(report: AutoscalerReport, saved: AutoscalerStatus): Repetition | null {
  const { target, generation } = report;
  if (!target || !isPlain(report, target) || !saysTheSame(report, saved)) return null;
  const { decision, currentReplicas, currentMetrics } = target;
  const isSame =
    generation === saved.observedGeneration && currentReplicas === saved.currentReplicas;
  if (!isSame) return null;
  if (!decision) return { valuesMoved: false, words: null };
  const isSameCount = decision.to === saved.desiredReplicas && holds(decision);
  if (!isSameCount || !isRepeated(decision, saved.decision)) return null;
  const words = wordsOf(decision);
  return compareValues(currentMetrics ?? [], saved.currentMetrics ?? [], words);
}

/** Null: other metrics were measured. */
function compareValues(
  measured: readonly MetricStatus[],
  saved: readonly StoredMetric[],
  words: string,
): Repetition | null {
  const now = measured.map(toStoredMetric);
  if (!isSameJson(now.map(metricIdentity), saved.map(metricIdentity))) return null;
  return { valuesMoved: haveMoved(saved.map(measuredValue), now.map(measuredValue)), words };
}

/** Pods that were left out are not compared, and of a forecast not what is expected. */
function saysTheSame({ forecast, now }: AutoscalerReport, saved: AutoscalerStatus): boolean {
  if (saved.pods) return false;
  if (forecast === "Pending") return true;
  if (!forecast || !saved.forecast) return !forecast === !saved.forecast;
  const [shown, known] = [shownForecast(forecast, now), saved.forecast];
  return isSameJson({ ...shown, expected: null }, { ...known, expected: null });
}

/** Whether there is nothing to say of the object but a decision that needed no write. */
function isPlain({ errors, pauses, selected, schedules }: AutoscalerReport, of: TargetReport) {
  const { problem, inactive, write, selection, dryRunHistory } = of;
  const isFound = problem === null && inactive === null && errors.length === 0;
  const isPlainSpec = !pauses && !selected && !schedules && !selection;
  return isFound && isPlainSpec && write.kind === "Unchanged" && dryRunHistory === null;
}

/** Whether the votes leave the count as it is. */
const holds = ({ from, to, votes }: Decision): boolean => from === to && votes.length > 0;

const wordsOf = ({ votes, fallbacks = [] }: Decision): string =>
  [
    ...votes.flatMap(vote => (vote.type === "Failed" ? vote.message : [])),
    ...fallbacks.map(({ reason, message }) => `${reason}: ${message}`),
  ].join();
