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
const longest = 64;
/** A double holds this many digits exactly. */
const MOST_DIGITS = 15;

/** A meta/v1 Duration ("30s", "1m0.5s") in milliseconds; null if the text is not a duration. */
export function durationMs(text: string): number | null {
  if (text === "0") return 0;
  if (text.length > longest) return null;
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
