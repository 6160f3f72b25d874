import { describe, expect, it } from "vitest";

import { rankedOf } from "../testing/ranked.ts";
import { byGain, gainOf, sumsOf } from "./gain.ts";

const outcome = { replicaHours: 100, lostWork: 0.002, shortMinutes: 10, monthlyCost: 500 };

// prettier-ignore
describe("a gain", () => {
  it.each([
    { shows: "less cost, 2 points of today's cost up or down",      today: {},                    suggested: { monthlyCost: 400 },  want: { saving: { value: 100, low: 90, high: 110 } } },
    { shows: "more cost as a negative saving",                      today: {},                    suggested: { monthlyCost: 550 },  want: { saving: { value: -50, low: -60, high: -40 } } },
    { shows: "no saving without a price",                           today: { monthlyCost: null }, suggested: { monthlyCost: null }, want: { saving: null } },
    { shows: "fewer minutes short",                                 today: {},                    suggested: { shortMinutes: 4 },   want: { shortMinutesSaved: 6 } },
  ])("has $shows", ({ today, suggested, want }) => {
    expect(gainOf({ ...outcome, ...today }, { ...outcome, ...suggested })).toMatchObject(want);
  });
});

describe("sums", () => {
  const clusters = [
    { cluster: "a", objects: 3, unread: [] },
    { cluster: "b", objects: 4, unread: [] },
  ];
  const cheaper = rankedOf({ name: "cheaper", saving: { value: 100, low: 90, high: 110 } });
  const dearer = rankedOf({ name: "dearer", saving: { value: -20, low: -30, high: -10 } });
  const unpriced = { ...cheaper, saving: null };

  // prettier-ignore
  it.each([
    { shows: "all savings, and the sums of their ends",       ranked: [cheaper, dearer], want: { objects: 7, saving: { value: 80, low: 60, high: 100 }, monthlyCost: 1000, shortMinutesSaved: 12 } },
    { shows: "no money without a price",                      ranked: [unpriced],        want: { saving: null, monthlyCost: null, shortMinutesSaved: 6 } },
    { shows: "no money without suggestions",                  ranked: [],                want: { saving: null, shortMinutesSaved: 0 } },
  ])("have $shows", ({ ranked, want }) => {
    expect(sumsOf({ clusters, findings: [], ranked })).toMatchObject(want);
  });

  it("are ranked by money, then by minutes short, then by name", () => {
    const short = { ...dearer, shortMinutesSaved: 7 };
    const later = rankedOf({ name: "later", saving: dearer.saving });
    expect([later, dearer, short, cheaper].toSorted(byGain)).toEqual([
      ...[cheaper, short, dearer, later],
    ]);
  });
});
