import { describe, expect, it } from "vitest";

import { changesAt, isActive, windowOf, type WindowTimes } from "./window.ts";

const berlin = (start: string, end: string): WindowTimes => ({
  ...{ timeZone: "Europe/Berlin", start, end },
});
const sydney = (start: string, end: string): WindowTimes => ({
  ...{ timeZone: "Australia/Sydney", start, end },
});
const utc = (start: string, end: string): WindowTimes => ({ timeZone: "Etc/UTC", start, end });

const iso = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString().replace(":00.000Z", "Z");

const office = berlin("0 8 * * 1-5", "0 20 * * 1-5");
const night = berlin("0 22 * * *", "0 6 * * *");
const leapDay = utc("0 0 29 2 *", "0 0 1 3 *");
const monthEnd = utc("0 0 L * *", "0 0 1 * *");
const lastFriday = utc("0 9 * * 5#L", "0 17 * * 5#L");
const early = berlin("0 2 * * *", "30 2 * * *");
const earlyOff = berlin("30 2 * * *", "0 2 * * *");
const lateNight = berlin("30 2 * * *", "30 3 * * *");
const halfHours = berlin("0 * * * *", "30 * * * *");
const early2 = sydney("0 2 * * *", "30 2 * * *");
const lateNight2 = sydney("30 2 * * *", "30 3 * * *");
const twice = utc("0 8,12 * * *", "0 12,20 * * *");
const endAtStart = utc("0 8 * * *", "0 8,20 * * *");
const manyStarts = utc("0 8-10 * * *", "0 20 * * *");

