import type {
  ClusterProportionalAutoscalerStatus,
  ParametersInForce,
  TargetDecision,
  TargetStatus,
} from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { formatFieldError, type FieldError } from "../field-error.ts";
import type { ClusterSize } from "../observation/cluster-size.ts";
import type { EpochMs } from "../result.ts";
import { readyMessage, toConditions, type ConditionDraft } from "./conditions.ts";
import type { StatusView } from "./status-view.ts";
import { effectsOf, summaryOf, withheldOf } from "./summary.ts";
import { obstacleOf, refKey, type TargetReport } from "./target-report.ts";
import { toTargetStatus } from "./target-status.ts";

/** Whether the parameters in force are current. */
export interface ParametersState {
  /** Whether there are parameters to decide with. */
  readonly available: boolean;
  /** The parameters that the status must store; null if they are in the spec. */
  readonly inForce: ParametersInForce | null;
  readonly current: boolean;
  readonly reason: string;
  readonly message: string;
  /** Whether waiting cannot resolve the problem. */
  readonly permanent: boolean;
}

/** The result of one pass over one ClusterProportionalAutoscaler. */
export interface ClusterProportionalReport {
  readonly generation: number;
  readonly now: EpochMs;
  readonly errors: readonly FieldError[];
  /** Where the installation's guard rails override the spec. */
  readonly limits: readonly FieldError[];
  readonly size: ClusterSize | null;
  readonly parameters: ParametersState | null;
  readonly targets: readonly TargetReport[];
}

type Status = ClusterProportionalAutoscalerStatus;

/** The whole status, from the report and the previous status. */
export function toClusterProportionalStatus(
  report: ClusterProportionalReport,
  previous: Status | undefined,
): Status {
  const at = { now: report.now, generation: report.generation };
  const drafts = objectConditions(report);
  const targets = report.targets.map(target =>
    toTargetStatus(target, previousTarget(previous, target), at),
  );
  const inForce = report.parameters ? report.parameters.inForce : previous?.parameters;
  return {
    observedGeneration: report.generation,
    summary: summarize(drafts, report, targets),
    ...(report.size ?? sizeOf(previous)),
    conditions: toConditions(drafts, previous?.conditions, at),
    ...(inForce ? { parameters: inForce } : {}),
    // With an invalid spec, the targets are unknown. Their previous status must survive the
    // mistake.
    targets: report.errors.length > 0 ? (previous?.targets ?? []) : targets,
  };
}

export function viewClusterProportionalStatus(status: Status): StatusView {
  const { observedGeneration, conditions, targets = [], parameters } = status;
  const { nodes = 0, schedulableNodes = 0, cores = 0, schedulableCores = 0 } = status;
  const values = [nodes, schedulableNodes, cores, schedulableCores];
  return { observedGeneration, conditions, targets, rest: parameters, values };
}

const previousTarget = (previous: Status | undefined, target: TargetReport) =>
  previous?.targets?.find(({ ref }) => refKey(ref) === refKey(target.ref));

function sizeOf(status: Status | undefined): Partial<ClusterSize> {
  const { nodes, schedulableNodes, cores, schedulableCores } = status ?? {};
  return Object.fromEntries(
    Object.entries({ nodes, schedulableNodes, cores, schedulableCores }).filter(
      ([, value]) => value !== undefined,
    ),
  );
}

function objectConditions(report: ClusterProportionalReport): ConditionDraft[] {
  const obstacle = firstObstacle(report);
  const ready: ConditionDraft = obstacle
    ? { type: "Ready", status: "False", reason: obstacle.reason, message: obstacle.message }
    : {
        type: "Ready",
        status: "True",
        reason: "Ready",
        message: readyMessage("the spec is valid and its targets are there", report.limits),
      };
  const drafts = [ready];
  if (obstacle?.permanent) drafts.push({ ...ready, type: "Stalled", status: "True" });
  const { parameters } = report;
  if (parameters) {
    const { reason, message, current } = parameters;
    const status = current ? "True" : "False";
    drafts.push({ type: "ParametersCurrent", status, reason, message });
  }
  return drafts;
}

/** Ready means: the spec is valid, there are parameters, and every target was found. */
function firstObstacle({ errors, parameters, targets }: ClusterProportionalReport) {
  if (errors.length > 0) {
    const message = errors.map(formatFieldError).join("; ");
    return { reason: "InvalidSpec", message, permanent: true };
  }
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
  const why = inactive ? [inactive.reason] : explainInShort(targets[0]?.decision);
  return summaryOf([...stale, ...withheldOf(targets[0] ?? {}), ...why]);
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
