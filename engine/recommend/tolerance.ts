import type { Behavior } from "../spec/defaults.ts";
import { approximateDouble } from "../observation/values/quantity.ts";
import type { Settings } from "../spec/settings.ts";

/** The fraction of its target by which usage may deviate without a change. */
export interface Tolerance {
  readonly scaleDown: number;
  readonly scaleUp: number;
}

/** Source  upstream replica_calculator.go, Tolerances.isWithin: both bounds are inclusive. */
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
