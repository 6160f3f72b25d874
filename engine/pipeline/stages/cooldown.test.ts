import { describe, expect, it } from "vitest";

import { emptyHistory } from "../../history/history.ts";
import { coolDown } from "./cooldown.ts";

const NOW = 10_000_000;

interface Row {
  readonly when: string;
  /** The latest addition that the votes asked for: its age in seconds and its total. */
  readonly added?: readonly [ageSeconds: number, to: number];
  /** The changes of this object since; without them, it has removed what is missing. */
  readonly since?: number;
  readonly current?: number;
  readonly desired: number;
  readonly after: number;
  /** The number of seconds until the count may change. */
  readonly due?: number;
}

// prettier-ignore
const rows: readonly Row[] = [
  { when: "nothing was added",                                               desired: 9, after: 9 },
  { when: "the votes ask again for what was added and removed since", added: [10, 8],   desired: 8, after: 5, due: 170 },
  { when: "the votes ask for less than was added",                    added: [10, 8],   desired: 7, after: 5, due: 170 },
  { when: "one second is left",                                       added: [179, 8],  desired: 8, after: 5, due: 1 },
  { when: "the cooldown has ended",                                   added: [180, 8],  desired: 8, after: 8 },
  { when: "a larger vote than the answered one comes",                added: [10, 8],   desired: 9, after: 9 },
  { when: "the votes ask for more after an addition that stays",      added: [10, 5],   desired: 6, after: 6 },
  { when: "the votes ask for fewer",                                  added: [10, 8],   desired: 2, after: 2 },
  { when: "the count is on target",                                   added: [10, 5],   desired: 5, after: 5 },
  { when: "another client has removed what was added",                added: [10, 8], since: 0, desired: 8, after: 8 },
  { when: "a workload at 0 starts",                   current: 0,     added: [10, 8],   desired: 8, after: 8 },
];

describe("coolDown", () => {
  it.each(rows)("turns $desired into $after when $when", row => {
    const { added, current: currentReplicas = 5, desired, after, due } = row;
    const latest = added && { time: NOW - added[0] * 1000, to: added[1] };
    const change = row.since ?? currentReplicas - (latest?.to ?? 0);
    const scaleEvents = [{ time: NOW - 500, change }];
    const history = { ...emptyHistory("uid"), scaleEvents, ...(latest && { added: latest }) };
    const context = { now: NOW, currentReplicas, spec: { cooldown: { scaleUpSeconds: 180 } } };
    const step = coolDown.run({ count: desired, history }, context)?.step;
    const reason = after === desired ? "CooledDown" : "ScaleUpCooldown";
    expect(step).toMatchObject({ step: "cooldown", before: desired, after, reason });
    expect(step?.until).toBe(due === undefined ? undefined : NOW + due * 1000);
  });
});
