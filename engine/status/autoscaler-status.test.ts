import { describe, expect, it } from "vitest";

import type { AutoscalerStatus as Status } from "../../crds/generated/autoscaler.ts";
import type { Decision, Step } from "../model/decision.ts";
import { emptyHistory } from "../model/history.ts";
import { toAutoscalerStatus, viewAutoscalerStatus } from "./autoscaler-status.ts";
import type { TargetReport } from "./targets/target-report.ts";

const ref = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
const now = Date.parse("2026-01-01T00:10:00Z");

const vote = (replicas: number) =>
  ({ source: "cpu", type: "Count", replicas, message: `cpu: ${replicas}` }) as const;
const failed = {
  source: "cpu",
  type: "Failed",
  reason: "FailedGetResourceMetric",
  message: "the API is away",
} as const;
const step = (name: Step["step"], before: number, after: number, reason: string): Step => ({
  ...{ step: name, before, after, reason },
  message: `${reason}!`,
});
const decided = (steps: readonly Step[], votes: Decision["votes"] = []): Decision => {
  const [first, last] = [steps[0]?.before ?? 0, steps.at(-1)?.after ?? 0];
  return { time: now, from: first, to: last, votes, steps };
};
const risen = decided(
  [
    step("combine", 2, 4, "LargestVote"),
    step("stabilize", 4, 4, "ReadyForNewScale"),
    step("bound", 4, 4, "DesiredWithinRange"),
  ],
  [vote(4)],
);
const held = decided(
  [
    step("combine", 4, 2, "LargestVote"),
    step("stabilize", 2, 2, "ReadyForNewScale"),
    step("rollout", 2, 4, "RolloutInProgress"),
    step("cooldown", 4, 4, "CooledDown"),
    step("bound", 4, 4, "DesiredWithinRange"),
  ],
  [vote(2)],
);
const covered: Decision = {
  ...decided(
    [step("combine", 4, 9, "LargestVote"), step("bound", 9, 9, "DesiredWithinRange")],
    [{ ...vote(9), reason: "FallbackActive" }],
  ),
  fallbacks: [
    {
      source: "cpu",
      reason: "FailedGetResourceMetric",
      replicas: 9,
      message: "failed, so its fallback: 9",
    },
  ],
};
const corrected = decided([step("bound", 99, 9, "AboveMaxReplicas")]);
/** The metric fails while the count comes down to the maximum of a schedule. */
const descending = decided(
  [
    step("combine", 4, 4, "ScaleDownBlocked"),
    step("stabilize", 4, 4, "ReadyForNewScale"),
    step("schedule", 4, 1, "AboveScheduledMax"),
    step("limit", 1, 3, "ScaleDownLimit"),
    step("bound", 3, 3, "DesiredWithinRange"),
  ],
  [failed],
);
const blocked = decided([step("combine", 4, 4, "ScaleDownBlocked")], [failed]);

const found: TargetReport = {
  ref,
  problem: null,
  inactive: null,
  currentReplicas: 2,
  decision: risen,
  currentMetrics: [
    { type: "Resource", resource: { name: "cpu", current: { averageUtilization: 99 } } },
  ],
  write: { kind: "Written" },
  history: emptyHistory("uid-1"),
  dryRunHistory: null,
  lastScaleTime: now,
};
const nothing: Partial<TargetReport> = {
  decision: null,
  currentMetrics: null,
  write: { kind: "Unchanged" },
};
const gone: Partial<TargetReport> = {
  ...nothing,
  currentReplicas: null,
  problem: { reason: "TargetNotFound", message: "there is no web", permanent: false },
};
const paused = { reason: "Paused", message: "paused", permanent: false };
const rival = { reason: "ConflictingAutoscaler", message: "a is older", permanent: true };

const statusOf = (target: Partial<TargetReport> | null, previous?: Status, errors: string[] = []) =>
  toAutoscalerStatus(
    {
      limits: [],
      generation: 3,
      now,
      errors: errors.map(message => ({
        ...{ path: "spec", code: "X", message, remedy: "fix it" },
        severity: "error" as const,
      })),
      target: target && { ...found, ...target },
    },
    previous,
  );
/** "Status/Reason" of each condition by type. */
const verdictsOf = ({ conditions = [] }: Status) =>
  Object.fromEntries(conditions.map(({ type, status, reason }) => [type, `${status}/${reason}`]));

