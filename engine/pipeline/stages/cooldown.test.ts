import { describe, expect, it } from "vitest";

import { coolDown } from "./cooldown.ts";
import { emptyHistory, type ScaleEvent } from "../../history/history.ts";

const NOW = 10_000_000;

interface Row {
  readonly when: string;
  /** How many seconds ago the count was changed, and by how much. */
  readonly changes: readonly (readonly [ageSeconds: number, change: number])[];
  readonly up?: number;
  readonly down?: number;
  readonly desired: number;
  readonly after: number;
  readonly reason: string;
  /** In how many seconds the count may move. */
  readonly due?: number;
}

// prettier-ignore
const rows: readonly Row[] = [
  { when: "nothing was ever changed",                          changes: [],                     up: 180, down: 300, desired: 9, after: 9, reason: "CooledDown" },
  { when: "more is asked for soon after a rise",               changes: [[10, 2]],              up: 180, down: 300, desired: 9, after: 5, reason: "ScaleUpCooldown", due: 170 },
  { when: "more is asked for soon after a fall",               changes: [[10, -2]],             up: 180, down: 300, desired: 9, after: 5, reason: "ScaleUpCooldown", due: 170 },
  { when: "less is asked for soon after a rise",               changes: [[10, 2]],              up: 180, down: 300, desired: 2, after: 5, reason: "ScaleDownCooldown", due: 290 },
  { when: "less is asked for soon after a fall",               changes: [[10, -2]],             up: 180, down: 300, desired: 2, after: 5, reason: "ScaleDownCooldown", due: 290 },
  { when: "up has cooled down and down has not",               changes: [[200, 2]],             up: 180, down: 300, desired: 9, after: 9, reason: "CooledDown" },
  { when: "down has not cooled down where up has",             changes: [[200, 2]],             up: 180, down: 300, desired: 2, after: 5, reason: "ScaleDownCooldown", due: 100 },
  { when: "a second is left",                                  changes: [[299, 2]],             up: 180, down: 300, desired: 2, after: 5, reason: "ScaleDownCooldown", due: 1 },
  { when: "the time is over",                                  changes: [[300, 2]],             up: 180, down: 300, desired: 2, after: 2, reason: "CooledDown" },
  { when: "only the latest of several changes counts",         changes: [[400, 1], [20, 1]],    up: 180, down: 300, desired: 2, after: 5, reason: "ScaleDownCooldown", due: 280 },
  { when: "an hour is asked for, which no policy looks back",  changes: [[3500, 1]],            down: 3600,         desired: 2, after: 5, reason: "ScaleDownCooldown", due: 100 },
  { when: "the direction has no cooldown",                     changes: [[10, 2]],              down: 300,          desired: 9, after: 9, reason: "CooledDown" },
  { when: "the other direction has none",                      changes: [[10, 2]],              up: 180,            desired: 2, after: 2, reason: "CooledDown" },
  { when: "the clock was set back, where there is a cooldown", changes: [[-100, 2]],         up: 180, down: 300, desired: 2, after: 5, reason: "ScaleDownCooldown", due: 400 },
  { when: "the clock was set back, where there is none",       changes: [[-100, 2]],         up: 180,            desired: 2, after: 2, reason: "CooledDown" },
  { when: "the count is on target",                            changes: [[10, 2]],              up: 180, down: 300, desired: 5, after: 5, reason: "CooledDown" },
];

const event = ([ageSeconds, change]: readonly [number, number]): ScaleEvent => ({
  time: NOW - ageSeconds * 1000,
  change,
});

describe("coolDown", () => {
  it.each(rows)("lets $after be of $desired, from 5, when $when", row => {
    const { changes, up: scaleUpSeconds = 0, down: scaleDownSeconds = 0, desired } = row;
    const history = { ...emptyHistory("uid"), scaleEvents: changes.map(event) };
    const cooldown = { scaleUpSeconds, scaleDownSeconds };
    const { step, due } = coolDown({ desired, currentReplicas: 5, cooldown, now: NOW, history });
    const { after, reason } = row;
    expect(step).toMatchObject({ step: "cooldown", before: desired, after, reason });
    expect(due).toBe(row.due === undefined ? null : NOW + row.due * 1000);
  });
});
