import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { emptyHistory, type History, type RolloutClock } from "../model/history.ts";
import { holdRollout } from "./rollout.ts";
import type { RolloutState } from "../model/observation/rollout.ts";
import { runs } from "../testing/runs.ts";

const NOW = 10_000_000;

const during = (rollout: RolloutState | null) => ({
  ...{ now: NOW, currentReplicas: 5, observation: { rollout } },
  spec: { rollout: { scaleDown: "Hold", maxHoldSeconds: 600 } } as const,
});

const seen = (secondsAgo: number | null, clock: Partial<RolloutClock> = {}) => ({
  ...emptyHistory("uid"),
  rollout: secondsAgo === null ? null : { since: NOW - secondsAgo * 1000, ...clock },
});

interface Row {
  readonly when: string;
  readonly rollout: RolloutState | null;
  /** The age of the rollout in seconds. */
  readonly age?: number;
  readonly desired: number;
  readonly after: number;
  readonly reason: string;
  /** The number of seconds until the count may change. */
  readonly due?: number;
}

// prettier-ignore
const rows: readonly Row[] = [
  { when: "there is no rollout",                         rollout: null,                   desired: 2, after: 2, reason: "NoRollout" },
  { when: "a rollout has just started",                  rollout: "Rolling",   age: 0,    desired: 2, after: 5, reason: "RolloutInProgress", due: 600 },
  { when: "a rollout is announced",                      rollout: "Announced", age: 30,   desired: 2, after: 5, reason: "RolloutInProgress", due: 570 },
  { when: "the votes ask for more during a rollout",     rollout: "Rolling",   age: 30,   desired: 9, after: 9, reason: "RolloutUnaffected" },
  { when: "the votes ask for the current count during a rollout", rollout: "Rolling",   age: 30,   desired: 5, after: 5, reason: "RolloutUnaffected" },
  { when: "one second of the hold is left",              rollout: "Rolling",   age: 599,  desired: 2, after: 5, reason: "RolloutInProgress", due: 1 },
  { when: "the hold has reached its maximum",            rollout: "Rolling",   age: 600,  desired: 2, after: 2, reason: "RolloutHoldEnded" },
];

describe("holdRollout", () => {
  it.each(rows)("turns $desired into $after, from 5, when $when", row => {
    const { desired, rollout, after, reason } = row;
    const progress = { count: desired, history: seen(row.age ?? null) };
    const step = holdRollout.run(progress, during(rollout))?.step;
    expect(step).toMatchObject({ step: "rollout", before: desired, after, reason });
    expect(step?.until).toBe(row.due === undefined ? undefined : NOW + row.due * 1000);
  });

  const selector = { matchLabels: { app: "web" } };
  const monitorSelectors = [{ selector }];
  const argo = { apiVersion: "argoproj.io/v1alpha1", kind: "Rollout" };
  const other = { apiVersion: "example.dev/v1", kind: "Rollout" };
  const deployment = { apiVersion: "apps/v1", kind: "Deployment" };

  // prettier-ignore
  it.each<{ shows: string; spec: Parameters<typeof holdRollout.run>[1]["spec"]; seconds: number | null }>([
    { shows: "nothing",                              spec: {},                                                        seconds: null },
    { shows: "an empty rule",                        spec: { rollout: {} },                                           seconds: null },
    { shows: "a rule that allows scaling down",      spec: { rollout: { scaleDown: "Allow", maxHoldSeconds: 9 } },    seconds: null },
    { shows: "a rule that holds",                    spec: { rollout: { scaleDown: "Hold" } },                        seconds: 3600 },
    { shows: "a rule that holds for a given time",   spec: { rollout: { scaleDown: "Hold", maxHoldSeconds: 9 } },     seconds: 9 },
    { shows: "monitors",                             spec: { monitorSelectors },                                      seconds: 3600 },
    { shows: "monitors and a time to hold",          spec: { monitorSelectors, rollout: { maxHoldSeconds: 9 } },      seconds: 9 },
    { shows: "monitors and a rule that allows it",   spec: { monitorSelectors, rollout: { scaleDown: "Allow" } },     seconds: null },
    { shows: "a Rollout of Argo Rollouts",           spec: { scaleTargetRef: argo },                                  seconds: 3600 },
    { shows: "such a Rollout and a time to hold",    spec: { scaleTargetRef: argo, rollout: { maxHoldSeconds: 9 } },  seconds: 9 },
    { shows: "such a Rollout and a rule that allows it", spec: { scaleTargetRef: argo, rollout: { scaleDown: "Allow" } }, seconds: null },
    { shows: "a selector of such Rollouts",          spec: { targetSelector: { ...argo, selector } },                 seconds: 3600 },
    { shows: "such a Rollout, decided as by an HPA", spec: { scaleTargetRef: argo, algorithm: "HPA-1.36" },           seconds: null },
    { shows: "a Rollout of another group",           spec: { scaleTargetRef: other },                                 seconds: null },
    { shows: "a Deployment",                         spec: { scaleTargetRef: deployment },                            seconds: null },
    { shows: "an empty list of monitors",            spec: { monitorSelectors: [] },                                  seconds: null },
  ])("holds for a time with $shows", ({ spec, seconds }) => {
    const context = { ...during("Rolling"), spec };
    const until = holdRollout.run({ count: 2, history: seen(0) }, context)?.step.until;
    expect(until).toBe(seconds === null ? undefined : NOW + seconds * 1000);
    expect(holdRollout.keeps?.(seen(0), context)).toBe(seconds === null ? 0 : 5);
  });

  it("does not run without a rule", () => {
    const context = { ...during("Rolling"), spec: { rollout: null } };
    expect(holdRollout.run({ count: 2, history: seen(30) }, context)).toBeNull();
    expect(holdRollout.observe?.(seen(null), context)).toEqual(seen(null));
  });
});

