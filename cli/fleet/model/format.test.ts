import { describe, expect, it } from "vitest";

import { rankedOf } from "../testing/ranked.ts";
import { madeUpReport } from "../testing/reports.ts";
import { between, changesText, conclusionsOf, minutes, money, nameOf, percent } from "./format.ts";

const object = {
  ...{ cluster: "prod", kind: "HorizontalPodAutoscaler", namespace: "shop", name: "web" },
};

// prettier-ignore
it.each([
  { shows: "no kind of what most are",   text: nameOf(object),                                  want: "prod/shop/web" },
  { shows: "the kind of others",         text: nameOf({ ...object, kind: "ScaledObject" }),     want: "prod/shop/web (ScaledObject)" },
  { shows: "a share with one digit",     text: percent(0.96449),                                want: "96.4%" },
  { shows: "small amounts with cents",   text: money(9.5),                                      want: "9.50" },
  { shows: "large amounts without",      text: money(1234.5),                                   want: "1,235" },
  { shows: "no amount as a dash",        text: money(null),                                     want: "-" },
  { shows: "a range like its middle",    text: between({ value: 120, low: 95, high: 145 }),     want: "120 (95 to 145)" },
  { shows: "no minus before nothing",    text: minutes(-0.01),                                  want: "0.0m" },
  { shows: "each change and the loss",   text: changesText(rankedOf({ name: "web" })),          want: "CPU utilization 70% to 80%; lost work at least 0.200%, then 0.100%" },
])("a text has $shows", ({ text, want }) => {
  expect(text).toBe(want);
});

describe("the conclusions", () => {
  const without = { history: null, ranked: [] };
  const [one] = madeUpReport({ objects: 20 }).clusters;
  const few = { objects: 1, findings: { error: 1, warning: 0, note: 2 } };
  const sums = { ...few, monthlyCost: null, saving: null, shortMinutesSaved: 0 };

  // prettier-ignore
  it.each([
    { shows: "one of each in the singular", report: { ...without, clusters: [one!], sums },             want: ["1 autoscaler in 1 cluster: 1 error, 0 warnings and 2 notes."] },
    { shows: "several in the plural",       report: madeUpReport({ objects: 20 }),                      want: [expect.stringMatching(/^20 autoscalers in 3 clusters: /)] },
    { shows: "a past without suggestions",  report: madeUpReport({ objects: 20, ranked: 0 }),           want: [expect.anything(), "From 2026-11-01 to 2026-11-29 (http://prometheus.monitoring:9090), 40 replay well, 5 roughly, 2 cannot be replayed, and 2 have too little to judge; 12 are not judged yet. Half of the judged replays agree with the record in at least 96.4% of the time.", "No better settings were found."] },
    { shows: "minutes without a price",     report: madeUpReport({ objects: 20, ranked: 2, hasPrice: false }), want: [expect.anything(), expect.anything(), expect.stringMatching(/^With 2 suggestions applied: \d+ fewer minutes short a day\. --price turns replica-hours into money\.$/)] },
    { shows: "money with a price",          report: madeUpReport({ objects: 20, ranked: 2 }),           want: [expect.anything(), expect.anything(), expect.stringMatching(/^With 2 suggestions applied: [\d,.]+ \([-\d,.]+ to [\d,.]+\) of [\d,.]+ saved a month, and \d+ fewer minutes short a day\.$/)] },
  ])("have $shows", ({ report, want }) => {
    expect(conclusionsOf(report)).toEqual(want);
  });
});
