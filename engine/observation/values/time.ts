import type { EpochMs } from "../../result.ts";

/** Go's zero time, which upstream reads for an absent time. */
export const ZERO_TIME: EpochMs = Date.parse("0001-01-01T00:00:00Z");

/** An RFC 3339 time as the API server writes it; absent or unreadable becomes Go's zero time. */
export function timeOrZero(text: string | null | undefined): EpochMs {
  const time = text ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? ZERO_TIME : time;
}