describe("holdRollout observes", () => {
  const announced = NOW - 600_000;
  const rolling = { kind: "Rolling" } as const;

  // prettier-ignore
  it.each<{ when: string; before: History; rollout: RolloutState | null; after: History }>([
    { when: "there is no rollout and was none",      before: seen(null),                             rollout: null,        after: seen(null) },
    { when: "a rollout starts",                      before: seen(null),                             rollout: "Rolling",   after: seen(0, rolling) },
    { when: "a rollout continues",                   before: seen(90, rolling),                      rollout: "Rolling",   after: seen(90, rolling) },
    { when: "a rollout ends",                        before: seen(90, rolling),                      rollout: null,        after: seen(null) },
    { when: "a rollout starts during an announcement", before: seen(600, { kind: "Announced" }),       rollout: "Rolling",   after: seen(0, { ...rolling, announced }) },
    { when: "it ends, and the announcement does not", before: seen(90, { ...rolling, announced }),    rollout: "Announced", after: seen(600, { kind: "Announced" }) },
    { when: "an announcement appears after a rollout", before: seen(90, rolling),                      rollout: "Announced", after: seen(0, { kind: "Announced" }) },
    { when: "an earlier version stored no kind",     before: seen(90),                               rollout: "Announced", after: seen(90, { kind: "Announced" }) },
    { when: "a rollout without a kind has ended",    before: seen(90),                               rollout: null,        after: seen(null) },
  ])("the start of a rollout when $when", ({ before, rollout, after }) => {
    expect(holdRollout.observe?.(before, during(rollout))).toEqual(after);
  });

  it("each rollout for its whole time, and a forgotten announcement only once", () => {
    const stages = fc.array(
      fc.record({ wait: fc.integer({ min: 1, max: 900 }), isRolling: fc.boolean() }),
      { maxLength: 30 },
    );
    const property = fc.property(stages, steps => {
      let history: History = emptyHistory("uid");
      let now = NOW;
      let rollingSince: number | null = null;
      for (const { wait, isRolling } of [{ wait: 0, isRolling: false }, ...steps]) {
        now += wait * 1000;
        rollingSince = isRolling ? (rollingSince ?? now) : null;
        const context = { ...during(isRolling ? "Rolling" : "Announced"), now };
        history = holdRollout.observe?.(history, context) ?? history;
        const since: number = rollingSince ?? NOW;
        const step = holdRollout.run({ count: 2, history }, context)?.step;
        expect(step?.after).toBe(now < since + 600_000 ? 5 : 2);
      }
    });
    fc.assert(property, runs(200));
  });
});
