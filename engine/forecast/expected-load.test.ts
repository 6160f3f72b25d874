import { describe, expect, it } from "vitest";

import { LoadForecast } from "./expected-load.ts";
import { bucketsOfDay, bucketsOfWeek, LoadRecord } from "./load-record.ts";
import { wallClock } from "./wall-clock.ts";

const utc = wallClock("Etc/UTC");
if (!utc.ok) throw new Error(utc.error);
const clock = utc.value;

/** Monday 2026-01-05, 00:00. */
const monday = Date.parse("2026-01-05T00:00:00Z") / 300_000;
const eight = 96;

/** Ten, and a hundred from 8 to 18 on working days, times what `change` says of a bucket. */
function officeLoad(weeks: number, change: (day: number, hour: number) => number = () => 1) {
  const record = new LoadRecord();
  for (let index = 0; index < weeks * bucketsOfWeek; index += 1) {
    const [day, hour] = [Math.floor(index / bucketsOfDay), (index % bucketsOfDay) / 12];
    const usual = day % 7 < 5 && hour >= 8 && hour < 18 ? 100 : 10;
    record.add(monday + index, usual * change(day, hour));
  }
  return record;
}

/** At a bucket of the Monday after the record, which goes on as before until then. */
function expectedAt(record: LoadRecord, weeks: number, at: number, today = 1) {
  const first = monday + weeks * bucketsOfWeek;
  for (let bucket = first; bucket < first + at; bucket += 1) {
    record.add(bucket, (bucket - first >= eight ? 100 : 10) * today);
  }
  return new LoadForecast(record, clock).at(first + at, 3);
}

describe("the expected load", () => {
  // prettier-ignore
  it.each([
    { shows: "is the rise that comes within the lead",  record: officeLoad(3), at: eight - 1, load: 100 },
    { shows: "is the load of the night before that",    record: officeLoad(3), at: eight - 24, load: 10 },
    { shows: "is the load of the day once it has come", record: officeLoad(3), at: eight + 12, load: 100 },
    { shows: "follows a day at half the usual load",    record: officeLoad(3, day => (day === 20 ? 0.5 : 1)), today: 0.5, at: eight - 1, load: 50 },
    { shows: "is a median: one odd week changes nothing", record: officeLoad(4, day => (Math.floor(day / 7) === 1 ? 3 : 1)), at: eight - 1, load: 100 },
    { shows: "is no rise after the usual time of a rise that did not come", record: officeLoad(3), at: eight + 12, holiday: true, load: 10 },
  ])("$shows", ({ record, at, load, today = 1, ...rest }) => {
    const weeks = record.end === null ? 0 : (record.end - monday) / bucketsOfWeek;
    const first = monday + weeks * bucketsOfWeek;
    const isHoliday = "holiday" in rest;
    if (isHoliday) for (let bucket = first; bucket < first + at; bucket += 1) record.add(bucket, 10);
    const expected = isHoliday
      ? new LoadForecast(record, clock).at(first + at, 3)
      : expectedAt(record, weeks, at, today);
    expect(Math.abs((expected?.load ?? NaN) / load - 1)).toBeLessThan(0.06);
  });

  // prettier-ignore
  it.each([
    { shows: "one week",                 record: officeLoad(1), weeks: 1 },
    { shows: "a gap in the last ten minutes", record: officeLoad(3), weeks: 3, gap: true },
    { shows: "a load that is always zero", record: officeLoad(3, () => 0), weeks: 3, today: 0 },
  ])("is unknown after $shows", ({ record, weeks, today = 1, gap = false }) => {
    if (gap) {
      const first = monday + weeks * bucketsOfWeek;
      record.add(first + eight - 3, 10);
      expect(new LoadForecast(record, clock).at(first + eight, 3)).toBeNull();
    } else expect(expectedAt(record, weeks, eight - 1, today)).toBeNull();
  });

  it("is at most a quarter above the largest load", () => {
    const record = officeLoad(3, (day, hour) => (day === 14 && hour < 8 ? 0.01 : 1));
    const expected = expectedAt(record, 3, eight - 1, 1);
    expect(expected?.load).toBeLessThanOrEqual(1.25 * record.largest);
  });
});
