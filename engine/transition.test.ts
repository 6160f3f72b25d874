import { describe, expect, it } from "vitest";

import { emptyHistory, type History } from "./model/history.ts";
import {
  emptyMemory,
  historyInForce,
  type TargetEvent,
  type TargetMemory,
  transition,
} from "./transition.ts";
import type { Mode } from "./model/spec/autoscaler-spec.ts";

const now = Date.parse("2026-01-01T12:00:00Z");

const pendingHistory: History = {
  ...emptyHistory("t"),
  recommendations: [{ value: 5, since: now - 1_000 }],
  pending: { from: 2, to: 5, time: now - 500, targetUID: "t" },
};
const happened = [{ time: now - 500, change: 3 }];

const memoryOf = (history: History | null, more: Partial<TargetMemory> = {}): TargetMemory => ({
  ...emptyMemory,
  history,
  ...more,
});

interface FoundTarget {
  readonly uid?: string;
  readonly replicas: number;
  readonly mode?: Mode;
  readonly isTotal?: boolean;
}

const observed = ({
  uid = "t",
  replicas,
  mode = "Active",
  isTotal = false,
}: FoundTarget): TargetEvent => ({
  ...{ type: "Observed", uid, replicas, mode, isTotal, now },
});

describe("an observed target", () => {
  // prettier-ignore
  it.each([
    { when: "the new count is there",               replicas: 5, uid: "t", events: happened, last: now - 500 },
    { when: "the old count is there",               replicas: 2, uid: "t", events: [],       last: 1 },
    { when: "another count is there",               replicas: 9, uid: "t", events: happened, last: now - 500 },
    { when: "another object has the target's name", replicas: 5, uid: "x", events: [],       last: null },
  ])("resolves the pending change when $when", ({ replicas, uid, events, last }) => {
    const before = memoryOf(pendingHistory, { lastScaleTime: 1 });
    const { history, lastScaleTime } = transition(before, observed({ uid, replicas }));
    expect(history).toMatchObject({ targetUID: uid, pending: null, scaleEvents: events });
    expect(lastScaleTime).toBe(last);
  });

  it("passes a total on to another target, and counts its pending change as possibly made", () => {
    const dryRunHistory = { ...emptyHistory("t"), recommendations: [{ value: 7, since: now }] };
    const history = { ...pendingHistory, scaledToZero: true };
    const before = memoryOf(history, { lastScaleTime: 1, dryRunHistory });
    const seen = { uid: "x", replicas: 5, isTotal: true };
    const after = transition(before, observed(seen));
    expect(after.history).toMatchObject({
      ...{ targetUID: "x", pending: null, scaledToZero: null },
      recommendations: [],
      scaleEvents: [{ change: 3, span: { up: 3, down: 0 } }],
    });
    expect(after.lastScaleTime).toBe(now - 500);
    const dryRun = transition(before, observed({ ...seen, mode: "DryRun" }));
    expect(dryRun.dryRunHistory).toMatchObject({ targetUID: "x", recommendations: [] });
  });

  it("starts with an empty history when it is observed first", () => {
    const { history, lastScaleTime } = transition(
      memoryOf(null, { lastScaleTime: 7 }),
      observed({ replicas: 3 }),
    );
    expect([history, lastScaleTime]).toEqual([emptyHistory("t"), 7]);
  });

  it("keeps its history if nothing is pending", () => {
    const history = { ...pendingHistory, pending: null };
    const before = memoryOf(history, { lastScaleTime: 7 });
    const after = transition(before, observed({ replicas: 3 }));
    expect(after.history).toBe(history);
    expect(after).toEqual(before);
  });

  it("detects that the change was made although the number of events stays the same", () => {
    const scaleEvents = Array.from({ length: 32 }, (_, index) => ({
      ...{ time: now - 32_000 + index, change: 1 },
    }));
    const before = memoryOf({ ...pendingHistory, scaleEvents }, { lastScaleTime: 1 });
    const after = transition(before, observed({ replicas: 5 }));
    expect(after.history?.scaleEvents).toHaveLength(32);
    expect(after.lastScaleTime).toBe(now - 500);
  });
});

