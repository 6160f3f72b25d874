import { describe, expect, it } from "vitest";

import { emptyHistory } from "./model/history.ts";
import { lostHistory } from "./history/lost-history.ts";
import type { AutoscalerSpec } from "./model/spec/autoscaler-spec.ts";
import { clock, day, ScheduleScene, tenDown } from "./testing/schedule-scene.ts";
import type { AutoscalerOutcome } from "./decide.ts";

const stepsOf = (outcome: AutoscalerOutcome | null) =>
  outcome?.decision.steps.map(({ step, after, reason }) => `${step} ${after} ${reason}`);
const boundOf = (outcome: AutoscalerOutcome | null) => {
  const bound = outcome?.decision.steps.find(({ step }) => step === "bound");
  return [bound?.atLeast, bound?.atMost];
};

/** 2 to 50 replicas, and 10 to 80 by day. */
const spec: Omit<AutoscalerSpec, "metrics"> = {
  ...{ minReplicas: 2, maxReplicas: 50, behavior: tenDown },
  schedules: [day({ minReplicas: 10, maxReplicas: 80 })],
};
const evening = ["20:00", "20:00:15", "20:01", "20:01:15", "20:02", "20:03"];

describe("a window", () => {
  it("sets both bounds from its first to its last moment, and the next boundary is due", () => {
    const scene = new ScheduleScene(5, spec);
    const before = scene.look("07:59:59", 5);
    expect([before?.decision.to, before?.due]).toEqual([5, clock("08:00")]);
    expect(boundOf(before)).toEqual([2, 50]);
    const begun = scene.look("08:00", 5);
    expect([begun?.decision.to, begun?.due]).toEqual([10, clock("20:00")]);
    expect(stepsOf(begun)).toEqual(["bound 10 BelowMinReplicas"]);
    expect(boundOf(scene.look("19:59:59", 100))).toEqual([10, 80]);
    expect(boundOf(scene.look("20:00", 3))).toEqual([2, 80].with(1, 50));
  });

  it("raises the count at once although the metric fails", () => {
    expect(new ScheduleScene(5, spec).look("08:00", null)?.decision.to).toBe(10);
  });

  it.each([
    { algorithm: "Trimtab-1", counts: [10, 14, 14] },
    { algorithm: "HPA-1.36", counts: [10, 10, 10] },
  ] as const)("leaves the scale-up policies to the metrics, under $algorithm", row => {
    const behavior = { scaleUp: { policies: [{ type: "Pods", value: 4, periodSeconds: 300 }] } };
    const scene = new ScheduleScene(5, { ...spec, behavior } as typeof spec);
    scene.algorithm = row.algorithm;
    expect(scene.counts(["08:00", "08:00:15", "08:00:30"], 40)).toEqual(row.counts);
  });

  it("leaves the bound that it does not set to the spec", () => {
    const floor = new ScheduleScene(5, { ...spec, schedules: [day({ minReplicas: 10 })] });
    expect(boundOf(floor.look("08:00", 5))).toEqual([10, 50]);
    const cap = new ScheduleScene(5, { ...spec, schedules: [day({ maxReplicas: 20 })] });
    expect(boundOf(cap.look("08:00", 5))).toEqual([2, 20]);
  });

  it("of several that are active, only the first counts, with the bounds that it sets", () => {
    const schedules = [day({ maxReplicas: 20 }), { ...day({ minReplicas: 15 }), name: "later" }];
    expect(boundOf(new ScheduleScene(5, { ...spec, schedules }).look("09:00", 5))).toEqual([2, 20]);
  });
});

