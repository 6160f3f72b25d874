import type { TargetDecision } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import type { Decision } from "../decision.ts";
import { serializeHistory } from "../history-codec.ts";
import { shortText } from "../short-text.ts";
import { timestamp } from "../timestamp.ts";
import type { TargetReport } from "./target-report.ts";

interface Counts {
  readonly currentReplicas?: number;
  readonly desiredReplicas?: number;
}

/** What was wanted last stays visible while nothing can be decided. */
export function replicaCounts(
  { decision, write, currentReplicas }: TargetReport,
  previousDesired: number | undefined,
): Counts {
  const current = write.kind === "Written" && decision ? decision.to : currentReplicas;
  const desired = decision?.to ?? previousDesired;
  return {
    ...(current === null ? {} : { currentReplicas: current }),
    ...(desired === undefined ? {} : { desiredReplicas: desired }),
  };
}

/** What the next decisions go on from, in the form in which it is saved. */
export const savedHistories = ({ history, dryRunHistory }: TargetReport) => ({
  ...(history ? { history: serializeHistory(history) } : {}),
  ...(dryRunHistory ? { dryRunHistory: serializeHistory(dryRunHistory) } : {}),
});

/**
 * The decision that made the size what it is: holding it for the same reasons does not replace
 * the change that led there, nor does deciding anew what cannot be written.
 */
export function shownDecision(
  report: TargetReport,
  previous: TargetDecision | undefined,
): { readonly decision?: TargetDecision } {
  const { decision } = report;
  const shown = decision ? choose(decision, changes(report), previous) : previous;
  return shown ? { decision: shown } : {};
}

/** Whether the size is changed, or may be at any moment: whoever writes may not live to tell. */
const changes = ({ write, history }: TargetReport): boolean =>
  write.kind === "Written" || history?.pending != null;

function choose(
  decision: Decision,
  isChange: boolean,
  previous: TargetDecision | undefined,
): TargetDecision {
  const next = toTargetDecision(decision);
  if (!previous || isChange || previous.to !== decision.to) return next;
  const saysNothingNew = decision.from === decision.to || decision.from === previous.from;
  return saysNothingNew && sameReasons(next, previous) ? previous : next;
}

const toTargetDecision = (decision: Decision): TargetDecision => ({
  time: timestamp(decision.time),
  from: decision.from,
  to: decision.to,
  votes: decision.votes.map(vote => ({ ...shortMessage(vote), source: shortText(vote.source) })),
  steps: decision.steps.map(shortMessage),
});

const shortMessage = <Said extends { readonly message: string }>(said: Said): Said => ({
  ...said,
  message: shortText(said.message),
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
