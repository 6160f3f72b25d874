import type {
  TargetDecision,
  TargetStatus,
} from "../../crds/generated/cluster-proportional-autoscaler.ts";
import type { Decision, Step } from "../decision.ts";
import { serializeHistory } from "../history-codec.ts";
import type { EpochMs } from "../result.ts";
import { timestamp, toConditions, type ConditionDraft } from "./conditions.ts";
import type { TargetReport, WriteOutcome } from "./target-report.ts";

/** One target's part of the status, from what the pass reported and what stood there before. */
export function toTargetStatus(
  report: TargetReport,
  previous: TargetStatus | undefined,
  at: { readonly now: EpochMs; readonly generation: number },
): TargetStatus {
  const { history, lastScaleTime } = report;
  return {
    ref: report.ref,
    ...replicaCounts(report, previous),
    ...(lastScaleTime === null ? {} : { lastScaleTime: timestamp(lastScaleTime) }),
    conditions: toConditions(targetConditions(report), previous?.conditions, at),
    ...lastDecision(report, previous),
    ...(history ? { history: serializeHistory(history) } : {}),
  };
}

/** What was wanted last stays visible while nothing can be decided. */
function replicaCounts(
  { decision, write, currentReplicas }: TargetReport,
  previous: TargetStatus | undefined,
): Pick<TargetStatus, "currentReplicas" | "desiredReplicas"> {
  const current = write.kind === "Written" && decision ? decision.to : currentReplicas;
  const desired = decision?.to ?? previous?.desiredReplicas;
  return {
    ...(current === null ? {} : { currentReplicas: current }),
    ...(desired === undefined ? {} : { desiredReplicas: desired }),
  };
}

function lastDecision(
  { decision, write }: TargetReport,
  previous: TargetStatus | undefined,
): Pick<TargetStatus, "decision"> {
  const shown = decision ? shownDecision(decision, write, previous?.decision) : previous?.decision;
  return shown ? { decision: shown } : {};
}

/**
 * The decision that made the size what it is: holding it for the same reasons does not replace
 * the change that led there, nor does deciding anew what cannot be written.
 */
function shownDecision(
  decision: Decision,
  write: WriteOutcome,
  previous: TargetDecision | undefined,
): TargetDecision {
  const next = toTargetDecision(decision);
  if (!previous || write.kind === "Written" || previous.to !== decision.to) return next;
  const saysNothingNew = decision.from === decision.to || decision.from === previous.from;
  return saysNothingNew && sameReasons(next, previous) ? previous : next;
}

const toTargetDecision = (decision: Decision): TargetDecision => ({
  time: timestamp(decision.time),
  from: decision.from,
  to: decision.to,
  votes: decision.votes.map(vote => ({ ...vote })),
  steps: decision.steps.map(step => ({ ...step })),
});

/** Whether two decisions rest on the same kinds of votes and the same effect of every stage. */
function sameReasons(a: TargetDecision, b: TargetDecision): boolean {
  const outline = ({ votes, steps }: TargetDecision): string =>
    JSON.stringify([
      votes.map(({ source, kind, reason }) => [source, kind, reason]),
      steps.map(({ step, reason }) => [step, reason]),
    ]);
  return outline(a) === outline(b);
}

function targetConditions(report: TargetReport): ConditionDraft[] {
  const drafts = [ableToScale(report), scalingActive(report)];
  const limited = scalingLimited(report);
  return limited ? [...drafts, limited] : drafts;
}

function ableToScale({ problem, write, decision }: TargetReport): ConditionDraft {
  const type = "AbleToScale";
  if (problem) return { type, status: "False", ...reasonOf(problem) };
  if (write.kind === "Failed") {
    return { type, status: "False", reason: "FailedUpdateScale", message: write.message };
  }
  const stabilize = stepOf(decision, "stabilize");
  if (stabilize && stabilize.before !== stabilize.after) {
    return { type, status: "True", ...reasonOf(stabilize) };
  }
  const message = "the target can be read and written";
  return { type, status: "True", reason: "ReadyForNewScale", message };
}

function scalingActive({ problem, inactive }: TargetReport): ConditionDraft {
  const type = "ScalingActive";
  if (problem) return { type, status: "False", ...reasonOf(problem) };
  if (inactive) return { type, status: "False", ...reasonOf(inactive) };
  const message = "a size can be computed from the cluster";
  return { type, status: "True", reason: "ClusterSizeKnown", message };
}

function scalingLimited({ decision }: TargetReport): ConditionDraft | null {
  const bound = stepOf(decision, "bound");
  if (!bound) return null;
  const status = bound.before === bound.after ? "False" : "True";
  return { type: "ScalingLimited", status, ...reasonOf(bound) };
}

const stepOf = (decision: Decision | null, name: Step["step"]): Step | undefined =>
  decision?.steps.find(({ step }) => step === name);

const reasonOf = ({ reason, message }: { reason: string; message: string }) => ({
  reason,
  message,
});
