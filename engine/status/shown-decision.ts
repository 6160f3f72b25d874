import type { TargetDecision } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import type { Decision } from "../pipeline/decision.ts";
import { shownStep } from "../pipeline/trace.ts";
import { serializeHistory } from "../history/history-codec.ts";
import { shortText } from "../short-text.ts";
import { timestamp } from "../timestamp.ts";
import type { TargetReport } from "./target-report.ts";

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
  previous: TargetDecision | undefined,
): { readonly decision?: TargetDecision } {
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

function choose(
  decision: Decision,
  isChange: boolean,
  previous: TargetDecision | undefined,
): TargetDecision {
  const next = toTargetDecision(decision);
  if (!previous || isChange || previous.to !== decision.to) return next;
  const saysNothingNew = decision.from === decision.to || decision.from === previous.from;
  return saysNothingNew && sameReasons(next, previous) ? withTimesOf(next, previous) : next;
}

/** Both have the same stages. */
const withTimesOf = (next: TargetDecision, previous: TargetDecision): TargetDecision => ({
  ...previous,
  steps: previous.steps.map((step, index) => {
    const { until: before, ...kept } = step;
    const { until } = next.steps[index] ?? {};
    if (until === before) return step;
    return until === undefined ? kept : { ...kept, until };
  }),
});

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

function sameReasons(a: TargetDecision, b: TargetDecision): boolean {
  const outline = ({ votes, steps }: TargetDecision): string =>
    JSON.stringify([
      votes.map(({ source, kind, reason }) => [source, kind, reason]),
      steps.map(({ step, reason }) => [step, reason]),
    ]);
  return outline(a) === outline(b);
}
