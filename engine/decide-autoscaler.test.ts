import { describe, expect, it } from "vitest";

import type { AutoscalerSpec, MetricSpec } from "./model/spec/autoscaler-spec.ts";
import { type AutoscalerOutcome, decideAutoscaler } from "./decide.ts";
import { withDefaults } from "./spec/defaults.ts";
import { emptyHistory, type History } from "./model/history.ts";
import type { Answer, Observation } from "./model/observation/observation.ts";
import { profiles } from "./model/spec/profile.ts";
import { podsOf } from "./arithmetic/testing/calculator.ts";
import { err, ok } from "./model/values/result.ts";
import { beginScale, completeScale } from "./history/scale-record.ts";
import { type Settings, upstreamSettings } from "./model/spec/settings.ts";
import { autoscalerConditions } from "./status/targets/autoscaler-conditions.ts";

const NOW = Date.parse("2026-01-01T00:00:00Z");

const external = (target: object): MetricSpec => ({
  type: "External",
  external: { metric: { name: "queue" }, target },
});
const cpu: MetricSpec = {
  type: "Resource",
  resource: { name: "cpu", target: { averageUtilization: 50 } },
};
const values = (...milli: number[]): Answer => ({ kind: "Values", values: milli.map(BigInt) });
const failed: Answer = { kind: "Failed", message: "the API is away" };

interface Given {
  readonly spec?: Partial<AutoscalerSpec>;
  readonly settings?: Partial<Settings>;
  readonly current?: number;
  readonly status?: number;
  readonly pods?: Observation["pods"];
  readonly answers?: readonly Answer[];
  readonly history?: History;
}

function decide(given: Given): AutoscalerOutcome {
  const settings = { ...upstreamSettings, ...given.settings };
  const { current: specReplicas = 3, status: statusReplicas = specReplicas } = given;
  const metrics = [external({ value: "1" })];
  return decideAutoscaler({
    now: NOW,
    settings,
    profile: profiles["HPA-1.36"],
    history: given.history ?? emptyHistory("uid"),
    spec: withDefaults(
      { algorithm: "HPA-1.36", minReplicas: 1, maxReplicas: 10, metrics, ...given.spec },
      settings,
    ),
    observation: {
      scale: { specReplicas, statusReplicas },
      pods: given.pods ?? ok(podsOf("r".repeat(statusReplicas))),
      answers: given.answers ?? [values(1000)],
    },
  });
}

function conditions({ decision, history }: AutoscalerOutcome, isWritten: boolean): string[] {
  const { scaledToZero } = history;
  const drafts = autoscalerConditions({ decision, isWritten, scaledToZero }, []);
  return drafts.map(({ type, status, reason }) => `${type}=${status}/${reason}`);
}

describe("bounds that the current count violates", () => {
  it.each([
    { when: "above the maximum", current: 12, to: 10, reason: "AboveMaxReplicas" },
    { when: "below the minimum", current: 1, to: 2, reason: "BelowMinReplicas" },
  ])("apply at once without a metric if it is $when", ({ current, to, reason }) => {
    const pods = err({ reason: "InvalidSelector", message: "none" } as const);
    const outcome = decide({ spec: { minReplicas: 2 }, current, pods });
    expect(outcome.decision).toMatchObject({ to, votes: [], steps: [{ step: "bound", reason }] });
    expect(outcome.currentMetrics).toEqual([]);
    expect(conditions(outcome, true)).toEqual(["AbleToScale=True/SucceededRescale"]);
  });
});

describe("a minimum above the recommendation", () => {
  it.each([
    { when: "at the minimum", current: 2 },
    { when: "above it", current: 3 },
  ])("limits the count if it is $when", ({ current }) => {
    const behavior = { scaleUp: null, scaleDown: { stabilizationWindowSeconds: 0 } };
    const spec = { minReplicas: 2, metrics: [external({ value: "10" })], behavior };
    const { decision } = decide({ spec, current, answers: [values(10)] });
    const floor = { step: "bound", before: 1, after: 2, reason: "TooFewReplicas" };
    expect(decision.steps.at(-1)).toMatchObject(floor);
  });
});

