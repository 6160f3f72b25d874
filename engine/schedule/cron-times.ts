// engine/schedule/: which window of a schedule is active, until when, and the bounds that follow from it.
// engine/pipeline/, engine/validate/, engine/status/ and cli/ import it.

import { Cron } from "croner";

import type { EpochMs } from "../result.ts";
import { err, ok, type Result } from "../result.ts";

/** The times of a cron expression in a time zone. Milliseconds since 1970; null: there is none within 400 years. */
export interface CronTimes {
  readonly firstAfter: (time: EpochMs) => EpochMs | null;
  readonly lastUpTo: (time: EpochMs) => EpochMs | null;
}

/**
 * Parses an expression, and starts nothing: without a function, the library only calculates.
 *
 * A time that the clocks skip comes as soon as they are past it, and a time that they repeat comes
 * once, at its first occurrence. Only an expression with `*` or a step as its minute or hour comes
 * in neither or both.
 *
 * Errors  what is wrong, in the words of the library; the time zone has to exist.
 */
export function parseCron(expression: string, timeZone: string): Result<CronTimes, string> {
  try {
    const cron = new Cron(expression, { timezone: timeZone, mode, fixedTimeRule: "no-wildcard" });
    return ok({
      firstAfter: time => cron.nextRun(new Date(time))?.getTime() ?? null,
      // The library looks strictly before the given millisecond.
      lastUpTo: time =>
        cron
          .previousRuns(1, new Date(time + 1))
          .at(0)
          ?.getTime() ?? null,
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return err(message.replace(/^CronPattern: (\w)/, (_, first: string) => first.toLowerCase()));
  }
}

/** Five fields, from minute to day of the week. */
const mode = "5-part";

/** Whether this is the name of a time zone that the runtime knows. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
