import type {
  ClusterProportionalAutoscalerSpec,
  Ladder,
  LadderInForce,
  Linear,
  LinearInForce,
} from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { milliOrZero } from "../model/values/quantity.ts";
import type {
  LadderParameters,
  LinearParameters,
  OtherRatio,
  OtherStep,
  OtherSteps,
  ProportionalParameters,
} from "../model/spec/proportional-parameters.ts";

/**
 * The part of a spec that holds parameters. `configMapRef.default` with the spec's `nodes` and
 * `algorithm` has the same form.
 */
export type InlineParameters = Readonly<
  Pick<ClusterProportionalAutoscalerSpec, "linear" | "ladder" | "nodes" | "algorithm">
>;

/**
 * The parameters written in a spec, with defaults applied; null if it has neither mode, because a
 * ConfigMap holds them. The spec must have passed validateClusterProportionalAutoscaler.
 */
export function parametersFromSpec(spec: InlineParameters): ProportionalParameters | null {
  const { linear, ladder } = spec;
  const includeUnschedulableNodes = countsUnschedulable(spec);
  // Check for truthiness: a file may contain `linear: null`, which the API server would have
  // dropped.
  if (linear) {
    return {
      ...linearOf(linear, includeUnschedulableNodes),
      ...unlessEmpty(otherRatios(linear)),
    };
  }
  if (!ladder) return null;
  return { ...ladderOf(ladder, includeUnschedulableNodes), ...unlessEmpty(otherSteps(ladder)) };
}

/** The ratios of upstream, of a spec or of a status. */
export const linearOf = (
  linear: LinearInForce,
  includeUnschedulableNodes: boolean,
): LinearParameters => ({
  mode: "linear",
  coresPerReplica: linear.coresPerReplica ?? 0,
  nodesPerReplica: linear.nodesPerReplica ?? 0,
  minReplicas: linear.minReplicas ?? 1,
  maxReplicas: linear.maxReplicas ?? 0,
  preventSinglePointFailure: linear.preventSinglePointFailure ?? false,
  includeUnschedulableNodes,
});

/** The steps of upstream, of a spec or of a status. */
export const ladderOf = (
  { coresToReplicas: cores, nodesToReplicas: nodes }: LadderInForce,
  includeUnschedulableNodes: boolean,
): LadderParameters => ({
  mode: "ladder",
  coresToReplicas: (cores ?? []).map(({ cores: size, replicas }) => ({ size, replicas })),
  nodesToReplicas: (nodes ?? []).map(({ nodes: size, replicas }) => ({ size, replicas })),
  includeUnschedulableNodes,
});

/**
 * Pods of a cordoned node, and of a node that only its control plane cannot reach, still need the
 * service. Upstream counts neither unless it is asked to.
 */
const countsUnschedulable = ({ nodes, algorithm }: InlineParameters): boolean =>
  (nodes?.unschedulable ?? (algorithm === "CPA-1.10" ? "Ignore" : "Count")) === "Count";

/** Without other dimensions, the parameters are upstream's. */
const unlessEmpty = <Other>(others: readonly Other[]) => (others.length > 0 ? { others } : {});

function otherRatios(linear: Linear): OtherRatio[] {
  const { podsPerReplica, namespacesPerReplica, resourcesPerReplica } = linear;
  const ratio = (source: string, quantity: number | string | null | undefined): OtherRatio[] => {
    const written = String(quantity);
    return quantity == null ? [] : [{ source, milliPerReplica: milliOrZero(written), written }];
  };
  return [
    ...ratio("pods", podsPerReplica),
    ...ratio("namespaces", namespacesPerReplica),
    ...(resourcesPerReplica ?? []).flatMap(({ name, perReplica }) => ratio(name, perReplica)),
  ];
}

function otherSteps({ podsToReplicas, namespacesToReplicas, resourcesToReplicas }: Ladder) {
  const step = (quantity: number | string, replicas: number): OtherStep => {
    const written = String(quantity);
    return { size: milliOrZero(written), replicas, written };
  };
  const pods = (podsToReplicas ?? []).map(({ pods, replicas }) => step(pods, replicas));
  const namespaces = (namespacesToReplicas ?? []).map(({ namespaces, replicas }) =>
    step(namespaces, replicas),
  );
  const resources = (resourcesToReplicas ?? []).map(({ name, steps }) => ({
    source: name,
    steps: steps.map(({ quantity, replicas }) => step(quantity, replicas)),
  }));
  const all: OtherSteps[] = [
    { source: "pods", steps: pods },
    { source: "namespaces", steps: namespaces },
    ...resources,
  ];
  return all.filter(({ steps }) => steps.length > 0);
}
