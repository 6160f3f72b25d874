import type { ParametersState } from "../proportional/resolve-parameters.ts";
import type {
  ClusterProportionalAutoscalerStatus,
  TargetStatus,
} from "../../crds/generated/cluster-proportional-autoscaler.ts";
import type { EpochMs, FieldError } from "../model/values/result.ts";
import type { ClusterSize } from "../model/observation/node-tally.ts";
import type { TargetDecision } from "../../crds/generated/shared.ts";
import { milliOrZero } from "../model/values/quantity.ts";
import { canonicalText } from "../model/values/quantity-text.ts";
import {
  condition,
  type ConditionDraft,
  invalidSpec,
  readinessOf,
  storableConditions,
  toConditions,
} from "./targets/conditions.ts";
import { pauseConditions, type PauseReport } from "./pause-status.ts";
import type { StatusView } from "./status-view.ts";
import { explain } from "./summary.ts";
import { obstacleOf, refKey, type TargetReport } from "./targets/target-report.ts";
import type { Inactivity } from "../model/decision.ts";
import { given } from "./targets/shown-decision.ts";
import { toTargetStatus } from "./targets/target-status.ts";

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
  // With an invalid spec, the targets are unknown. Their previous status must survive the mistake.
  const isUnknown = report.errors.length > 0 || report.disabled !== undefined;
  const shown = isUnknown ? standing(previous?.targets) : targets;
  return {
    observedGeneration: report.generation,
    ...explain(drafts, report, {
      stale: report.parameters?.current === false ? [report.parameters.reason] : [],
      targets: report.targets,
      state: targets[0],
      groundOf,
    }),
    ...targetSummaryOf(shown),
    ...(report.size ? sizeStatus(report.size) : sizeOf(previous)),
    conditions: toConditions(drafts, previous?.conditions, report),
    ...(inForce ? { parameters: inForce } : {}),
    targets: shown,
  };
}

/** For the column Target: a column shows only one value. */
function targetSummaryOf([first, ...others]: readonly TargetStatus[]) {
  if (!first) return {};
  const { kind, name } = first.ref;
  return { targetSummary: `${kind}/${name}${others.length > 0 ? ` +${others.length}` : ""}` };
}

const standing = (targets: readonly TargetStatus[] = []): TargetStatus[] =>
  targets.map(({ conditions, ...target }) => ({
    ...target,
    ...(conditions && { conditions: storableConditions(conditions) }),
  }));

export function viewClusterProportionalStatus(status: Status): StatusView {
  const { observedGeneration, conditions, targets = [], parameters } = status;
  const { nodes = 0, schedulableNodes = 0, cores = 0, schedulableCores = 0 } = status;
  const { pods = 0, namespaces = 0, resources = [] } = status;
  const counts = [nodes, schedulableNodes, cores, schedulableCores, pods, namespaces];
  const amounts = resources.flatMap(({ total, schedulable }) => [total, schedulable]);
  const values = [...counts, ...amounts.map(amount => Number(milliOrZero(amount)))];
  return { observedGeneration, conditions, targets, rest: parameters, values };
}

type CountedStatus = Pick<Status, Exclude<keyof ClusterSize, "lost">>;

function sizeOf(status: Status = {}): CountedStatus {
  const { nodes, schedulableNodes, cores, schedulableCores } = status;
  const { pods, namespaces, resources } = status;
  return given({ nodes, schedulableNodes, cores, schedulableCores, pods, namespaces, resources });
}

function sizeStatus({ pods, namespaces, resources, ...size }: ClusterSize): CountedStatus {
  const { nodes, schedulableNodes, cores, schedulableCores } = size;
  return given({
    ...{ nodes, schedulableNodes, cores, schedulableCores },
    pods: pods?.ok ? pods.value : undefined,
    namespaces: namespaces?.ok ? namespaces.value : undefined,
    resources: resources?.map(({ name, total, schedulable }) => ({
      ...{ name, total: canonicalText(total, name) },
      schedulable: canonicalText(schedulable, name),
    })),
  });
}

function objectConditions(report: ClusterProportionalReport): ConditionDraft[] {
  const well = "the spec is valid and its targets are there";
  const { parameters, limits } = report;
  const isCurrent = parameters?.current ? "True" : "False";
  return [
    ...readinessOf(firstObstacle(report), well, limits),
    ...pauseConditions(report),
    ...(parameters ? [condition("ParametersCurrent", isCurrent, parameters)] : []),
  ];
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

/** The message of the largest vote. */
function groundOf({ votes }: TargetDecision): string {
  const largest = Math.max(...votes.map(({ replicas = -Infinity }) => replicas));
  return votes.find(({ replicas }) => replicas === largest)?.message ?? "no vote";
}