describe("a mode", () => {
  const since = { since: now - 60_000 };
  const active = { ...pendingHistory, pending: null, rollout: { since: now - 900_000 } };
  const undecided = { ...active, recommendations: [] };
  const dry = { ...active, recommendations: [], rollout: since };
  const failures = [{ metric: "queue", since: now - 60_000 }];
  const points = [{ metric: "queue", time: now - 60_000, gapSeconds: [300] }];
  const ofAnother = { ...dry, targetUID: "u" };

  // prettier-ignore
  it.each<{ when: string; mode: Mode; kept: History | null; inForce: History; left: History | null }>([
    { when: "Active",                                       mode: "Active", kept: null,      inForce: active, left: null },
    { when: "DryRun, which starts",                         mode: "DryRun", kept: null,      inForce: active, left: null },
    { when: "DryRun",                                       mode: "DryRun", kept: dry,       inForce: dry,    left: dry },
    { when: "DryRun with a history of another target",      mode: "DryRun", kept: ofAnother, inForce: active, left: null },
    { when: "Active after DryRun has followed a rollout",   mode: "Active", kept: dry,       inForce: { ...active, rollout: since }, left: null },
    { when: "Active after DryRun has seen a rollout end",   mode: "Active", kept: { ...dry, rollout: null }, inForce: { ...active, rollout: null }, left: null },
    { when: "Active after DryRun has followed a failure",   mode: "Active", kept: { ...dry, failures, idle: { since: now } }, inForce: { ...active, rollout: since, failures, idle: { since: now } }, left: null },
    { when: "Paused, in which metrics fail and recover",    mode: "Paused", kept: { ...dry, failures, idle: { since: now } }, inForce: { ...undecided, rollout: null }, left: null },
    { when: "Paused, in which rollouts come and go",        mode: "Paused", kept: null,      inForce: { ...undecided, rollout: null }, left: null },
    { when: "Paused after DryRun has followed a rollout",   mode: "Paused", kept: dry,       inForce: { ...undecided, rollout: null }, left: null },
    { when: "Active after DryRun with a history of another target", mode: "Active", kept: ofAnother, inForce: active, left: null },
  ])("of $when sets the history of the next decision", ({ mode, kept, inForce, left }) => {
    const before = memoryOf(active, { dryRunHistory: kept });
    const after = transition(before, observed({ replicas: 3, mode }));
    expect(historyInForce(after)).toEqual(inForce);
    // Nothing new is written in the same mode.
    expect(transition(after, observed({ replicas: 3, mode })).history).toBe(after.history);
    expect(after.dryRunHistory).toEqual(left);
  });

  // prettier-ignore
  it.each<{ shows: string; mode: Mode; scaledToZero: boolean; replicas: number; want: boolean | null }>([
    { shows: "DryRun forgets a 0 of Trimtab that another writer ended", mode: "DryRun", scaledToZero: true,  replicas: 1, want: null },
    { shows: "Paused forgets it, too",                       mode: "Paused", scaledToZero: true,  replicas: 1, want: null },
    { shows: "Active keeps it for the decision",             mode: "Active", scaledToZero: true,  replicas: 1, want: true },
    { shows: "DryRun keeps a 0 that is still there",         mode: "DryRun", scaledToZero: true,  replicas: 0, want: true },
    { shows: "DryRun keeps a 0 of another owner",            mode: "DryRun", scaledToZero: false, replicas: 1, want: false },
  ])("$shows", ({ mode, scaledToZero, replicas, want }) => {
    const before = memoryOf({ ...emptyHistory("t"), scaledToZero });
    expect(transition(before, observed({ replicas, mode })).history?.scaledToZero).toBe(want);
  });

  // prettier-ignore
  it.each<{ shows: string; decided: History; kept: Partial<History> }>([
    { shows: "a rollout that began",           decided: dry,                                   kept: { rollout: since } },
    { shows: "a metric that recovered",        decided: { ...active, failures: [] },           kept: { failures: [] } },
    { shows: "a metric that failed",           decided: { ...active, failures },               kept: { failures } },
    { shows: "a metric that became active",    decided: { ...active, idle: null },             kept: { idle: null } },
    { shows: "the points of a metric",         decided: { ...active, points },                 kept: { points } },
    { shows: "pods that became ready",         decided: { ...active, healthHold: null },       kept: { healthHold: null } },
    { shows: "nothing of another target",      decided: { ...ofAnother, failures },            kept: {} },
  ])("of DryRun shows a restart $shows", ({ decided: history, kept }) => {
    const clocks = { failures: [{ metric: "queue", since: 0 }], idle: { since: 0 }, healthHold: { since: 0, until: null } };
    const before = { ...active, ...clocks };
    const known = { rollout: active.rollout, ...clocks, ...kept };
    const after = transition(memoryOf(before), {
      ...{ type: "Decided", mode: "DryRun" },
      history: history.targetUID === "u" ? history : { ...history, ...known },
    });
    expect(after.history).toEqual({ ...before, ...known, recommendations: [] });
  });

  it("of DryRun has decisions stored separately, and its clocks in both", () => {
    const before = memoryOf(active);
    const decided = { type: "Decided", history: dry } as const;
    const dryRun = transition(before, { ...decided, mode: "DryRun" });
    const history = { ...undecided, rollout: since };
    expect(dryRun).toEqual({ ...before, history, dryRunHistory: dry });
    const real = transition(before, { ...decided, mode: "Active" });
    expect(real).toEqual({ ...before, history: dry });
  });
});

