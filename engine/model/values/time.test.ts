import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { runs } from "../../testing/runs.ts";
import { commonTime, timeOrZero, ZERO_TIME } from "./time.ts";

const DAY_MS = 86_400_000;
const textOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

describe("commonTime", () => {
  // 400 years are a whole cycle of the calendar.
  it("reads every day from 1970 to 2400 as Date.parse does", () => {
    const last = Date.UTC(2400, 11, 31);
    let wrong = 0;
    for (let day = 0; day <= last; day += DAY_MS) {
      if (commonTime(textOf(day + 86_399_000)) !== day + 86_399_000) wrong += 1;
    }
    expect(wrong).toBe(0);
  });

  it("returns what Date.parse returns, or null, for any text", () => {
    const digit = fc.integer({ min: 0, max: 19 });
    const property = fc.property(
      fc.date({ noInvalidDate: true, min: new Date(-(10 ** 12)), max: new Date(10 ** 13) }),
      fc.array(fc.tuple(digit, fc.constantFrom(...Array.from("0123569-:TZ .z"))), { maxLength: 2 }),
      (date, changes) => {
        const characters = Array.from(textOf(Number(date)));
        for (const [at, character] of changes) characters[at] = character;
        const text = characters.join("");
        expect([null, Date.parse(text)]).toContain(commonTime(text));
      },
    );
    fc.assert(property, runs(2000));
  });

  it.each([
    { shows: "a fraction of a second", text: "2026-11-24T10:00:00.5Z" },
    { shows: "another offset", text: "2026-11-24T10:00:00+01:00" },
    { shows: "a time before 1970", text: "1969-12-31T23:59:59Z" },
    { shows: "the end of a day as hour 24", text: "2026-11-24T24:00:00Z" },
    { shows: "a leap second", text: "2026-12-31T23:59:60Z" },
    { shows: "month 13", text: "2026-13-01T00:00:00Z" },
    { shows: "day 0", text: "2026-11-00T00:00:00Z" },
    { shows: "a letter", text: "2026-11-2xT00:00:00Z" },
    { shows: "a sign", text: "2026-11-+2T00:00:00Z" },
    { shows: "a space", text: "2026-11-24 10:00:00Z" },
  ])("does not read $shows", ({ text }) => {
    expect(commonTime(text)).toBeNull();
  });
});

it.each([
  { text: "2026-11-24T10:00:00Z", want: Date.UTC(2026, 10, 24, 10) },
  { text: "2026-11-24T10:00:00.250Z", want: Date.UTC(2026, 10, 24, 10, 0, 0, 250) },
  { text: "2026-11-24T10:00:00+01:00", want: Date.UTC(2026, 10, 24, 9) },
  { text: "2026-12-31T23:59:60Z", want: ZERO_TIME },
  { text: "soon", want: ZERO_TIME },
  { text: "", want: ZERO_TIME },
  { text: null, want: ZERO_TIME },
  { text: undefined, want: ZERO_TIME },
])("timeOrZero reads $text", ({ text, want }) => {
  expect(timeOrZero(text)).toBe(want);
});
