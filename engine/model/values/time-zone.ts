import type { EpochMs } from "./result.ts";

const formats = new Map<string, Intl.DateTimeFormat>();
/** There are some hundreds of zones, and a name may be written in many ways. */
const mostFormats = 1_000;

/** What formats times of a zone; null: the runtime knows no such zone. */
function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  const known = formats.get(timeZone);
  if (known) return known;
  try {
    // The format of this language is that of ISO 8601.
    const style = { timeZone, dateStyle: "short", timeStyle: "short" } as const;
    const format = new Intl.DateTimeFormat("sv", style);
    if (formats.size >= mostFormats) formats.clear();
    formats.set(timeZone, format);
    return format;
  } catch {
    return null;
  }
}

/** Whether this is the name of a time zone that the runtime knows. */
export const isTimeZone = (name: string): boolean => formatOf(name) !== null;

/** The name that the runtime gives a zone, however it is written; null: there is no such zone. */
export const timeZoneName = (name: string): string | null =>
  formatOf(name)?.resolvedOptions().timeZone ?? null;

/** What the clocks of a zone show, to the minute, as if it were UTC; NaN: there is no such zone. */
export const onClock = (timeZone: string, time: EpochMs): EpochMs =>
  Date.parse(`${formatOf(timeZone)?.format(time).replace(" ", "T")}Z`);
