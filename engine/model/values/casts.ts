export const MAX_INT64 = 2n ** 63n - 1n;

const MIN_INT32 = -2_147_483_648;
export const MAX_INT32 = 2_147_483_647;

/** The nearest int32; its fraction is dropped. */
export const saturatedInt32 = (value: number): number =>
  Math.trunc(Math.min(MAX_INT32, Math.max(MIN_INT32, value)));

/** Converts a double to int32 as Go does on amd64: NaN and values out of range become the smallest int32. */
function castToInt32(value: number): number {
  const whole = Math.trunc(value);
  return whole >= MIN_INT32 && whole <= MAX_INT32 ? whole | 0 : MIN_INT32;
}

/** The same for int64. */
function castToInt64(value: number): bigint {
  const fits = value >= -(2 ** 63) && value < 2 ** 63;
  return fits ? BigInt(Math.trunc(value)) : -(2n ** 63n);
}

/** Sums and products of int32 and int64 wrap around. */
const wrapInt32 = (value: number): number => value | 0;
export const wrapInt64 = (value: bigint): bigint => BigInt.asIntN(64, value);

/** How to convert a number that its type in autoscaling/v2 cannot hold. */
export interface Casts {
  readonly count: (value: number) => number;
  /** A sum or a difference of counts. */
  readonly sum: (value: number) => number;
  /** A sum or a product, in thousandths. */
  readonly milli: (value: bigint) => bigint;
  readonly percent: (value: bigint) => number;
  /** The share of each of `pods` pods in thousandths, rounded up. */
  readonly share: (value: bigint, pods: number) => bigint;
}

/** Unchecked, as in Go on amd64. */
export const goCasts: Casts = {
  count: castToInt32,
  sum: wrapInt32,
  milli: wrapInt64,
  percent: value => Number(BigInt.asIntN(32, value)),
  share: (value, pods) => castToInt64(Math.ceil(Number(value) / pods)),
};

/** Saturates at the nearest value that fits. Without pods, the whole value is one share. */
export const saturatingCasts: Casts = {
  count: saturatedInt32,
  sum: saturatedInt32,
  milli: value => value,
  percent: value => Number(value > MAX_INT32 ? MAX_INT32 : value < MIN_INT32 ? MIN_INT32 : value),
  share: (value, pods) => (pods > 0 ? ceilDivide(value, BigInt(pods)) : value),
};

export function ceilDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value > quotient * by ? quotient + 1n : quotient;
}
