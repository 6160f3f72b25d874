import { describe, expect, it } from "vitest";

import { coolDown } from "./cooldown.ts";
import { emptyHistory, type ScaleEvent } from "../../history/history.ts";

const NOW = 10_000_000;

interface Row {
  readonly when: string;
  /** A change of the count: its age in seconds and its size. */
  readonly changes: readonly (readonly [ageSeconds: number, change: number])[];
  readonly up?: number;
  readonly down?: number;
  readonly desired: number;
  readonly after: number;
  readonly reason: string;
  /** The number of seconds until the count may change. */
  readonly due?: number;
}

// prettier-ignore
const rows: readonly Row[] = [
  { when: "the count never changed",                           changes: [],                     up: 180, down: 300, desired: 9, after: 9, reason: "CooledDown" },
  { when: "the votes ask for more soon after a rise",          changes: [[10, 2]],              up: 180, down: 300, desired: 9, after: 5, reason: "ScaleUpCooldown", due: 170 },
  { when: "the votes ask for more soon after a fall",          changes: [[10, -2]],             up: 180, down: 300, desired: 9, after: 5, reason: "ScaleUpCooldown", due: 170 },
  { when: "the votes ask for less soon after a rise",          changes: [[10, 2]],              up: 180, down: 300, desired: 2, after: 5, reason: "ScaleDownCooldown", due: 290 },
  { when: "the votes ask for less soon after a fall",          changes: [[10, -2]],             up: 180, down: 300, desired: 2, after: 5, reason: "ScaleDownCooldown", due: 290 },
  { when: "the cooldown has ended for rises but not for falls", changes: [[200, 2]],             up: 180, down: 300, desired: 9, after: 9, reason: "CooledDown" },
  { when: "the cooldown has not ended for falls",              changes: [[200, 2]],             up: 180, down: 300, desired: 2, after: 5, reason: "ScaleDownCooldown", due: 100 },
  { when: "one second is left",                                changes: [[299, 2]],             up: 180, down: 300, desired: 2, after: 5, reason: "ScaleDownCooldown", due: 1 },
  { when: "the cooldown has ended",                            changes: [[300, 2]],             up: 180, down: 300, desired: 2, after: 2, reason: "CooledDown" },
  { when: "only the latest of several changes counts",         changes: [[400, 1], [20, 1]],    up: 180, down: 300, desired: 2, after: 5, reason: "ScaleDownCooldown", due: 280 },
  { when: "a cooldown of an hour exceeds every policy period", changes: [[3500, 1]],            down: 3600,         desired: 2, after: 5, reason: "ScaleDownCooldown", due: 100 },
  { when: "the direction has no cooldown",                     changes: [[10, 2]],              down: 300,          desired: 9, after: 9, reason: "CooledDown" },
  { when: "the other direction has no cooldown",               changes: [[10, 2]],              up: 180,            desired: 2, after: 2, reason: "CooledDown" },
  { when: "the count is on target",                            changes: [[10, 2]],              up: 180, down: 300, desired: 5, after: 5, reason: "CooledDown" },
];

const event = ([ageSeconds, change]: readonly [number, number]): ScaleEvent => ({
  time: NOW - ageSeconds * 1000,
  change,
});

describe("coolDown", () => {
  it.each(rows)("turns $desired into $after, from 5, when $when", row => {
    const { changes, up: scaleUpSeconds = 0, down: scaleDownSeconds = 0, desired } = row;
    const history = { ...emptyHistory("uid"), scaleEvents: changes.map(event) };
    const cooldown = { scaleUpSeconds, scaleDownSeconds };
    const context = { now: NOW, currentReplicas: 5, spec: { cooldown } };
    const { after, reason } = row;
    const step = coolDown.run({ count: desired, history }, context)?.step;
    expect(step).toMatchObject({ step: "cooldown", before: desired, after, reason });
    expect(step?.until).toBe(row.due === undefined ? undefined : NOW + row.due * 1000);
  });
});