describe("a write", () => {
  const started = transition(memoryOf(emptyHistory("t")), {
    ...{ type: "WriteStarted", from: 2, to: 5, now: now - 500 },
  });
  const found = (replicas: number, uid = "t") => ({ uid, replicas, now });
  const pending = { from: 2, to: 5 };

  // prettier-ignore
  it.each<{ when: string; end: TargetEvent; events: unknown; pending: unknown; last: number | null }>([
    { when: "was accepted",                        end: { type: "WriteEnded", result: "Done", now },                       events: happened, pending: null, last: now - 500 },
    { when: "was refused",                         end: { type: "WriteEnded", result: "Refused" },                         events: [],       pending: null, last: null },
    { when: "got no answer",                       end: { type: "WriteEnded", result: "Unknown" },                         events: [],       pending,       last: null },
    { when: "was applied late, before a conflict", end: { type: "WriteEnded", result: "Conflict", found: found(5) },       events: happened, pending: null, last: now - 500 },
    { when: "conflicted with the write of another client", end: { type: "WriteEnded", result: "Conflict", found: found(4) },       events: [],       pending: null, last: null },
    { when: "found a re-created target",            end: { type: "WriteEnded", result: "Conflict", found: found(5, "x") },  events: [],       pending: null, last: null },
    { when: "was for a deleted target",            end: { type: "TargetGone" },                                           events: [],       pending: null, last: null },
  ])("that $when has this result", ({ end, events, pending: left, last }) => {
    const { history, lastScaleTime } = transition(started, end);
    expect(history?.scaleEvents).toEqual(events);
    expect(history?.pending ?? null).toEqual(left === null ? null : expect.objectContaining(left));
    expect(lastScaleTime).toBe(last);
  });

  it("that never started has no effect when it ends", () => {
    const before = memoryOf(emptyHistory("t"), { lastScaleTime: 1 });
    for (const result of ["Refused", "Unknown"] as const) {
      expect(transition(before, { type: "WriteEnded", result })).toBe(before);
    }
    expect(transition(before, { type: "WriteEnded", result: "Done", now })).toBe(before);
    expect(transition(emptyMemory, { type: "TargetGone" })).toBe(emptyMemory);
  });
});
