import { describe, expect, it } from "vitest";

import type { ScalingPolicy } from "../model/spec/autoscaler-spec.ts";
import { bound } from "./bounds.ts";
import type { Step } from "../model/decision.ts";
import { type DefaultedSpec, withDefaults } from "../spec/defaults.ts";
import { emptyHistory, type History, type ScaleEvent } from "../model/history.ts";
import { limitRate } from "./limits.ts";
import type { Progress } from "../model/feature.ts";
import { type AutoscalerProfile, profiles } from "../model/spec/profile.ts";
import { upstreamSettings } from "../model/spec/settings.ts";

const NOW = 10_000_000;

interface Row {
  readonly when: string;
  readonly current: number;
  readonly desired: number;
  readonly min?: number;
  readonly max?: number;
  readonly up?: readonly ScalingPolicy[];
  readonly down?: readonly ScalingPolicy[];
  readonly select?: "Max" | "Min" | "Disabled";
  /** Spread evenly over the last two minutes. */
  readonly ups?: readonly number[];
  readonly downs?: readonly number[];
  readonly after: number;
  readonly reason: string;
}

const pods = (value: number, periodSeconds = 60): ScalingPolicy => ({
  ...{ type: "Pods", value, periodSeconds },
});
const percent = (value: number, periodSeconds = 60): ScalingPolicy => ({
  ...{ type: "Percent", value, periodSeconds },
});

const spread = (changes: readonly number[]): ScaleEvent[] =>
  changes.map((change, index) => {
    const segment = 120 / changes.length;
    return { time: NOW - 1000 * Math.trunc(120 - segment * (index + 0.5)), change };
  });

interface Limited {
  readonly currentReplicas: number;
  readonly spec: LimitedSpec;
  readonly profile?: Pick<AutoscalerProfile, "casts">;
}

function limit(progress: Progress, context: Limited): Step {
  const { currentReplicas, spec, profile = profiles["HPA-1.36"] } = context;
  const rest = { behavior: spec.behavior, bounds: spec, profile };
  const result = limitRate.run(progress, { ...rest, currentReplicas, now: NOW });
  if (result === null) throw new Error("this stage always runs");
  return result.step;
}

type LimitedSpec = Pick<DefaultedSpec, "behavior" | "minReplicas" | "maxReplicas">;

/** Both stages in upstream's order, with our events and with upstream's lists. */
function limitAndBound(row: Row, form: "events" | "lists"): { after: number; reason: string } {
  const { current: currentReplicas, desired, min = 1, max = 1000, select = "Max" } = row;
  const rules = (policies?: readonly ScalingPolicy[]) => ({
    selectPolicy: select,
    ...(policies && { policies }),
  });
  const behavior = { scaleUp: rules(row.up), scaleDown: rules(row.down) };
  const spec = withDefaults({ minReplicas: min, maxReplicas: max, behavior }, upstreamSettings);
  const ups = spread(row.ups ?? []);
  const downs = spread((row.downs ?? []).map(change => -change));
  const asSlots = (events: readonly ScaleEvent[]) =>
    events.map(({ time, change }) => ({ time, change: Math.abs(change), isOutdated: false }));
  const history: History = {
    ...emptyHistory("uid"),
    scaleEvents: [...ups, ...downs].sort((a, b) => a.time - b.time),
    ...(form === "lists" && {
      lists: { recommendations: [], scaleUps: asSlots(ups), scaleDowns: asSlots(downs) },
    }),
  };
  const profile = profiles[form === "events" ? "Trimtab-1" : "HPA-1.36"];
  const limited = limit({ count: desired, history }, { currentReplicas, spec, profile });
  const bounded = bound(limited.after, spec);
  const reason = limited.before === limited.after ? bounded.reason : limited.reason;
  return { after: bounded.after, reason };
}