describe("what ends by a clock decreases nothing at once", () => {
  const slow = { ...spec, behavior: { scaleDown: { stabilizationWindowSeconds: 300 } } };
  const times = ["19:00", "19:30", "19:59:45", "20:00", "20:04:45", "20:05"];
  const night = {
    ...day({ minReplicas: 2 }),
    name: "night",
    start: "0 20 * * *",
    end: "0 8 * * *",
  };
  type Profile = ScheduleScene["algorithm"];

  // prettier-ignore
  it.each<{ what: string; of?: Partial<typeof spec>; ask?: number | null; size?: number; algorithm?: Profile; counts: number[] }>([
    { what: "a window's minimum",                        counts: [10, 10, 10, 10, 10, 3] },
    { what: "one of HPA-1.36",                           algorithm: "HPA-1.36", counts: [10, 10, 10, 10, 3, 3] },
    { what: "a minimum whose metric fails until the end", ask: null, counts: [10, 10, 10, 10, 10, 3] },
    { what: "the spec's minimum, by a lower one at night", of: { minReplicas: 10, schedules: [night] }, counts: [10, 10, 10, 10, 10, 3] },
    { what: "a minimum below the current size keeps no more than itself", size: 20, counts: [20, 10, 10, 10, 10, 3] },
  ])("$what", ({ of, ask = 3, size = 10, algorithm = "Trimtab-1", counts }) => {
    const scene = new ScheduleScene(size, { ...slow, ...of });
    scene.algorithm = algorithm;
    const until = scene.counts(times.slice(0, 3), ask);
    expect([...until, ...scene.counts(times.slice(3), 3)]).toEqual(counts);
  });

  it("a rollout that is held", () => {
    const { schedules: _, ...plain } = slow;
    const scene = new ScheduleScene(10, { ...plain, rollout: { scaleDown: "Hold" } });
    scene.more = { rollout: "Rolling" };
    expect(scene.counts(times.slice(0, 3), 3)).toEqual([10, 10, 10]);
    expect(stepsOf(scene.look("19:59:50", 3))).toContain("rollout 10 RolloutInProgress");
    scene.more = {};
    expect(scene.counts(["19:59:55", "20:04:50", "20:04:55"], 3)).toEqual([10, 10, 3]);
  });
});

