import { describe, expect, it } from "vitest";

import { balanceOf, type Day, rivals, type Sums } from "./account.ts";
import { closedGate, type GateState, isWrong, nextGate } from "./gate.ts";

const sums = (replicas: number, shortage: number, lost = shortage): Sums => ({
  replicas,
  shortage,
  lost,
});

/** A day of 100 replica-hours, of which 1 is missing. */
interface Given {
  readonly saved?: number;
  readonly extra?: number;
  /** What each rival saves and costs, the same for all. */
  readonly rival?: readonly [saved: number, extra: number];
  readonly shortage?: number;
  /** By the measure at 133% of the target; absent: the same. */
  readonly lostSaved?: number;
}

const dayOf = (given: Given = {}): Day => {
  const { saved = 0.9, extra = 2, rival = [0, 2], shortage = 1, lostSaved = saved } = given;
  return {
    number: 99,
    reactive: sums(100, shortage),
    forecast: sums(100 + extra, shortage - saved, shortage - lostSaved),
    rivals: rivals.map(() => sums(100 + rival[1], shortage - rival[0])),
  };
};

/** The last one is yesterday. */
const numbered = (days: readonly Day[]): Day[] =>
  days.map((day, index) => ({ ...day, number: 100 - days.length + index }));

const daysOf = (count: number, given: Given = {}): Day[] =>
  numbered(Array.from({ length: count }, () => dayOf(given)));

const terms = { today: 100, mostExtra: 0.1 };
const open: GateState = { ...closedGate, isOpen: true, verdict: "Worthwhile", since: 90 };

describe("a gate that is closed", () => {
  // prettier-ignore
  it.each([
    { shows: "learns for a week",                    days: daysOf(6),                     want: { isOpen: false, verdict: "Learning" } },
    { shows: "opens if the forecast saves shortage", days: daysOf(7),                     want: { isOpen: true, verdict: "Worthwhile", since: 100 } },
    { shows: "needs a quarter of the shortage",      days: daysOf(14, { saved: 0.24 }),   want: { isOpen: false, verdict: "NothingToSave" } },
    { shows: "needs a shortage that counts",         days: daysOf(14, { shortage: 0.02, saved: 0.02, extra: 0.1 }), want: { isOpen: false, verdict: "NothingToSave" } },
    { shows: "has a budget",                         days: daysOf(14, { extra: 11, shortage: 2, saved: 2 }), want: { isOpen: false, verdict: "OverBudget" } },
    { shows: "has a price",                          days: daysOf(14, { extra: 9.5 }),    want: { isOpen: false, verdict: "TooExpensive" } },
    { shows: "needs more than a rival saves at the same cost", days: daysOf(14, { rival: [0.7, 2] }), want: { isOpen: false, verdict: "RivalDoesAsWell" } },
    { shows: "compares at the same cost: a dearer rival counts in part", days: daysOf(14, { rival: [0.7, 4] }), want: { isOpen: true, verdict: "Worthwhile" } },
    { shows: "needs more than a rival by both measures of shortage", days: daysOf(14, { rival: [0.3, 2], lostSaved: 0.4 }), want: { isOpen: false, verdict: "RivalDoesAsWell" } },
    { shows: "believes no sum that is no number",    days: daysOf(14, { saved: NaN }),    want: { isOpen: false, verdict: "NothingToSave" } },
    { shows: "forgets days that are older than four weeks", days: daysOf(14).map(day => ({ ...day, number: day.number - 28 })), want: { isOpen: false, verdict: "Learning" } },
    { shows: "does not trust one lucky day",         days: numbered([...daysOf(13, { saved: 0, extra: 0.1 }), dayOf({ shortage: 20, saved: 20 })]), want: { isOpen: false, verdict: "OneDayOnly" } },
  ])("$shows", ({ days, want }) => {
    expect(nextGate(closedGate, days, terms)).toMatchObject(want);
  });

  // prettier-ignore
  it.each([
    { shows: "does not open by means of five minutes",            gate: closedGate, measuredSince: 100, want: { isOpen: false, verdict: "Learning" } },
    { shows: "needs seven days that were measured",               gate: closedGate, measuredSince: 94,  want: { isOpen: false, verdict: "Learning" } },
    { shows: "opens by seven days that were measured",            gate: closedGate, measuredSince: 93,  want: { isOpen: true, verdict: "Worthwhile" } },
    { shows: "stays open by means of five minutes",               gate: open,       measuredSince: 100, want: { isOpen: true, verdict: "Worthwhile" } },
  ])("$shows", ({ gate, measuredSince, want }) => {
    const state = { ...gate, measuredSince };
    expect(nextGate(state, daysOf(14), terms)).toMatchObject({ ...want, measuredSince });
  });

  it("does not rest after a pause without days to judge", () => {
    const paused = nextGate({ ...open, since: 50 }, daysOf(3), terms);
    expect(paused).toMatchObject({ isOpen: false, verdict: "Learning", restDays: 0 });
    expect(nextGate(paused, daysOf(14), terms).isOpen).toBe(true);
  });

  it("rests after it has closed, twice as long each time, and seven days after a month", () => {
    const bad = daysOf(14, { saved: 0 });
    const later = bad.map(day => ({ ...day, number: day.number + 42 }));
    const first = nextGate(open, bad, terms);
    expect(first).toMatchObject({
      isOpen: false,
      verdict: "NothingToSave",
      since: 100,
      restDays: 14,
    });
    expect(nextGate(first, daysOf(14), { ...terms, today: 113 }).verdict).toBe("Resting");
    const again = nextGate(first, daysOf(14), { ...terms, today: 114 });
    expect(again).toMatchObject({ isOpen: true, since: 114 });
    expect(nextGate(again, bad, { ...terms, today: 120 }).restDays).toBe(28);
    expect(nextGate(again, later, { ...terms, today: 142 }).restDays).toBe(7);
  });
});

