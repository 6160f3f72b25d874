import type {
  LadderInForce,
  LinearInForce,
  ParametersInForce,
} from "../../../crds/generated/cluster-proportional-autoscaler.ts";
import { MAX_STEPS } from "./config-map/ladder-json.ts";
import { linearProblem } from "./config-map/linear-json.ts";
import type {
  LadderParameters,
  LadderStep,
  LinearParameters,
  ProportionalParameters,
  ProportionalProfile,
} from "./parameters.ts";

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
export function fromInForce(
  saved: ParametersInForce,
  profile: ProportionalProfile,
): ProportionalParameters | null {
  const { linear, ladder, includeUnschedulableNodes = false } = saved;
  if (typeof includeUnschedulableNodes !== "boolean") return null;
  if (linear && ladder) return null;
  if (linear) return fromLinear(linear, includeUnschedulableNodes, profile);
  return ladder ? fromLadder(ladder, includeUnschedulableNodes) : null;
}

function fromLinear(
  saved: LinearInForce,
  includeUnschedulableNodes: boolean,
  profile: ProportionalProfile,
): LinearParameters | null {
  const { coresPerReplica = 0, nodesPerReplica = 0 } = saved;
  const { minReplicas = 1, maxReplicas = 0, preventSinglePointFailure = false } = saved;
  if (![coresPerReplica, nodesPerReplica].every(isRatio)) return null;
  // The written value is at least 1, because upstream's 0 is read as 1.
  if (![minReplicas, maxReplicas].every(isCount) || minReplicas < 1) return null;
  if (typeof preventSinglePointFailure !== "boolean") return null;
  const bounds = { minReplicas, maxReplicas, preventSinglePointFailure };
  const ratios = { coresPerReplica, nodesPerReplica };
  const parameters: LinearParameters = {
    ...{ mode: "linear", ...ratios, ...bounds, includeUnschedulableNodes },
  };
  return linearProblem(parameters, profile) === null ? parameters : null;
}

function fromLadder(
  saved: LadderInForce,
  includeUnschedulableNodes: boolean,
): LadderParameters | null {
  const coresToReplicas = fromSteps(saved.coresToReplicas, "cores");
  const nodesToReplicas = fromSteps(saved.nodesToReplicas, "nodes");
  if (!coresToReplicas || !nodesToReplicas) return null;
  // The status may be edited: upstream's zero replicas for an empty ladder are not accepted from it.
  if (coresToReplicas.length + nodesToReplicas.length === 0) return null;
  return { mode: "ladder", coresToReplicas, nodesToReplicas, includeUnschedulableNodes };
}

function fromSteps(saved: unknown, size: "cores" | "nodes"): LadderStep[] | null {
  if (saved === undefined) return [];
  if (!Array.isArray(saved) || saved.length > MAX_STEPS) return null;
  const steps = saved.map((step: Readonly<Record<string, unknown>> | null) => ({
    size: step?.[size],
    replicas: step?.["replicas"],
  }));
  return steps.every(isStep) ? steps : null;
}

const isStep = (step: { size: unknown; replicas: unknown }): step is LadderStep =>
  isCount(step.size) && isCount(step.replicas);

const isRatio = (value: unknown): boolean =>
  typeof value === "number" && Number.isFinite(value) && value >= 0;

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