describe("failed metrics", () => {
  const spec = { metrics: [external({ value: "1" }), cpu] };

  // prettier-ignore
  it.each<Given & { when: string; to: number; active: string }>([
    { when: "one fails and the other recommends more", answers: [values(2000), failed], to: 6, active: "True/ValidMetricFound" },
    { when: "one fails and the other recommends less", answers: [values(100), failed],  to: 3, active: "False/FailedGetResourceMetric" },
    { when: "one fails and the other recommends the same", answers: [values(1000), failed], to: 3, active: "True/ValidMetricFound" },
    { when: "both fail",                             answers: [failed, failed],       to: 3, active: "False/FailedGetExternalMetric" },
    { when: "there is no selector",                  answers: [], pods: err({ reason: "InvalidSelector", message: "none" }), to: 3, active: "False/InvalidSelector" },
    { when: "another autoscaler selects the pods too", answers: [], pods: err({ reason: "AmbiguousSelector", message: "two" }), to: 3, active: "False/AmbiguousSelector" },
  ])("lead from 3 to $to when $when", ({ to, active, ...given }) => {
    const outcome = decide({ spec, ...given });
    expect(outcome.decision.to).toBe(to);
    expect(conditions(outcome, false)).toContain(`ScalingActive=${active}`);
  });

  it("keep their position in currentMetrics, and the current count is recommended", () => {
    const outcome = decide({ spec, answers: [values(100), failed] });
    const current = { value: "100m" };
    expect(outcome.currentMetrics).toEqual([
      { type: "External", external: { metric: { name: "queue" }, current } },
      { type: "" },
    ]);
    expect(outcome.history.lists?.recommendations).toEqual([{ value: 3, time: NOW }]);
    expect(conditions(outcome, false)[0]).toBe("AbleToScale=True/SucceededGetScale");
  });

  it("leave currentMetrics empty if the pods are unknown", () => {
    const pods = err({ reason: "InvalidSelector", message: "none" } as const);
    expect(decide({ pods }).currentMetrics).toEqual([]);
  });

  it.each(["Weather", "constructor"])("include metrics of the unknown type %s", type => {
    const metrics = [{ type } as unknown as MetricSpec];
    const outcome = decide({ spec: { metrics }, answers: [failed] });
    expect(conditions(outcome, false)[1]).toBe("ScalingActive=False/InvalidMetricSourceType");
  });
});

describe("a count of zero", () => {
  const off = { scaleToZero: false };
  const inside = { metrics: [cpu] };
  const idle: History = { ...emptyHistory("uid"), scaledToZero: true };
  const person: History = { ...emptyHistory("uid"), scaledToZero: false };
  const queue = [values(3000)];

  // prettier-ignore
  it.each<Given & { when: string; min: number; to: number; reason: string }>([
    { when: "scaling itself set it",          min: 0, history: idle,   answers: queue, to: 3, reason: "LargestVote" },
    { when: "the value is within tolerance",  min: 0, history: idle,   answers: [values(1000)], to: 1, reason: "LargestVote" },
    { when: "there is no load",               min: 0, history: idle,   answers: [values(0)], to: 0, reason: "LargestVote" },
    { when: "the gate is off",                min: 0, settings: off, history: idle,   answers: queue, to: 0, reason: "ScalingDisabled" },
    { when: "a user set it",                  min: 0, history: person, answers: queue, to: 0, reason: "ScalingDisabled" },
    { when: "its owner is unknown",           min: 0,                  answers: queue, to: 0, reason: "ScalingDisabled" },
    { when: "a user set it and there is a minimum", min: 2, history: person, answers: queue, to: 0, reason: "ScalingDisabled" },
    { when: "the minimum was raised",         min: 5, history: idle,   answers: queue, to: 5, reason: "LargestVote" },
    { when: "the minimum was raised without load", min: 5, history: idle,   answers: [values(0)], to: 5, reason: "LargestVote" },
    { when: "the minimum was raised and all metrics fail", min: 5, history: idle,   answers: [failed], to: 0, reason: "ScaleDownBlocked" },
    { when: "the minimum was raised and only pods are measured", min: 5, history: idle,   spec: inside, answers: [failed], to: 0, reason: "ScaleDownBlocked" },
    { when: "only pods are measured",         min: 0, history: idle,   spec: inside, answers: [failed], to: 0, reason: "ScalingDisabled" },
  ])("becomes $to when $when", ({ min, to, reason, spec, ...given }) => {
    const outcome = decide({ current: 0, spec: { minReplicas: min, ...spec }, ...given });
    expect(outcome.decision.to).toBe(to);
    expect(outcome.decision.steps[0]!.reason).toBe(reason);
  });

  it.each([
    { path: "with behavior", behavior: {}, limited: "False/DesiredWithinRange" },
    { path: "without behavior", behavior: null, limited: "True/TooFewReplicas" },
  ])("counts as limited by a raised minimum only under upstream's older rules: $path", row => {
    const spec = { minReplicas: 5, behavior: row.behavior };
    const outcome = decide({ current: 0, spec, history: idle, answers: queue });
    expect(conditions(outcome, false)).toContain(`ScalingLimited=${row.limited}`);
  });

  // prettier-ignore
  it.each<Given & { when: string; to: number; scaledToZero: boolean | null }>([
    { when: "idle",                      answers: [values(0)],  to: 0, scaledToZero: true },
    { when: "busy",                      answers: [values(5000)], to: 7, scaledToZero: false },
    { when: "ineligible for zero",       settings: off, answers: [values(0)],  to: 1, scaledToZero: null },
  ])("is recorded as scaled to zero: $scaledToZero, when it is $when", row => {
    const { to, scaledToZero, ...given } = row;
    const spec = { minReplicas: 0, behavior: { scaleDown: { stabilizationWindowSeconds: 0 } } };
    const { decision, history } = decide({ spec, ...given });
    expect(decision.to).toBe(to);
    const begun = beginScale(history, { from: 3, to, time: NOW });
    expect(completeScale(begun, NOW).scaledToZero).toBe(scaledToZero);
  });
});

