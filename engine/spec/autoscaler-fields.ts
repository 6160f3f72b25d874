import type {
  AutoscalerSpec as StoredSpec,
  MetricSpec as StoredMetric,
  MetricTarget as StoredTarget,
  ScalingRules as StoredRules,
  Threshold as StoredThreshold,
  MetricIdentifier as StoredIdentifier,
} from "../../crds/generated/autoscaler.ts";
import type {
  AutoscalerSpec,
  MetricSpec,
  MetricTarget,
  ScalingRules,
  Targeted,
} from "./autoscaler-spec.ts";
import type { ThresholdSpec } from "./threshold-spec.ts";
import { type MetricIdentifier, type MetricWith, namedSource, sourceKey } from "./metric.ts";
import { toLabelSelector } from "../observation/selectors/metric-selector.ts";

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

const toMetric = (stored: StoredMetric): MetricSpec => ({
  // Only a source that may name its own target has none.
  ...toMetricWith<Targeted>(stored, ({ target = {} }) => ({
    target: toTarget(target as StoredTarget),
  })),
  ...(stored.name === undefined ? {} : { name: stored.name }),
  ...(stored.fallback ? { fallback: stored.fallback } : {}),
  ...(stored.maxAgeSeconds === undefined ? {} : { maxAgeSeconds: stored.maxAgeSeconds }),
  ...(stored.activation ? { activation: { value: String(stored.activation.value) } } : {}),
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

/** Converts a valid stored threshold to the engine's types. */
export function toThreshold(stored: StoredThreshold): ThresholdSpec {
  const { name, type, fallback } = stored;
  const common = { name, ...(fallback ? { fallback } : {}) };
  if (type === "Intention") {
    const { metric, ...intention } = partOf(stored, stored.intention);
    const narrowed = metric ? { metric: toIdentifier(metric) } : {};
    const value = String(intention.value);
    return { ...common, type, intention: { ...intention, ...narrowed, value } };
  }
  const value = partOf(stored, stored.value);
  return {
    ...common,
    type,
    value: { ...value, metric: toMetricWith(value.metric, () => ({})), value: String(value.value) },
  };
}

/** Validation ensures that an object has the field that its type names. */
function partOf<Part>({ type }: { readonly type: string }, part: Part | undefined): Part {
  if (part === undefined) throw new Error(`the field of type ${type} is missing`);
  return part;
}

interface StoredSource {
  readonly metric?: StoredIdentifier;
  readonly target?: unknown;
}

/** Converts a stored metric. `more` returns the fields that it has besides those of its source. */
function toMetricWith<More>(
  stored: { readonly type: string },
  more: (source: StoredSource) => More,
): MetricWith<More> {
  const key = sourceKey(stored.type);
  const source = partOf(stored, namedSource<StoredSource | undefined>(stored, undefined));
  const { metric } = source;
  const fields = { ...source, ...(metric ? { metric: toIdentifier(metric) } : {}) };
  // A source has the same fields in both forms, except for the values that are converted here.
  return {
    type: stored.type,
    [key]: { ...fields, ...more(source) },
  } as unknown as MetricWith<More>;
}

const toIdentifier = ({ name, selector }: StoredIdentifier): MetricIdentifier => ({
  name,
  ...(selector ? { selector: toLabelSelector(selector) } : {}),
});
