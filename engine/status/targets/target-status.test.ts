import { describe, expect, it } from "vitest";

import type { Decision } from "../../model/decision.ts";
import { emptyHistory, type History } from "../../model/history.ts";
import { beginScale } from "../../history/scale-record.ts";
import type { TargetProblem, TargetReport, WriteOutcome } from "./target-report.ts";
import { toTargetStatus } from "./target-status.ts";

const now = Date.parse("2026-01-01T00:10:00Z");
const later = now + 60_000;
const ref = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };

const decide = (
  from: number,
  to: number,
  options: { time?: number; bound?: string; stabilized?: boolean; message?: string } = {},
): Decision => ({
  time: options.time ?? now,
  from,
  to,
  votes: [
    { source: "nodes", type: "Count", replicas: to, message: options.message ?? "nodes say so" },
  ],
  steps: [
    { step: "combine", before: from, after: to, reason: "LargestVote", message: "nodes" },
    {
      step: "stabilize",
      before: options.stabilized ? to - 1 : to,
      after: to,
      reason: options.stabilized ? "ScaleDownStabilized" : "ReadyForNewScale",
      message: "window",
    },
    {
      step: "bound",
      before: options.bound ? to + 1 : to,
      after: to,
      reason: options.bound ?? "DesiredWithinRange",
      message: "bounds",
    },
  ],
});

const report = (override: Partial<TargetReport> = {}): TargetReport => ({
  ref,
  problem: null,
  inactive: null,
  currentReplicas: 3,
  decision: null,
  currentMetrics: null,
  write: { kind: "Unchanged" },
  history: null,
  dryRunHistory: null,
  lastScaleTime: null,
  ...override,
});

const status = (override: Partial<TargetReport>, previous?: ReturnType<typeof toTargetStatus>) =>
  toTargetStatus(report(override), previous, { now: later, generation: 2 });

const notFound: TargetProblem = { reason: "TargetNotFound", message: "no such", permanent: false };

describe("the counts", () => {
  const written: WriteOutcome = { kind: "Written" };
  const dryRun: WriteOutcome = { kind: "Withheld", reason: "DryRun" };

  // prettier-ignore
  it.each([
    { when: "the count is right",          decision: decide(3, 3), write: undefined,                              current: 3, desired: 3 },
    { when: "a change was written",        decision: decide(3, 5), write: written,                                current: 5, desired: 5 },
    { when: "a change is pending",         decision: decide(3, 5), write: undefined,                              current: 3, desired: 5 },
    { when: "a change was withheld",       decision: decide(3, 5), write: dryRun,                                 current: 3, desired: 5 },
    { when: "a change failed",             decision: decide(3, 5), write: { kind: "Failed" as const, message: "" }, current: 3, desired: 5 },
    { when: "no decision is possible",     decision: null,         write: undefined,                              current: 3, desired: 9 },
  ])("are $current and $desired when $when", ({ decision, write, current, desired }) => {
    const previous = { ref, currentReplicas: 9, desiredReplicas: 9 };
    const next = status({ decision, ...(write ? { write } : {}) }, previous);
    expect([next.currentReplicas, next.desiredReplicas]).toEqual([current, desired]);
  });

  it("are absent if they are unknown", () => {
    expect(status({ currentReplicas: null })).not.toHaveProperty("currentReplicas");
    expect(status({})).not.toHaveProperty("desiredReplicas");
  });
});

