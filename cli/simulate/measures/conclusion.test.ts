import { describe, expect, it } from "vitest";

import type { GateVerdict } from "../../../engine/forecast/gate.ts";
import type { Measures, Setting, Summary } from "../result.ts";
import { conclusionsOf } from "./conclusion.ts";

const measured: Measures = {
  ...{ replicaHours: 100, shortMinutes: 20, changes: 1000, oscillations: 4, lostWork: 0.1 },
  worst: null,
};
const candidate = (name: string, measures: Partial<Measures> = {}): Summary => ({
  ...{ name, kind: "Autoscaler", algorithm: "Trimtab-1", initialReplicas: 1 },
  measures: { ...measured, ...measures },
});

const hour = 3_600_000;
const setting = { load: { start: 0, end: 36 * hour } } as Setting;

describe("a conclusion", () => {
  // prettier-ignore
  it.each<{ shows: string; first?: Partial<Measures>; second: Partial<Measures>; want: string }>([
    { shows: "less and more in percent",         second: { replicaHours: 100.4, shortMinutes: 11.2, changes: 370 }, want: "0.4% more replica-hours, 44% fewer minutes short of capacity, and 63% fewer changes of size" },
    { shows: "an amount that was 0 before",      first: { shortMinutes: 0 }, second: { shortMinutes: 3 },           want: "as many replica-hours, 3 minutes short of capacity instead of none, and as many changes of size" },
    { shows: "an amount that is 0 now",          second: { shortMinutes: 0 },                                       want: "as many replica-hours, 100% fewer minutes short of capacity, and as many changes of size" },
    { shows: "a difference that rounds to 0",    second: { replicaHours: 100.01 },                                  want: "less than 0.1% more replica-hours, as many minutes short of capacity, and as many changes of size" },
    { shows: "two measures, if no pod bears the load", first: { shortMinutes: undefined }, second: { shortMinutes: undefined, changes: 1100 }, want: "as many replica-hours and 10% more changes of size" },
  ] as never)("shows $shows", ({ first, second, want }) => {
    const found = conclusionsOf(setting, [candidate("today", first), candidate("proposed", second)]);
    expect(found).toEqual([`Compared with today, proposed has ${want}.`]);
  });

  const sums = (shortage: number, replicas: number) => ({ shortage, lost: shortage, replicas });
  const day = (isOpen: boolean, shortage: number, extra: number) => ({
    ...{ number: 1, time: 0, saved: 4 - shortage, extra, isOpen, isWrong: false },
    ...{ reactive: sums(4, 100), forecast: sums(shortage, 100 + extra), rivals: [] },
  });
  const [closed, right, cheap] = [day(false, 3, 1), day(true, 1, 2), day(true, 0, -3)];
  const rival = "a lower target or a longer window would have avoided 0.0 at that cost";

  // prettier-ignore
  it.each<{ shows: string; mode?: "Active" | "ForecastOnly"; days: readonly (typeof closed)[]; verdict?: GateVerdict; want: string }>([
    { shows: "what it avoids and costs while it may act", days: [closed, right, right], want: `On 2 of 3 judged days, the gate of web is open. This avoided 6.0 of 8.0 replica-hours of shortage for 4.0 more (2.0%); ${rival}.` },
    { shows: "what it would avoid",               mode: "ForecastOnly", days: [right], want: `On 1 of 1 judged days, the gate of web is open. This would have avoided 3.0 of 4.0 replica-hours of shortage for 2.0 more (2.0%); ${rival}.` },
    { shows: "that it costs less than nothing",   days: [cheap],  want: `On 1 of 1 judged days, the gate of web is open. This avoided 4.0 of 4.0 replica-hours of shortage for 3.0 fewer (3.0%); ${rival}.` },
    { shows: "why it never may act",              days: [closed], verdict: "Learning", want: "On 0 of 1 judged days, the gate of web is open: Learning." },
  ])("says of a forecast $shows", ({ mode = "Active", days, verdict = "Worthwhile", want }) => {
    const gates = [{ time: 0, isOpen: verdict === "Worthwhile", verdict }];
    const forecasting: Summary = { ...candidate("web"), forecast: { mode, gates, days } };
    expect(conclusionsOf(setting, [forecasting])).toEqual([want]);
  });

  // prettier-ignore
  it.each([
    { shows: "less in place of replica-hours", price: 45,    want: "costs 5.00 (10%) less, and" },
    { shows: "more",                           price: 50.25, want: "costs 0.25 (0.5%) more, and" },
    { shows: "the same, to the digits shown",  price: 50.001, want: "costs the same, and" },
  ])("begins with the cost: $shows", ({ price, want }) => {
    const others = [candidate("proposed", { price, replicaHours: 90 })];
    const found = conclusionsOf(setting, [candidate("today", { price: 50 }), ...others]);
    expect(found).toEqual([
      "today costs 50.00 in 1.5 days.",
      `Compared with today, proposed ${want} has as many minutes short of capacity and as many changes of size.`,
    ]);
  });

  // prettier-ignore
  it.each([
    { shows: "the share of amounts that round to 0.00", before: 0.006,     after: 0.0039,    want: "costs 35% less, and" },
    { shows: "the share of a small amount more",        before: 0.001,     after: 0.0014,    want: "costs 40% more, and" },
    { shows: "the same for equal small amounts",        before: 0.001,     after: 0.001,     want: "costs the same, and" },
    { shows: "the same for nothing twice",              before: 0,         after: 0,         want: "costs the same, and" },
    { shows: "no share of nothing",                     before: 0,         after: 5,         want: "costs 5.00 more, and" },
    { shows: "a large amount that is a small share",    before: 1_000_000, after: 1_000_500, want: "costs 500.00 (less than 0.1%) more, and" },
  ])("compares the cost itself: $shows", ({ before, after, want }) => {
    const pair = [candidate("today", { price: before }), candidate("proposed", { price: after })];
    const [, found] = conclusionsOf(setting, pair);
    expect(found).toContain(`Compared with today, proposed ${want} has`);
  });

  it("is the cost of a single candidate", () => {
    const found = conclusionsOf(setting, [candidate("web", { price: 1234.5 })]);
    expect(found).toEqual(["web costs 1,234.50 in 1.5 days."]);
  });

  it("compares each candidate with the first, and the last with the one before, up to four", () => {
    const names = ["a", "b", "c", "d", "e"].map(name => candidate(name));
    const pairsOf = (count: number) =>
      conclusionsOf(setting, names.slice(0, count)).map(text =>
        text.match(/ \w(?=,| has)/g)?.join(""),
      );
    expect(pairsOf(2)).toEqual([" a b"]);
    expect(pairsOf(4)).toEqual([" a b", " a c", " a d", " c d"]);
    expect([conclusionsOf(setting, names), conclusionsOf(setting, names.slice(0, 1))]).toEqual([
      [],
      [],
    ]);
  });
});
