import type {
  ClusterProportionalAutoscalerStatus,
  ParametersInForce,
  TargetDecision,
  TargetStatus,
} from "../../crds/generated/cluster-proportional-autoscaler.ts";
import type { FieldError } from "../field-error.ts";
import type { ClusterSize } from "../observation/cluster-size.ts";
import type { EpochMs } from "../result.ts";
import { invalidSpec, readinessOf, toConditions, type ConditionDraft } from "./conditions.ts";
import { pauseConditions, type PauseReport, pauseSummary } from "../pause/pause-status.ts";
import type { StatusView } from "./status-view.ts";
import { effectsOf, summaryOf, withheldOf } from "./summary.ts";
import { obstacleOf, refKey, type Inactivity, type TargetReport } from "./targets/target-report.ts";
import { toTargetStatus } from "./targets/target-status.ts";

/** Whether the parameters in force are current. */
export interface ParametersState extends Inactivity {
  readonly available: boolean;
  /** The parameters that the status must store; null if they are in the spec. */
  readonly inForce: ParametersInForce | null;
  readonly current: boolean;
}

export interface ClusterProportionalReport extends PauseReport {
  readonly generation: number;
  readonly now: EpochMs;
  readonly errors: readonly FieldError[];
  /** Why this installation scales no object of this kind; absent: it does. */
  readonly disabled?: Inactivity;
  /** Where the installation's guard rails override the spec. */
  readonly limits: readonly FieldError[];
  readonly size: ClusterSize | null;
  readonly parameters: ParametersState | null;
  readonly targets: readonly TargetReport[];
}

type Status = ClusterProportionalAutoscalerStatus;

export function toClusterProportionalStatus(
  report: ClusterProportionalReport,
  previous: Status | undefined,
): Status {
  const drafts = objectConditions(report);
  const targets = report.targets.map(target => {
    const before = previous?.targets?.find(({ ref }) => refKey(ref) === refKey(target.ref));
    return toTargetStatus(target, before, report);
  });
  const inForce = report.parameters ? report.parameters.inForce : previous?.parameters;
  return {
    observedGeneration: report.generation,
    summary: summarize(drafts, report, targets),
    ...(report.size ?? sizeOf(previous)),
    conditions: toConditions(drafts, previous?.conditions, report),
    ...(inForce ? { parameters: inForce } : {}),
    // With an invalid spec, the targets are unknown. Their previous status must survive the
    // mistake.
    targets: report.errors.length > 0 || report.disabled ? (previous?.targets ?? []) : targets,
  };
}

export function viewClusterProportionalStatus(status: Status): StatusView {
  const { observedGeneration, conditions, targets = [], parameters } = status;
  const { nodes = 0, schedulableNodes = 0, cores = 0, schedulableCores = 0 } = status;
  const values = [nodes, schedulableNodes, cores, schedulableCores];
  return { observedGeneration, conditions, targets, rest: parameters, values };
}

function sizeOf(status: Status | undefined): Partial<ClusterSize> {
  const { nodes, schedulableNodes, cores, schedulableCores } = status ?? {};
  const size = { nodes, schedulableNodes, cores, schedulableCores };
  return Object.fromEntries(Object.entries(size).filter(([, value]) => value !== undefined));
}

function objectConditions(report: ClusterProportionalReport): ConditionDraft[] {
  const well = "the spec is valid and its targets are there";
  const drafts = [
    ...readinessOf(firstObstacle(report), well, report.limits),
    ...pauseConditions(report),
  ];
  const { parameters } = report;
  if (parameters) {
    const { reason, message, current } = parameters;
    const status = current ? "True" : "False";
    drafts.push({ type: "ParametersCurrent", status, reason, message });
  }
  return drafts;
}

/** Ready means: the spec is valid, there are parameters, and every target was found. */
function firstObstacle(report: ClusterProportionalReport): Inactivity | undefined {
  const { errors, disabled, parameters, targets } = report;
  if (disabled) return disabled;
  if (errors.length > 0) return invalidSpec(errors);
  if (parameters && !parameters.available) return parameters;
  const problems = targets.flatMap(obstacleOf);
  return problems.find(({ permanent }) => permanent) ?? problems[0];
}

/** The Why column: the obstacle, else how the first target's count was decided. */
function summarize(
  [ready]: ConditionDraft[],
  report: ClusterProportionalReport,
  targets: readonly TargetStatus[],
): string {
  if (ready?.status === "False") return summaryOf([`${ready.reason}: ${ready.message}`]);
  const stale = report.parameters?.current === false ? [report.parameters.reason] : [];
  const inactive = report.targets.find(target => target.inactive)?.inactive;
  const paused = pauseSummary(report);
  const idle = inactive && paused.length === 0 ? [inactive.reason] : [];
  const why = inactive ? idle : explainInShort(targets[0]?.decision);
  return summaryOf([...stale, ...paused, ...withheldOf(targets[0] ?? {}), ...why]);
}

/** The winning vote's message, then each later stage that changed the count. */
function explainInShort(decision: TargetDecision | undefined): string[] {
  if (!decision) return [];
  const counts = decision.votes.flatMap(({ replicas, message }) =>
    replicas === undefined ? [] : [{ replicas, message }],
  );
  const largest = Math.max(...counts.map(({ replicas }) => replicas));
  const winner = counts.find(({ replicas }) => replicas === largest);
  return [winner?.message ?? "no vote", ...effectsOf(decision)];
}
