import type {
  AutoscalerSpec as StoredSpec,
  MetricIdentifier as StoredIdentifier,
  MetricSpec as StoredMetric,
  MetricTarget as StoredTarget,
  ScalingRules as StoredRules,
} from "../../crds/generated/autoscaler.ts";
import type { AutoscalerSpec, MetricSpec, MetricTarget, ScalingRules } from "./autoscaler-spec.ts";
import { toThreshold } from "./threshold-fields.ts";
import { sourceOf, toIdentifier } from "./stored-metric.ts";

/** Converts a valid stored spec to the engine's types. A stored quantity may be a number. */
export function fromStoredSpec(spec: StoredSpec): AutoscalerSpec {
  const { minReplicas, maxReplicas, metrics, behavior, cooldown, rollout } = spec;
  const { compatibility, zeroReadings, targetSelector, monitorSelectors } = spec;
  const { syncPeriodSeconds, thresholds } = spec;
  return {
    maxReplicas,
    ...(targetSelector ? { targetSelector } : {}),
    ...(monitorSelectors ? { monitorSelectors } : {}),
    ...(minReplicas === undefined ? {} : { minReplicas }),
    ...(syncPeriodSeconds === undefined ? {} : { syncPeriodSeconds }),
    ...(metrics ? { metrics: metrics.map(toMetric) } : {}),
    ...(thresholds ? { thresholds: thresholds.map(toThreshold) } : {}),
    ...(behavior
      ? { behavior: { scaleUp: toRules(behavior.scaleUp), scaleDown: toRules(behavior.scaleDown) } }
      : {}),
    ...(cooldown ? { cooldown } : {}),
    ...(rollout ? { rollout } : {}),
    ...(compatibility ? { compatibility } : {}),
    ...(zeroReadings ? { zeroReadings } : {}),
  };
}

function toMetric(stored: StoredMetric): MetricSpec {
  switch (stored.type) {
    case "Resource": {
      const source = sourceOf(stored, stored.resource);
      return { type: "Resource", resource: { ...source, target: toTarget(source.target) } };
    }
    case "ContainerResource": {
      const source = sourceOf(stored, stored.containerResource);
      const target = toTarget(source.target);
      return { type: "ContainerResource", containerResource: { ...source, target } };
    }
    case "Pods":
      return { type: "Pods", pods: toCustom(sourceOf(stored, stored.pods)) };
    case "Object": {
      const source = sourceOf(stored, stored.object);
      const { describedObject } = source;
      return { type: "Object", object: { ...toCustom(source), describedObject } };
    }
    case "External":
      return { type: "External", external: toCustom(sourceOf(stored, stored.external)) };
  }
}

interface StoredCustom {
  readonly metric: StoredIdentifier;
  readonly target: StoredTarget;
}

const toCustom = ({ metric, target }: StoredCustom) => ({
  metric: toIdentifier(metric),
  target: toTarget(target),
});

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
