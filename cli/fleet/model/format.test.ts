import { describe, expect, it } from "vitest";

import { rankedOf } from "../testing/ranked.ts";
import { reportOf } from "../testing/reports.ts";
import { between, changesText, conclusionsOf, lost, minutes, moneyOf, nameOf } from "./format.ts";

const { object, today } = rankedOf({ name: "web" });
const change = { parameter: "window", today: "300 s", suggested: "900 s" };

// prettier-ignore
describe("a text", () => {
  it.each([
    { shows: "minutes without a negative zero",      text: minutes(-0.04),                                       want: "0.0m" },
    { shows: "minutes that are lost",                text: minutes(-1.25),                                       want: "-1.2m" },
    { shows: "no price as a dash",                   text: moneyOf(null),                                        want: "-" },
    { shows: "cents of small amounts",               text: moneyOf(9.5),                                         want: "9.50" },
    { shows: "a range with the digits of its middle", text: between({ value: 120, low: 90, high: 150 }),         want: "120 (90 to 150)" },
    { shows: "cents of a small range",               text: between({ value: 99, low: 90, high: 108 }),           want: "99.00 (90.00 to 108.00)" },
    { shows: "no kind of what most are",             text: nameOf(object),                                       want: "prod/shop/web" },
    { shows: "the kind of others",                   text: nameOf({ ...object, kind: "ScaledObject" }),          want: "prod/shop/web (ScaledObject)" },
    { shows: "a share of lost work",                 text: lost(today),                                          want: "0.200%" },
    { shows: "unknown lost work",                    text: lost({ ...today, lostWork: null }),                   want: "unknown" },
    { shows: "all changes",                          text: changesText(rankedOf({ name: "web", changes: [change, change] })), want: "window 300 s to 900 s, window 300 s to 900 s" },
  ])("has $shows", ({ text, want }) => {
    expect(text).toBe(want);
  });
});

describe("conclusions", () => {
  const report = reportOf({ objects: 20, ranked: 2, days: 1 });
  const { history, sums } = report;

  // prettier-ignore
  it.each([
    { shows: "more minutes short",             changes: { sums: { ...sums, shortMinutesSaved: -7.2 } },            want: /, and 7 more minutes short a day\.$/ },
    { shows: "fewer minutes short",            changes: { sums: { ...sums, shortMinutesSaved: 7.2 } },             want: /, and 7 fewer minutes short a day\.$/ },
    { shows: "no suggestion",                  changes: { ranked: [] },                                            want: /^No better settings were found\.$/ },
    { shows: "one suggestion",                 changes: { ranked: report.ranked.slice(0, 1) },                     want: /^With 1 suggestion applied: / },
    { shows: "what is not judged yet",         changes: {},                                                        want: /; 12 are not judged yet\. Half of/ },
    { shows: "that all are judged",            changes: { history: history && { ...history, left: 0 } },           want: /have too little to judge\. Half of/ },
    { shows: "no accuracy if none was judged", changes: { history: history && { ...history, accuracy: null } },    want: /not judged yet\.$/ },
  ])("say $shows", ({ changes, want }) => {
    expect(conclusionsOf({ ...report, ...changes })).toContainEqual(expect.stringMatching(want));
  });
});
