import { describe, expect, it } from "vitest";

import { type Day, rivals, type Sums } from "./account.ts";
import { dayOf, LastWeek, PackedDays, type Span, sumsIn, sumsOfDay } from "./packed-sums.ts";

const sums = (first: number): Sums => ({
  ...{ shortage: first, lost: first + 0.5, replicas: first + 100 },
});
const day = (number: number, isCompared = true): Day => ({
  ...{ number, reactive: sums(1), forecast: sums(2) },
  rivals: isCompared ? rivals.map((_, index) => sums(3 + index)) : [],
});

describe("packed days", () => {
  it.each([
    { shows: "none", days: [] },
    { shows: "one that was compared with rivals", days: [day(20_000)] },
    { shows: "one that was not", days: [day(20_000, false)] },
    { shows: "both", days: [day(20_000, false), day(20_001), day(20_003, false)] },
    { shows: "days before 1970", days: [day(-1), day(0)] },
  ])("are what was packed: $shows", ({ days }) => {
    const packed = new PackedDays(days);
    expect(packed).toHaveLength(days.length);
    expect(packed.days).toEqual(days);
  });

  it("keep six digits", () => {
    const exact = { shortage: 1 / 3, lost: 12_345.678_9, replicas: 1e6 / 7 };
    const [kept] = new PackedDays([{ ...day(20_000, false), reactive: exact }]).days;
    for (const key of ["shortage", "lost", "replicas"] as const) {
      expect(Math.abs((kept?.reactive[key] ?? NaN) / exact[key] - 1)).toBeLessThan(1e-6);
    }
  });
});

describe("the sums of a day", () => {
  it("are three of each pipeline, in the order without a forecast, with it, and the rivals", () => {
    const listed = sumsIn(day(1));
    expect(listed).toHaveLength(sumsOfDay);
    expect(listed.slice(0, 9)).toEqual([1, 1.5, 101, 2, 2.5, 102, 3, 3.5, 103]);
    expect(dayOf(1, listed)).toEqual(day(1));
  });

  // prettier-ignore
  it.each([
    { shows: "none of a rival that did not run",  given: sumsIn(day(1, false)) },
    { shows: "some rivals are missing",           given: sumsIn(day(1)).slice(0, -3) },
    { shows: "a rival started during the day",    given: sumsIn(day(1)).with(-1, NaN) },
  ])("name no rivals if $shows", ({ given }) => {
    expect(dayOf(1, given)).toEqual(day(1, false));
  });

  it("are no numbers where there are none", () => {
    expect(dayOf(1, []).reactive).toEqual({ shortage: NaN, lost: NaN, replicas: NaN });
  });
});

const span = (number: number, extra = 1, reactive = 10): Span => ({ number, extra, reactive });
const first = 80_000;
const week = Array.from({ length: 28 }, (_, index) => span(first + index, index / 4, 10));

// prettier-ignore
const weeks: readonly { shows: string; spans: readonly Span[]; want: readonly Span[] }[] = [
  { shows: "nothing at first",                              spans: [],                                    want: [] },
  { shows: "one span",                                      spans: [span(first)],                         want: [span(first)] },
  { shows: "the sum of what a span gets",                   spans: [span(first), span(first, 2, 20)],     want: [span(first, 3, 30)] },
  { shows: "the last 28 spans",                             spans: week,                                  want: week },
  { shows: "none that is older",                            spans: [...week, span(first + 28)],           want: [...week.slice(1), span(first + 28)] },
  { shows: "nothing of a gap",                              spans: [span(first), span(first + 5)],        want: [span(first), span(first + 5)] },
  { shows: "nothing from before a gap of a week",           spans: [...week, span(first + 27 + 28)],      want: [span(first + 27 + 28)] },
  { shows: "nothing from before a gap of months",           spans: [...week, span(first + 5_000)],        want: [span(first + 5_000)] },
  { shows: "what was added while nothing else ran", spans: [span(first, 1, 0)], want: [span(first, 1, 0)] },
  { shows: "nothing of a clock that was ahead",             spans: [...week, span(first + 10)],           want: [...week.slice(0, 10), span(first + 10, 1 + 10 / 4, 20)] },
  { shows: "nothing of one that was months ahead",          spans: [...week, span(first - 5_000)],        want: [span(first - 5_000)] },
  { shows: "spans before 1970",                             spans: [span(-3), span(-1)],                  want: [span(-3), span(-1)] },
];

describe("the last week", () => {
  it.each(weeks)("has $shows", ({ spans, want }) => {
    const kept = new LastWeek(spans);
    expect(kept.spans).toEqual(want);
    expect(new LastWeek(kept.spans).spans).toEqual(want);
  });

  // prettier-ignore
  it.each([
    { shows: "nothing",                           spans: [],                                  share: 0.1, beyond: false },
    { shows: "as much as it may",                 spans: [span(first, 1, 10)],                share: 0.1, beyond: false },
    { shows: "more than it may",                  spans: [span(first, 1.5, 10)],              share: 0.1, beyond: true },
    { shows: "more in one span, less in others",  spans: [span(first, 3), span(first + 1, 0), span(first + 2, 0)], share: 0.1, beyond: false },
    { shows: "more, but a week ago",              spans: [span(first, 100), span(first + 28, 0)], share: 0.1, beyond: false },
    { shows: "anything, of which nothing is allowed", spans: [span(first, 0.5)],              share: 0,   beyond: true },
    { shows: "some where nothing else ran",       spans: [span(first, 1, 0)],                 share: 0.1, beyond: true },
  ])("is beyond a share of the others with $shows: $beyond", ({ spans, share, beyond }) => {
    expect(new LastWeek(spans).isBeyond(share)).toBe(beyond);
  });

  it("does not take long to cross a gap of any length", () => {
    const kept = new LastWeek(week);
    kept.add(span(9e15));
    kept.add(span(-9e15));
    expect(kept.spans).toEqual([span(-9e15)]);
  });
});
