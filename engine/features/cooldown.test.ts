import { describe, expect, it } from "vitest";

import { emptyHistory } from "../model/history.ts";
import type { AutoscalerSpec } from "../model/spec/autoscaler-spec.ts";
import { day, ScheduleScene } from "../testing/schedule-scene.ts";
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
    const moved = row.since ?? currentReplicas - (latest?.to ?? 0);
    const history = { ...emptyHistory("uid"), ...(latest && { added: { ...latest, moved } }) };
    const context = { now: NOW, currentReplicas, spec: { cooldown: { scaleUpSeconds: 180 } } };
    const step = coolDown.run({ count: desired, history }, context)?.step;
    const reason = after === desired ? "CooledDown" : "ScaleUpCooldown";
    expect(step).toMatchObject({ step: "cooldown", before: desired, after, reason });
    expect(step?.until).toBe(due === undefined ? undefined : NOW + due * 1000);
  });
});

describe("a cooldown", () => {
  const behavior = { scaleDown: { stabilizationWindowSeconds: 0 } };
  const cooldown = { scaleUpSeconds: 3600 };
  const capped: Partial<AutoscalerSpec> = { schedules: [day({ maxReplicas: 3 })] };
  const lowered: Partial<AutoscalerSpec> = { maxReplicas: 3 };

  // prettier-ignore
  it.each([
    { when: "votes have removed replicas",         ask: 3, between: {},      after: 3 },
    { when: "a schedule has capped the count",     ask: 8, between: capped,  after: 7 },
    { when: "the cap is also below a lower vote",  ask: 5, between: capped,  after: 7 },
    { when: "a cap overrules a failed metric",     ask: null, between: capped, after: 7 },
    { when: "a person has lowered the maximum",    ask: 8, between: lowered, after: 7 },
  ])("lets 3 replicas become $after for the answered votes when $when", ({ ask, between, after }) => {
    const spec = { minReplicas: 2, maxReplicas: 20, behavior, cooldown };
    const scene = new ScheduleScene(4, spec);
    expect(scene.counts(["07:50", "07:50:15"], 8)).toEqual([8, 8]);
    scene.spec = { ...spec, ...between };
    expect(scene.counts(["08:00", "08:01"], ask)).toEqual([3, 3]);
    scene.restart("08:02");
    scene.spec = spec;
    expect(scene.counts(["08:02"], 8)).toEqual([after]);
  });

  it("that is longer than the periods of policies knows what was removed before them", () => {
    const scene = new ScheduleScene(4, { minReplicas: 2, maxReplicas: 20, behavior, cooldown });
    expect(scene.counts(["07:50", "07:50:15"], 8)).toEqual([8, 8]);
    expect(scene.counts(["08:00", "08:01"], 3)).toEqual([3, 3]);
    expect(scene.counts(["08:40", "08:41"], 2)).toEqual([2, 2]);
    expect(scene.counts(["08:42"], 8)).toEqual([2]);
  });
});
