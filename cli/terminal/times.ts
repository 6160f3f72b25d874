import type { EpochMs } from "../../engine/model/values/result.ts";

export const units = [
  { seconds: 86_400, long: "day", short: "d" },
  { seconds: 3_600, long: "hour", short: "h" },
  { seconds: 60, long: "minute", short: "m" },
  { seconds: 1, long: "second", short: "s" },
] as const;

/** A duration such as 500ms, 15s or 28d in milliseconds; null: the text is none. Without a unit, it is in seconds. */
export function durationMs(text: string): number | null {
  const [, amount, unit = "s"] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/.exec(text.trim()) ?? [];
  if (amount === undefined) return null;
  const known = units.find(({ short }) => short === unit);
  return Number(amount) * (known ? 1000 * known.seconds : 1);
}

/** The largest unit with a count of at least two, so that 90 seconds do not become a minute. */
function inUnits(milliseconds: number) {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const unit = units.find(({ seconds: size }) => seconds >= 2 * size) ?? units[3];
  return { ...unit, count: Math.floor(seconds / unit.seconds) };
}

/** "5m", as in a column of kubectl. */
export function shortAge(time: EpochMs, now: EpochMs): string {
  const { count, short } = inUnits(now - time);
  return `${count}${short}`;
}

/** "5 minutes ago", "in 5 minutes". */
export function relativeTime(time: EpochMs, now: EpochMs): string {
  const span = Math.abs(now - time);
  if (inUnits(span).count === 0) return "now";
  const amount = spanText(span);
  return time > now ? `in ${amount}` : `${amount} ago`;
}

/** "90 seconds", "38 hours" */
export function spanText(milliseconds: number): string {
  const { count, long } = inUnits(milliseconds);
  return `${count} ${long}${count === 1 ? "" : "s"}`;
}

/** "2026-01-02 03:04:05Z" */
export const absoluteTime = (time: EpochMs): string =>
  new Date(time).toISOString().replace("T", " ").replace(/\.\d+/, "");

/** RFC 3339 in UTC; null: the text is no time. */
export function rfc3339(text = ""): string | null {
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
