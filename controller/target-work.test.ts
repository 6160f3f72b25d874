import { describe, expect, it } from "vitest";

import { emptyHistory, type History } from "../engine/history.ts";
import { withoutOldZero } from "../engine/idle.ts";
import { kubeError } from "../kube/errors.ts";
import type { TargetState } from "./key-state.ts";
import {
  earliest,
  historyFor,
  newWork,
  settleConflict,
  settledHistory,
  toReport,
  wantsChange,
} from "./target-work.ts";
import type { TargetObservation } from "./targets.ts";

const now = Date.parse("2026-01-01T00:00:00Z");
const ref = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
const resource = {
  group: "apps",
  version: "v1",
  kind: "Deployment",
  plural: "deployments",
  namespaced: true,
  scalable: true,
};

const found = (replicas: number, uid = "t"): TargetObservation => ({
  kind: "found",
  target: { resource, namespace: "ns", name: "web" },
  state: { uid, resourceVersion: "7", replicas, statusReplicas: replicas, selector: "app=web" },
  polled: false,
});

const pendingHistory: History = {
  ...emptyHistory("t"),
  recommendations: [{ value: 5, since: now - 1_000 }],
  pending: { from: 2, to: 5, time: now - 500, targetUID: "t" },
};

const stateOf = (history: History | null, lastScaleTime: number | null = null): TargetState => ({
  history,
  dryRunHistory: null,
  lastScaleTime,
  written: null,
  decided: null,
  countedOf: null,
  bounds: null,
});

const happened = [{ time: now - 500, change: 3 }];

describe("withoutOldZero", () => {
  // prettier-ignore
  it.each([
    { shows: "forgets ours, which somebody has ended", scaledToZero: true,  replicas: 1, want: null },
    { shows: "keeps it while it stands",               scaledToZero: true,  replicas: 0, want: true },
    { shows: "keeps what is not ours",                 scaledToZero: false, replicas: 1, want: false },
  ])("$shows", ({ scaledToZero, replicas, want }) => {
    const history = { ...emptyHistory("t"), scaledToZero };
    expect(withoutOldZero(history, replicas).scaledToZero).toBe(want);
  });
});

describe("settledHistory", () => {
  // prettier-ignore
  it.each([
    { when: "the new count is there",             replicas: 5, uid: "t", events: happened, last: now - 500 },
    { when: "the old count is there",             replicas: 2, uid: "t", events: [],       last: 1 },
    { when: "another count is there",             replicas: 9, uid: "t", events: happened, last: now - 500 },
    { when: "another object has the target's name", replicas: 5, uid: "x", events: [],     last: null },
  ])("resolves what was pending when $when", ({ replicas, uid, events, last }) => {
    const state = stateOf(pendingHistory, 1);
    const settled = settledHistory(state, { uid, replicas }, now);
    expect(settled).toMatchObject({ targetUID: uid, pending: null, scaleEvents: events });
    expect(state.lastScaleTime).toBe(last);
  });

  it("of a total goes on with another target, and what was pending may have happened", () => {
    const state = stateOf({ ...pendingHistory, scaledToZero: true }, 1);
    const settled = settledHistory(state, { uid: "x", replicas: 5 }, now, true);
    expect(settled).toMatchObject({
      ...{ targetUID: "x", pending: null, scaledToZero: null },
      recommendations: pendingHistory.recommendations,
      scaleEvents: [{ change: 3, span: { up: 3, down: 0 } }],
    });
    expect(state.lastScaleTime).toBe(now - 500);
    const settledAgain = settledHistory(state, { uid: "t", replicas: 5 }, now, true);
    expect(settledAgain).toMatchObject({ targetUID: "t", scaleEvents: happened });
  });

  it("begins empty", () => {
    const state = stateOf(null);
    expect(settledHistory(state, { uid: "t", replicas: 3 }, now)).toEqual(emptyHistory("t"));
  });

  it("leaves alone what is settled", () => {
    const history = { ...pendingHistory, pending: null };
    const state = stateOf(history, 7);
    expect(settledHistory(state, { uid: "t", replicas: 3 }, now)).toBe(history);
    expect(state.lastScaleTime).toBe(7);
  });

  it("sees that a change happened although there are as many events as before", () => {
    const scaleEvents = Array.from({ length: 32 }, (_, index) => ({
      time: now - 32_000 + index,
      change: 1,
    }));
    const state = stateOf({ ...pendingHistory, scaleEvents }, 1);
    expect(settledHistory(state, { uid: "t", replicas: 5 }, now).scaleEvents).toHaveLength(32);
    expect(state.lastScaleTime).toBe(now - 500);
  });
});

