import { describe, expect, it } from "vitest";

import { emptyHistory, type History } from "../../engine/model/history.ts";
import { emptyMemory } from "../../engine/transition.ts";
import { kubeError } from "../../kube/transport/errors.ts";
import { resource } from "../testing/cached-targets.ts";
import type { TargetState } from "./object-state.ts";
import { newWork, settleConflict, toReport, wantsChange } from "./target-work.ts";
import type { TargetObservation } from "../targets/target-reader.ts";

const now = Date.parse("2026-01-01T00:00:00Z");
const ref = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };

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

const stateOf = (history: History | null): TargetState => ({
  memory: { ...emptyMemory, history },
  ...{ written: null, decided: null, bounds: null },
});

const happened = [{ time: now - 500, change: 3 }];

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
    { when: "our own write took effect late",  observation: found(5),      events: happened, pending: false, last: now - 500 },
    { when: "another client wrote",            observation: found(4),      events: [],       pending: false, last: null },
    { when: "the target was re-created",       observation: found(5, "x"), events: [],       pending: false, last: null },
    { when: "the target is gone",              observation: gone,          events: [],       pending: false, last: null },
    { when: "reading the target is forbidden", observation: hidden,        events: [],       pending: true,  last: null },
    { when: "the target is unreachable",       observation: unreachable,   events: [],       pending: true,  last: null },
  ])("settles the change when $when", ({ observation, events, pending, last }) => {
    const state = stateOf(pendingHistory);
    settleConflict(newWork(ref, state, observation), observation, now);
    const { history, lastScaleTime } = state.memory;
    expect(history?.scaleEvents).toEqual(events);
    expect([history?.pending !== null, lastScaleTime]).toEqual([pending, last]);
  });
});

describe("toReport", () => {
  it.each([
    { shows: "a target", observation: found(3), problem: null, current: 3 },
    {
      shows: "a cache that is still being filled",
      observation: { kind: "waiting" } as const,
      problem: null,
      current: null,
    },
    {
      shows: "an API server that is unreachable",
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
  ])("reports $shows", ({ observation, problem, current }) => {
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
    { when: "the count is already as decided", observation: found(5), decided: true, want: false },
    { when: "nothing was decided", observation: found(3), decided: false, want: false },
    {
      when: "there is no target",
      observation: { kind: "waiting" } as const,
      decided: true,
      want: false,
    },
  ])("is $want when $when", ({ observation, decided, want }) => {
    const work = newWork(ref, stateOf(null), observation);
    if (decided) work.attempt = { kind: "Decided", outcome };
    expect(wantsChange(work)).toBe(want);
  });
});
