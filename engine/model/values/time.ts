import type { EpochMs } from "./result.ts";

/** Go's zero time, which upstream reads for an absent time. */
export const ZERO_TIME: EpochMs = Date.parse("0001-01-01T00:00:00Z");

/** Far more than RFC 3339 needs. */
const longest = 64;

/** An RFC 3339 time as the API server writes it; absent or unreadable becomes Go's zero time. */
export function timeOrZero(text: string | null | undefined): EpochMs {
  if (!text || text.length > longest) return ZERO_TIME;
  return timeOrNull(text) ?? ZERO_TIME;
}

export function timeOrNull(text: string | null | undefined): EpochMs | null {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) ? null : time;
}

/** RFC 3339 in whole seconds, as Kubernetes writes times. */
export const timestamp = (time: EpochMs): string =>
  new Date(time).toISOString().replace(/\.\d+Z$/, "Z");

/** The earliest time at which something may change by itself; null: never. */
export function earliest(times: readonly (EpochMs | null)[]): EpochMs | null {
  const known = times.filter(time => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** The units of Go durations in milliseconds. */
const UNITS: Readonly<Record<string, number>> = {
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
  us: 1e-3,
  µs: 1e-3,
  ns: 1e-6,
};

/** Sticky, and without two ways to read the same digits: the time that it takes is linear. */
const PART = /(\d+(?:\.\d*)?|\.\d+)(h|ms|us|µs|ns|m|s)/gy;
/** Of a duration that Go writes, with room for more digits than it has. */
const longestDuration = 64;

/** A meta/v1 Duration ("30s", "1m0.5s") in milliseconds; null if the text is not a duration. */
export function durationMs(text: string): number | null {
  if (text === "0") return 0;
  if (text.length > longestDuration) return null;
  const parts = [...text.matchAll(PART)];
  const length = parts.reduce((sum, [part]) => sum + part.length, 0);
  if (parts.length === 0 || length !== text.length) return null;
  return parts.reduce(
    (sum, [, amount = "", unit = ""]) => sum + Number(amount) * (UNITS[unit] ?? NaN),
    0,
  );
}
