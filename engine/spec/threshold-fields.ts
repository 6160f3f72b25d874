import type { Threshold as StoredThreshold } from "../../crds/generated/autoscaler.ts";
import { partOf, toIdentifier, toMetricWith } from "./stored-metric.ts";
import type { ThresholdSpec } from "./threshold-spec.ts";

export function toThreshold(stored: StoredThreshold): ThresholdSpec {
  const { name, type } = stored;
  if (type === "Intention") {
    const { metric, ...intention } = partOf(stored, stored.intention);
    const narrowed = metric ? { metric: toIdentifier(metric) } : {};
    return { name, type, intention: { ...intention, ...narrowed, value: String(intention.value) } };
  }
  const value = partOf(stored, stored.value);
  return {
    name,
    type,
    value: { ...value, metric: toMetricWith(value.metric, () => ({})), value: String(value.value) },
  };
}
