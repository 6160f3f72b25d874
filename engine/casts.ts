/** The largest int64. */
export const MAX_INT64 = 2n ** 63n - 1n;

export const MIN_INT32 = -2_147_483_648;
export const MAX_INT32 = 2_147_483_647;

/** A double as the int32 that Go makes of it on amd64: NaN and what does not fit is the smallest. */
export function castToInt32(value: number): number {
  const whole = Math.trunc(value);
  return whole >= MIN_INT32 && whole <= MAX_INT32 ? whole | 0 : MIN_INT32;
}

/** The same for int64. */
export function castToInt64(value: number): bigint {
  const fits = value >= -(2 ** 63) && value < 2 ** 63;
  return fits ? BigInt(Math.trunc(value)) : -(2n ** 63n);
}

/** Sums and products of int32 and int64 wrap around. */
export const wrapInt32 = (value: number): number => value | 0;
export const wrapInt64 = (value: bigint): bigint => BigInt.asIntN(64, value);
