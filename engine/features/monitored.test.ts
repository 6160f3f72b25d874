import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { type AutoscalerOutcome } from "../decide.ts";
import type { Decision } from "../model/decision.ts";
import type { RolloutState } from "../model/observation/rollout.ts";
import { emptyHistory, type History } from "../model/history.ts";
import { boundsOfTarget } from "./monitored.ts";
import { type AutoscalerProfile, profiles } from "../model/spec/profile.ts";
import { replay } from "../replay.ts";
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
const monitors = [{ selector: { matchLabels: { app: "web" } } }];

const decide = (given: {
  current: number;
  others: number;
  wanted: number | null;
  history?: History;
  rollout?: RolloutState;
  minReplicas?: number;
  profile?: AutoscalerProfile;
}): AutoscalerOutcome => {
  const { history = emptyHistory("t"), profile = profiles["Trimtab-1"], minReplicas = 2 } = given;
  const spec = { monitorSelectors: monitors, minReplicas, maxReplicas: 20 };
  return decideOn({ ...given, now: START, spec, settings, profile, history });
};

const zeroOfOurs = { ...emptyHistory("t"), scaledToZero: true };
const heldTooLong = {
  ...emptyHistory("t"),
  rollout: { since: START - 3_600_000, kind: "Announced" },
} as const;
const zeroOfAPerson = { ...emptyHistory("t"), scaledToZero: false };

interface Row extends Omit<Parameters<typeof decide>[0], "history"> {
  readonly shows: string;
  readonly history?: History;
  readonly to: number;
  readonly reasons: readonly string[];
}

// prettier-ignore
const rows: readonly Row[] = [
  { shows: "the recommended total minus the others",        current: 4, others: 6,  wanted: 12,   to: 6,  reasons: ["CapacityMonitored", "LargestVote", "TargetsShare"] },
  { shows: "fewer if the total should be smaller",          current: 4, others: 6,  wanted: 8,    to: 2,  reasons: ["CapacityMonitored", "LargestVote", "TargetsShare"] },
  { shows: "the minimum if the others alone are enough",    current: 4, others: 6,  wanted: 6,    to: 2,  reasons: ["CapacityMonitored", "LargestVote", "TargetKept"] },
  { shows: "its current count if the minimum is larger",    current: 1, others: 6,  wanted: 6,    to: 1,  reasons: ["CapacityMonitored", "LargestVote", "TargetKept"] },
  { shows: "one if the minimum is 0 and there is work",     current: 4, others: 6,  wanted: 3,    to: 1,  reasons: ["CapacityMonitored", "LargestVote", "TargetKept"], minReplicas: 0 },
  { shows: "none if the total is 0",                        current: 4, others: 6,  wanted: 0,    to: 0,  reasons: ["CapacityMonitored", "LargestVote", "OthersAlone"], minReplicas: 0 },
  { shows: "the minimum if the others alone are too many",  current: 4, others: 9,  wanted: 5,    to: 2,  reasons: ["CapacityMonitored", "LargestVote", "TargetKept"] },
  { shows: "what the maximum of the total leaves",          current: 4, others: 6,  wanted: 99,   to: 14, reasons: ["CapacityMonitored", "LargestVote", "TooManyReplicas", "TargetsShare"] },
  { shows: "what the minimum of the total requires",        current: 1, others: 1,  wanted: 0,    to: 1,  reasons: ["CapacityMonitored", "LargestVote", "TooFewReplicas", "TargetsShare"] },
  { shows: "its current count if a failed vote blocks",     current: 4, others: 6,  wanted: null, to: 4,  reasons: ["CapacityMonitored", "ScaleDownBlocked", "TargetsShare"] },
  { shows: "its current count if the total is above its maximum", current: 4, others: 18, wanted: 22, to: 4,  reasons: ["CapacityMonitored", "LargestVote", "TargetsShare"] },
  { shows: "what the metrics ask for then, down to the minimum", current: 4, others: 18, wanted: 20, to: 2,  reasons: ["CapacityMonitored", "LargestVote", "TargetsShare"] },
  { shows: "no more than its current count then, without a rollout", current: 4, others: 30, wanted: 40,   to: 4,  reasons: ["CapacityMonitored", "LargestVote", "TooManyReplicas", "TargetsShare"] },
  { shows: "its current count if the others exceed the maximum during a rollout", current: 15, others: 15, wanted: 15, to: 15, reasons: ["CapacityMonitored", "LargestVote", "RolloutInProgress", "TargetsShare"], rollout: "Announced" },
  { shows: "the same if the metrics fail",                  current: 15, others: 30, wanted: null, to: 15, reasons: ["CapacityMonitored", "ScaleDownBlocked", "TargetsShare"], rollout: "Rolling" },
  { shows: "no more than its current count then",           current: 15, others: 15, wanted: 35,   to: 15, reasons: ["CapacityMonitored", "LargestVote", "TooManyReplicas", "TargetsShare"], rollout: "Announced" },
  { shows: "the maximum if it exceeds that alone, even during a rollout", current: 25, others: 15, wanted: 40,   to: 20, reasons: ["CapacityMonitored", "AboveMaxReplicas", "TargetsShare"], rollout: "Announced" },
  { shows: "the same after the longest hold",               current: 15, others: 15, wanted: 30,   to: 15, reasons: ["CapacityMonitored", "LargestVote", "TargetsShare"], rollout: "Announced", history: heldTooLong },
  { shows: "nothing if a person set the 0",                 current: 0, others: 6,  wanted: 12,   to: 0,  reasons: ["CapacityMonitored", "ScalingDisabled", "TargetsShare"], history: zeroOfAPerson },
  { shows: "more than a 0 that scaling set",                current: 0, others: 6,  wanted: 8,    to: 2,  reasons: ["CapacityMonitored", "LargestVote", "TargetsShare"], history: zeroOfOurs },
  { shows: "the minimum if scaling set the 0 and no other has pods", current: 0, others: 0, wanted: 0, to: 2, reasons: ["CapacityMonitored", "BelowMinReplicas", "TargetsShare"], history: zeroOfOurs },
  { shows: "the same if the metrics fail",                  current: 0, others: 0,  wanted: null, to: 2,  reasons: ["CapacityMonitored", "BelowMinReplicas", "TargetsShare"], history: zeroOfOurs },
  { shows: "nothing then under upstream's profile",         current: 0, others: 0,  wanted: null, to: 0,  reasons: ["CapacityMonitored", "ScaleDownBlocked", "TargetsShare"], history: zeroOfOurs, profile: profiles["HPA-1.36"] },
  { shows: "nothing then if it may idle",                   current: 0, others: 0,  wanted: null, to: 0,  reasons: ["CapacityMonitored", "ScaleDownBlocked", "TargetsShare"], history: zeroOfOurs, minReplicas: 0 },
  { shows: "nothing if a person set the 0 and no other has pods", current: 0, others: 0, wanted: 5, to: 0, reasons: ["CapacityMonitored", "ScalingDisabled", "TargetsShare"], history: zeroOfAPerson },
];

