import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { runs } from "../../testing/runs.ts";
import { changesAt, isActive, windowOf, type WindowTimes } from "./window.ts";

const MINUTE = 60_000;
/** All boundaries, and all changes of these clocks, are at a quarter of an hour. */
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Zones that skip 1:00, 2:00, 3:00 or midnight, by an hour or by half of one. */
const zones = [
  ...["Europe/Berlin", "Europe/London", "America/New_York", "Africa/Cairo", "Asia/Beirut"],
  ...["Australia/Sydney", "Australia/Lord_Howe", "America/Santiago", "America/Havana"],
];

/** What the clocks of a zone show, as if it were a time in UTC. */
function clockOf(timeZone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat("sv", {
    ...{ timeZone, dateStyle: "short", timeStyle: "short" },
  });
  return time => Date.parse(`${format.format(time).replace(" ", "T")}Z`);
}

/** The minutes from 2026 to 2028 at which the clocks of a zone change. */
function clockChanges(timeZone: string): number[] {
  const clock = clockOf(timeZone);
  const changes: number[] = [];
  for (let hour = Date.UTC(2026, 0); hour < Date.UTC(2029, 0); hour += HOUR) {
    if (clock(hour + HOUR) - clock(hour) === HOUR) continue;
    let at = hour + MINUTE;
    while (clock(at) - clock(at - MINUTE) === MINUTE) at += MINUTE;
    changes.push(at);
  }
  return changes;
}

const changesOf = new Map(zones.map(zone => [zone, clockChanges(zone)]));

interface Boundary {
  readonly minute: number;
  readonly hour: number;
  /** null: daily. */
  readonly weekday: number | null;
}

const comesAt = ({ minute, hour, weekday }: Boundary, shown: number): boolean => {
  const date = new Date(shown);
  const isDay = weekday === null || date.getUTCDay() === weekday;
  return isDay && date.getUTCHours() === hour && date.getUTCMinutes() === minute;
};

const cronOf = ({ minute, hour, weekday }: Boundary): string =>
  `${minute} ${hour} * * ${weekday ?? "*"}`;

/**
 * Whether a window is active at each quarter of an hour, found by watching a clock: every time that it shows or
 * skips comes once, in the order of the clock; a start comes after an end of the same time.
 */
function watched(
  [start, end]: readonly [Boundary, Boundary],
  timeZone: string,
  [from, to]: readonly [number, number],
): Map<number, boolean> {
  const clock = clockOf(timeZone);
  const states = new Map<number, boolean>();
  let isOn = false;
  let latest = clock(from);
  for (let time = from; time <= to; time += QUARTER) {
    for (const shows = clock(time); latest < shows;) {
      latest += QUARTER;
      if (comesAt(end, latest)) isOn = false;
      if (comesAt(start, latest)) isOn = true;
    }
    states.set(time, isOn);
  }
  return states;
}

/** Times around those that the clocks skip or repeat. */
const scene = fc.constantFrom(...zones).chain(timeZone =>
  fc.constantFrom(...(changesOf.get(timeZone) ?? [])).chain(change => {
    const boundary = fc
      .tuple(fc.integer({ min: -6, max: 4 }), fc.constantFrom(null, 0, 1))
      .map(([quarters, days]): Boundary => {
        const date = new Date(clockOf(timeZone)(change) + quarters * QUARTER);
        const weekday = days === null ? null : (date.getUTCDay() + days) % 7;
        return { minute: date.getUTCMinutes(), hour: date.getUTCHours(), weekday };
      });
    const boundaries = fc.tuple(boundary, boundary);
    return fc.record({ timeZone: fc.constant(timeZone), change: fc.constant(change), boundaries });
  }),
);

describe("when the clocks change", () => {
  it("a window is active as on a clock", () => {
    const property = fc.property(scene, ({ timeZone, change, boundaries }) => {
      const [start, end] = boundaries.map(cronOf) as [string, string];
      const window = windowOf({ timeZone, start, end });
      const until = change + 2 * DAY;
      const states = watched(boundaries, timeZone, [change - 9 * DAY, until]);
      for (const quarters of [-8, -1, 0, 1, 4, 12, 100]) {
        const time = change + quarters * QUARTER;
        const isOn = states.get(time) ?? false;
        expect(isActive(window, time)).toBe(isOn);
        const changed = [...states].find(([later, state]) => later > time && state !== isOn)?.[0];
        const at = changesAt(window, time, isOn) ?? Infinity;
        if (changed === undefined) expect(at).toBeGreaterThan(until);
        else expect(at).toBe(changed);
      }
    });
    fc.assert(property, runs(300));
  });

  const utc = (text: string): number => Date.parse(`${text}:00Z`);
  const berlin = (start: string, end: string) => ({ timeZone: "Europe/Berlin", start, end });

  // prettier-ignore
  it.each<{ shows: string; window: WindowTimes; at: string; active: boolean; until: string }>([
    { shows: "Berlin: an end in the skipped hour, before a start",   window: berlin("0 3 * * SUN", "0 2 * * *"), at: "2026-03-29T10:00", active: true,  until: "2026-03-30T00:00" },
    { shows: "Berlin: a start in the skipped hour, before an end",   window: berlin("30 2 * * *", "0 3 * * SUN"), at: "2026-03-29T10:00", active: false, until: "2026-03-30T00:30" },
    { shows: "Berlin: a start that the clocks skip, at an end",      window: berlin("0 2 * * *", "0 3 * * *"),   at: "2026-03-29T01:00", active: false, until: "2026-03-30T00:00" },
    { shows: "New York: an end in the skipped hour, before a start", window: { timeZone: "America/New_York", start: "0 3 * * 0", end: "0 2 * * *" }, at: "2026-03-08T12:00", active: true, until: "2026-03-09T06:00" },
    { shows: "Cairo: an end at the skipped midnight, before a start", window: { timeZone: "Africa/Cairo", start: "0 1 * * FRI", end: "0 0 * * *" }, at: "2026-04-24T12:00", active: true, until: "2026-04-24T21:00" },
  ])("$shows: active: $active", ({ window, at, active, until }) => {
    const opened = windowOf(window);
    expect(isActive(opened, utc(at))).toBe(active);
    expect(changesAt(opened, utc(at), active)).toBe(utc(until));
  });
});