/** Times in UTC. until: the next change. */
// prettier-ignore
const cases: readonly { shows: string; window: WindowTimes; at: string; active: boolean; until: string | null }[] = [
  { shows: "the moment of a start",                 window: office,     at: "2026-11-26T07:00:00Z",     active: true,  until: "2026-11-26T19:00Z" },
  { shows: "the last millisecond before it",        window: office,     at: "2026-11-26T06:59:59.999Z", active: false, until: "2026-11-26T07:00Z" },
  { shows: "the moment of an end",                  window: office,     at: "2026-11-26T19:00:00Z",     active: false, until: "2026-11-27T07:00Z" },
  { shows: "a weekend after a Friday's end",        window: office,     at: "2026-11-27T19:00:00Z",     active: false, until: "2026-11-30T07:00Z" },
  { shows: "a night before midnight",               window: night,      at: "2026-11-26T22:30:00Z",     active: true,  until: "2026-11-27T05:00Z" },
  { shows: "a night after midnight",                window: night,      at: "2026-11-27T01:00:00Z",     active: true,  until: "2026-11-27T05:00Z" },
  { shows: "a night over the turn of the year",     window: night,      at: "2026-12-31T23:30:00Z",     active: true,  until: "2027-01-01T05:00Z" },
  { shows: "the leap day",                          window: leapDay,    at: "2028-02-29T12:00:00Z",     active: true,  until: "2028-03-01T00:00Z" },
  { shows: "the day after February in other years", window: leapDay,    at: "2026-03-01T00:00:00Z",     active: false, until: "2028-02-29T00:00Z" },
  { shows: "a century without a leap day",          window: leapDay,    at: "2096-03-01T00:00:00Z",     active: false, until: "2104-02-29T00:00Z" },
  { shows: "the last day of February",              window: monthEnd,   at: "2027-02-28T00:00:00Z",     active: true,  until: "2027-03-01T00:00Z" },
  { shows: "the last day of a leap year's February", window: monthEnd,  at: "2028-02-28T23:59:00Z",     active: false, until: "2028-02-29T00:00Z" },
  { shows: "the last Friday of a month",            window: lastFriday, at: "2026-11-27T10:00:00Z",     active: true,  until: "2026-11-27T17:00Z" },
  { shows: "two starts before an end",              window: manyStarts, at: "2026-11-26T08:30:00Z",     active: true,  until: "2026-11-26T20:00Z" },
  { shows: "an end and a start at once",            window: twice,      at: "2026-11-26T12:00:00Z",     active: true,  until: "2026-11-26T20:00Z" },
  { shows: "an end at its start and a later one",   window: endAtStart, at: "2026-11-26T08:00:00Z",     active: true,  until: "2026-11-26T20:00Z" },
  { shows: "the change beyond an end and a start",  window: twice,      at: "2026-11-26T11:00:00Z",     active: true,  until: "2026-11-26T20:00Z" },

  { shows: "Berlin: a start in the skipped hour comes after it",      window: lateNight, at: "2026-03-29T01:00:00Z", active: true,  until: "2026-03-29T01:30Z" },
  { shows: "Berlin: a window in the skipped hour does not come",      window: early,     at: "2026-03-29T01:10:00Z", active: false, until: "2026-03-30T00:00Z" },
  { shows: "Berlin: nor does a gap between two windows",              window: earlyOff,  at: "2026-03-29T01:10:00Z", active: true,  until: "2026-03-30T00:00Z" },
  { shows: "Berlin: an interval skips it, too",                       window: halfHours, at: "2026-03-29T01:10:00Z", active: true,  until: "2026-03-29T01:30Z" },
  { shows: "Berlin: the first of two hours",                          window: early,     at: "2026-10-25T00:10:00Z", active: true,  until: "2026-10-25T00:30Z" },
  { shows: "Berlin: the second of them is not a window again",        window: early,     at: "2026-10-25T01:10:00Z", active: false, until: "2026-10-26T01:00Z" },
  { shows: "Berlin: a window that ends after them is an hour longer", window: lateNight, at: "2026-10-25T01:40:00Z", active: true,  until: "2026-10-25T02:30Z" },
  { shows: "Berlin: an interval has both hours, the first",           window: halfHours, at: "2026-10-25T00:40:00Z", active: false, until: "2026-10-25T01:00Z" },
  { shows: "Berlin: an interval has both hours, the second",          window: halfHours, at: "2026-10-25T01:10:00Z", active: true,  until: "2026-10-25T01:30Z" },
  { shows: "Berlin: office hours in winter after the change",         window: office,    at: "2026-10-26T06:30:00Z", active: false, until: "2026-10-26T07:00Z" },
  { shows: "Berlin: office hours in summer after the change",         window: office,    at: "2026-03-30T06:00:00Z", active: true,  until: "2026-03-30T18:00Z" },

  { shows: "Sydney: a start in the skipped hour comes after it",      window: lateNight2, at: "2026-10-03T16:00:00Z", active: true,  until: "2026-10-03T16:30Z" },
  { shows: "Sydney: a window in the skipped hour does not come",      window: early2,     at: "2026-10-03T16:10:00Z", active: false, until: "2026-10-04T15:00Z" },
  { shows: "Sydney: the first of two hours",                          window: early2,     at: "2026-04-04T15:10:00Z", active: true,  until: "2026-04-04T15:30Z" },
  { shows: "Sydney: the second of them is not a window again",        window: early2,     at: "2026-04-04T16:10:00Z", active: false, until: "2026-04-05T16:00Z" },
];

describe("a window", () => {
  it.each(cases)(
    "$shows: active at $at: $active, until $until",
    ({ window, at, active, until }) => {
      const opened = windowOf(window);
      const now = Date.parse(at);
      expect(isActive(opened, now)).toBe(active);
      expect(iso(changesAt(opened, now, active))).toBe(until);
    },
  );

  it("that ends only when it begins never ends, and is only looked at again", () => {
    const opened = windowOf(utc("0 8 * * *", "00 8 * * *"));
    const now = Date.parse("2026-11-26T07:00:00Z");
    expect(isActive(opened, now)).toBe(true);
    expect(changesAt(opened, now, true)).toBeGreaterThan(now);
  });

  it.each([
    { shows: "an unreadable start", window: utc("60 8 * * *", "0 9 * * *"), says: "start 60 8" },
    { shows: "an unreadable end", window: utc("0 8 * * *", "0 25 * * *"), says: "end 0 25" },
  ])("of $shows is a defect of validation", ({ window, says }) => {
    expect(() => windowOf(window)).toThrow(says);
  });
});