describe("the decision in the status", () => {
  const grown = decide(3, 5);
  const shown = status({ decision: grown, write: { kind: "Written" } });
  const announced = beginScale(emptyHistory("uid"), { from: 3, to: 5, time: later });

  it("is stored from the start", () => {
    expect(shown.decision).toEqual({ ...grown, time: "2026-01-01T00:10:00Z" });
  });

  // prettier-ignore
  it.each<{ when: string; next: Decision | null; write?: WriteOutcome; history?: History; kept: boolean }>([
    { when: "the size is held for the same reasons",    next: decide(5, 5, { time: later }),                           kept: true },
    { when: "only the message of a vote differs",       next: decide(5, 5, { time: later, message: "17 nodes" }),      kept: true },
    { when: "there is no new decision",                 next: null,                                                    kept: true },
    { when: "the size is held for another reason",      next: decide(5, 5, { time: later, bound: "TooManyReplicas" }), kept: false },
    { when: "the size changes",                         next: decide(5, 6, { time: later }),                           kept: false },
    { when: "another size is held",                     next: decide(7, 7, { time: later }),                           kept: false },
    { when: "the same change is decided but not made",  next: decide(3, 5, { time: later }), write: { kind: "Withheld", reason: "DryRun" }, kept: true },
    { when: "the same change fails again",              next: decide(3, 5, { time: later }), write: { kind: "Failed", message: "no" },      kept: true },
    { when: "the same change is made again",            next: decide(3, 5, { time: later }), write: { kind: "Written" },                    kept: false },
    { when: "the same change is announced again",       next: decide(3, 5, { time: later }), history: announced,                            kept: false },
  ])("is the previous one when $when: $kept", ({ next, write, history = null, kept }) => {
    const report = { decision: next, history, ...(write ? { write } : {}) };
    const { decision } = status(report, shown);
    expect(decision?.time).toBe(kept ? "2026-01-01T00:10:00Z" : "2026-01-01T00:11:00Z");
  });

  it.each([
    { when: "a later one", before: now, after: later, stored: "2026-01-01T00:11:00Z" },
    { when: "none any more", before: now, after: undefined, stored: undefined },
    { when: "a first one", before: undefined, after: later, stored: "2026-01-01T00:11:00Z" },
  ])("is kept with the time until which its stages hold: $when", ({ before, after, stored }) => {
    const held = (until: number | undefined, time: number): Decision => {
      const decided = decide(5, 5, { time });
      const steps = decided.steps.map(step => ({ ...step, ...(until && { until }) }));
      return { ...decided, steps };
    };
    const first = status({ decision: held(before, now) });
    const { decision } = status({ decision: held(after, later) }, first);
    expect(decision?.time).toBe("2026-01-01T00:10:00Z");
    const times = decision?.steps.map(step => ("until" in step ? step.until : undefined));
    expect(new Set(times)).toEqual(new Set([stored]));
  });
});

describe("the conditions", () => {
  const reasons = (override: Partial<TargetReport>) =>
    Object.fromEntries(
      (status(override).conditions ?? []).map(({ type, status: is, reason }) => [
        type,
        `${is} ${reason}`,
      ]),
    );
  const withPause = (decision: Decision): Decision => {
    const pause = { step: "pause", before: 2, after: 3, reason: "ScaleDownPaused", message: "" };
    return { ...decision, steps: [...decision.steps, pause] };
  };
  const healthy = { AbleToScale: "True ReadyForNewScale", ScalingActive: "True ClusterSizeKnown" };

  // prettier-ignore
  it.each<{ when: string; override: Partial<TargetReport>; want: Record<string, string> }>([
    { when: "all is well",            override: { decision: decide(3, 3) },                              want: { ...healthy, ScalingLimited: "False DesiredWithinRange" } },
    { when: "a bound limits the count", override: { decision: decide(3, 3, { bound: "TooManyReplicas" }) }, want: { ...healthy, ScalingLimited: "True TooManyReplicas" } },
    { when: "a window holds it",      override: { decision: decide(3, 3, { stabilized: true }) },        want: { ...healthy, AbleToScale: "True ScaleDownStabilized", ScalingLimited: "False DesiredWithinRange" } },
    { when: "a pause holds it",       override: { decision: withPause(decide(3, 3)) },                   want: { ...healthy, AbleToScale: "True ScaleDownPaused", ScalingLimited: "False DesiredWithinRange" } },
    { when: "the target is absent",   override: { problem: notFound, currentReplicas: null },            want: { AbleToScale: "False TargetNotFound", ScalingActive: "False TargetNotFound" } },
    { when: "the mode is Paused",     override: { inactive: { reason: "Paused", message: "p", permanent: false } },        want: { ...healthy, ScalingActive: "False Paused" } },
    { when: "a write failed",         override: { decision: decide(3, 5), write: { kind: "Failed", message: "no" } }, want: { ...healthy, AbleToScale: "False FailedUpdateScale", ScalingLimited: "False DesiredWithinRange" } },
    { when: "a write was withheld",   override: { decision: decide(3, 5), write: { kind: "Withheld", reason: "DryRun" } }, want: { ...healthy, ScalingLimited: "False DesiredWithinRange" } },
  ])("are as expected when $when", ({ override, want }) => {
    expect(reasons(override)).toEqual(want);
  });
});

describe("the history", () => {
  it("is stored if there is one", () => {
    const next = status({ history: emptyHistory("t"), lastScaleTime: now });
    expect(next).toMatchObject({
      history: { version: 1, targetUID: "t" },
      lastScaleTime: "2026-01-01T00:10:00Z",
    });
  });

  it("is absent if there is none", () => {
    expect(Object.keys(status({})).sort()).toEqual(["conditions", "currentReplicas", "ref"]);
  });
});