const scaled = statusOf({});

describe("the status after a change", () => {
  it("reports the observations, the decision and the write", () => {
    expect(scaled).toMatchObject({
      observedGeneration: 3,
      ...{ summary: "cpu asked for 4", message: "LargestVote!" },
      currentReplicas: 4,
      desiredReplicas: 4,
      lastScaleTime: "2026-01-01T00:10:00Z",
      currentMetrics: [{ type: "Resource", resource: { current: { averageUtilization: 99 } } }],
      decision: { from: 2, to: 4 },
      history: { targetUID: "uid-1" },
    });
    expect(verdictsOf(scaled)).toEqual({
      Ready: "True/Ready",
      AbleToScale: "True/SucceededRescale",
      ScalingActive: "True/ValidMetricFound",
      ScalingLimited: "False/DesiredWithinRange",
    });
  });
});

describe("the condition FallbackActive", () => {
  const active = statusOf({ decision: covered });
  const over = statusOf({}, active);
  const isActive = "True/FailedGetResourceMetric";

  it.each([
    { when: "no fallback has counted yet", status: scaled, want: undefined },
    { when: "a fallback counts", status: active, want: isActive },
    { when: "the metric answers", status: over, want: "False/NoFallback" },
    { when: "it counts again", status: statusOf({ decision: covered }, over), want: isActive },
    { when: "a correction asks no metric", status: statusOf({ decision: corrected }, active), want: isActive }, // prettier-ignore
    { when: "nothing new is decided", status: statusOf(nothing, active), want: isActive },
    { when: "the object is paused", status: statusOf({ ...nothing, inactive: paused }, active), want: "False/NoFallback" }, // prettier-ignore
  ])("is $want when $when", ({ status, want }) => {
    expect(verdictsOf(status)["FallbackActive"]).toBe(want);
  });

  it("names the metric and what its fallback asks for, and so do the columns", () => {
    const { conditions, summary, decision } = active;
    const { message } = conditions?.find(({ type }) => type === "FallbackActive") ?? {};
    expect(message).toBe("cpu: failed, so its fallback: 9");
    expect(summary).toBe("fallback of a metric, cpu asked for 9");
    expect(decision?.votes).toMatchObject([
      { type: "Count", replicas: 9, reason: "FallbackActive" },
    ]);
  });
});

describe("a condition", () => {
  // prettier-ignore
  it.each<{ when: string; target: Partial<TargetReport>; want: Record<string, string | undefined> }>([
    { when: "the target is deleted",            target: gone,                                                          want: { Ready: "False/TargetNotFound", AbleToScale: "False/FailedGetScale", ScalingActive: "True/ValidMetricFound" } },
    { when: "the write was refused",            target: { write: { kind: "Failed", message: "no" } },                  want: { Ready: "True/Ready", AbleToScale: "False/FailedUpdateScale", ScalingActive: "True/ValidMetricFound" } },
    { when: "a dry run withholds the write",    target: { write: { kind: "Withheld", reason: "DryRun" } },             want: { AbleToScale: "True/ReadyForNewScale" } },
    { when: "a rollout blocks it",              target: { decision: held, write: { kind: "Unchanged" } },              want: { AbleToScale: "True/RolloutInProgress", ScalingLimited: "False/DesiredWithinRange" } },
    { when: "a person pauses it",               target: { ...nothing, inactive: paused },                              want: { Ready: "True/Ready", Stalled: undefined, ScalingActive: "False/Paused" } },
    { when: "an older autoscaler scales the target", target: { ...nothing, inactive: rival },                               want: { Ready: "False/ConflictingAutoscaler", Stalled: "True/ConflictingAutoscaler", ScalingActive: "False/ConflictingAutoscaler" } },
    { when: "no metric answers",                target: { decision: blocked, write: { kind: "Unchanged" } },           want: { Ready: "True/Ready", AbleToScale: "True/SucceededGetScale", ScalingActive: "False/FailedGetResourceMetric" } },
    { when: "a schedule lowers the count",      target: { decision: descending },                                      want: { ScalingActive: "False/FailedGetResourceMetric", ScalingLimited: "True/AboveScheduledMax" } },
    { when: "there is nothing to decide",       target: nothing,                                                       want: { AbleToScale: "True/SucceededRescale", ScalingActive: "True/ValidMetricFound" } },
  ])("is $want when $when", ({ target, want }) => {
    expect({ Stalled: undefined, ...verdictsOf(statusOf(target, scaled)) }).toMatchObject(want);
  });

  // prettier-ignore
  it.each<{ when: string; before: Partial<TargetReport>; target: Partial<TargetReport>; want: Record<string, string | undefined> }>([
    { when: "the target is back and nothing is decided",   before: gone,                            target: nothing,                              want: { Ready: "True/Ready", AbleToScale: "True/SucceededGetScale" } },
    { when: "the target is back and the mode is Paused",   before: gone,                            target: { ...nothing, inactive: paused },     want: { AbleToScale: "True/SucceededGetScale", ScalingActive: "False/Paused" } },
    { when: "a refused write is not retried yet",          before: { write: { kind: "Failed", message: "no" } }, target: nothing,                 want: { AbleToScale: "False/FailedUpdateScale" } },
    { when: "the mode is no longer Paused",                before: { ...nothing, inactive: paused }, target: nothing,                             want: { ScalingActive: undefined } },
    { when: "the older autoscaler is deleted",             before: { ...nothing, inactive: rival },  target: nothing,                             want: { Ready: "True/Ready", Stalled: undefined, ScalingActive: undefined } },
    { when: "the metrics are not read again yet",          before: { decision: blocked, write: { kind: "Unchanged" } }, target: nothing,          want: { ScalingActive: "False/FailedGetResourceMetric" } },
  ])("is $want when $when", ({ before, target, want }) => {
    const verdicts = verdictsOf(statusOf(target, statusOf(before, scaled)));
    expect({ Stalled: undefined, ScalingActive: undefined, ...verdicts }).toMatchObject(want);
  });
});

