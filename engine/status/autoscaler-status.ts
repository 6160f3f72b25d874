// engine/status/: a decision as status, conditions and events.

import type { AutoscalerStatus } from "../../crds/generated/autoscaler.ts";
import type { ScaleTargetRef, TargetDecision } from "../../crds/generated/shared.ts";
import type { EpochMs, FieldError } from "../model/values/result.ts";
import { shownSchedule } from "../features/schedules/scheduled-bounds.ts";
import type { Schedule } from "../model/spec/autoscaler-spec.ts";
import { conditionsAfter, type Drafts } from "./targets/autoscaler-conditions.ts";
import {
  condition,
  type ConditionDraft,
  invalidSpec,
  readinessOf,
  storableConditions,
  toConditions,
} from "./targets/conditions.ts";
import { historyReset, resetConditions } from "./targets/target-status.ts";
import { measuredValue, metricIdentity, toStoredMetric } from "./targets/metric-status.ts";
import { given, shownTarget } from "./targets/shown-decision.ts";
import type { StatusView } from "./status-view.ts";
import { pauseConditions, pausedType, type PauseReport } from "./pause-status.ts";
import { claimConditions, targetClaimed } from "./targets/target-claim.ts";
import {
  forecastConditions,
  forecastIn,
  forecastType,
  forecastView,
  type ShownReport,
} from "./forecast-status.ts";
import { explain } from "./summary.ts";
import { type Selection, shownSelection } from "./selection.ts";
import { obstacleOf, type TargetReport } from "./targets/target-report.ts";
import type { Inactivity } from "../model/decision.ts";

export interface AutoscalerReport extends PauseReport {
  readonly generation: number;
  readonly now: EpochMs;
  readonly errors: readonly FieldError[];
  /** Where the installation's guard rails override the spec. */
  readonly limits: readonly FieldError[];
  /** null if the spec is invalid or a selector matched nothing. */
  readonly target: TargetReport | null;
  /** The result of its selectors; null or absent: it has none. */
  readonly selected?: Selection | null;
  /** Absent: it has none, or the spec is invalid. */
  readonly schedules?: readonly Schedule[] | undefined;
  /** Absent: it asks for no forecast. */
  readonly forecast?: ShownReport | undefined;
}

type Status = AutoscalerStatus;

/**
 * The conditions of kstatus, recomputed each time; upstream's conditions persist until a sync
 * changes them.
 */
const own = new Set(["Ready", "Stalled", pausedType, targetClaimed, historyReset, forecastType]);

export function toAutoscalerStatus(report: AutoscalerReport, previous: Status | undefined): Status {
  const { target } = report;
  const well = "the spec is valid and its target is there";
  const readiness = readinessOf(obstacleTo(report), well, report.limits);
  const known = isOfAnother(target, previous) ? undefined : previous;
  const standing = storableConditions(known?.conditions)
    .filter(({ type }) => !own.has(type))
    .map(each => condition(each.type, each.status, each));
  const forecast = forecastIn(report.forecast, previous, report.now);
  const drafts = [
    ...readiness,
    ...pauseConditions(report),
    ...unclaimed(report, previous),
    ...resetConditions(target),
    ...forecastConditions(forecast),
    ...conditionsOf(report, standing),
  ];
  const parts = target ? targetParts(target, known) : partsOf(previous);
  const chosen = report.selected?.problem === null ? report.selected : null;
  return {
    observedGeneration: report.generation,
    ...explain(readiness, report, {
      targets: target ? [target] : [],
      state: explainedIn(target, parts),
      groundOf,
    }),
    ...(chosen
      ? shownSelection(chosen, parts.currentReplicas, { previous, now: report.now })
      : // The input of the next selection.
        !target && previous?.target && { target: previous.target }),
    ...shownSchedule(report.schedules, report.now),
    ...given({ forecast }),
    ...parts,
    conditions: toConditions(drafts, previous?.conditions, report),
  };
}

function unclaimed(report: AutoscalerReport, previous: Status | undefined): ConditionDraft[] {
  const { mode, generation, target, selected } = report;
  const problem = (target?.problem ?? selected?.problem)?.reason;
  return claimConditions({ mode, problem }, { generation, conditions: previous?.conditions });
}

/** A selector that matches nothing has the same effect as a missing named target. */
function conditionsOf({ target, selected }: AutoscalerReport, standing: Drafts): Drafts {
  if (target) return conditionsAfter(target, standing);
  const problem = selected?.problem;
  return problem ? conditionsAfter({ problem }, standing) : standing;
}

