// engine/model/values/: Kubernetes quantities, durations, times and texts, and results.

import { MAX_INT64 } from "./casts.ts";
import { err, ok, type Result } from "./result.ts";

const DECIMAL: ReadonlyMap<string, number> = new Map(
  Object.entries({ n: -9, u: -6, m: -3, "": 0, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 }),
);

const BINARY: ReadonlyMap<string, bigint> = new Map(
  Object.entries({ Ki: 10n, Mi: 20n, Gi: 30n, Ti: 40n, Pi: 50n, Ei: 60n }),
);

const FORM =
  /^(?<sign>[+-]?)(?:(?<whole>\d+)(?:\.(?<fraction>\d*))?|\.(?<only>\d+))(?<suffix>[A-Za-z]*|[eE][+-]?\d+)$/;

/** Far above any real quantity, and too small for a power of ten that exhausts memory. */
const MAX_LENGTH = 64;
const MAX_EXPONENT = 64;

/** Thousandths per unit, for the suffixes of most quantities, which begin at `end`; null: another suffix. */
function commonFactor(quantity: string, end: number): number | null {
  const first = quantity[end];
  switch (quantity.length - end) {
    case 0:
      return 1e3;
    case 1:
      return first === "n" ? 1e-6 : first === "m" ? 1 : first === "u" ? 1e-3 : null;
    case 2:
      if (quantity[end + 1] !== "i") return null;
      return first === "K" ? 1024e3 : first === "M" ? 1024 ** 2 * 1e3 : null;
    default:
      return null;
  }
}

/** A much faster `milliUnits` for values that a double holds exactly; null: use `milliUnits`. */
export function commonMilliUnits(quantity: string): number | null {
  let digits = 0;
  let end = 0;
  for (; end < quantity.length; end++) {
    const digit = quantity.charCodeAt(end) - 48;
    if (digit < 0 || digit > 9) break;
    digits = digits * 10 + digit;
  }
  const factor = commonFactor(quantity, end);
  if (factor === null || end === 0 || end > 12) return null;
  const milli = factor < 1 ? Math.ceil(digits / Math.round(1 / factor)) : digits * factor;
  return Number.isSafeInteger(milli) ? milli : null;
}

/**
 * A Kubernetes quantity ("250m", "1.5", "2Ki", "1e3") in exact thousandths, rounded away from zero
 * as upstream does.
 *
 * Errors  a sentence: the form, the suffix, or a size that no quantity has.
 * Source  apimachinery resource.ParseQuantity and MilliValue. As there, binary quantities saturate
 *         at the largest int64. Digits are required, while upstream reads "m" as 0.
 */
export function milliUnits(quantity: string): Result<bigint, string> {
  const common = commonMilliUnits(quantity);
  return common === null ? units(quantity, 3) : ok(BigInt(common));
}

/** Of a quantity that validation has let through; 0 for one in a status that a user has edited. */
export function milliOrZero(quantity: string): bigint {
  const milli = milliUnits(quantity);
  return milli.ok ? milli.value : 0n;
}

/** The same in billionths, the smallest unit of a quantity, for sums that round once. */
export const nanoUnits = (quantity: string): Result<bigint, string> => units(quantity, 9);

/** Billionths to thousandths, rounded away from zero. */
export const nanoToMilli = (nano: bigint): bigint =>
  nano >= 0n ? divideUp(nano, 1_000_000n) : -divideUp(-nano, 1_000_000n);

export const formatMilli = (milli: bigint): string =>
  milli % 1000n === 0n ? String(milli / 1000n) : `${String(milli)}m`;

/**
 * A quantity as the double that upstream calculates with. It is not always the nearest one: 59m is
 * 59 * 0.001, not 0.059.
 *
 * Source  apimachinery Quantity.AsApproximateFloat64, of the canonical string that the API server
 *         stores: the exponent is a multiple of three.
 */
export function approximateDouble(quantity: string): Result<number, string> {
  const nano = nanoUnits(quantity);
  if (!nano.ok) return nano;
  let mantissa = nano.value;
  let exponent = -9;
  while (mantissa !== 0n && mantissa % 1000n === 0n) {
    mantissa /= 1000n;
    exponent += 3;
  }
  return ok(exponent === 0 ? Number(mantissa) : Number(mantissa) * Number(`1e${exponent}`));
}

/** A quantity in units of 10 to the power of `-digits`. */
function units(quantity: string, digits: number): Result<bigint, string> {
  if (quantity.length > MAX_LENGTH) return err(`a quantity has at most ${MAX_LENGTH} characters`);
  const parts = FORM.exec(quantity)?.groups;
  if (parts === undefined) return err(`"${quantity}" is not a quantity`);
  const { sign, whole = "", only = "", fraction = only, suffix = "" } = parts;

  const mantissa = { digits: BigInt(`0${whole}${fraction}`), places: fraction.length };
  const power = BINARY.get(suffix);
  const magnitude =
    power === undefined ? decimal(mantissa, suffix, digits) : binary(mantissa, power, digits);
  if (magnitude === null) return err(`"${quantity}" has no suffix that a quantity may have`);
  return ok(sign === "-" ? -magnitude : magnitude);
}

interface Mantissa {
  readonly digits: bigint;
  readonly places: number;
}

function binary({ digits, places }: Mantissa, power: bigint, scale: number): bigint {
  const unit = 10n ** BigInt(scale);
  const magnitude = divideUp(digits * 2n ** power * unit, 10n ** BigInt(places));
  return magnitude > MAX_INT64 * unit ? MAX_INT64 * unit : magnitude;
}

function decimal({ digits, places }: Mantissa, suffix: string, scale: number): bigint | null {
  const exponent = DECIMAL.get(suffix) ?? (suffix.length > 1 ? Number(suffix.slice(1)) : NaN);
  if (!(Math.abs(exponent) <= MAX_EXPONENT)) return null;
  const shift = exponent + scale - places;
  return shift >= 0 ? digits * 10n ** BigInt(shift) : divideUp(digits, 10n ** BigInt(-shift));
}

const divideUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor;
