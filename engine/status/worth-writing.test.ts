import { describe, expect, it } from "vitest";

import type {
  ClusterProportionalAutoscalerStatus as Status,
  TargetStatus,
} from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { viewClusterProportionalStatus as view } from "./cluster-proportional-status.ts";
import { worthWritingInMs } from "./worth-writing.ts";

const condition = {
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
const { parameters, ...withoutParameters } = status;
const [ready, parametersCurrent] = status.conditions!;
const [ableToScale, scalingLimited] = target.conditions!;

/** As the API server might hand it back: the same in another order. */
const reordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, part]) => [key, reordered(part)]),
  );
};

const inMs = (next: Status, since = 0) => worthWritingInMs(view(status), view(next), since);

describe("worthWritingInMs", () => {
  it("is at once for the first status", () => {
    expect(worthWritingInMs(undefined, view(status), 0)).toBe(0);
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
          votes: [{ source: "n", kind: "Count", replicas: 3, message: "m" }],
        },
      }),
    },
    { what: "a tenth of the nodes", next: { ...status, nodes: 110 } },
  ])("is never for a change of $what", ({ next }) => {
    expect(inMs(next, 10 ** 9)).toBeNull();
  });

  it.each<{ what: string; next: Status }>([
    { what: "the generation", next: { ...status, observedGeneration: 2 } },
    {
      what: "a condition's status",
      next: { ...status, conditions: [{ ...ready!, status: "False" }, parametersCurrent!] },
    },
    {
      what: "a condition's reason",
      next: { ...status, conditions: [{ ...ready!, reason: "Else" }, parametersCurrent!] },
    },
    {
      what: "what is said to be wrong",
      next: { ...status, conditions: [ready!, { ...parametersCurrent!, message: "another typo" }] },
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
    {
      what: "a new decision",
      next: withTarget({ decision: { ...target.decision!, time: "2026-01-01T00:00:01Z" } }),
    },
    { what: "the target's identity", next: history({ targetUID: "x" }) },
    {
      what: "a recommendation",
      next: history({ recommendations: [{ value: 4, since: "2026-01-01T00:00:00.000Z" }] }),
    },
    {
      what: "the age of a recommendation",
      next: history({ recommendations: [{ value: 3, since: "2026-01-01T00:00:09.000Z" }] }),
    },
    { what: "a scale event", next: history({ scaleEvents: [] }) },
    {
      what: "a pending change",
      next: history({
        pending: { from: 3, to: 4, time: "2026-01-01T00:00:00.000Z", targetUID: "t" },
      }),
    },
    { what: "another target", next: withTarget({ ref: { ...target.ref, name: "x" } }) },
    { what: "one more target", next: { ...status, targets: [target, target] } },
  ])("is at once for $what", ({ next }) => {
    expect(inMs(next)).toBe(0);
  });

  // prettier-ignore
  it.each([
    { what: "more nodes",             next: { nodes: 111 } },
    { what: "fewer nodes",            next: { nodes: 89 } },
    { what: "fewer nodes that count", next: { schedulableNodes: 80 } },
    { what: "more cores",             next: { cores: 441 } },
    { what: "more cores that count",  next: { schedulableCores: 441 } },
    { what: "no nodes",               next: { nodes: 0 } },
  ])("is five minutes after the last write for $what by more than a tenth", ({ next }) => {
    const moved = { ...status, ...next };
    expect(inMs(moved, 0)).toBe(300_000);
    expect(inMs(moved, 299_999)).toBe(1);
    expect(inMs(moved, 300_000)).toBe(0);
    expect(inMs(moved, Infinity)).toBe(0);
  });
});
