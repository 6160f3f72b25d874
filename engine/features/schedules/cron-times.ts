// engine/features/schedules/: which window of a schedule is active, until when, and the bounds that follow from it.

import { Cron } from "croner";

import { type EpochMs, err, ok, type Result } from "../../model/values/result.ts";
import { onClock } from "../../model/values/time-zone.ts";

/** The times of a cron expression in a time zone. null: there is none within 400 years. */
export interface CronTimes {
  readonly firstAfter: (time: EpochMs) => EpochMs | null;
  readonly lastUpTo: (time: EpochMs) => EpochMs | null;
}

/** Two for each of 20,000 windows. Each takes some hundred bytes. */
const mostParsed = 40_000;

/**
 * Remembers the results of a pure function for a limited number of arguments. While it is full of results that
 * are in use, it calls the function for the other arguments: with more arguments than places, those that have a
 * place keep it. To drop the oldest result in favor of each new one would drop each before its next use.
 */
export function memo<Value>(most: number, make: (key: string) => Value): (key: string) => Value {
  /** In the order of their latest use, which is numbered. */
  const kept = new Map<string, { readonly value: Value; readonly usedAt: number }>();
  let lookups = 0;
  /** If there is none, drops the result that was not used for the longest time, if that is long. */
  const hasPlace = (): boolean => {
    if (kept.size < most) return true;
    const [oldest] = kept;
    if (!oldest) return false;
    const [key, { usedAt }] = oldest;
    return lookups - usedAt > 4 * most && kept.delete(key);
  };
  return key => {
    lookups += 1;
    const known = kept.get(key);
    if (known) kept.delete(key);
    const value = known ? known.value : make(key);
    if (known || hasPlace()) kept.set(key, { value, usedAt: lookups });
    return value;
  };
}

/** By time zone and expression. */
const parsed = memo(mostParsed, key => {
  const [timeZone = "", expression = ""] = key.split("\t");
  return read(expression, timeZone);
});

/**
 * Parses an expression: a pure function, which remembers its results, because many objects have the
 * same expressions.
 *
 * A time that the clocks skip comes as soon as they are past it, and a time that they repeat comes
 * once, at its first occurrence. Only an expression with `*` or a step as its minute or hour comes
 * in neither or both.
 *
 * Errors  what is wrong, in the words of the library; the time zone has to exist.
 */
export function parseCron(expression: string, timeZone: string): Result<CronTimes, string> {
  return parsed(`${timeZone}\t${expression}`);
}

function read(expression: string, timeZone: string): Result<CronTimes, string> {
  // Without a function to call, the library starts no timer and only calculates. Five fields, from minute to day of
  // the week.
  const options = { timezone: timeZone, mode: "5-part", fixedTimeRule: "no-wildcard" } as const;
  const parse = (): Cron => new Cron(expression, options);
  try {
    return ok(timesOf(parse, parse()));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return err(message.replace(/^CronPattern: (\w)/, (_, first: string) => first.toLowerCase()));
  }
}

/** A time, and the next time of an expression. Before it, `last` is the latest time; undefined: not looked for yet. */
interface Gap {
  readonly from: EpochMs;
  readonly to: EpochMs | null;
  last?: EpochMs | null;
}

/** The present, and the times at which windows begin and end next. */
const mostGaps = 8;

/**
 * A parsed expression takes kilobytes and is needed only when the present leaves the known times, so it is parsed
 * again then.
 */
export function timesOf(parse: () => Cron, parsed?: Cron): CronTimes {
  let first = parsed;
  let gaps: readonly Gap[] = [];
  const gapAt = (time: EpochMs): Gap => {
    const known = gaps.find(
      ({ from, last, to }) => (last ?? from) <= time && time < (to ?? Infinity),
    );
    if (known) return known;
    const to = (first ?? parse()).nextRun(new Date(time))?.getTime() ?? null;
    first = undefined;
    // A time that never comes has never come, and to search the past for it takes ten times as long.
    const gap: Gap = to === null ? { from: -Infinity, to, last: null } : { from: time, to };
    if (gaps.some(each => each.to === time)) gap.last = time;
    gaps = [gap, ...gaps.slice(0, mostGaps - 1)];
    return gap;
  };
  const lastUpTo = (time: EpochMs): EpochMs | null => {
    const gap = gapAt(time);
    if (gap.last === undefined) gap.last = lastOf(parse(), gap.from);
    return gap.last;
  };
  return { firstAfter: time => gapAt(time).to, lastUpTo };
}

/** The library looks strictly before the given millisecond. */
const lastOf = (cron: Cron, time: EpochMs): EpochMs | null =>
  cron
    .previousRuns(1, new Date(time + 1))
    .at(0)
    ?.getTime() ?? null;

/** The latest time of an expression on a clock without daylight saving, when the clocks of the zone show `at`. */
export function latestOnClock(expression: string, timeZone: string, at: EpochMs): EpochMs | null {
  const times = parseCron(expression, "Etc/UTC");
  return times.ok ? times.value.lastUpTo(onClock(timeZone, at)) : null;
}
