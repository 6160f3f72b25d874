import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { runs } from "../../testing/runs.ts";
import { calculated, type Segment, segmentAt } from "./segment.ts";
import { isActive, windowOf, type WindowTimes } from "./window.ts";

const utc = (start: string, end: string): WindowTimes => ({ timeZone: "Etc/UTC", start, end });
const office = utc("0 8 * * 1-5", "0 20 * * 1-5");
const lunch = utc("0 12 * * *", "0 14 * * *");
const evening = utc("0 20 * * *", "0 22 * * *");

const iso = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString().slice(0, 16);
const shown = ({ active, until, next, nextAt }: Segment) => [active, iso(until), next, iso(nextAt)];
const at = (text: string): number => Date.parse(`${text}:00Z`);

// prettier-ignore
const cases: readonly { shows: string; list: readonly WindowTimes[]; now: string; says: (number | string | null)[] }[] = [
  { shows: "no window is active",              list: [office],          now: "2026-11-26T07:00", says: [null, "2026-11-26T08:00", 0, "2026-11-26T08:00"] },
  { shows: "one is, and comes again",          list: [office],          now: "2026-11-26T08:00", says: [0, "2026-11-26T20:00", 0, "2026-11-27T08:00"] },
  { shows: "an earlier one overlaps",          list: [lunch, office],   now: "2026-11-26T12:00", says: [0, "2026-11-26T14:00", 1, "2026-11-26T14:00"] },
  { shows: "an earlier one is about to begin", list: [lunch, office],   now: "2026-11-26T09:00", says: [1, "2026-11-26T12:00", 0, "2026-11-26T12:00"] },
  { shows: "a later one begins meanwhile",     list: [office, lunch],   now: "2026-11-26T09:00", says: [0, "2026-11-26T20:00", 0, "2026-11-27T08:00"] },
  { shows: "a later one alone on a weekend",   list: [office, lunch],   now: "2026-11-28T13:00", says: [1, "2026-11-28T14:00", 1, "2026-11-29T12:00"] },
  { shows: "two follow each other",            list: [office, evening], now: "2026-11-26T10:00", says: [0, "2026-11-26T20:00", 1, "2026-11-26T20:00"] },
  { shows: "the moment between them",          list: [office, evening], now: "2026-11-26T20:00", says: [1, "2026-11-26T22:00", 0, "2026-11-27T08:00"] },
];

describe("a segment", () => {
  it.each(cases)("where $shows", ({ list, now, says }) => {
    expect(shown(calculated(list, at(now)))).toEqual(says);
    expect(shown(segmentAt(list, at(now)))).toEqual(says);
  });

  it("holds until its end, and is calculated again when the clock is set back", () => {
    const list = [office];
    const first = segmentAt(list, at("2026-11-26T09:00"));
    expect(segmentAt(list, at("2026-11-26T19:59"))).toBe(first);
    expect(segmentAt(list, at("2026-11-26T20:00"))).not.toBe(first);
    expect(segmentAt(list, at("2026-11-26T09:00"))).toEqual(first);
  });
});

const field = (least: number, most: number) =>
  fc.oneof(
    fc.constant("*"),
    fc.integer({ min: least, max: most }).map(String),
    fc
      .tuple(fc.integer({ min: least, max: most }), fc.integer({ min: least, max: most }))
      .map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
  );
const cron = fc
  .tuple(field(0, 59), field(0, 23), fc.constant("*"), fc.constant("*"), field(0, 6))
  .map(fields => fields.join(" "));
const window = fc.record({
  timeZone: fc.constantFrom("Europe/Berlin", "Australia/Sydney", "America/New_York", "Etc/UTC"),
  start: cron,
  end: cron,
});
/** Around the changes of the clocks, too. */
const moment = fc
  .tuple(
    fc.constantFrom(
      "2026-03-28",
      "2026-10-24",
      "2026-04-03",
      "2026-10-02",
      "2026-12-31",
      "2028-02-28",
    ),
    fc.integer({ min: 0, max: 3 * 86_400 }),
  )
  .map(([day, seconds]) => Date.parse(`${day}T00:00:00Z`) + seconds * 1000);

describe("segments of any windows", () => {
  it("hold up to their ends, and the next window is in force when it is announced", () => {
    const property = fc.property(
      fc.array(window, { minLength: 1, maxLength: 3 }),
      moment,
      (list, now) => {
        const { active, until, next, nextAt } = calculated(list, now);
        const winnerAt = (time: number): number | null => {
          const index = list.findIndex(times => isActive(windowOf(times), time));
          return index === -1 ? null : index;
        };
        expect(winnerAt(now)).toBe(active);
        if (until === null || nextAt === null) return;
        expect(until).toBeGreaterThan(now);
        for (const share of [0.25, 0.5, 0.75]) {
          expect(winnerAt(Math.floor(now + (until - now) * share))).toBe(active);
        }
        expect(winnerAt(until - 1)).toBe(active);
        if (winnerAt(until) !== active) expect(winnerAt(nextAt)).toBe(next);
      },
    );
    fc.assert(property, runs(100));
  });
});