describe("a maximum that a window lowers", () => {
  it("is reached under the scale-down policies, and the bound in force follows the count", () => {
    const scene = new ScheduleScene(75, spec);
    scene.look("19:59:45", 75);
    const first = scene.look("20:00", 75);
    expect(stepsOf(first)).toEqual([
      "combine 75 LargestVote",
      "stabilize 75 ReadyForNewScale",
      "schedule 50 AboveScheduledMax",
      "limit 65 ScaleDownLimit",
      "bound 65 DesiredWithinRange",
    ]);
    expect(boundOf(first)).toEqual([2, 75]);
    expect(boundOf(scene.look("20:00:15", 75))).toEqual([2, 65]);
    expect(scene.counts(["20:01", "20:02", "20:03"], 75)).toEqual([55, 50, 50]);
    expect(boundOf(scene.look("20:03:15", 75))).toEqual([2, 50]);
    expect(scene.memory.history?.cap).toEqual({ max: 50, since: clock("20:00") });
  });

  it("is reached in one step without policies that limit it", () => {
    const scene = new ScheduleScene(75, { ...spec, behavior: {} });
    scene.look("19:59:45", 75);
    expect(scene.counts(evening.slice(0, 2), 75)).toEqual([50, 50]);
  });

  it("is not waited for by the stabilization window, which metrics wait for", () => {
    const scene = new ScheduleScene(75, {
      ...{
        ...spec,
        behavior: { scaleDown: { ...tenDown.scaleDown, stabilizationWindowSeconds: 300 } },
      },
    });
    scene.look("19:59:45", 75);
    expect(scene.counts(evening, 20)).toEqual([65, 65, 55, 55, 50, 50]);
  });

  it("is reached although the metric fails, which blocks no more than a scale-down below it", () => {
    const scene = new ScheduleScene(75, spec);
    scene.look("19:59:45", 75);
    expect(scene.counts(evening, null)).toEqual([65, 65, 55, 55, 50, 50]);
  });

  it("does not stop a metric that asks for fewer", () => {
    const scene = new ScheduleScene(75, spec);
    scene.look("19:59:45", 75);
    expect(scene.counts([...evening, "20:04"], 40)).toEqual([65, 65, 55, 55, 45, 40, 40]);
  });

  it("is not raised again by a metric on the way", () => {
    const scene = new ScheduleScene(75, spec);
    scene.look("19:59:45", 75);
    scene.look("20:00", 75);
    const outcome = scene.look("20:00:15", 200);
    expect([outcome?.decision.to, boundOf(outcome)]).toEqual([65, [2, 65]]);
  });

  it("waits for selectPolicy Disabled", () => {
    const behavior = { scaleDown: { selectPolicy: "Disabled" } } as const;
    const scene = new ScheduleScene(70, { ...spec, behavior });
    expect(scene.counts(["19:58", "19:59:45", ...evening], 75)).toEqual(
      Array(8).fill(75).with(0, 75),
    );
  });

  it("is no maximum for a person: what another client adds on the way is taken away at once", () => {
    const scene = new ScheduleScene(75, spec);
    scene.look("19:59:45", 75);
    scene.look("20:00", 75);
    scene.replicas = 90;
    const outcome = scene.look("20:00:15", 75);
    expect([outcome?.decision.to, stepsOf(outcome)]).toEqual([75, ["bound 75 AboveMaxReplicas"]]);
  });

  it("leaves no part of a group, even if a person has written one", () => {
    const scene = new ScheduleScene(75, { ...spec, replicaMultiple: 2 });
    expect(scene.counts(["19:59:45", "20:00"], 75)).toEqual([75, 66]);
    scene.replicas = 77;
    expect(scene.look("20:00:15", 75)?.decision.to).toBe(76);
  });

  it("continues after a restart, and after one that a boundary has passed meanwhile", () => {
    const scene = new ScheduleScene(75, spec);
    scene.look("19:59:45", 75);
    scene.restart("20:00:30");
    expect(scene.look("20:00:30", 75)?.decision.to).toBe(65);
    scene.restart("20:00:40");
    expect(scene.counts(["20:00:45", "20:01:30"], 75)).toEqual([65, 55]);
  });

  it("is not enforced at once although the history was lost", () => {
    const scene = new ScheduleScene(75, spec);
    const history = lostHistory({ version: 7 }, null, clock("20:00:30"));
    scene.memory = { ...scene.memory, history };
    expect(scene.counts(["20:00:30", "20:31"], 75)).toEqual([75, 65]);
  });

  it("descends over several windows", () => {
    const schedules = [
      day({ maxReplicas: 80 }),
      { ...day({ maxReplicas: 60 }), name: "dusk", start: "0 20 * * *", end: "1 20 * * *" },
    ];
    const scene = new ScheduleScene(75, { ...spec, schedules });
    scene.look("19:59:45", 75);
    expect(scene.counts(evening, 75)).toEqual([65, 65, 55, 55, 50, 50].with(0, 65));
  });
});

describe("a person's edit of the bounds", () => {
  it("acts at once, within a window and outside", () => {
    const scene = new ScheduleScene(75, spec);
    scene.look("10:00", 75);
    scene.spec = { ...spec, schedules: [day({ minReplicas: 10, maxReplicas: 60 })] };
    expect(scene.look("10:00:15", 75)?.decision.to).toBe(60);
    scene.look("20:00", 75);
    scene.counts(["20:01", "20:02"], 75);
    scene.spec = { ...spec, maxReplicas: 30 };
    const outcome = scene.look("21:00", 75);
    expect([outcome?.decision.to, stepsOf(outcome)]).toEqual([30, ["bound 30 AboveMaxReplicas"]]);
  });

  it("that removes the schedules acts at once, and nothing of them is remembered", () => {
    const scene = new ScheduleScene(75, spec);
    scene.look("10:00", 75);
    scene.spec = { ...spec, schedules: null };
    expect(scene.look("10:00:15", 75)?.decision.to).toBe(50);
    expect(scene.memory.history).not.toHaveProperty("cap.max");
  });

  it("of another field does not end a descent", () => {
    const scene = new ScheduleScene(75, spec);
    scene.look("19:59:45", 75);
    scene.look("20:00", 75);
    scene.spec = { ...spec, minReplicas: 3 };
    expect(scene.counts(["20:00:15", "20:01"], 75)).toEqual([65, 55]);
  });

  it("of an object without a past acts at once", () => {
    expect(new ScheduleScene(75, spec).look("21:00", 75)?.decision.to).toBe(50);
  });
});