/** The status of one target does not apply to another, even one with the same name. */
function isOfAnother(target: TargetReport | null, previous: Status | undefined): boolean {
  return target !== null && target.history?.targetUID !== previous?.history?.targetUID;
}

/** Separates the measured values, which rarely justify a write. */
export function viewAutoscalerStatus(status: Status, ref: ScaleTargetRef): StatusView {
  const { observedGeneration, conditions, currentMetrics = [], monitored, schedule } = status;
  const { currentReplicas, desiredReplicas, lastScaleTime } = status;
  const { decision, history, dryRunHistory } = status;
  const counts = { currentReplicas, desiredReplicas, lastScaleTime };
  const target = { ref, ...counts, decision, history, dryRunHistory };
  const { reason } = status.target ?? {};
  const forecast = forecastView(status);
  return {
    ...{ observedGeneration, conditions, schedule, forecast: status.forecast },
    targets: [target],
    ...(status.target ? { chosen: { ...ref, ...(reason && { reason }) } } : {}),
    rest: [
      ...currentMetrics.map(metricIdentity),
      ...(status.target ? [status.target] : []),
      ...(monitored ? [monitored.objects] : []),
      ...(schedule ? [schedule] : []),
      ...forecast.rest,
    ],
    values: [...currentMetrics.map(measuredValue), ...unowned(status), ...forecast.values],
  };
}

const unowned = ({ pods }: Status): number[] => (pods ? [pods.leftOut, pods.unresolved ?? 0] : []);

/**
 * Ready means: the spec is valid, the target was found, and no other autoscaler scales it. It does
 * not depend on metrics.
 */
function obstacleTo({ errors, target, selected }: AutoscalerReport): Inactivity | undefined {
  if (errors.length > 0) return invalidSpec(errors);
  return selected?.problem ?? (target ? obstacleOf(target)[0] : undefined);
}

type Parts = Pick<
  Status,
  | ("currentReplicas" | "desiredReplicas" | "lastScaleTime" | "currentMetrics")
  | ("pods" | "decision" | "history" | "dryRunHistory")
>;

/** With an invalid spec, the target is unknown. Its previous status must survive the mistake. */
function partsOf(previous: Status = {}): Parts {
  const { currentReplicas, desiredReplicas, lastScaleTime } = previous;
  const { currentMetrics, pods, decision, history, dryRunHistory } = previous;
  const counts = { currentReplicas, desiredReplicas, lastScaleTime };
  return given({ ...counts, currentMetrics, pods, decision, history, dryRunHistory });
}

function targetParts(target: TargetReport, previous: Status | undefined): Parts {
  const currentMetrics = target.currentMetrics?.map(toStoredMetric) ?? previous?.currentMetrics;
  const desiredReplicas = isBlocked(target) ? previous?.desiredReplicas : undefined;
  return {
    ...shownTarget(target, previous),
    ...given({ desiredReplicas, currentMetrics, pods: shownPods(target, previous) }),
  };
}

/** A pass without a decision leaves the counts of the latest one. */
function shownPods({ decision, selection }: TargetReport, previous: Status | undefined) {
  if (!selection) return decision ? undefined : previous?.pods;
  const { leftOut, unresolved } = selection;
  return { leftOut, ...(unresolved > 0 ? { unresolved } : {}) };
}

/**
 * If a failed vote blocks a decision, the previous desired count stays, as in upstream. A maximum
 * that a schedule has lowered is not blocked.
 */
const isBlocked = ({ decision }: TargetReport): boolean =>
  decision !== null &&
  decision.from === decision.to &&
  decision.steps.some(({ reason }) => reason === "ScaleDownBlocked");

/** A dry run is only explained together with its decision. */
const explainedIn = (target: TargetReport | null, parts: Parts): Parts =>
  target?.inactive || !parts.decision ? {} : parts;

/** The message of the first stage, or of the vote that blocked it. */
function groundOf({ votes, steps }: TargetDecision): string {
  const first = steps.find(({ step }) => step !== "monitor");
  const failed = votes.find(({ type }) => type === "Failed");
  if (first?.reason === "ScaleDownBlocked" && failed) {
    return `${failed.reason ?? "Failed"}: ${failed.message}`;
  }
  return first?.message ?? "";
}