describe("limitRate, as in upstream's tables", () => {
  // prettier-ignore
  const rows: Row[] = [
    { when: "in range",                        current: 5,    desired: 7,    min: 3, max: 8,       after: 7,   reason: "DesiredWithinRange" },
    { when: "below the minimum",               current: 3,    desired: 1,    min: 2, max: 8,       after: 2,   reason: "TooFewReplicas" },
    { when: "zero, where that is allowed",     current: 1,    desired: 0,    min: 0, max: 10,      after: 0,   reason: "DesiredWithinRange" },
    { when: "above the maximum",               current: 100,  desired: 1000, min: 100, max: 150,   after: 150, reason: "TooManyReplicas" },
    { when: "1% up is at least one",           current: 3,    desired: 1000, up: [percent(1)],     after: 4,   reason: "ScaleUpLimit" },
    { when: "20 pods down",                    current: 1000, desired: 3,    min: 3, max: 2000, down: [pods(20)], after: 980, reason: "ScaleDownLimit" },
    { when: "the default doubles",             current: 10,   desired: 50,                         after: 20,  reason: "ScaleUpLimit" },
    { when: "or adds four",                    current: 1,    desired: 50,                         after: 5,   reason: "ScaleUpLimit" },
    { when: "pods beat percent",               current: 10,   desired: 500,  up: [pods(100), percent(100)], after: 110, reason: "ScaleUpLimit" },
    { when: "percent beats pods",              current: 10,   desired: 500,  up: [pods(2), percent(100)], after: 20, reason: "ScaleUpLimit" },
    { when: "more pods than needed",           current: 10,   desired: 50,   up: [pods(100)],      after: 50,  reason: "DesiredWithinRange" },
    { when: "30 pods up",                      current: 10,   desired: 50,   up: [pods(30)],       after: 40,  reason: "ScaleUpLimit" },
    { when: "200% up",                         current: 10,   desired: 50,   up: [percent(200)],   after: 30,  reason: "ScaleUpLimit" },
    { when: "pods down beat percent",          current: 100,  desired: 2,    down: [pods(20), percent(1)], after: 80, reason: "ScaleDownLimit" },
    { when: "percent is not always less",      current: 100,  desired: 2,    down: [pods(2), percent(1)], after: 98, reason: "ScaleDownLimit" },
    { when: "many pods down to the minimum",   current: 10,   desired: 0,    down: [pods(100)],    after: 1,   reason: "TooFewReplicas" },
    { when: "100% down to the minimum",        current: 10,   desired: 2,    min: 5, down: [percent(100)], after: 5, reason: "TooFewReplicas" },
    { when: "5 pods down",                     current: 10,   desired: 2,    down: [pods(5)],      after: 5,   reason: "ScaleDownLimit" },
    { when: "exactly 50% down",                current: 10,   desired: 5,    down: [percent(50)],  after: 5,   reason: "DesiredWithinRange" },
    { when: "300 pods up to the maximum",      current: 100,  desired: 500,  max: 200, up: [pods(300)], ups: [1, 5, 9], after: 200, reason: "TooManyReplicas" },
    { when: "10000% up to the maximum",        current: 100,  desired: 500,  max: 200, up: [percent(10_000)], ups: [1, 5, 9], after: 200, reason: "TooManyReplicas" },
    { when: "more was added than is allowed",  current: 100,  desired: 500,  up: [pods(5, 120)], ups: [1, 5, 9], after: 100, reason: "ScaleUpLimit" },
    { when: "earlier additions count",         current: 100,  desired: 500,  up: [pods(150, 120)], ups: [1, 5, 9], after: 235, reason: "ScaleUpLimit" },
    { when: "percent of the count before the additions", current: 100,  desired: 500,  up: [percent(200, 120)], ups: [1, 5, 9], after: 255, reason: "ScaleUpLimit" },
    { when: "ups and downs",                   current: 6,    desired: 24,   up: [percent(300, 120)], ups: [4], downs: [2], after: 16, reason: "ScaleUpLimit" },
    { when: "downs precede a down",            current: 100,  desired: 0,    down: [pods(115, 120)], downs: [1, 5, 9], after: 1, reason: "TooFewReplicas" },
    { when: "the minimum after downs",         current: 100,  desired: 0,    min: 5, down: [pods(130, 120)], downs: [1, 5, 9], after: 5, reason: "TooFewReplicas" },
    { when: "more was removed than is allowed", current: 100,  desired: 2,    down: [pods(5, 120)], downs: [1, 5, 9], after: 100, reason: "ScaleDownLimit" },
    { when: "more than all of a count below zero", current: 1,    desired: 0,    min: 0, down: [percent(150, 120)], ups: [3], after: 1, reason: "ScaleDownLimit" },
    { when: "half of the count before the removals", current: 100,  desired: 0,    down: [percent(50, 120)], downs: [2, 4, 6], after: 56, reason: "ScaleDownLimit" },
    { when: "half, after ups and downs",       current: 10,   desired: 1,    down: [percent(50, 180)], ups: [2], downs: [4], after: 6, reason: "ScaleDownLimit" },
    { when: "10% of more pods than there are", current: 100,  desired: 0,    down: [percent(10, 120)], downs: [10, 10, 10], after: 100, reason: "ScaleDownLimit" },
    { when: "1000% is below zero",             current: 10,   desired: 5,    down: [percent(1000, 120)], downs: [10, 10, 10], after: 5, reason: "DesiredWithinRange" },
    { when: "events beyond the period",        current: 100,  desired: 200,  up: [pods(1000)], ups: [8, 12, 9, 11], after: 200, reason: "DesiredWithinRange" },
    { when: "the smaller change up",           current: 1,    desired: 9,    select: "Min", up: [pods(2), percent(50)], after: 2, reason: "ScaleUpLimit" },
    { when: "the smaller change down",         current: 5,    desired: 1,    select: "Min", down: [pods(2), percent(50)], after: 3, reason: "ScaleDownLimit" },
    // The examples of the Kubernetes documentation.
    { when: "10% of 80 beats 4 pods",          current: 80,   desired: 10,   down: [pods(4), percent(10)], after: 72, reason: "ScaleDownLimit" },
    { when: "10% of 72 is rounded up",         current: 72,   desired: 10,   down: [pods(4), percent(10)], after: 64, reason: "ScaleDownLimit" },
    { when: "4 pods beat 10% below 40",        current: 30,   desired: 10,   down: [pods(4), percent(10)], after: 26, reason: "ScaleDownLimit" },
    { when: "5 pods are less than 10%",        current: 80,   desired: 10,   select: "Min", down: [percent(10), pods(5)], after: 75, reason: "ScaleDownLimit" },
    { when: "10% is less than 5 pods",         current: 30,   desired: 10,   select: "Min", down: [percent(10), pods(5)], after: 27, reason: "ScaleDownLimit" },
    { when: "up is disabled",                  current: 5,    desired: 9,    select: "Disabled",   after: 5,   reason: "ScaleUpLimit" },
    { when: "down is disabled",                current: 5,    desired: 1,    select: "Disabled",   after: 5,   reason: "ScaleDownLimit" },
    { when: "nothing changes",                 current: 5,    desired: 5,    select: "Disabled",   after: 5,   reason: "DesiredWithinRange" },
    { when: "the rate exceeds the maximum",    current: 5,    desired: 30,   max: 10,              after: 10,  reason: "TooManyReplicas" },
    { when: "the rate falls below the minimum", current: 10,   desired: 1,    min: 5, down: [pods(5)], after: 5, reason: "TooFewReplicas" },
    { when: "float rounding: 90% of 10 removed", current: 10,   desired: 0,    min: 0, down: [percent(90)], after: 0, reason: "DesiredWithinRange" },
    { when: "float rounding: 10% of 100 added", current: 100,  desired: 200,  up: [percent(10)],    after: 111, reason: "ScaleUpLimit" },
  ];

  it.each(rows)("gives $after ($reason) when $when", row => {
    const wanted = { after: row.after, reason: row.reason };
    expect(limitAndBound(row, "events")).toEqual(wanted);
    expect(limitAndBound(row, "lists")).toEqual(wanted);
  });

  // prettier-ignore
  it.each<Omit<Row, "reason"> & { upstream: number }>([
    { when: "as many pods as int32 holds, up",   current: 10,  desired: 20,  up: [pods(2_147_483_647)],      after: 20,  upstream: 10 },
    { when: "as many percent, up",               current: 101, desired: 900, up: [percent(2_147_483_647)],   after: 900, upstream: 101 },
    { when: "as many pods, next to a small one", current: 10,  desired: 20,  up: [pods(2_147_483_647), pods(4)], select: "Min", after: 14, upstream: 10 },
    { when: "as many pods after a removal",      current: 10,  desired: 20,  up: [pods(2_147_483_640)], downs: [5], after: 20, upstream: 10 },
    { when: "as many pods, down",                current: 10,  desired: 3,   down: [pods(2_147_483_647)],    after: 3,   upstream: 3 },
    { when: "as many percent, down",             current: 200, desired: 3,   down: [percent(2_147_483_647)], after: 3,   upstream: 3 },
  ])("saturates, where upstream wraps around: $when", ({ upstream, ...row }) => {
    expect(limitAndBound({ ...row, reason: "" }, "events").after).toBe(row.after);
    expect(limitAndBound({ ...row, reason: "" }, "lists").after).toBe(upstream);
  });
});