it("the counts are those of the decision while a schedule lowers them, although no metric answers", () => {
  const { currentReplicas, desiredReplicas } = statusOf({ decision: descending }, scaled);
  expect([currentReplicas, desiredReplicas]).toEqual([3, 3]);
});

it("the condition of a pause ends with the pause", () => {
  const pause = { until: now + 60_000, reason: "INC-7" };
  const pauses = { all: pause, scaleDown: null, ignored: [], due: pause.until };
  const report = { limits: [], generation: 3, now, errors: [], target: { ...found, ...nothing } };
  const during = toAutoscalerStatus({ ...report, pauses }, scaled);
  expect(verdictsOf(during)).toMatchObject({ Paused: "True/PausedUntil" });
  expect(verdictsOf(toAutoscalerStatus(report, during))).not.toHaveProperty("Paused");
});

describe("a dry run", () => {
  const dry = { dryRunHistory: emptyHistory("uid-1") };
  it.each<{ when: string; target: Partial<TargetReport>; want: RegExp }>([
    {
      when: "the size would change",
      target: { ...dry, write: { kind: "Withheld", reason: "DryRun" } },
      want: /^DryRun: would write 4, /,
    },
    {
      when: "there is no new decision",
      target: { ...dry, ...nothing },
      want: /^DryRun: would write 4, /,
    },
    { when: "the size would stay", target: { ...dry, currentReplicas: 4 }, want: /^(?!DryRun)/ },
  ])("reports the pending change when $when", ({ target, want }) => {
    const before = statusOf({ ...dry, write: { kind: "Withheld", reason: "DryRun" } });
    const { message, dryRunHistory } = statusOf(target, before);
    expect(message).toMatch(want);
    expect(dryRunHistory).toEqual({ version: 1, targetUID: "uid-1" });
  });
});

