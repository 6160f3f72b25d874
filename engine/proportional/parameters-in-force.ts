import type {
  LadderInForce,
  LinearInForce,
  ParametersInForce,
} from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { MAX_STEPS } from "./ladder-json.ts";
import { linearProblem } from "./linear-json.ts";
import type {
  LadderStep,
  LinearParameters,
  ProportionalParameters,
  ProportionalProfile,
} from "../model/spec/proportional-parameters.ts";
import { ladderOf, linearOf } from "./spec-parameters.ts";
import { isFields } from "../model/values/json-values.ts";

/** Converts parameters to their form in the status, so that the last good ones survive a restart. */
export function toInForce(
  parameters: ProportionalParameters,
  source: "ConfigMap" | "Default",
  configMapName: string,
): ParametersInForce {
  const { includeUnschedulableNodes } = parameters;
  const common = { source, configMapName, includeUnschedulableNodes };
  if (parameters.mode === "linear") {
    const { coresPerReplica, nodesPerReplica, minReplicas, maxReplicas } = parameters;
    const { preventSinglePointFailure } = parameters;
    const bounds = { minReplicas, maxReplicas, preventSinglePointFailure };
    return { ...common, linear: { coresPerReplica, nodesPerReplica, ...bounds } };
  }
  const { coresToReplicas: coreSteps, nodesToReplicas: nodeSteps } = parameters;
  const ladder = {
    coresToReplicas: coreSteps.map(({ size: cores, replicas }) => ({ cores, replicas })),
    nodesToReplicas: nodeSteps.map(({ size: nodes, replicas }) => ({ nodes, replicas })),
  };
  return { ...common, ladder };
}

/**
 * Reads parameters back. Status is untrusted input: the result is null unless a ConfigMap with the
 * same content would be accepted and the parameters have the form that `toInForce` writes.
 */
export function fromInForce(saved: ParametersInForce, profile: ProportionalProfile) {
  const { linear, ladder, includeUnschedulableNodes = false } = saved;
  if (typeof includeUnschedulableNodes !== "boolean") return null;
  if ((linear && ladder) || Object.values(linear ?? ladder ?? {}).includes(null)) return null;
  if (linear) return fromLinear(linear, includeUnschedulableNodes, profile);
  return ladder ? fromLadder(ladder, includeUnschedulableNodes) : null;
}

function fromLinear(
  saved: LinearInForce,
  includeUnschedulableNodes: boolean,
  profile: ProportionalProfile,
): LinearParameters | null {
  const parameters = linearOf(saved, includeUnschedulableNodes);
  const { coresPerReplica, nodesPerReplica, minReplicas, maxReplicas } = parameters;
  if (![coresPerReplica, nodesPerReplica].every(isRatio)) return null;
  // The written value is at least 1, because upstream's 0 is read as 1.
  if (![minReplicas, maxReplicas].every(isCount) || minReplicas < 1) return null;
  if (typeof parameters.preventSinglePointFailure !== "boolean") return null;
  return linearProblem(parameters, profile) === null ? parameters : null;
}

function fromLadder(saved: LadderInForce, includeUnschedulableNodes: boolean) {
  const lists: unknown[] = [saved.coresToReplicas ?? [], saved.nodesToReplicas ?? []];
  if (!lists.every(isListOfSteps)) return null;
  const parameters = ladderOf(saved, includeUnschedulableNodes);
  const steps = [...parameters.coresToReplicas, ...parameters.nodesToReplicas];
  // The status may be edited: upstream's zero replicas for an empty ladder are not accepted from it.
  return steps.length > 0 && steps.every(isStep) ? parameters : null;
}

const isListOfSteps = (list: unknown): boolean =>
  Array.isArray(list) && list.length <= MAX_STEPS && list.every(isFields);

const isStep = ({ size, replicas }: LadderStep): boolean => isCount(size) && isCount(replicas);

const isRatio = (value: unknown): boolean =>
  typeof value === "number" && Number.isFinite(value) && value >= 0;

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