/** A target keeps its floor and, in a rollout, all that it may have alone. More is only what others leave. */
function expectKept(
  { from, to }: Decision,
  given: { minReplicas: number; maxReplicas: number; others: number; isHeld: boolean },
): void {
  const { minReplicas, maxReplicas, others, isHeld } = given;
  expect(to).toBeGreaterThanOrEqual(Math.min(from, isHeld ? maxReplicas : minReplicas));
  expect(to).toBeLessThanOrEqual(Math.max(maxReplicas - others, Math.min(from, maxReplicas)));
}

describe("a target that other monitored objects complement", () => {
  it.each(rows)("gets $shows", ({ to, reasons, ...given }) => {
    const { current } = given;
    const { decision } = decide(given);
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
    const { decision, history } = decide({ current: 4, others: 6, wanted: 0, minReplicas: 0 });
    const { from, to } = decision;
    const after = completeScale(beginScale(history, { from, to, time: START }), START);
    expect(after.scaledToZero).toBe(true);
    expect(decide({ current: 0, others: 6, wanted: 9, history: after }).decision.to).toBe(3);
  });

  it("keeps its floor, the total within its bounds beyond that, and can be replayed", () => {
    const step = fc.record({
      wait: waits,
      wanted: fc.option(recommended, { freq: 12 }),
      others: fc.oneof(fc.nat(12), fc.nat(60)),
      person: fc.option(fc.nat(30), { freq: 8 }),
      rollsOut: fc.integer({ min: 0, max: 2 }).map(one => one === 0),
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
          let rollingSince: number | null = null;
          for (const { wait, wanted, others, person, rollsOut } of steps) {
            now += wait;
            rollingSince = rollsOut ? (rollingSince ?? now) : null;
            const rollout = rollsOut ? ("Rolling" as const) : null;
            const world = { now, settings, profile, current, wanted, history, others, rollout };
            const outcome = decideOn({
              ...world,
              spec: { monitorSelectors: monitors, ...bounds, behavior },
            });
            const { decision } = outcome;
            expect(replay(decision)).toEqual({ ok: true, value: decision.to });
            expect(decision.from).toBe(current);
            const isHeld = rollingSince !== null && now - rollingSince < 3_600_000;
            expectKept(decision, { ...bounds, others, isHeld });
            const isDisabled = decision.steps.some(({ reason }) => reason === "ScalingDisabled");
            const isUnknown = current + others === 0 && wanted === null;
            if (isDisabled || (isUnknown && profile.ownZeros === "NeedVotes")) continue;
            expect(decision.to + others).toBeGreaterThanOrEqual(bounds.minReplicas);
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
    const given = { now: START, settings, profile: profiles["Trimtab-1"], current: 4, wanted: 9 };
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
