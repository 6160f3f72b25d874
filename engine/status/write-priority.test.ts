import { describe, expect, it } from "vitest";

import type {
  ClusterProportionalAutoscalerStatus as Status,
  TargetStatus,
} from "../../crds/generated/cluster-proportional-autoscaler.ts";
import type { Condition } from "../../crds/generated/shared.ts";
import { viewClusterProportionalStatus as view } from "./cluster-proportional-status.ts";
import { type WritePriority, assessWrite, canWait } from "./write-priority.ts";

const condition: Condition = {
  type: "Ready",
  status: "True",
  reason: "Ready",
  message: "fine",
  observedGeneration: 1,
  lastTransitionTime: "2026-01-01T00:00:00Z",
};

const target: TargetStatus = {
  ref: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
  currentReplicas: 3,
  desiredReplicas: 3,
  lastScaleTime: "2026-01-01T00:00:00Z",
  conditions: [
    { ...condition, type: "AbleToScale" },
    { ...condition, type: "ScalingLimited", status: "False", message: "within 3 and 9" },
  ],
  decision: { time: "2026-01-01T00:00:00Z", from: 2, to: 3, votes: [], steps: [] },
  history: {
    version: 1,
    targetUID: "t",
    recommendations: [{ value: 3, since: "2026-01-01T00:00:00.000Z" }],
    scaleEvents: [{ time: "2026-01-01T00:00:00.000Z", change: 1 }],
  },
};

const status: Status = {
  observedGeneration: 1,
  summary: "3 nodes",
  nodes: 100,
  schedulableNodes: 100,
  cores: 400,
  schedulableCores: 400,
  conditions: [
    condition,
    {
      ...condition,
      type: "ParametersCurrent",
      status: "False",
      reason: "InvalidConfigMap",
      message: "typo",
    },
  ],
  parameters: { source: "ConfigMap", configMapName: "dns", linear: { nodesPerReplica: 16 } },
  targets: [target],
};

const withTarget = (override: Partial<TargetStatus>): Status => ({
  ...status,
  targets: [{ ...target, ...override }],
});
const history = (override: object): Status =>
  withTarget({ history: { ...target.history!, ...override } });
const decision = (override: object): Status =>
  withTarget({ decision: { ...target.decision!, ...override } });
const { parameters, ...withoutParameters } = status;
const [ready, parametersCurrent] = status.conditions!;
const [ableToScale, scalingLimited] = target.conditions!;
const wrongly = (reason: string): Status => ({
  ...status,
  conditions: [ready!, { ...parametersCurrent!, reason }],
});

/** The same status in another order, as the API server may return it. */
const reordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, part]) => [key, reordered(part)]),
  );
};

const paused = (message: string): Status => ({
  ...status,
  conditions: [...status.conditions!, { ...condition, type: "Paused", message }],
});

const worth = (next: Status, previous = status) => assessWrite(view(previous), view(next));
const since = (second: number): string => `2026-01-01T00:00:0${second}.000Z`;

