import type { ExcludedTaint } from "../../crds/generated/cluster-proportional-autoscaler.ts";

/** The part of a core/v1 Taint that matching needs. */
export interface Taint {
  readonly key: string;
  readonly value: string;
  readonly effect: string;
}

/** Source  k8s.io/component-helpers toleration.ToleratesTaint, for a toleration with a key. */
export const matchesTaint = (
  { key, operator = "Equal", value = "", effect }: Readonly<ExcludedTaint>,
  taint: Taint,
): boolean =>
  key === taint.key &&
  (operator === "Exists" || value === taint.value) &&
  (effect === undefined || effect === taint.effect);
