import type { FieldError } from "../field-error.ts";
import { err, ok, type EpochMs, type Result } from "../result.ts";
import { shortText } from "../short-text.ts";
import { timestamp } from "../timestamp.ts";

const local = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?$/;
const zone = /(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;
const HOUR_MS = 3_600_000;

/** A time in RFC 3339, as Kubernetes writes it, with a zone. `now` is for the example in the remedy. */
export function readTime(
  value: unknown,
  now: EpochMs,
): Result<EpochMs, Pick<FieldError, "code" | "message" | "remedy">> {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const shown = JSON.stringify(shortText(text, 64));
  if (local.test(text) && isDate(text)) {
    const remedy = `append the zone: ${shortText(text, 64)}Z for UTC, or an offset such as +02:00`;
    return err({ code: "NoZone", message: `${shown} has no time zone`, remedy });
  }
  const zoned = zone.exec(text);
  if (zoned && local.test(text.slice(0, zoned.index)) && isDate(text)) return ok(Date.parse(text));
  const remedy = `write date, time and zone: ${timestamp(now + 2 * HOUR_MS)} is in two hours`;
  return err({ code: "NotATime", message: `${shown} is not an RFC 3339 time`, remedy });
}

/** Whether the calendar has this day: `Date.parse` takes February 30 as March 2. */
function isDate(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split("-").map(Number);
  const at = new Date(Date.UTC(year, month - 1, day));
  return year >= 1970 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
}