describe("conditions that a sync does not evaluate", () => {
  it("are unchanged", () => {
    const before = [
      { type: "ScalingLimited", status: "True", reason: "ScaleUpLimit", message: "" },
      { type: "ScaledToZero", status: "True", reason: "ScaledToZero", message: "" },
    ] as const;
    const { decision } = decide({ current: 12 });
    const kept = autoscalerConditions({ decision, isWritten: true, scaledToZero: null }, before);
    expect(kept.map(({ type }) => type)).toEqual(["ScalingLimited", "AbleToScale"]);
    expect(kept[0]).toEqual(before[0]);
  });
});

describe("the first decision of an object", () => {
  it("waits a full window before scaling down, as an empty history starts at the present", () => {
    const { decision } = decide({ answers: [values(100)] });
    expect(decision.to).toBe(3);
    expect(decision.steps[1]).toMatchObject({ step: "stabilize", reason: "ScaleDownStabilized" });
  });

  it("does not wait before scaling up, unless there is a window", () => {
    const behavior = { scaleUp: { stabilizationWindowSeconds: 30 } };
    const answers = [values(2000)];
    expect(decide({ answers }).decision.to).toBe(6);
    expect(decide({ answers, spec: { behavior } }).decision.to).toBe(3);
  });
});

describe("a decision limited by rate policies", () => {
  const spec = {
    behavior: { scaleUp: { policies: [{ type: "Pods", value: 2, periodSeconds: 15 } as const] } },
  };
  const answers = [values(3000)];
  const first = decide({ spec, answers });

  it("is due again when its change leaves the period", () => {
    expect(first.decision.to).toBe(5);
    expect(first.due).toBe(NOW + 15_000);
  });

  it("is due when an earlier change leaves the period", () => {
    const time = NOW - 14_900;
    const history = completeScale(beginScale(first.history, { from: 3, to: 5, time }), time);
    const { decision, due } = decide({ spec, answers, current: 5, history });
    expect([decision.to, due]).toEqual([5, NOW + 100]);
  });
});

describe("the age of the samples in a vote", () => {
  const second = 1_000;
  const value = (...ago: readonly number[]): Answer => ({
    ...{ kind: "Values", values: ago.map(() => 1000n) },
    measured: { time: NOW - Math.max(...ago) * second, windowMs: 0 },
  });
  const ofPods = (...ago: readonly number[]): Answer => {
    const pods = podsOf("r".repeat(ago.length));
    const sampleOf = (index: number) => ({
      ...{ value: 50n, time: NOW - (ago[index] ?? 0) * second, windowMs: 15 * second },
    });
    return { kind: "Samples", samples: new Map(pods.map(({ name }, at) => [name, sampleOf(at)])) };
  };
  // prettier-ignore
  it.each<{ of: string; metric: MetricSpec; answer: Answer; want: number | undefined }>([
    { of: "a value",                          metric: external({ value: "1" }), answer: value(7),         want: 7 },
    { of: "several values is of the oldest",  metric: external({ value: "1" }), answer: value(7, 9),      want: 9 },
    { of: "pods is their mean",               metric: cpu,                      answer: ofPods(1, 2, 12), want: 5 },
    { of: "pods is of those that count",      metric: { ...cpu, maxAgeSeconds: 60 }, answer: ofPods(1, 3, 900),  want: 2 },
    { of: "pods whose clock is ahead is 0",   metric: cpu,                      answer: ofPods(-60, 10),    want: 5 },
    { of: "a clock that is ahead is 0",       metric: external({ value: "1" }), answer: value(-3),        want: 0 },
    { of: "a value without a time is absent", metric: external({ value: "1" }), answer: values(1000),     want: undefined },
    { of: "a failed metric is absent",        metric: external({ value: "1" }), answer: failed,           want: undefined },
  ])("of $of", ({ metric, answer, want }) => {
    const { votes } = decide({ spec: { metrics: [metric] }, answers: [answer] }).decision;
    expect(votes.map(({ sampleAgeSeconds }) => sampleAgeSeconds)).toEqual([want]);
  });
});
