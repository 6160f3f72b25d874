import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { type AutoscalerOutcome } from "./decide.ts";
import { emptyHistory, type History } from "../history/history.ts";
import { boundsOfTarget } from "./monitored-total.ts";
import { profiles } from "../spec/profile.ts";
import { replay } from "./replay.ts";
import { beginScale, completeScale } from "../history/scale-record.ts";
import {
  behaviors,
  boundsOf,
  decideOn,
  recommended,
  settingsWith,
  waits,
} from "../testing/autoscaler-world.ts";

const START = Date.parse("2026-01-01T00:00:00Z");
const settings = settingsWith({ downscaleStabilizationSeconds: 0 });
const monitors = [{ matchLabels: { app: "web" } }];

const decide = (given: {
  current: number;
  others: number;
  wanted: number | null;
  history?: History;
  bounds?: { minReplicas: number; maxReplicas: number };
}): AutoscalerOutcome =>
  decideOn({
    now: START,
    spec: { monitorSelectors: monitors, minReplicas: 2, maxReplicas: 20, ...given.bounds },
    ...{ settings, profile: profiles.None, history: given.history ?? emptyHistory("t") },
    ...{ current: given.current, others: given.others, wanted: given.wanted },
  });

const zeroOfOurs = { ...emptyHistory("t"), scaledToZero: true };
const zeroOfAPerson = { ...emptyHistory("t"), scaledToZero: false };

// prettier-ignore
const rows = [
  { shows: "the recommended total minus the others",        current: 4, others: 6,  wanted: 12,   to: 6,  reasons: ["CapacityMonitored", "LargestVote", "TargetsShare"] },
  { shows: "fewer if the total should be smaller",          current: 4, others: 6,  wanted: 8,    to: 2,  reasons: ["CapacityMonitored", "LargestVote", "TargetsShare"] },
  { shows: "none if the others alone are enough",           current: 4, others: 6,  wanted: 6,    to: 0,  reasons: ["CapacityMonitored", "LargestVote", "TargetsShare"] },
  { shows: "none if the others alone are too many",         current: 4, others: 9,  wanted: 5,    to: 0,  reasons: ["CapacityMonitored", "LargestVote", "OthersAlone"] },
  { shows: "what the maximum of the total leaves",          current: 4, others: 6,  wanted: 99,   to: 14, reasons: ["CapacityMonitored", "LargestVote", "TooManyReplicas", "TargetsShare"] },
  { shows: "what the minimum of the total requires",        current: 4, others: 1,  wanted: 0,    to: 1,  reasons: ["CapacityMonitored", "LargestVote", "TooFewReplicas", "TargetsShare"] },
  { shows: "its current count if a failed vote blocks",     current: 4, others: 6,  wanted: null, to: 4,  reasons: ["CapacityMonitored", "ScaleDownBlocked", "TargetsShare"] },
  { shows: "fewer at once if the total is above its maximum", current: 4, others: 18, wanted: 22, to: 2,  reasons: ["CapacityMonitored", "AboveMaxReplicas", "TargetsShare"] },
  { shows: "none if the others alone are above the maximum", current: 4, others: 30, wanted: 34,   to: 0,  reasons: ["CapacityMonitored", "AboveMaxReplicas", "OthersAlone"] },
  { shows: "nothing if a person set the 0",                 current: 0, others: 6,  wanted: 12,   to: 0,  reasons: ["CapacityMonitored", "ScalingDisabled", "TargetsShare"], history: zeroOfAPerson },
  { shows: "more than a 0 that scaling set",                current: 0, others: 6,  wanted: 8,    to: 2,  reasons: ["CapacityMonitored", "LargestVote", "TargetsShare"], history: zeroOfOurs },
];

describe("a target that other monitored objects complement", () => {
  it.each(rows)("gets $shows", ({ current, others, wanted, to, reasons, history }) => {
    const { decision } = decide({ current, others, wanted, ...(history ? { history } : {}) });
    const changing = decision.steps.filter(
      ({ step, before, after }) =>
        ["monitor", "combine", "target"].includes(step) ||
        before !== after ||
        decision.steps.length === 3,
    );
    expect({ from: decision.from, to: decision.to }).toEqual({ from: current, to });
    expect(changing.map(({ reason }) => reason)).toEqual(reasons);
    expect(replay(decision)).toEqual({ ok: true, value: to });
  });

  it("records a 0 that scaling wrote, whatever the settings", () => {
    const { decision, history } = decide({ current: 4, others: 6, wanted: 6 });
    const { from, to } = decision;
    const after = completeScale(beginScale(history, { from, to, time: START }), START);
    expect(after.scaledToZero).toBe(true);
    expect(decide({ current: 0, others: 6, wanted: 9, history: after }).decision.to).toBe(3);
  });

  it("keeps the total within its bounds if it can, never goes below 0, and can be replayed", () => {
    const step = fc.record({
      wait: waits,
      wanted: fc.option(recommended, { freq: 12 }),
      others: fc.oneof(fc.nat(12), fc.nat(60)),
      person: fc.option(fc.nat(30), { freq: 8 }),
    });
    const spec = fc.tuple(boundsOf(1), behaviors);
    const chosen = fc.constantFrom(...Object.values(profiles));
    fc.assert(
      fc.property(
        spec,
        chosen,
        fc.array(step, { maxLength: 60 }),
        ([bounds, behavior], profile, steps) => {
          let now = START;
          let current = bounds.minReplicas;
          let history = emptyHistory("t");
          for (const { wait, wanted, others, person } of steps) {
            now += wait;
            const world = { now, settings, profile, current, wanted, history, others };
            const outcome = decideOn({
              ...world,
              spec: { monitorSelectors: monitors, ...bounds, behavior },
            });
            const { decision } = outcome;
            expect(replay(decision)).toEqual({ ok: true, value: decision.to });
            expect(decision.from).toBe(current);
            expect(decision.to).toBeGreaterThanOrEqual(0);
            const isDisabled = decision.steps.some(({ reason }) => reason === "ScalingDisabled");
            if (!isDisabled && current + others > 0 && others <= bounds.maxReplicas) {
              expect(decision.to + others).toBeGreaterThanOrEqual(bounds.minReplicas);
              expect(decision.to + others).toBeLessThanOrEqual(bounds.maxReplicas);
            }
            const { from, to } = decision;
            history =
              from === to
                ? outcome.history
                : completeScale(beginScale(outcome.history, { from, to, time: now }), now);
            current = person ?? to;
          }
        },
      ),
    );
  });

  it("is decided as usual if no other object is monitored", () => {
    const given = { now: START, settings, profile: profiles.None, current: 4, wanted: 9 };
    const spec = { minReplicas: 2, maxReplicas: 20 };
    const { decision } = decideOn({ ...given, spec, history: emptyHistory("t") });
    expect(decision.steps.map(({ step }) => step)).toEqual([
      "combine",
      "stabilize",
      "limit",
      "bound",
    ]);
  });
});

describe("the bounds of the target alone", () => {
  it.each([
    { shows: "what the others leave", current: 4, others: 6, want: { atLeast: 0, atMost: 14 } },
    {
      shows: "the rest of the minimum",
      current: 4,
      others: 1,
      want: { atLeast: 1, atMost: 19 },
    },
    { shows: "all of it without others", current: 4, others: 0, want: { atLeast: 2, atMost: 20 } },
  ])("are $shows", ({ current, others, want }) => {
    const { decision } = decide({ current, others, wanted: 12 });
    expect(boundsOfTarget(decision)).toEqual(want);
  });
});
