import type {
  AutoscalerSpec as StoredSpec,
  MetricSpec as StoredMetric,
  ScalingRules as StoredRules,
  Threshold as StoredThreshold,
} from "../../crds/generated/autoscaler.ts";
import { toLabelSelector } from "../model/selectors/label-selector.ts";
import { isFields } from "../model/values/json-values.ts";
import type {
  AutoscalerSpec,
  MetricSpec,
  ScalingRules,
  ThresholdSpec,
} from "../model/spec/autoscaler-spec.ts";
import { sourceKey } from "../model/spec/metric.ts";

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

function toRules(rules: StoredRules | undefined): Partial<ScalingRules> | null {
  if (!rules) return null;
  const { tolerance, ...rest } = rules;
  return { ...rest, ...(tolerance === undefined ? {} : { tolerance: String(tolerance) }) };
}

/** Only a source that may name its own target has none. */
const toMetric = (stored: StoredMetric): MetricSpec =>
  converted({ ...stored, ...sourceOf(stored, { target: {} }) }) as MetricSpec;

/** Converts a valid stored threshold to the engine's types. */
export const toThreshold = (stored: StoredThreshold): ThresholdSpec =>
  converted({ ...stored, ...sourceOf(stored) }) as ThresholdSpec;

/** Validation ensures that an object has the field that its type names. */
function sourceOf(stored: StoredMetric | StoredThreshold, defaults = {}): object {
  const key = sourceKey(stored.type);
  const source: unknown = stored[key as keyof typeof stored];
  if (!isFields(source)) throw new Error(`the field of type ${stored.type} is missing`);
  return { [key]: { ...defaults, ...source } };
}

/** The fields with quantities. */
const quantities = new Set(["value", "averageValue"]);

/** A part of a metric or a threshold. */
function converted(stored: unknown, key = ""): unknown {
  if (typeof stored === "number" && quantities.has(key)) return String(stored);
  if (!isFields(stored)) return stored;
  if (key === "selector") return toLabelSelector(stored);
  const fields = Object.entries(stored).filter(([, field]) => field != null);
  return Object.fromEntries(fields.map(([name, field]) => [name, converted(field, name)]));
}
