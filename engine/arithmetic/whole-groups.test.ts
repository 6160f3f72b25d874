import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { withDefaults } from "../spec/defaults.ts";
import { upstreamSettings } from "../model/spec/settings.ts";
import { runs } from "../testing/runs.ts";
import { groupsWithin, inWholeGroups, wholeGroups } from "./whole-groups.ts";

describe("wholeGroups", () => {
  // prettier-ignore
  it.each([
    { shows: "no group",           count: 0,             multiple: 4, groups: 0 },
    { shows: "part of a group",    count: 1,             multiple: 4, groups: 4 },
    { shows: "a group",            count: 4,             multiple: 4, groups: 4 },
    { shows: "more than a group",  count: 5,             multiple: 4, groups: 8 },
    { shows: "groups of one",      count: 5,             multiple: 1, groups: 5 },
    { shows: "the largest count",  count: 2_147_483_647, multiple: 4, groups: 2_147_483_644 },
  ])("$shows: $count becomes $groups", ({ count, multiple, groups }) => {
    expect(wholeGroups(count, multiple)).toBe(groups);
  });
});

describe("the bounds of whole groups", () => {
  // prettier-ignore
  it.each([
    { shows: "shrink to multiples",                min: 2, max: 10, multiple: 4, bounds: [4, 8] },
    { shows: "stay if they are multiples",         min: 4, max: 8,  multiple: 4, bounds: [4, 8] },
    { shows: "keep a minimum of 0",                min: 0, max: 10, multiple: 4, bounds: [0, 8] },
    { shows: "stay without a multiple in between", min: 5, max: 7,  multiple: 4, bounds: [5, 7] },
    { shows: "stay if only 0 is a multiple",       min: 0, max: 3,  multiple: 4, bounds: [0, 3] },
    { shows: "stay without groups",                min: 2, max: 10, multiple: 1, bounds: [2, 10] },
  ])("$shows", ({ min, max, multiple, bounds }) => {
    const stored = { minReplicas: min, maxReplicas: max, replicaMultiple: multiple };
    const spec = inWholeGroups(withDefaults(stored, upstreamSettings));
    expect([spec.minReplicas, spec.maxReplicas]).toEqual(bounds);
  });
});

describe("groupsWithin a rate limit", () => {
  // prettier-ignore
  it.each([
    { shows: "whole groups on the way up",            limit: 11, from: 4,  groups: 8 },
    { shows: "whole groups on the way down",          limit: 5,  from: 12, groups: 8 },
    { shows: "nothing if it allows less than a group", limit: 6, from: 4,  groups: 4 },
    { shows: "nothing on the way down",               limit: 6,  from: 8,  groups: 8 },
    { shows: "the rest of a group",                   limit: 9,  from: 6,  groups: 8 },
    { shows: "the current count if it allows none",   limit: 6,  from: 6,  groups: 6 },
  ])("$shows: from $from to $groups within $limit", ({ limit, from, groups }) => {
    expect(groupsWithin(limit, from, 4)).toBe(groups);
  });

  it("goes no further than the limit, and moves if the limit allows a group", () => {
    const property = fc.property(
      ...[fc.nat(200), fc.nat(200), fc.integer({ min: 1, max: 20 })],
      (limit, from, multiple) => {
        const groups = groupsWithin(limit, from, multiple);
        expect(groups).toBeGreaterThanOrEqual(Math.min(limit, from));
        expect(groups).toBeLessThanOrEqual(Math.max(limit, from));
        if (Math.abs(limit - from) >= multiple) expect(groups).not.toBe(from);
        if (groups !== from) expect(groups % multiple).toBe(0);
      },
    );
    fc.assert(property, runs(500));
  });
});