describe("a status", () => {
  it("that is the first is a fact", () => {
    expect(assessWrite(undefined, view(status)).priority).toBe("Fact");
  });

  it.each<{ what: string; next: Status }>([
    { what: "nothing", next: status },
    { what: "the order of keys", next: reordered(status) as Status },
    { what: "the summary", next: { ...status, summary: "4 nodes" } },
    {
      what: "a condition's times",
      next: {
        ...status,
        conditions: [{ ...ready!, lastTransitionTime: "2027-01-01T00:00:00Z" }, parametersCurrent!],
      },
    },
    {
      what: "the words of a good condition",
      next: { ...status, conditions: [{ ...ready!, message: "very fine" }, parametersCurrent!] },
    },
    {
      what: "the words of a limit",
      next: withTarget({
        conditions: [ableToScale!, { ...scalingLimited!, message: "within 3 and 10" }],
      }),
    },
    {
      what: "the words of the decision",
      next: withTarget({
        decision: {
          ...target.decision!,
          votes: [{ source: "n", type: "Count", replicas: 3, message: "m" }],
        },
      }),
    },
    { what: "a tenth of the nodes", next: { ...status, nodes: 110 } },
  ])("with a change of $what needs no write", ({ next }) => {
    expect(worth(next)).toEqual({ priority: null, valuesMoved: false });
  });

  it.each<{ what: string; next: Status; previous?: Status }>([
    { what: "the generation", next: { ...status, observedGeneration: 2 } },
    {
      what: "a condition's status",
      next: { ...status, conditions: [{ ...ready!, status: "False" }, parametersCurrent!] },
    },
    {
      what: "the end of a pause",
      next: paused("until 13:00"),
      previous: paused("until 12:00"),
    },
    {
      what: "what is wrong with a target",
      next: withTarget({
        conditions: [{ ...ableToScale!, status: "False", message: "no" }, scalingLimited!],
      }),
    },
    { what: "a condition that is gone", next: { ...status, conditions: [ready!] } },
    {
      what: "the parameters",
      next: { ...status, parameters: { ...parameters!, linear: { nodesPerReplica: 8 } } },
    },
    { what: "the parameters' absence", next: withoutParameters },
    { what: "the count", next: withTarget({ currentReplicas: 4 }) },
    { what: "the count that is wanted", next: withTarget({ desiredReplicas: 4 }) },
    { what: "the last change's time", next: withTarget({ lastScaleTime: "2026-01-01T00:00:01Z" }) },
    { what: "a decision from another count", next: decision({ from: 3 }) },
    {
      what: "a vote that failed",
      next: decision({ votes: [{ source: "cpu", type: "Failed", reason: "No", message: "no" }] }),
    },
    { what: "the target's identity", next: history({ targetUID: "x" }) },
    { what: "the reason for what is wrong", next: wrongly("Else") },
    { what: "a scale event", next: history({ scaleEvents: [] }) },
    {
      what: "a pending change",
      next: history({
        pending: { from: 3, to: 4, time: "2026-01-01T00:00:00.000Z", targetUID: "t" },
      }),
    },
    { what: "another target", next: withTarget({ ref: { ...target.ref, name: "x" } }) },
    { what: "one more target", next: { ...status, targets: [target, target] } },
    { what: "a target without a decision", next: { ...status, targets: [{ ref: target.ref }] } },
  ])("with $what is a fact", ({ next, previous }) => {
    expect(worth(next, previous).priority).toBe("Fact");
  });

  it.each<{ what: string; next: Status }>([
    {
      what: "other words for what is wrong",
      next: { ...status, conditions: [ready!, { ...parametersCurrent!, message: "another typo" }] },
    },
    {
      what: "another reason for what is well",
      next: { ...status, conditions: [{ ...ready!, reason: "Else" }, parametersCurrent!] },
    },
    {
      what: "a limit that comes into force",
      next: withTarget({ conditions: [ableToScale!, { ...scalingLimited!, status: "True" }] }),
    },
    { what: "other reasons for the same count", next: decision({ time: "2026-01-01T00:00:01Z" }) },
  ])("with $what is a nuance", ({ next }) => {
    expect(worth(next).priority).toBe("Nuance");
  });

  // prettier-ignore
  it.each<{ shows: string; saved: [number, number][]; next: [number, number][]; want: WritePriority | null }>([
    { shows: "the same",                      saved: [[3, 0]],                 next: [[3, 0]],                  want: null },
    { shows: "a lower value after it",        saved: [[3, 0]],                 next: [[3, 0], [2, 5]],          want: "Nuance" },
    { shows: "no lower value any more",       saved: [[3, 0], [2, 5]],         next: [[3, 0]],                  want: "Caution" },
    { shows: "a higher value",                saved: [[3, 0]],                 next: [[4, 0]],                  want: "Caution" },
    { shows: "a value that held for longer",  saved: [[3, 0], [2, 5]],         next: [[3, 0], [2, 6]],          want: "Caution" },
    { shows: "a value that held for less time", saved: [[3, 0], [2, 5]],         next: [[3, 0], [2, 4]],          want: "Nuance" },
    { shows: "no highest value any more",     saved: [[3, 0], [2, 5]],         next: [[2, 5]],                  want: "Nuance" },
  ])("with recommendations that contain $shows: $want", ({ saved, next, want }) => {
    const of = (intervals: [number, number][]): Status =>
      history({ recommendations: intervals.map(([value, at]) => ({ value, since: since(at) })) });
    expect(worth(of(next), of(saved)).priority).toBe(want);
  });

  // prettier-ignore
  it.each<{ shows: string; saved: object | null; next: object | null; want: WritePriority | null }>([
    { shows: "has not started",          saved: null,                                   next: { last: since(5) },                      want: null },
    { shows: "starts",                   saved: null,                                   next: { since: since(0), last: since(5) },     want: "Nuance" },
    { shows: "has one more sample",      saved: { since: since(0), last: since(5) },    next: { since: since(0), last: since(9) },     want: null },
    { shows: "is interrupted",           saved: { since: since(0), last: since(5) },    next: { last: since(9) },                      want: "Caution" },
    { shows: "is of a removed threshold", saved: { since: since(0), last: since(5) },    next: null,                                    want: "Nuance" },
    { shows: "starts again",             saved: {},                                     next: { notBefore: since(9) },                 want: "Caution" },
  ])("with a threshold's wait that $shows: $want", ({ saved, next, want }) => {
    const named = { name: "busy", condition: "rps > 50", replicas: 2 };
    const of = (timer: object | null): Status =>
      history(timer ? { thresholds: [{ ...named, ...timer }] } : {});
    expect(worth(of(next), of(saved)).priority).toBe(want);
  });

  it("tolerates malformed thresholds", () => {
    const odd = history({ thresholds: [null, 1, "busy"] });
    expect(worth(odd, odd).priority).toBeNull();
  });

  // prettier-ignore
  it.each([
    { what: "more nodes",             next: { nodes: 111 } },
    { what: "fewer nodes",            next: { nodes: 89 } },
    { what: "fewer nodes that count", next: { schedulableNodes: 80 } },
    { what: "more cores",             next: { cores: 441 } },
    { what: "more cores that count",  next: { schedulableCores: 441 } },
    { what: "no nodes",               next: { nodes: 0 } },
  ])("with $what by more than a tenth has changed values", ({ next }) => {
    expect(worth({ ...status, ...next })).toEqual({ priority: null, valuesMoved: true });
  });
});

