import type { TargetDecision } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import type { Decision } from "../pipeline/decision.ts";
import { shownStep } from "../pipeline/trace.ts";
import { serializeHistory } from "../history/history-codec.ts";
import { shortText } from "../short-text.ts";
import { timestamp } from "../timestamp.ts";
import type { TargetReport } from "./targets/target-report.ts";

type Saved = TargetDecision | undefined;

/** The last desired count stays visible while no decision is possible. */
export function shownCounts(
  { decision, write, currentReplicas, lastScaleTime }: TargetReport,
  previousDesired: number | undefined,
) {
  const current = write.kind === "Written" && decision ? decision.to : currentReplicas;
  const desired = decision?.to ?? previousDesired;
  return {
    ...(current === null ? {} : { currentReplicas: current }),
    ...(desired === undefined ? {} : { desiredReplicas: desired }),
    ...(lastScaleTime === null ? {} : { lastScaleTime: timestamp(lastScaleTime) }),
  };
}

export const savedHistories = ({ history, dryRunHistory }: TargetReport) => ({
  ...(history ? { history: serializeHistory(history) } : {}),
  ...(dryRunHistory ? { dryRunHistory: serializeHistory(dryRunHistory) } : {}),
});

/**
 * The decision that led to the current count. Holding the count for the same reasons does not
 * replace it, nor does a repeated decision that cannot be written: only the times until which its
 * stages hold the count are then updated.
 */
export function shownDecision(
  report: TargetReport,
  previous: Saved,
): { decision?: TargetDecision } {
  const { decision } = report;
  const shown = decision ? choose(decision, changes(report), previous) : previous;
  return shown ? { decision: shown } : {};
}

/**
 * Whether the count changes, or may change at any moment: the process may die before it can report
 * the write.
 */
const changes = ({ write, history }: TargetReport): boolean =>
  write.kind === "Written" || history?.pending != null;

function choose(decision: Decision, isChange: boolean, previous: Saved): TargetDecision {
  const saysNothingNew = decision.from === decision.to || decision.from === previous?.from;
  return previous && !isChange && saysNothingNew && isRepeated(decision, previous)
    ? withTimesOf(decision, previous)
    : toTargetDecision(decision);
}

/** Whether a decision comes to the same count as the saved one, for the same reasons. */
export const isRepeated = (decision: Decision, previous: Saved): boolean =>
  previous?.to === decision.to && hasSameReasons(decision, previous);

/** Both have the same stages. Without another time, it is the same object. */
function withTimesOf(next: Decision, previous: TargetDecision): TargetDecision {
  const untils = next.steps.map(step => shownStep(step).until);
  if (previous.steps.every(({ until }, index) => until === untils[index])) return previous;
  const steps = previous.steps.map((step, index) => {
    const { until: before, ...kept } = step;
    const until = untils[index];
    if (until === before) return step;
    return until === undefined ? kept : { ...kept, until };
  });
  return { ...previous, steps };
}

const toTargetDecision = (decision: Decision): TargetDecision => ({
  time: timestamp(decision.time),
  from: decision.from,
  to: decision.to,
  votes: decision.votes.map(vote => ({ ...shortMessage(vote), source: shortText(vote.source) })),
  steps: decision.steps.map(step => shortMessage(shownStep(step))),
});

const shortMessage = <Said extends { readonly message: string }>(said: Said): Said => ({
  ...said,
  message: shortText(said.message),
});

function hasSameReasons({ votes, steps }: Decision, previous: TargetDecision): boolean {
  if (votes.length !== previous.votes.length || steps.length !== previous.steps.length)
    return false;
  const isSameVote = ({ source, type, reason }: TargetDecision["votes"][number], index: number) => {
    const vote = votes[index];
    if (!vote) return false;
    const given = vote.type === "Abstain" ? undefined : vote.reason;
    return vote.type === type && given === reason && shortText(vote.source) === source;
  };
  const isSameStep = ({ step, reason }: TargetDecision["steps"][number], index: number) =>
    steps[index]?.step === step && steps[index].reason === reason;
  return previous.votes.every(isSameVote) && previous.steps.every(isSameStep);
}
