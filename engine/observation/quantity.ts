import { err, ok, type Result } from "../result.ts";

/** Powers of ten. */
const DECIMAL: ReadonlyMap<string, number> = new Map(
  Object.entries({ n: -9, u: -6, m: -3, "": 0, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 }),
);

/** Powers of two. */
const BINARY: ReadonlyMap<string, bigint> = new Map(
  Object.entries({ Ki: 10n, Mi: 20n, Gi: 30n, Ti: 40n, Pi: 50n, Ei: 60n }),
);

const FORM =
  /^(?<sign>[+-]?)(?=\.?\d)(?<whole>\d*)\.?(?<fraction>(?<=\.)\d*|)(?<suffix>[A-Za-z]*|[eE][+-]?\d+)$/;

/** A quantity binary in form stops here. */
const MAX_BINARY = 9_223_372_036_854_775_807n * 1000n;

/** Far beyond any real quantity, and short of a power of ten that would fill the memory. */
const MAX_LENGTH = 64;
const MAX_EXPONENT = 64;

/**
 * A Kubernetes quantity ("250m", "1.5", "2Ki", "1e3") in exact thousandths; what lies between two
 * is rounded away from zero, as upstream does.
 *
 * Errors  a sentence: the form, the suffix, or a size that no quantity has.
 * Source  apimachinery resource.ParseQuantity and MilliValue; like them it stops a binary quantity
 *         at the largest int64. Digits are required, where they read "m" as 0.
 */
export function milliUnits(quantity: string): Result<bigint, string> {
  if (quantity.length > MAX_LENGTH) return err(`a quantity has at most ${MAX_LENGTH} characters`);
  const parts = FORM.exec(quantity)?.groups;
  if (parts === undefined) return err(`"${quantity}" is not a quantity`);
  const { sign, whole = "", fraction = "", suffix = "" } = parts;

  const digits = BigInt(`0${whole}${fraction}`);
  const power = BINARY.get(suffix);
  const magnitude =
    power === undefined
      ? decimal(digits, fraction.length, suffix)
      : binary(digits, fraction.length, power);
  if (magnitude === null) return err(`"${quantity}" has no suffix that a quantity may have`);
  return ok(sign === "-" ? -magnitude : magnitude);
}

function binary(digits: bigint, places: number, power: bigint): bigint {
  const milli = divideUp(digits * 2n ** power * 1000n, 10n ** BigInt(places));
  return milli > MAX_BINARY ? MAX_BINARY : milli;
}

function decimal(digits: bigint, places: number, suffix: string): bigint | null {
  const exponent = DECIMAL.get(suffix) ?? (suffix.length > 1 ? Number(suffix.slice(1)) : NaN);
  if (!(Math.abs(exponent) <= MAX_EXPONENT)) return null;
  const shift = exponent + 3 - places;
  return shift >= 0 ? digits * 10n ** BigInt(shift) : divideUp(digits, 10n ** BigInt(-shift));
}

const divideUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor;
