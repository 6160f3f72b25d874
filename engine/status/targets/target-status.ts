import type { TargetStatus } from "../../../crds/generated/cluster-proportional-autoscaler.ts";
import type { EpochMs } from "../../model/values/result.ts";
import { condition, toConditions, type ConditionDraft } from "./conditions.ts";
import { stepOf } from "../../model/decision.ts";
import { proportionalFeatures } from "../../features/features.ts";
import { stabilize } from "../../features/stabilize.ts";
import { shownTarget } from "./shown-decision.ts";
import { claimConditions } from "./target-claim.ts";
import type { TargetReport } from "./target-report.ts";
import { completeAt } from "../../history/lost-history.ts";
import { timestamp } from "../../model/values/time.ts";

/** The stages that hold the count for a time; the last one that does is shown. */
const holding = proportionalFeatures.filter(stage => stage === stabilize || stage.holds);

/** The object's part in the status of each of its targets. */
interface OfObject {
  readonly generation: number;
  readonly mode?: string | undefined;
  readonly now: EpochMs;
}

export function toTargetStatus(
  report: TargetReport,
  previous: TargetStatus | undefined,
  at: OfObject,
): TargetStatus {
  const { mode, generation } = at;
  const about = { mode, problem: report.problem?.reason };
  const drafts = [
    ableToScale(report),
    scalingActive(report),
    ...scalingLimited(report),
    ...claimConditions(about, { generation, conditions: previous?.conditions }),
    ...resetConditions(report),
  ];
  return {
    ref: report.ref,
    ...shownTarget(report, previous),
    conditions: toConditions(drafts, previous?.conditions, at),
  };
}

function ableToScale({ problem, write, decision }: TargetReport): ConditionDraft {
  const type = "AbleToScale";
  if (problem) return condition(type, "False", problem);
  if (write.kind === "Failed") {
    const { message } = write;
    return condition(type, "False", { reason: "FailedUpdateScale", message });
  }
  const steps = holding.map(({ name }) => stepOf(decision, name));
  const held = steps.findLast(step => step && step.before !== step.after);
  if (held) return condition(type, "True", held);
  const message = "the target can be read and written";
  return condition(type, "True", { reason: "ReadyForNewScale", message });
}

function scalingActive({ problem, inactive }: TargetReport): ConditionDraft {
  const obstacle = problem ?? inactive;
  if (obstacle) return condition("ScalingActive", "False", obstacle);
  const message = "a size can be computed from the cluster";
  return condition("ScalingActive", "True", { reason: "ClusterSizeKnown", message });
}

function scalingLimited({ decision }: TargetReport): ConditionDraft[] {
  const bound = stepOf(decision, "bound");
  if (!bound) return [];
  const limits = [bound, stepOf(decision, "limit")];
  const limit = limits.find(step => step && step.before !== step.after);
  return [condition("ScalingLimited", limit ? "True" : "False", limit ?? bound)];
}

/** True for an hour after a saved history could not be used; otherwise absent. */
export const historyReset = "HistoryReset";

const causes = {
  UnknownVersion: "another release has written the history in a format that this one does not know",
  InvalidHistory: "the history in the status was invalid",
} as const;

export function resetConditions(target: Pick<TargetReport, "history"> | null): ConditionDraft[] {
  const history = target?.history ?? null;
  const at = history && completeAt(history);
  if (!history?.reset || at === null) return [];
  const { since, reason } = history.reset;
  const message = `${causes[reason]}, so a new one began at ${timestamp(since)}; until ${timestamp(at)}, stabilization windows and policies may hold the replica count for longer`;
  return [{ type: historyReset, status: "True", reason, message }];
}
