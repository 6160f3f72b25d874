import type {
  LadderInForce,
  LinearInForce,
  ParametersInForce,
} from "../../crds/generated/cluster-proportional-autoscaler.ts";
import type {
  LadderParameters,
  LadderStep,
  LinearParameters,
  ProportionalParameters,
} from "./parameters.ts";

type Source = "ConfigMap" | "Default";

/** Parameters as the status keeps them, so that the last good ones survive a restart. */
export function toInForce(
  parameters: ProportionalParameters,
  source: Source,
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
  const coresToReplicas = parameters.coresToReplicas.map(({ size, replicas }) => ({
    cores: size,
    replicas,
  }));
  const nodesToReplicas = parameters.nodesToReplicas.map(({ size, replicas }) => ({
    nodes: size,
    replicas,
  }));
  return { ...common, ladder: { coresToReplicas, nodesToReplicas } };
}

/** The way back. Status is untrusted input: null unless every number is one that could be ours. */
export function fromInForce(saved: ParametersInForce): ProportionalParameters | null {
  const includeUnschedulableNodes = saved.includeUnschedulableNodes === true;
  if (saved.linear) return fromLinear(saved.linear, includeUnschedulableNodes);
  return saved.ladder ? fromLadder(saved.ladder, includeUnschedulableNodes) : null;
}

function fromLinear(
  saved: LinearInForce,
  includeUnschedulableNodes: boolean,
): LinearParameters | null {
  const { coresPerReplica = 0, nodesPerReplica = 0 } = saved;
  const { minReplicas = 1, maxReplicas = 0, preventSinglePointFailure = false } = saved;
  const numbers = [coresPerReplica, nodesPerReplica, minReplicas, maxReplicas];
  if (!numbers.every(isAmount) || coresPerReplica + nodesPerReplica === 0) return null;
  if (maxReplicas !== 0 && maxReplicas < minReplicas) return null;
  const bounds = { minReplicas, maxReplicas, preventSinglePointFailure };
  const ratios = { coresPerReplica, nodesPerReplica };
  return { mode: "linear", ...ratios, ...bounds, includeUnschedulableNodes };
}

function fromLadder(
  saved: LadderInForce,
  includeUnschedulableNodes: boolean,
): LadderParameters | null {
  const { coresToReplicas: byCores = [], nodesToReplicas: byNodes = [] } = saved;
  const coresToReplicas = byCores.map(({ cores, replicas }) => ({ size: cores, replicas }));
  const nodesToReplicas = byNodes.map(({ nodes, replicas }) => ({ size: nodes, replicas }));
  const steps: LadderStep[] = [...coresToReplicas, ...nodesToReplicas];
  if (steps.length === 0 || !steps.every(isStep)) return null;
  return { mode: "ladder", coresToReplicas, nodesToReplicas, includeUnschedulableNodes };
}

const isAmount = (value: unknown): boolean =>
  typeof value === "number" && Number.isFinite(value) && value >= 0;

const isStep = ({ size, replicas }: LadderStep): boolean =>
  isAmount(size) && Number.isSafeInteger(replicas) && isAmount(replicas);
