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

/** The form in which metrics APIs write windows. */
const SECONDS = /^\d+(\.\d+)?s$/;
const PART = /(\d+\.?\d*|\.\d+)(h|ms|us|µs|ns|m|s)/g;

/** A meta/v1 Duration ("30s", "1m0.5s") in milliseconds; null if the text is not a duration. */
export function durationMs(text: string): number | null {
  if (text === "0") return 0;
  if (SECONDS.test(text)) return Number(text.slice(0, -1)) * 1000;
  const parts = [...text.matchAll(PART)];
  const length = parts.reduce((sum, [part]) => sum + part.length, 0);
  if (parts.length === 0 || length !== text.length) return null;
  return parts.reduce(
    (sum, [, amount = "", unit = ""]) => sum + Number(amount) * (UNITS[unit] ?? NaN),
    0,
  );
}