describe("the previous status", () => {
  it("is kept if the spec is invalid", () => {
    const status = statusOf(null, scaled, ["bad", "worse"]);
    expect(status).toMatchObject({
      ...{
        summary: "spec is invalid",
        message: "InvalidSpec: spec: bad; fix it; spec: worse; fix it",
      },
      ...{ currentReplicas: 4, desiredReplicas: 4, history: { targetUID: "uid-1" } },
      decision: scaled.decision,
    });
    expect(verdictsOf(status)).toMatchObject({
      Ready: "False/InvalidSpec",
      Stalled: "True/InvalidSpec",
      AbleToScale: "True/SucceededRescale",
    });
    expect(verdictsOf(statusOf(nothing, status))).toEqual(verdictsOf(scaled));
  });

  it("is kept while the target is missing", () => {
    expect(statusOf(gone, scaled)).toMatchObject({
      ...{ summary: "target not found", message: "TargetNotFound: there is no web" },
      desiredReplicas: 4,
      decision: scaled.decision,
      currentMetrics: scaled.currentMetrics,
    });
  });

  it("keeps the desired count while no metric answers", () => {
    const held = { decision: blocked, currentReplicas: 4, write: { kind: "Unchanged" } } as const;
    const previous = { ...scaled, desiredReplicas: 6 };
    expect(statusOf(held, previous)).toMatchObject({ currentReplicas: 4, desiredReplicas: 6 });
    expect(statusOf(held)).toMatchObject({ currentReplicas: 4, desiredReplicas: 4 });
    expect(statusOf(held)).toMatchObject({
      summary: "metrics unavailable",
      message: "FailedGetResourceMetric: the API is away",
    });
  });

  // prettier-ignore
  it.each<{ when: string; target: Partial<TargetReport>; want: object; verdicts: object }>([
    { when: "is missing",                target: { ...gone, history: null, lastScaleTime: null },                             want: {},                                           verdicts: { Ready: "False/TargetNotFound", AbleToScale: "False/FailedGetScale" } },
    { when: "is paused",                 target: { ...nothing, inactive: paused, history: emptyHistory("uid-2"), lastScaleTime: null }, want: { currentReplicas: 2, history: { version: 1, targetUID: "uid-2" } }, verdicts: { Ready: "True/Ready", AbleToScale: "True/SucceededGetScale", ScalingActive: "False/Paused" } },
    { when: "has no decision yet",       target: { ...nothing, history: emptyHistory("uid-2"), lastScaleTime: null },         want: { currentReplicas: 2, history: { version: 1, targetUID: "uid-2" } }, verdicts: { Ready: "True/Ready", AbleToScale: "True/SucceededGetScale" } },
  ])("is dropped for another target, which $when", ({ target, want, verdicts }) => {
    const { observedGeneration, conditions, ...shown } = statusOf(target, scaled);
    const { summary, message, ...parts } = shown;
    expect([observedGeneration, parts]).toEqual([3, want]);
    expect(verdictsOf({ conditions: conditions! })).toEqual(verdicts);
    expect(`${summary} ${message}`).not.toMatch(/LargestVote|cpu/);
  });

  it("is dropped for another target with the same count", () => {
    const held = decided(
      risen.steps.map(one => ({ ...one, before: 4, after: 4 })),
      risen.votes,
    );
    const same = { decision: held, currentReplicas: 4, write: { kind: "Unchanged" } } as const;
    expect(statusOf(same, scaled).decision).toMatchObject({ from: 2, to: 4 });
    const other = { ...same, history: emptyHistory("uid-2") };
    expect(statusOf(other, scaled).decision).toMatchObject({ from: 4, to: 4 });
  });
});

describe("viewAutoscalerStatus", () => {
  const metric = (current: object) => ({ type: "Resource", resource: { name: "cpu", current } });

  it("has its only target", () => {
    expect(viewAutoscalerStatus(scaled, ref)).toMatchObject({
      observedGeneration: 3,
      conditions: scaled.conditions,
      targets: [{ ref, currentReplicas: 4, desiredReplicas: 4, history: { targetUID: "uid-1" } }],
      rest: [["Resource", { name: "cpu", current: null }]],
    });
  });

  // prettier-ignore
  it.each<{ shows: string; current: object; value: number }>([
    { shows: "a utilization",              current: { averageUtilization: 80, averageValue: "400m" }, value: 80 },
    { shows: "an average in thousandths",  current: { averageValue: "400m" },                         value: 400 },
    { shows: "an average of memory",       current: { averageValue: "64Mi" },                         value: 67_108_864_000 },
    { shows: "0 for an unreadable value",  current: { averageValue: "much" },                         value: 0 },
    { shows: "0 for no value",             current: {},                                               value: 0 },
  ])("has $shows as a value", ({ current, value }) => {
    const status = { ...scaled, currentMetrics: [metric(current)] };
    expect(viewAutoscalerStatus(status, ref).values).toEqual([value]);
  });

  it("has the pods that do not count after the metrics", () => {
    const counted = { ...scaled, currentMetrics: [metric({ averageValue: "400m" })] };
    const values = (pods: Status["pods"]) =>
      viewAutoscalerStatus({ ...counted, ...(pods && { pods }) }, ref).values;
    expect(values({ leftOut: 7, unresolved: 2 })).toEqual([400, 7, 2]);
    expect(values({ leftOut: 7 })).toEqual([400, 7, 0]);
    expect(values(undefined)).toEqual([400]);
  });

  it("keeps a failed metric at its position", () => {
    const status = { ...scaled, currentMetrics: [{ type: "" }, metric({})] };
    expect(viewAutoscalerStatus(status, ref)).toMatchObject({
      rest: [
        ["", undefined],
        ["Resource", { name: "cpu", current: null }],
      ],
      values: [0, 0],
    });
  });

  it("has an empty target for an empty status", () => {
    expect(viewAutoscalerStatus({}, ref)).toMatchObject({ targets: [{ ref }], values: [] });
  });
});

