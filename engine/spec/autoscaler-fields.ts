import type {
  AutoscalerSpec as StoredSpec,
  MetricSpec as StoredMetric,
  MetricTarget as StoredTarget,
  ScalingRules as StoredRules,
} from "../../crds/generated/autoscaler.ts";
import type {
  AutoscalerSpec,
  MetricSpec,
  MetricTarget,
  ScalingRules,
  Targeted,
} from "./autoscaler-spec.ts";
import { toThreshold } from "./threshold-fields.ts";
import { toMetricWith } from "./stored-metric.ts";

/**
 * Converts a valid stored spec to the engine's types: a stored quantity may be a number. All other
 * fields are the same.
 */
export const fromStoredSpec = ({
  metrics,
  thresholds,
  behavior,
  ...fields
}: StoredSpec): AutoscalerSpec => ({
  ...fields,
  ...(metrics ? { metrics: metrics.map(toMetric) } : {}),
  ...(thresholds ? { thresholds: thresholds.map(toThreshold) } : {}),
  ...(behavior
    ? { behavior: { scaleUp: toRules(behavior.scaleUp), scaleDown: toRules(behavior.scaleDown) } }
    : {}),
});

const toMetric = (stored: StoredMetric): MetricSpec =>
  toMetricWith<Targeted>(stored, ({ target }) => ({ target: toTarget(target as StoredTarget) }));

function toTarget({ value, averageValue, ...rest }: StoredTarget): MetricTarget {
  return {
    ...rest,
    ...(value === undefined ? {} : { value: String(value) }),
    ...(averageValue === undefined ? {} : { averageValue: String(averageValue) }),
  };
}

function toRules(rules: StoredRules | undefined): Partial<ScalingRules> | null {
  if (!rules) return null;
  const { tolerance, ...rest } = rules;
  return { ...rest, ...(tolerance === undefined ? {} : { tolerance: String(tolerance) }) };
}
