import type {
  Condition,
  ScaleTargetRef,
  TargetDecision,
  TargetVote,
} from "../../crds/generated/shared.ts";
import { fallbackType, isBad } from "./targets/conditions.ts";
import { pausedType } from "./pause-status.ts";
import type { StatusView, TargetView } from "./status-view.ts";
import { isDryRun, refKey, type TargetReport } from "./targets/target-report.ts";

export interface StatusEvent {
  readonly type: "Normal" | "Warning";
  readonly reason: string;
  readonly message: string;
}

type Saved = TargetDecision | undefined;
type Conditions = StatusView["conditions"];

/**
 * The events of one pass: every selection of a target, every rescale, every condition that turned
 * bad, every source of votes that started to fail. Their reasons are upstream's if it has them.
 */
export function statusEventsOf(
  previous: StatusView | undefined,
  next: StatusView,
  reports: readonly TargetReport[],
): StatusEvent[] {
  const savedOf = (of: ScaleTargetRef): TargetView | undefined =>
    previous?.targets.find(({ ref }) => refKey(ref) === refKey(of));
  const isNews = (report: TargetReport): boolean =>
    isDryRun(report)
      ? savedOf(report.ref)?.desiredReplicas !== report.decision?.to
      : report.write.kind === "Written";
  const pairs = next.targets.map(after => ({ before: savedOf(after.ref), after }));
  const turned = [
    ...turnedBad(previous?.conditions, next.conditions),
    ...pairs.flatMap(({ before, after }) => turnedBad(before?.conditions, after.conditions)),
    ...pairs.flatMap(({ before, after }) => failedVotes(before?.decision, after.decision)),
  ];
  // One obstacle appears in several places but gets one event, with the last of its reasons, which
  // is the most precise. Obstacles of two targets get two events.
  const warnings = new Map(turned.map(event => [event.message, event]));
  const uncounted = pairs.flatMap(({ before, after }) =>
    nothingCounted(before?.decision, after.decision),
  );
  const { chosen } = next;
  const isNew = chosen && (!previous?.chosen || refKey(previous.chosen) !== refKey(chosen));
  return [
    ...(isNew ? [selectionEvent(chosen, chosen.reason)] : []),
    ...pauseEvents(previous?.conditions, next.conditions),
    ...fallbackEnds(previous?.conditions, next.conditions),
    ...forecastEvents(previous, next),
    ...reports.filter(isNews).map(rescaleEvent),
    ...warnings.values(),
    ...reports.flatMap(({ unordered }) =>
      unordered === undefined ? [] : [warning("ScaleDownOrderFailed", unordered)],
    ),
    ...uncounted,
  ];
}

const grounds: Readonly<Record<string, string>> = {
  HighestUsage: "has the highest usage of those",
  Announced: "is announced as serving among those",
};

function selectionEvent({ kind, name }: ScaleTargetRef, reason = "Largest"): StatusEvent {
  const why = grounds[reason] ?? "is the largest";
  const message = `${kind} ${name} ${why} that the selector matches, and is scaled from now on`;
  return { type: "Normal", reason: "TargetSelected", message };
}

/** The condition of a type if it is True. */
const trueIn = (conditions: Conditions, of: string): Condition | undefined =>
  conditions?.find(({ type, status }) => type === of && status === "True");

/** The beginning, each change and the end of a pause. */
function pauseEvents(previous: Conditions, next: Conditions): StatusEvent[] {
  const [before, after] = [trueIn(previous, pausedType), trueIn(next, pausedType)];
  if (!after) {
    const message = "the pause is over";
    return before ? [{ type: "Normal", reason: "Resumed", message }] : [];
  }
  const { reason, message } = after;
  const isSame = before?.reason === reason && before.message === message;
  return isSame ? [] : [{ type: "Normal", reason, message }];
}

function rescaleEvent(report: TargetReport): StatusEvent {
  const { from = 0, to = 0 } = report.decision ?? {};
  const [reason, change] = isDryRun(report)
    ? ["DryRun", `Would write ${to} (now ${from})`]
    : ["SuccessfulRescale", `New size: ${to} (was ${from})`];
  return { type: "Normal", reason, message: `${change} for ${reasonFor(report)}` };
}

function reasonFor({ ref, decision }: TargetReport): string {
  const combined = decision?.steps.find(({ step }) => step === "combine");
  const winner = decision?.votes.find(
    vote => vote.type === "Count" && vote.replicas === combined?.after,
  );
  return `${ref.kind} ${ref.name}; reason: ${winner ? groundOf(winner) : "bounds"}`;
}

/** Most vote messages omit their source; those about nodes and cores include it. */
const groundOf = ({ source, message }: TargetVote): string =>
  message.includes(source) ? message : `${source}: ${message}`;

/** Set by a user, so no warning is needed. */
const wanted = new Set(["Paused"]);

function turnedBad(previous: Conditions, next: Conditions): StatusEvent[] {
  return (next ?? [])
    .filter(isBad)
    .filter(({ reason }) => !wanted.has(reason))
    .filter(({ type, reason }) => {
      const before = previous?.find(condition => condition.type === type);
      return before === undefined || !isBad(before) || before.reason !== reason;
    })
    .map(({ type, reason, message }) => {
      const own = type === fallbackType ? type : (eventReasons[reason] ?? reason);
      return warning(own, message);
    });
}

/** The first answer ends a fallback. */
function fallbackEnds(previous: Conditions, next: Conditions): StatusEvent[] {
  if (!trueIn(previous, fallbackType) || trueIn(next, fallbackType)) return [];
  return [{ type: "Normal", reason: "FallbackEnded", message: "no fallback counts any more" }];
}

/** Each opening and closing. */
function forecastEvents(previous: StatusView | undefined, next: StatusView): StatusEvent[] {
  const { gate, reason, message } = next.forecast ?? {};
  if (gate === undefined || gate === (previous?.forecast?.gate ?? "Closed")) return [];
  const event = gate === "Open" ? "ForecastOpened" : "ForecastClosed";
  return [{ type: "Normal", reason: event, message: `${reason}: ${message}` }];
}

/** Upstream's event reasons that differ from its condition reasons. */
const eventReasons: Readonly<Record<string, string>> = { FailedUpdateScale: "FailedRescale" };

const warning = (reason: string, message: string): StatusEvent => ({
  type: "Warning",
  reason,
  message,
});

/** Another vote may still have led to a decision; then no condition shows the failure. */
function failedVotes(previous: Saved, next: Saved): StatusEvent[] {
  const outline = ({ source, reason }: TargetVote): string => `${source}/${reason ?? ""}`;
  const before = new Set(failuresOf(previous).map(outline));
  return failuresOf(next)
    .filter(vote => !before.has(outline(vote)))
    .map(({ reason, message }) => warning(reason ?? "Unknown", message));
}

function nothingCounted(previous: Saved, next: Saved): StatusEvent[] {
  const blocked = blockOf(next);
  if (!blocked || blockOf(previous)) return [];
  const [first] = failuresOf(next);
  return [warning("FailedComputeMetricsReplicas", `${blocked.message}: ${first?.message ?? ""}`)];
}

const failuresOf = (decision: Saved): readonly TargetVote[] =>
  decision?.votes.filter(({ type }) => type === "Failed") ?? [];

const blockOf = (decision: Saved) =>
  decision?.steps.find(({ reason }) => reason === "ScaleDownBlocked");