describe("limitRate without behavior, as in upstream's table", () => {
  // prettier-ignore
  it.each([
    { when: "in range",            current: 5,  desired: 7,    min: 3,  max: 8,    after: 7,  reason: "DesiredWithinRange" },
    { when: "below the minimum",   current: 3,  desired: 1,    min: 2,  max: 8,    after: 2,  reason: "TooFewReplicas" },
    { when: "zero",                current: 1,  desired: 0,    min: 0,  max: 10,   after: 0,  reason: "DesiredWithinRange" },
    { when: "above the maximum",   current: 20, desired: 1000, min: 1,  max: 10,   after: 10, reason: "TooManyReplicas" },
    { when: "more than double",    current: 3,  desired: 1000, min: 1,  max: 2000, after: 6,  reason: "ScaleUpLimit" },
    { when: "more than four",      current: 1,  desired: 1000, min: 1,  max: 2000, after: 4,  reason: "ScaleUpLimit" },
    { when: "limit and maximum",   current: 4,  desired: 1000, min: 1,  max: 8,    after: 8,  reason: "TooManyReplicas" },
    { when: "from zero, below",    current: 0,  desired: 7,    min: 10, max: 20,   after: 10, reason: "TooFewReplicas" },
    { when: "from zero, above",    current: 0,  desired: 15,   min: 10, max: 20,   after: 10, reason: "ScaleUpLimit" },
    { when: "double is no int32",  current: 2 ** 30, desired: 2 ** 31 - 2, min: 1, max: 2 ** 31 - 1, after: 2 ** 31 - 2, reason: "DesiredWithinRange" },
  ])("gives $after ($reason) when $when", row => {
    const { current: currentReplicas, desired, min: minReplicas, max: maxReplicas } = row;
    const bounds = { minReplicas, maxReplicas };
    const history = emptyHistory("uid");
    const spec = { ...bounds, behavior: null };
    const limited = limit({ count: desired, history }, { currentReplicas, spec });
    const bounded = bound(limited.after, bounds);
    const reason = limited.before === limited.after ? bounded.reason : limited.reason;
    expect({ after: bounded.after, reason }).toEqual({ after: row.after, reason: row.reason });
  });
});