describe("a gate that is open", () => {
  // prettier-ignore
  it.each([
    { shows: "stays open at a little more for each replica-hour", days: daysOf(14, { extra: 9.9, saved: 0.9, shortage: 1 }), isOpen: true },
    { shows: "stays open with a little less",      days: daysOf(14, { saved: 0.2, extra: 1 }),  isOpen: true },
    { shows: "stays open next to a closer rival",  days: daysOf(14, { rival: [0.7, 2] }), isOpen: true },
    { shows: "closes when it saves nothing",       days: daysOf(14, { saved: 0 }),        isOpen: false },
    { shows: "closes when a rival does as well",   days: daysOf(14, { rival: [0.8, 2] }), isOpen: false },
    { shows: "keeps open without a lucky day's proof", days: numbered([...daysOf(13, { saved: 0.3, extra: 1 }), dayOf({ shortage: 3, saved: 3 })]), isOpen: true },
  ])("$shows", ({ days, isOpen }) => {
    expect(nextGate(open, days, terms).isOpen).toBe(isOpen);
  });
});

describe("wrong days", () => {
  const wrong = { saved: 0, extra: 3 };
  const quiet = { saved: 0, extra: 0, shortage: 0 };
  // prettier-ignore
  it.each([
    { shows: "a day that pays for nothing is wrong",      given: wrong,                    want: true },
    { shows: "a day that pays less than 1% is not",       given: { saved: 0, extra: 0.9 }, want: false },
    { shows: "a day that saves enough is not",            given: { saved: 0.5, extra: 8 }, want: false },
  ])("$shows", ({ given, want }) => {
    expect(isWrong(dayOf(given))).toBe(want);
  });

  // prettier-ignore
  it.each([
    { shows: "one alone changes nothing",                       last: [dayOf(), dayOf(wrong)], before: false, want: false },
    { shows: "two in a row make it abstain",                    last: [dayOf(wrong), dayOf(wrong)], before: false, want: true },
    { shows: "it abstains until a day says something",          last: [dayOf(wrong), dayOf(quiet)], before: true, want: true },
    { shows: "a day that is right ends that",                   last: [dayOf(quiet), dayOf()], before: true, want: false },
  ])("$shows", ({ last, before, want }) => {
    const days = numbered([...daysOf(10), ...last]);
    expect(nextGate({ ...open, isWrongTwice: before }, days, terms).isWrongTwice).toBe(want);
  });
});

describe("a balance", () => {
  it("knows the most that a rival saves at the same cost", () => {
    const day: Day = {
      number: 0,
      reactive: sums(100, 10),
      forecast: sums(104, 2),
      rivals: [sums(102, 9), sums(106, 7), sums(90, 12), sums(100, 8), sums(108, 6)],
    };
    const { savedByRival, saved, extra } = balanceOf([day]);
    expect({ saved, extra }).toEqual({ saved: 8, extra: 4 });
    // The longer window: 2 at no cost and 4 for 8, so 3 for 4. The lower target: 1 for 2 and 3 for 6, so 2 for 4.
    expect(savedByRival).toBeCloseTo(3);
  });

  // prettier-ignore
  it.each([
    { shows: "a rival that costs nothing",                 points: [[0, 7], [4, 4], [10, 4]], cost: 4, saved: 7 },
    { shows: "a part of a dearer rival that saves much",   points: [[4, 0], [4.2, 10]],       cost: 3, saved: 7.14 },
    { shows: "what is cheaper than today",                 points: [[-5, 2]],                 cost: 1, saved: 2 },
    { shows: "no rival that saves nothing",                points: [[3, -1]],                 cost: 3, saved: 0 },
  ] as const)("compares with $shows", ({ points, cost, saved }) => {
    const day: Day = {
      ...{ number: 99, reactive: sums(100, 20), forecast: sums(100 + cost, 1) },
      rivals: rivals.map((_, at) => {
        const [extra, gain] = points[at] ?? [0, 0];
        return sums(100 + extra, 20 - gain);
      }),
    };
    expect(balanceOf([day]).savedByRival).toBeCloseTo(saved, 1);
  });
});
