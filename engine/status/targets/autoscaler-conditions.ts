import { autoscalerFeatures } from "../../features/features.ts";
import { stabilize } from "../../features/stabilize.ts";
import { type Decision, type Step, stepOf } from "../../model/decision.ts";
import { condition, type ConditionDraft, fallbackType } from "./conditions.ts";
import type { TargetReport } from "./target-report.ts";

/** The result of a pass over one target, as far as conditions show it. */
type PassReport = Pick<TargetReport, "problem" | "inactive" | "decision" | "write" | "history">;

export type Drafts = readonly ConditionDraft[];

export interface SyncReport {
  readonly decision: Decision;
  readonly isWritten: boolean;
  /** From the history after the sync. */
  readonly scaledToZero: boolean | null;
}

/** Upstream's reasons for ScalingLimited=True; at most one stage gives one. */
const LIMITS = new Set([
  ...["AboveScheduledMax", "ScaleUpLimit", "ScaleDownLimit"],
  ...["TooManyReplicas", "TooFewReplicas"],
]);

/** Reasons without a decision. They are set again in every pass; the conditions of a decision persist. */
const inactivity = new Set(["Paused", "ConflictingAutoscaler"]);

/** Upstream's conditions after a pass over the target. */
export function conditionsAfter(target: Partial<PassReport>, before: Drafts): Drafts {
  const { problem, inactive, decision, write, history } = target;
  const past = before.filter(({ reason }) => !inactivity.has(reason));
  if (problem) return replaced(past, unable("FailedGetScale", problem.message));
  const standing = past.some(isAboutAnyRead) ? past : replaced(past, succeededGetScale);
  if (inactive) {
    return replaced(withoutFallback(standing), condition("ScalingActive", "False", inactive));
  }
  if (!decision) return standing;
  const isWritten = write?.kind === "Written";
  const scaledToZero = history?.scaledToZero ?? null;
  const conditions = autoscalerConditions({ decision, isWritten, scaledToZero }, standing);
  if (write?.kind !== "Failed") return conditions;
  return replaced(conditions, unable("FailedUpdateScale", write.message));
}

/** Whether AbleToScale is from a target that was read. It stays until a decision or a write sets it. */
const isAboutAnyRead = ({ type, reason }: ConditionDraft): boolean =>
  type === "AbleToScale" && reason !== "FailedGetScale";

const unable = (reason: string, message: string): ConditionDraft =>
  condition("AbleToScale", "False", { reason, message });

const replaced = (past: readonly ConditionDraft[], draft: ConditionDraft): ConditionDraft[] =>
  past.some(({ type }) => type === draft.type)
    ? past.map(each => (each.type === draft.type ? draft : each))
    : [...past, draft];

/**
 * The conditions after a sync, in the order in which the object got them. A condition that the sync
 * does not reach, such as the condition of the metrics of a target outside its bounds, stays as it was.
 *
 * Source  upstream horizontal.go: the last setCondition of each type wins.
 */
export function autoscalerConditions(report: SyncReport, previous: Drafts): Drafts {
  const drafts = [
    ableToScale(report),
    scalingActive(report.decision),
    scalingLimited(report.decision),
    scaledToZero(report),
    fallbackActive(report.decision, previous),
  ].filter(draft => draft !== null);
  const kept = previous.filter(
    ({ type }) => type !== "ScaledToZero" || report.scaledToZero !== null,
  );
  return drafts.reduce(replaced, kept);
}

const succeededGetScale = condition("AbleToScale", "True", {
  reason: "SucceededGetScale",
  message: "the target's current scale is known",
});

function ableToScale({ decision, isWritten }: SyncReport): ConditionDraft {
  if (isWritten) {
    const message = `the target was updated to ${decision.to}`;
    return condition("AbleToScale", "True", { reason: "SucceededRescale", message });
  }
  const held = heldBy(decision) ?? stepOf(decision, stabilize.name);
  return held ? condition("AbleToScale", "True", held) : succeededGetScale;
}

/** The last stage that upstream does not have and that holds the count. */
const heldBy = ({ steps }: Decision): Step | undefined =>
  steps.findLast(({ step, before, after }) => holding.has(step) && before !== after);

const holding = new Set(autoscalerFeatures.filter(({ holds }) => holds).map(({ name }) => name));

function scalingActive(decision: Decision): ConditionDraft | null {
  const combined = stepOf(decision, "combine");
  if (!combined) return null;
  const { reason, message } = combined;
  if (reason === "ScalingDisabled") return condition("ScalingActive", "False", combined);
  if (reason !== "ScaleDownBlocked") {
    return condition("ScalingActive", "True", { reason: "ValidMetricFound", message });
  }
  const failed = decision.votes.find(vote => vote.type === "Failed");
  return condition("ScalingActive", "False", failureOf(failed ?? combined));
}

function scalingLimited(decision: Decision): ConditionDraft | null {
  if (!stepOf(decision, stabilize.name)) return null;
  const limit = decision.steps.find(({ reason }) => LIMITS.has(reason));
  if (limit) return condition("ScalingLimited", "True", limit);
  const message = "the desired count is within the acceptable range";
  return condition("ScalingLimited", "False", { reason: "DesiredWithinRange", message });
}

function scaledToZero(report: SyncReport): ConditionDraft | null {
  if (report.scaledToZero === null) return null;
  const type = "ScaledToZero";
  return report.scaledToZero
    ? { type, status: "True", reason: "ScaledToZero", message: "scaling went to zero itself" }
    : { type, status: "False", reason: "NotScaledToZero", message: "scaling did not go to zero" };
}

/** False once a fallback has ended; absent before the first one. Its reason is the reason of the failure. */
function fallbackActive(decision: Decision, previous: Drafts): ConditionDraft | null {
  const { fallbacks = [] } = decision;
  const [first] = fallbacks;
  if (first) {
    const message = fallbacks.map(one => `${one.source}: ${one.message}`).join("; ");
    return condition(fallbackType, "True", { reason: first.reason, message });
  }
  // A correction of the count asks no metric.
  if (!stepOf(decision, "combine")) return null;
  return previous.some(({ type }) => type === fallbackType) ? noFallback : null;
}

const noFallback = condition(fallbackType, "False", {
  reason: "NoFallback",
  message: "no fallback counts",
});

/** While nothing is decided, no fallback counts either. */
const withoutFallback = (past: Drafts): Drafts =>
  past.map(each => (each.type === fallbackType ? noFallback : each));

/** Upstream distinguishes the two only in events. */
const failureOf = ({ reason, message }: { reason: string; message: string }) => ({
  reason: reason === "SelectorRequired" ? "InvalidSelector" : reason,
  message,
});
