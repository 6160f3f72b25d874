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

/** Most nodes have no taints, and most of the others have one. */
export const sameTaints = (a: readonly Taint[], b: readonly Taint[]): boolean =>
  a.length === b.length &&
  a.every((taint, index) => {
    const other = b[index];
    return taint.key === other?.key && taint.value === other.value && taint.effect === other.effect;
  });
