import type { EpochMs } from "../result.ts";

/** What upstream reads where a time is absent: Go's zero time, long before anything. */
export const ZERO_TIME: EpochMs = Date.parse("0001-01-01T00:00:00Z");

/** An RFC 3339 time, as the API server writes it; absent or unreadable is Go's zero time. */
export function timeOrZero(text: string | null | undefined): EpochMs {
  const time = text ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? ZERO_TIME : time;
}