describe("a count of 0", () => {
  const idle = { ...spec, minReplicas: 0, schedules: [day({ minReplicas: 3 })] };
  const scaled = (algorithm: "Trimtab-1" | "HPA-1.36" = "Trimtab-1") => {
    const scene = new ScheduleScene(1, idle);
    Object.assign(scene, { algorithm, settings: { ...scene.settings, scaleToZero: true } });
    expect(scene.counts(["07:00", "07:10"], 0).at(-1)).toBe(0);
    return scene;
  };

  it("that scaling wrote ends where a window begins, even if the metric fails", () => {
    const scene = scaled();
    expect(scene.look("07:59:45", 0)?.decision.to).toBe(0);
    expect(scene.look("08:00", null)?.decision.to).toBe(3);
  });

  it("that scaling wrote ends under HPA-1.36 as soon as a metric answers", () => {
    const scene = scaled("HPA-1.36");
    expect(scene.counts(["08:00", "08:00:15"], null)).toEqual([0, 0]);
    expect(scene.look("08:00:30", 0)?.decision.to).toBe(3);
  });

  it("that a person set stays where a window begins", () => {
    const scene = scaled();
    scene.replicas = 4;
    scene.look("07:30", 4);
    scene.replicas = 0;
    expect(scene.counts(["07:45", "08:00", "08:00:15"], 40)).toEqual([0, 0, 0]);
  });

  it("is allowed by a window alone, and ends with it", () => {
    const scene = new ScheduleScene(2, { ...spec, schedules: [day({ minReplicas: 0 })] });
    scene.settings = { ...scene.settings, scaleToZero: true };
    expect(scene.counts(["07:00", "08:00", "19:59:45", "20:00"], 0)).toEqual([2, 0, 0, 2]);
  });
});

describe("modes", () => {
  it("DryRun has its own descent, and Active begins its own afterwards", () => {
    const scene = new ScheduleScene(75, spec);
    scene.look("19:59:45", 75);
    scene.mode = "DryRun";
    expect(scene.counts(["20:00", "20:01", "20:02"], 75)).toEqual([65, 65, 65]);
    expect(scene.replicas).toBe(75);
    scene.mode = "Active";
    expect(scene.counts(["20:30", "20:31"], 75)).toEqual([65, 55]);
  });

  it("Paused decides nothing, and the descent begins afterwards", () => {
    const scene = new ScheduleScene(75, spec);
    scene.look("19:59:45", 75);
    scene.mode = "Paused";
    expect(scene.look("20:00", 75)).toBeNull();
    scene.mode = "Active";
    expect(scene.counts(["21:00", "21:01"], 75)).toEqual([65, 55]);
  });
});

describe("a monitored total", () => {
  const total = { ...spec, monitorSelectors: [{}] };
  const others = (specReplicas: number) => ({
    others: { specReplicas, statusReplicas: specReplicas },
  });

  it("is raised to the minimum of a window by the target alone", () => {
    const scene = new ScheduleScene(3, total);
    scene.more = others(4);
    expect(scene.counts(["07:59:45", "08:00"], 7)).toEqual([3, 6]);
  });

  it("descends to the maximum of a window", () => {
    const scene = new ScheduleScene(40, total);
    scene.more = others(35);
    expect(scene.counts(["19:59:45", ...evening], 75)).toEqual([40, 30, 30, 20, 20, 15, 15]);
  });

  it("does not descend while a rollout is held", () => {
    const scene = new ScheduleScene(40, total);
    scene.more = { ...others(35), rollout: "Rolling" };
    expect(scene.counts(["19:59:45", ...evening], 75)).toEqual(Array(7).fill(40));
    scene.more = others(35);
    expect(scene.counts(["20:10", "20:11"], 75)).toEqual([30, 20]);
  });
});

describe("without schedules", () => {
  it("a decision and its history are as before", () => {
    const scene = new ScheduleScene(75, { ...spec, schedules: [] });
    const outcome = scene.look("20:00", 75);
    expect(outcome?.due).toBeNull();
    expect(Object.keys(outcome?.history ?? {})).toEqual(
      Object.keys({ ...emptyHistory("t"), terms: null }),
    );
  });
});
