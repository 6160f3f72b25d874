import type { TargetDecision } from "../../../crds/generated/shared.ts";
import { type Decision, shownStep } from "../../model/decision.ts";
import { serializeHistory } from "../../memory.ts";
import { shortText } from "../../model/values/short-text.ts";
import { timestamp } from "../../model/values/time.ts";
import type { TargetReport } from "./target-report.ts";
import type { TargetStatus } from "../../../crds/generated/cluster-proportional-autoscaler.ts";

type Saved = TargetDecision | undefined;

type Given<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> };

/** The fields that have a value: in a status, the others are absent. */
export const given = <Fields extends object>(fields: Fields): Given<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Given<Fields>;

/** The part of the status of a target that every kind has. */
type Shown = Pick<
  TargetStatus,
  | ("currentReplicas" | "desiredReplicas" | "lastScaleTime" | "decision")
  | ("history" | "dryRunHistory")
>;

/** A report as status. The last desired count stays visible while no decision is possible. */
export function shownTarget(report: TargetReport, previous: Shown | undefined): Shown {
  const { decision, write, currentReplicas, lastScaleTime, history, dryRunHistory } = report;
  const current = write.kind === "Written" && decision ? decision.to : currentReplicas;
  return given({
    currentReplicas: current ?? undefined,
    desiredReplicas: decision?.to ?? previous?.desiredReplicas,
    lastScaleTime: lastScaleTime === null ? undefined : timestamp(lastScaleTime),
    decision: shownDecision(report, previous?.decision),
    history: history ? serializeHistory(history) : undefined,
    dryRunHistory: dryRunHistory ? serializeHistory(dryRunHistory) : undefined,
  });
}

/**
 * The decision that led to the current count. Holding the count for the same reasons does not
 * replace it, nor does a repeated decision that cannot be written: only the times until which its
 * stages hold the count are then updated.
 */
function shownDecision(report: TargetReport, previous: Saved): Saved {
  const { decision } = report;
  if (!decision) return previous;
  const isSameCount = decision.from === decision.to || decision.from === previous?.from;
  return previous && !changes(report) && isSameCount && isRepeated(decision, previous)
    ? withTimesOf(decision, previous)
    : toTargetDecision(decision);
}

/**
 * Whether the count changes, or may change at any moment: the process may die before it can report
 * the write.
 */
const changes = ({ write, history }: TargetReport): boolean =>
  write.kind === "Written" || history?.pending != null;

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
