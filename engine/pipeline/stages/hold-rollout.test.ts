import { describe, expect, it } from "vitest";

import { emptyHistory } from "../../history/history.ts";
import { holdRollout } from "./hold-rollout.ts";
import type { RolloutState } from "../../observation/rollout.ts";

const NOW = 10_000_000;

const during = (rollout: RolloutState | null) => ({
  ...{ now: NOW, currentReplicas: 5, observation: { rollout } },
  spec: { rollout: { maxHoldSeconds: 600 } },
});

const seen = (secondsAgo: number | null) => ({
  ...emptyHistory("uid"),
  rollout: secondsAgo === null ? null : { since: NOW - secondsAgo * 1000 },
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

  it("does not run without a rule", () => {
    const context = { ...during("Rolling"), spec: { rollout: null } };
    expect(holdRollout.run({ count: 2, history: seen(30) }, context)).toBeNull();
    expect(holdRollout.observe?.(seen(null), context)).toEqual(seen(null));
  });
});

describe("holdRollout observes", () => {
  // prettier-ignore
  it.each<{ when: string; before: number | null; rollout: RolloutState | null; age: number | null }>([
    { when: "there is no rollout and was none",   before: null, rollout: null,        age: null },
    { when: "a rollout starts",                   before: null, rollout: "Rolling",   age: 0 },
    { when: "a rollout continues",                before: 90,   rollout: "Rolling",   age: 90 },
    { when: "a rollout continues and is announced", before: 90,   rollout: "Announced", age: 90 },
    { when: "a rollout ends",                     before: 90,   rollout: null,        age: null },
  ])("the start of a rollout when $when", ({ before, rollout, age }) => {
    expect(holdRollout.observe?.(seen(before), during(rollout))).toEqual(seen(age));
  });
});
