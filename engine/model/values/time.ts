import type { EpochMs } from "./result.ts";

/** Go's zero time, which upstream reads for an absent time. */
export const ZERO_TIME: EpochMs = Date.parse("0001-01-01T00:00:00Z");

/** Far more than RFC 3339 needs. */
const longest = 64;

/** An RFC 3339 time as the API server writes it; absent or unreadable becomes Go's zero time. */
export function timeOrZero(text: string | null | undefined): EpochMs {
  if (!text || text.length > longest) return ZERO_TIME;
  return commonTime(text) ?? timeOrNull(text) ?? ZERO_TIME;
}

export function timeOrNull(text: string | null | undefined): EpochMs | null {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) ? null : time;
}

const FORM = "2006-01-02T15:04:05Z";

/**
 * A much faster `Date.parse` for whole seconds of UTC, the form of meta/v1 Time; null: use
 * `Date.parse`. Every pod that starts has its time compared with that of its sample.
 */
export function commonTime(text: string): EpochMs | null {
  if (text.length !== FORM.length || !hasMarks(text)) return null;
  const year = 100 * twoDigits(text, 0) + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const second = twoDigits(text, 17);
  const isDate = year >= 1970 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
  if (!isDate || !(hour < 24 && minute < 60 && second < 60)) return null;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const [DASH, T, COLON, Z] = [45, 84, 58, 90];

const hasMarks = (text: string): boolean =>
  text.charCodeAt(4) === DASH &&
  text.charCodeAt(7) === DASH &&
  text.charCodeAt(10) === T &&
  text.charCodeAt(13) === COLON &&
  text.charCodeAt(16) === COLON &&
  text.charCodeAt(19) === Z;

/** NaN: not digits. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : NaN;
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
/** A double holds this many digits exactly. */
const MOST_DIGITS = 15;

/** A meta/v1 Duration ("30s", "1m0.5s") in milliseconds; null if the text is not a duration. */
export function durationMs(text: string): number | null {
  if (text === "0") return 0;
  if (text.length > longestDuration) return null;
  const seconds = commonSeconds(text);
  if (seconds !== null) return seconds * 1000;
  const parts = [...text.matchAll(PART)];
  const length = parts.reduce((sum, [part]) => sum + part.length, 0);
  if (parts.length === 0 || length !== text.length) return null;
  return parts.reduce(
    (sum, [, amount = "", unit = ""]) => sum + Number(amount) * (UNITS[unit] ?? NaN),
    0,
  );
}

/** A much faster way for "30s" and "17.52s", the form in which metrics APIs write windows; null: another form. */
export function commonSeconds(text: string): number | null {
  const end = text.length - 1;
  if (text[end] !== "s" || end > MOST_DIGITS) return null;
  let digits = 0;
  let point = end;
  for (let at = 0; at < end; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit >= 0 && digit <= 9) digits = digits * 10 + digit;
    else if (text[at] === "." && point === end) point = at;
    else return null;
  }
  const places = Math.max(0, end - 1 - point);
  // Both numbers are exact, so the quotient is the double that `Number` would read.
  return point > 0 && point !== end - 1 ? digits / 10 ** places : null;
}
