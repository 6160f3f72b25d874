import type { EpochMs } from "./result.ts";

/** RFC 3339 in whole seconds, as Kubernetes writes times. */
export const timestamp = (time: EpochMs): string =>
  new Date(time).toISOString().replace(/\.\d+Z$/, "Z");

/** The earliest time at which something may change by itself; null: never. */
export function earliest(times: readonly (EpochMs | null)[]): EpochMs | null {
  const known = times.filter(time => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}
