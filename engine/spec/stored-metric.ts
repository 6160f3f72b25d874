import type { MetricIdentifier as StoredIdentifier } from "../../crds/generated/autoscaler.ts";
import { type MetricIdentifier, type MetricWith, namedSource, sourceKey } from "./metric.ts";
import { toLabelSelector } from "../observation/selectors/metric-selector.ts";

/** Validation ensures that an object has the field that its type names. */
export function partOf<Part>({ type }: { readonly type: string }, part: Part | undefined): Part {
  if (part === undefined) throw new Error(`the field of type ${type} is missing`);
  return part;
}

interface StoredSource {
  readonly metric?: StoredIdentifier;
  readonly target?: unknown;
}

/** Converts a stored metric. `more` returns the fields that it has besides those of its source. */
export function toMetricWith<More>(
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

export const toIdentifier = ({ name, selector }: StoredIdentifier): MetricIdentifier => ({
  name,
  ...(selector ? { selector: toLabelSelector(selector) } : {}),
});