describe("the pods that do not count", () => {
  const shown = (fields: Partial<TargetReport>, previous?: Status) =>
    toAutoscalerStatus(
      { ...{ limits: [], generation: 3, now, errors: [] }, target: { ...found, ...fields } },
      previous,
    ).pods;
  const before = { ...scaled, pods: { leftOut: 3 } };

  // prettier-ignore
  it.each<{ shows: string; fields: Partial<TargetReport>; want: Status["pods"] }>([
    { shows: "absent if all pods count",               fields: {},                                          want: undefined },
    { shows: "counted with every decision",            fields: { selection: { leftOut: 5, unresolved: 0 } }, want: { leftOut: 5 } },
    { shows: "shown with those of unknown controllers", fields: { selection: { leftOut: 0, unresolved: 2 } }, want: { leftOut: 0, unresolved: 2 } },
    { shows: "kept while nothing is decided",          fields: { decision: null },                          want: { leftOut: 3 } },
  ])("are $shows", ({ fields, want }) => {
    expect(shown(fields, before)).toEqual(want);
  });
});

describe("the result of a selector", () => {
  const green = { ...ref, name: "green" };
  const others = { objects: 2, replicas: 7 };
  const report = { limits: [], generation: 3, now, errors: [], target: found };
  const selected = (fields: object, previous?: Status, target: TargetReport | null = found) =>
    toAutoscalerStatus(
      { ...report, target, selected: { target: green, others: null, problem: null, ...fields } },
      previous,
    );
  const before = { target: { ...green, since: "2026-01-01T00:00:00Z" } };

  it("has the target, the time of its choice, and all monitored objects", () => {
    const since = "2026-01-01T00:10:00Z";
    expect(selected({ others })).toMatchObject({
      target: { ...green, since },
      // The target has just been scaled to 4.
      monitored: { objects: 3, replicas: 11 },
      currentReplicas: 4,
    });
    expect(selected({}, before).target).toEqual(before.target);
    expect(selected({ target: ref }, before).target).toEqual({ ...ref, since });
    expect(selected({}, before)).not.toHaveProperty("monitored");
  });

  it("is absent if the spec names the target", () => {
    const status = toAutoscalerStatus(report, before);
    expect(status).not.toHaveProperty("target");
    expect(selected({ target: null, others }, before)).not.toHaveProperty("target");
  });

  it("has the reason for a missing target, and keeps the known objects", () => {
    const problem = { reason: "TargetNotFound", message: "none", permanent: false } as const;
    const status = selected({ target: null, problem }, { ...scaled, ...before }, null);
    expect(verdictsOf(status)).toMatchObject({
      ...{ Ready: "False/TargetNotFound", AbleToScale: "False/FailedGetScale" },
    });
    expect(status).toMatchObject({
      ...{ target: before.target, history: scaled.history, decision: scaled.decision },
    });
    const unwatched = { ...problem, reason: "KindNotWatched", permanent: true } as const;
    const stalled = selected({ target: null, problem: unwatched }, undefined, null);
    expect(verdictsOf(stalled)).toMatchObject({ Stalled: "True/KindNotWatched" });
  });

  it("is written as soon as it changes", () => {
    const outline = (status: Status) => viewAutoscalerStatus(status, green).rest;
    expect(outline(selected({ target: ref }))).not.toEqual(outline(selected({})));
    expect(outline(selected({ others }))).not.toEqual(outline(selected({})));
  });
});
