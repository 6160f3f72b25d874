import type {
  Threshold as StoredThreshold,
  ThresholdMetric as StoredMetric,
} from "../../crds/generated/autoscaler.ts";
import type { Metric } from "./metric.ts";
import { sourceOf, toIdentifier } from "./stored-metric.ts";
import type { ThresholdSpec } from "./threshold-spec.ts";

/** Converts a valid stored threshold to the engine's types. */
export function toThreshold(stored: StoredThreshold): ThresholdSpec {
  const { name, type } = stored;
  if (type === "Intention") {
    const { metric, ...intention } = sourceOf(stored, stored.intention);
    const narrowed = metric ? { metric: toIdentifier(metric) } : {};
    return { name, type, intention: { ...intention, ...narrowed, value: String(intention.value) } };
  }
  const value = sourceOf(stored, stored.value);
  return {
    name,
    type,
    value: { ...value, metric: toMetric(value.metric), value: String(value.value) },
  };
}

function toMetric(stored: StoredMetric): Metric {
  const { type } = stored;
  switch (type) {
    case "Resource":
      return { type, resource: sourceOf(stored, stored.resource) };
    case "ContainerResource":
      return { type, containerResource: sourceOf(stored, stored.containerResource) };
    case "Pods":
      return { type, pods: { metric: toIdentifier(sourceOf(stored, stored.pods).metric) } };
    case "Object": {
      const { describedObject, metric } = sourceOf(stored, stored.object);
      return { type, object: { describedObject, metric: toIdentifier(metric) } };
    }
    case "External":
      return { type, external: { metric: toIdentifier(sourceOf(stored, stored.external).metric) } };
  }
}