describe("settleConflict", () => {
  const unreachable: TargetObservation = {
    kind: "fault",
    error: kubeError("Timeout", { request: "GET", message: "" }),
  };
  const gone: TargetObservation = {
    kind: "problem",
    problem: { reason: "TargetNotFound", message: "", permanent: false },
    polled: false,
  };
  const hidden: TargetObservation = {
    kind: "problem",
    problem: { reason: "FailedGetScale", message: "", permanent: false },
    polled: true,
  };

  // prettier-ignore
  it.each([
    { when: "our own write had landed late",  observation: found(5),      events: happened, pending: false, last: now - 500 },
    { when: "somebody else wrote",            observation: found(4),      events: [],       pending: false, last: null },
    { when: "the target was re-created",      observation: found(5, "x"), events: [],       pending: false, last: null },
    { when: "the target is gone",             observation: gone,          events: [],       pending: false, last: null },
    { when: "it may not be looked at",        observation: hidden,        events: [],       pending: true,  last: null },
    { when: "nobody knows",                   observation: unreachable,   events: [],       pending: true,  last: null },
  ])("settles the change when $when", ({ observation, events, pending, last }) => {
    const state = stateOf(pendingHistory);
    settleConflict(newWork(ref, state, observation), now);
    expect(state.history?.scaleEvents).toEqual(events);
    expect([state.history?.pending !== null, state.lastScaleTime]).toEqual([pending, last]);
  });
});

describe("toReport", () => {
  it.each([
    { shows: "a target", observation: found(3), problem: null, current: 3 },
    {
      shows: "a cache that is being filled",
      observation: { kind: "waiting" } as const,
      problem: null,
      current: null,
    },
    {
      shows: "an API server that is away",
      observation: {
        kind: "fault",
        error: kubeError("Unreachable", { request: "GET x", message: "refused" }),
      } as const,
      problem: {
        reason: "FailedGetScale",
        message: expect.stringContaining("GET x: refused (Unreachable)") as string,
        permanent: false,
      },
      current: null,
    },
  ])("tells of $shows", ({ observation, problem, current }) => {
    const report = toReport(newWork(ref, stateOf(null), observation));
    expect(report).toMatchObject({
      ref,
      problem,
      currentReplicas: current,
      decision: null,
      write: { kind: "Unchanged" },
    });
  });
});

describe("wantsChange", () => {
  const decision = { time: now, from: 3, to: 5, votes: [], steps: [] };
  const outcome = { decision, history: emptyHistory("t"), due: null };

  it.each([
    { when: "the count differs", observation: found(3), decided: true, want: true },
    { when: "the count is there already", observation: found(5), decided: true, want: false },
    { when: "nothing was decided", observation: found(3), decided: false, want: false },
    {
      when: "there is no target",
      observation: { kind: "waiting" } as const,
      decided: true,
      want: false,
    },
  ])("is $want when $when", ({ observation, decided, want }) => {
    const work = newWork(ref, stateOf(null), observation);
    if (decided) work.outcome = outcome;
    expect(wantsChange(work)).toBe(want);
  });
});

describe("earliest", () => {
  it.each([
    { times: [], want: null },
    { times: [null, null], want: null },
    { times: [null, 7, 3], want: 3 },
  ])("of $times is $want", ({ times, want }) => {
    expect(earliest(times)).toBe(want);
  });
});

describe("historyFor", () => {
  const since = { since: now - 60_000 };
  const active = { ...pendingHistory, pending: null, rollout: { since: now - 900_000 } };
  const dry = { ...active, recommendations: [], rollout: since };

  it.each([
    { when: "in Active", mode: "Active", kept: null, history: active },
    { when: "as a dry run begins", mode: "DryRun", kept: null, history: active },
    { when: "in a dry run", mode: "DryRun", kept: dry, history: dry },
    {
      when: "in one about another target",
      mode: "DryRun",
      kept: { ...dry, targetUID: "u" },
      history: active,
    },
    {
      when: "after one that has seen a rollout begin",
      mode: "Active",
      kept: dry,
      history: { ...active, rollout: since },
    },
    {
      when: "after one that has seen it end",
      mode: "Active",
      kept: { ...dry, rollout: null },
      history: { ...active, rollout: null },
    },
    {
      when: "after one about another target",
      mode: "Active",
      kept: { ...dry, targetUID: "u" },
      history: active,
    },
  ] as const)("is what there is to go on from $when", ({ mode, kept, history }) => {
    const state = { ...stateOf(active), dryRunHistory: kept };
    expect(historyFor(state, mode, active)).toEqual(history);
    expect(state.dryRunHistory).toBe(mode === "DryRun" ? kept : null);
  });
});
