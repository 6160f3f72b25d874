import { describe, expect, it } from "vitest";

import { bucketAt, bucketMs } from "./load-record.ts";
import { wallClock } from "./wall-clock.ts";

const bucket = (text: string): number => bucketAt(Date.parse(text));

function before(timeZone: string, text: string, weeks: number): readonly string[] {
  const clock = wallClock(timeZone);
  if (!clock.ok) throw new Error(clock.error);
  return clock.value
    .weeksBefore(bucket(text), weeks)
    .map(each => new Date(each * bucketMs).toISOString().slice(0, 16));
}

describe("the same time on the clock, weeks before", () => {
  // prettier-ignore
  it.each([
    { shows: "without a change of the clocks", zone: "Etc/UTC",       at: "2026-03-09T08:00Z", weeks: 1, want: ["2026-03-02T08:00"] },
    { shows: "after the clocks went forward",  zone: "Europe/Berlin", at: "2026-03-30T06:00Z", weeks: 1, want: ["2026-03-23T07:00"] },
    { shows: "weeks after that",               zone: "Europe/Berlin", at: "2026-04-13T06:00Z", weeks: 1, want: ["2026-04-06T06:00"] },
    { shows: "after the clocks went back",     zone: "Europe/Berlin", at: "2026-10-26T07:00Z", weeks: 1, want: ["2026-10-19T06:00"] },
    { shows: "at a time that was skipped",     zone: "Europe/Berlin", at: "2026-04-05T00:30Z", weeks: 1, want: [] },
    { shows: "at a time that came twice",      zone: "Europe/Berlin", at: "2026-11-01T01:30Z", weeks: 1, want: ["2026-10-25T00:30", "2026-10-25T01:30"] },
    { shows: "just before a change",           zone: "Europe/Berlin", at: "2026-04-04T22:30Z", weeks: 1, want: ["2026-03-28T23:30"] },
    { shows: "in a zone with half hours",      zone: "Asia/Kolkata",  at: "2026-03-09T08:05Z", weeks: 2, want: ["2026-02-23T08:05"] },
    { shows: "with a change of half an hour",  zone: "Australia/Lord_Howe", at: "2026-04-06T00:00Z", weeks: 1, want: ["2026-03-29T23:30"] },
  ])("$shows", ({ zone, at, weeks, want }) => {
    expect([...before(zone, at, weeks)].toSorted()).toEqual(want);
  });

  it("is shared by all spellings of a zone", () => {
    const clocks = ["Europe/Berlin", "EUROPE/berlin"].map(name => wallClock(name));
    expect(clocks[0]?.ok && clocks[1]?.ok && clocks[0].value === clocks[1].value).toBe(true);
  });

  // prettier-ignore
  it.each(["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Antarctica/Troll", "Asia/Kolkata", "America/Sao_Paulo"])("finds all buckets that a search finds, in %s", zone => {
    const clock = wallClock(zone);
    if (!clock.ok) throw new Error(clock.error);
    const { value } = clock;
    for (let at = bucket("2026-02-20T00:00Z"); at < bucket("2026-11-20T00:00Z"); at += 7) {
      const local = value.localAt(at * bucketMs) - 7 * 86_400_000;
      const all = [];
      for (let by = -36; by <= 36; by += 1) {
        const each = at - 2_016 + by;
        if (value.localAt(each * bucketMs) === local) all.push(each);
      }
      expect([...value.weeksBefore(at, 1)].toSorted((a, b) => a - b)).toEqual(all);
    }
  });

  it("needs a time zone that exists", () => {
    expect(wallClock("Europe/Berlim")).toEqual({
      ok: false,
      error: "there is no time zone Europe/Berlim",
    });
  });
});