describe("the end of a limit", () => {
  const seconds = (after: number) => NOW + after * 1000;
  const ago = (age: number, change: number): ScaleEvent => ({ time: NOW - age * 1000, change });

  // prettier-ignore
  it.each<{ when: string; up?: readonly ScalingPolicy[]; down?: readonly ScalingPolicy[]; select?: "Max" | "Disabled"; events: ScaleEvent[]; desired: number; until?: number; due: number | null }>([
    { when: "an earlier rise leaves its period",              up: [pods(4)],        events: [ago(20, 4)],               desired: 50, until: seconds(40),  due: seconds(15) },
    { when: "an earlier fall leaves its longer period",       down: [pods(1, 600)], events: [ago(100, -1)],             desired: 1,  until: seconds(500), due: seconds(15) },
    { when: "only changes of the other direction are recent", up: [pods(4)],        events: [ago(100, 4), ago(20, -4)], desired: 50, until: seconds(60),  due: seconds(15) },
    { when: "the direction is disabled",                      select: "Disabled",   events: [ago(20, 4)],               desired: 50,                      due: seconds(15) },
    { when: "nothing is limited",                             up: [pods(100)],      events: [],                         desired: 20,                      due: null },
  ])("is the time at which the limit loosens when $when", row => {
    const { up, down, select = "Max", events, desired } = row;
    const behavior = {
      scaleUp: { selectPolicy: select, ...(up && { policies: up }) },
      scaleDown: down ? { policies: down } : {},
    };
    const spec = withDefaults({ maxReplicas: 1000, behavior }, upstreamSettings);
    const history = { ...emptyHistory("uid"), scaleEvents: events };
    const context = {
      ...{ now: NOW, currentReplicas: 10, behavior: spec.behavior, bounds: spec },
      profile: profiles["Trimtab-1"],
    };
    const result = limitRate.run({ count: desired, history }, context);
    expect([result?.step.until, result?.due ?? null]).toEqual([row.until, row.due]);
  });
});
