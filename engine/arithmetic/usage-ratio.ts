import { type Casts, MAX_INT32, ceilDivide } from "../model/values/casts.ts";
import type { AutoscalerProfile } from "../model/spec/profile.ts";
import type { Tolerance } from "../model/metric-vote.ts";
import { approximateDouble, milliUnits } from "../model/values/quantity.ts";
import type { Settings } from "../model/spec/settings.ts";
import { err, type Result } from "../model/values/result.ts";

/** How usage compares with its target. */
export interface UsageRatio {
  /** 1: on target. A double, to compare workloads with each other. */
  readonly value: number;
  /** 1: usage is above its target, -1: below, 0: neither. */
  readonly side: number;
  readonly isWithin: (tolerance: Tolerance) => boolean;
  /** The count that brings usage to its target, if so many pods share it now. */
  readonly times: (pods: number) => number;
}

/**
 * How usage compares with a target that is one for each of `shares`.
 *
 * saturates  whether a count that is too large becomes the largest one; one of a fraction always does
 */
export const ratioOf = (
  used: bigint,
  target: bigint,
  { arithmetic, casts }: Pick<AutoscalerProfile, "arithmetic" | "casts">,
  { shares = 1, saturates = false } = {},
): UsageRatio =>
  arithmetic === "Exact"
    ? exactRatio(used, target * BigInt(shares))
    : doubleRatio(Number(used) / (Number(target) * shares), casts, saturates);

/** Source  upstream replica_calculator.go: 25 * 2.2 is 55.00000000000001 there, so 56. */
export const doubleRatio = (ratio: number, casts: Casts, saturates = false): UsageRatio => ({
  value: ratio,
  side: ratio > 1 ? 1 : ratio < 1 ? -1 : 0,
  isWithin: tolerance => isWithin(ratio, tolerance),
  times: pods => {
    const exact = ratio * pods;
    return saturates && exact > MAX_INT32 ? MAX_INT32 : casts.count(Math.ceil(exact));
  },
});

/** No tolerance has more digits, because it is a quantity. */
const DIGITS = 1_000_000_000;
/** A tolerance of more than this never lets anything change. */
const MOST = 2 ** 31;

/** Usage without a target, of no pods at all, is never tolerated. */
export function exactRatio(used: bigint, target: bigint): UsageRatio {
  const limit = (tolerance: number): bigint =>
    target * BigInt(Math.round(Math.max(-MOST, Math.min(MOST, tolerance)) * DIGITS));
  const scaled = used * BigInt(DIGITS);
  return {
    value: Number(used) / Number(target),
    side: used > target ? 1 : used < target ? -1 : 0,
    isWithin: ({ scaleDown, scaleUp }) =>
      target > 0n && limit(1 - scaleDown) <= scaled && scaled <= limit(1 + scaleUp),
    times: pods => {
      if (target <= 0n) return used > 0n ? MAX_INT32 : 0;
      const count = ceilDivide(used * BigInt(pods), target);
      return count > MAX_INT32 ? MAX_INT32 : Math.max(0, Number(count));
    },
  };
}

/** Source  upstream replica_calculator.go, Tolerances.isWithin: both bounds are inclusive. */
export const isWithin = (usageRatio: number, { scaleDown, scaleUp }: Tolerance): boolean =>
  1 - scaleDown <= usageRatio && usageRatio <= 1 + scaleUp;

/** Of the rules of both directions; a quantity, or null for the default. */
type ToleranceRules = Record<"scaleDown" | "scaleUp", { readonly tolerance: string | null }>;

/** Source  upstream horizontal.go, tolerancesForHpa. */
export function toleranceOf(behavior: ToleranceRules | null, { tolerance }: Settings): Tolerance {
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

/** A target's quantity in thousandths. Errors: a sentence; validation accepts only positive ones. */
export function targetMilli(quantity: string | null | undefined): Result<bigint, string> {
  return quantity == null ? err("the target has no value of its type") : milliUnits(quantity);
}