describe("while many objects wait, a status", () => {
  const pending = { from: 3, to: 5, time: since(0), targetUID: "t" };
  const announced = history({ pending });
  const changed = (override: Partial<TargetStatus>) =>
    withTarget({ currentReplicas: 5, ...override });
  const other = { ...target, ref: { ...target.ref, name: "dns" } };
  const both = [target, { ...other, history: { ...other.history!, targetUID: "d" } }];

  // prettier-ignore
  it.each<{ shows: string; previous: Status; next: Status; want: boolean }>([
    { shows: "with the result of the announced change",     previous: announced,                           next: changed({}),                                want: true },
    { shows: "after which someone has set another count",   previous: announced,                           next: changed({ currentReplicas: 9 }),            want: true },
    { shows: "after which someone has set the old count",   previous: announced,                           next: changed({ currentReplicas: 3 }),            want: false },
    { shows: "with other conditions",                       previous: status,                              next: wrongly("NoConfigMap"),                     want: true },
    { shows: "with other parameters",                       previous: status,                              next: withoutParameters,                          want: false },
    { shows: "with a higher recommendation",                previous: status,                              next: history({ recommendations: [{ value: 9, since: since(0) }] }), want: false },
    { shows: "of a target that was created again",          previous: status,                              next: history({ targetUID: "u" }),                want: false },
    { shows: "with its targets in another order",           previous: { ...status, targets: both },        next: { ...status, targets: both.toReversed() },  want: false },
    { shows: "with a target more",                          previous: status,                              next: { ...status, targets: both },               want: false },
    { shows: "without the operator's zero",                 previous: history({ scaledToZero: true }),     next: history({}),                                want: false },
  ])("$shows can wait: $want", ({ previous, next, want }) => {
    expect(canWait(view(previous), view(next))).toBe(want);
  });
});
