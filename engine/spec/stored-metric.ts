import type { MetricIdentifier as StoredIdentifier } from "../../crds/generated/autoscaler.ts";
import type { MetricIdentifier } from "./metric.ts";
import { readSelector } from "../observation/selectors/metric-selector.ts";

/** Validation ensures that a metric has the source that its type names. */
export function sourceOf<Source>(
  { type }: { readonly type: string },
  source: Source | undefined,
): Source {
  if (source === undefined) throw new Error(`a metric of type ${type} has no source`);
  return source;
}

export const toIdentifier = ({ name, selector }: StoredIdentifier): MetricIdentifier => ({
  name,
  ...(selector ? { selector: readSelector(selector) } : {}),
});
