import type { Behavior } from "../defaults.ts";
import { approximateDouble } from "../observation/quantity.ts";
import type { Settings } from "../settings.ts";

/** By what fraction of its target a usage may be off before anything changes. */
export interface Tolerance {
  readonly scaleDown: number;
  readonly scaleUp: number;
}

/** Source  upstream replica_calculator.go, Tolerances.isWithin: both bounds are still within. */
export const isWithin = (usageRatio: number, { scaleDown, scaleUp }: Tolerance): boolean =>
  1 - scaleDown <= usageRatio && usageRatio <= 1 + scaleUp;

/** Source  upstream horizontal.go, tolerancesForHpa. */
export function toleranceOf(behavior: Behavior | null, { tolerance }: Settings): Tolerance {
  return {
    scaleDown: fraction(behavior?.scaleDown.tolerance, tolerance),
    scaleUp: fraction(behavior?.scaleUp.tolerance, tolerance),
  };
}

function fraction(quantity: string | null | undefined, otherwise: number): number {
  if (quantity == null) return otherwise;
  const value = approximateDouble(quantity);
  return value.ok ? value.value : otherwise;
}
