import type {
  AutoscalerSpec as StoredSpec,
  MetricSpec as StoredMetric,
  ScalingRules as StoredRules,
} from "../crds/generated/autoscaler.ts";
import type { AutoscalerSpec, MetricSpec, ScalingRules } from "./autoscaler-spec.ts";

/** The spec as it is stored, in the engine's own types: a quantity may be written as a number. */
export function fromStoredSpec(spec: StoredSpec): AutoscalerSpec {
  const { minReplicas, maxReplicas, metrics, behavior, compatibility, zeroReadings } = spec;
  return {
    maxReplicas,
    ...(minReplicas === undefined ? {} : { minReplicas }),
    ...(metrics ? { metrics: metrics.map(toMetric) } : {}),
    ...(behavior
      ? { behavior: { scaleUp: toRules(behavior.scaleUp), scaleDown: toRules(behavior.scaleDown) } }
      : {}),
    ...(compatibility ? { compatibility } : {}),
    ...(zeroReadings ? { zeroReadings } : {}),
  };
}

function toMetric({ type, resource }: StoredMetric): MetricSpec {
  const { averageValue, ...target } = resource.target;
  const quantity = averageValue === undefined ? {} : { averageValue: String(averageValue) };
  return { type, resource: { ...resource, target: { ...target, ...quantity } } };
}

function toRules(rules: StoredRules | undefined): Partial<ScalingRules> | null {
  if (!rules) return null;
  const { tolerance, ...rest } = rules;
  return { ...rest, ...(tolerance === undefined ? {} : { tolerance: String(tolerance) }) };
}
