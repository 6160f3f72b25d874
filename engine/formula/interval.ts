// engine/formula/: the language of `combine.expression`, and its evaluation for inputs that may be unknown.

/** Everything that a number can be. Both ends are the same if it is known. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** A condition; null: it can be both. */
export type Truth = boolean | null;

export const exactly = (value: number): Interval => ({ low: value, high: value });

export const anything: Interval = { low: -Infinity, high: Infinity };

export const union = (a: Interval, b: Interval): Interval => ({
  low: Math.min(a.low, b.low),
  high: Math.max(a.high, b.high),
});

/**
 * Each operation contains every result that its operands can have. Rounding is monotonic, so the
 * ends of a result are those that the ends of the operands give.
 */
export const add = (a: Interval, b: Interval): Interval => around(a.low + b.low, a.high + b.high);

export const subtract = (a: Interval, b: Interval): Interval =>
  around(a.low - b.high, a.high - b.low);

export const multiply = (a: Interval, b: Interval): Interval =>
  around(a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high);

/** The divisor must not be able to be 0. */
export const divide = (a: Interval, b: Interval): Interval =>
  around(a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high);

export const canBeZero = ({ low, high }: Interval): boolean => low <= 0 && high >= 0;

/** For a function that never falls when its arguments rise. */
export const rising =
  (apply: (...values: number[]) => number) =>
  (operands: readonly Interval[]): Interval =>
    around(apply(...operands.map(({ low }) => low)), apply(...operands.map(({ high }) => high)));

export const negate = ({ low, high }: Interval): Interval => ({ low: -high, high: -low });

export function isLess(a: Interval, b: Interval): Truth {
  if (a.high < b.low) return true;
  return a.low >= b.high ? false : null;
}

export function isEqual(a: Interval, b: Interval): Truth {
  if (a.low === a.high && b.low === b.high && a.low === b.low) return true;
  return a.high < b.low || b.high < a.low ? false : null;
}

export const not = (truth: Truth): Truth => (truth === null ? null : !truth);

/** Without a number among the corners, such as for infinity minus infinity, the result can be anything. */
const around = (...corners: number[]): Interval =>
  corners.some(Number.isNaN) ? anything : { low: Math.min(...corners), high: Math.max(...corners) };
