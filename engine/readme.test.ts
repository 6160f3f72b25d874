import { describe, expect, it } from "vitest";

import type { AutoscalerSpec } from "./model/spec/autoscaler-spec.ts";
import { type AutoscalerOutcome, decideAutoscaler, decideProportional } from "./decide.ts";
import type { DecisionOutcome } from "./model/feature.ts";
import { proportionalBehavior, withDefaults } from "./spec/defaults.ts";
import { emptyHistory, type History } from "./model/history.ts";
import { NodeTally } from "./model/observation/node-tally.ts";
import { trimNode } from "./model/observation/node.ts";
import { fromKubernetes } from "./sources/from-kubernetes.ts";
import { trimPod } from "./model/observation/pod.ts";
import { readPodUsage } from "./model/observation/pod-usage.ts";
import { profiles } from "./model/spec/profile.ts";
import { parametersFromSpec } from "./proportional/spec-parameters.ts";
import { beginScale, completeScale } from "./history/scale-record.ts";
import { upstreamSettings } from "./model/spec/settings.ts";

const at = (time: string): number => Date.parse(`2026-01-01T${time}Z`);

/** README.md, "An Autoscaler's decision by hand": keep both in step. */
describe("an Autoscaler's decision worked by hand", () => {
  const autoscaler: AutoscalerSpec = {
    minReplicas: 2,
    maxReplicas: 12,
    metrics: [
      {
        type: "Resource",
        resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } },
      },
      {
        type: "External",
        external: { metric: { name: "jobs" }, target: { type: "AverageValue", averageValue: "5" } },
      },
    ],
    behavior: {
      scaleUp: {
        stabilizationWindowSeconds: 15,
        policies: [{ type: "Pods", value: 3, periodSeconds: 60 }],
      },
    },
  };
  const spec = withDefaults(autoscaler, upstreamSettings);
  const pods = [0, 1, 2, 3].map(index =>
    trimPod({
      metadata: { name: `web-${index}` },
      spec: { containers: [{ name: "app", resources: { requests: { cpu: "500m" } } }] },
      status: {
        phase: "Running",
        startTime: "2026-01-01T11:00:00Z",
        conditions: [{ type: "Ready", status: "True" }],
      },
    }),
  );
  const items = ["450m", "500m", "400m"].map((cpu, index) => ({
    metadata: { name: `web-${index}` },
    containers: [{ name: "app", usage: { cpu } }],
  }));
  const decide = (time: string, replicas: number, history: History): AutoscalerOutcome => {
    const scale = { specReplicas: replicas, statusReplicas: replicas, selector: "app=web" };
    const answers = [
      { kind: "PodMetrics", items: readPodUsage(items) },
      { kind: "ExternalValues", values: [{ value: "45" }] },
    ] as const;
    const observation = fromKubernetes({ scale, pods, answers }, spec.metrics);
    const rest = { settings: upstreamSettings, profile: profiles["Trimtab-1"], history };
    return decideAutoscaler({ now: at(time), spec, observation, ...rest });
  };
  const before: History = {
    ...emptyHistory("web"),
    recommendations: [{ value: 8, since: at("11:59:40") }],
    lowestRecommendations: [
      { value: 4, since: at("11:50:00") },
      { value: 8, since: at("11:59:40") },
    ],
    scaleEvents: [{ time: at("11:59:15"), change: 1 }],
  };
  const first = decide("12:00:00", 4, before);

  it("votes 6 and 9, and goes 9, 8, 6, 6", () => {
    const { votes, steps, to } = first.decision;
    expect(votes).toMatchObject([
      {
        source: "cpu",
        replicas: 6,
        message: "90% of requests, target 50%, 67% with 1 of 4 pods as 0: 6",
      },
      { source: "external metric jobs", replicas: 9 },
    ]);
    expect(steps).toMatchObject([
      { step: "combine", before: 4, after: 9, reason: "LargestVote" },
      { step: "stabilize", before: 9, after: 8, reason: "ScaleUpStabilized" },
      { step: "limit", before: 8, after: 6, reason: "ScaleUpLimit" },
      { step: "bound", before: 6, after: 6, reason: "DesiredWithinRange" },
    ]);
    expect(to).toBe(6);
  });

  it("changes to 7 once the replica of 11:59:15 is 60 s old", () => {
    const begun = beginScale(first.history, { from: 4, to: 6, time: at("12:00:00") });
    const history = completeScale(begun, at("12:00:00"));
    expect(history.recommendations).toEqual([{ value: 9, since: at("11:59:40") }]);
    expect(decide("12:00:14", 6, history).decision.to).toBe(6);
    expect(decide("12:00:15", 6, history).decision.to).toBe(7);
  });
});

/** "A ClusterProportionalAutoscaler's decision by hand": keep both in step. */
describe("a ClusterProportionalAutoscaler's decision worked by hand", () => {
  const tally = new NodeTally(() => true);
  for (const [index, cpu] of ["2820m", "2820m", "940m", "940m"].entries()) {
    const conditions = [{ type: "Ready", status: "True" }];
    tally.set(
      trimNode({ metadata: { name: `n${index}` }, status: { allocatable: { cpu }, conditions } }),
    );
  }
  const parameters = parametersFromSpec({
    linear: { coresPerReplica: 2, nodesPerReplica: 1, minReplicas: 2, maxReplicas: 6 },
  })!;
  const before: History = {
    ...emptyHistory("coredns"),
    recommendations: [
      { value: 7, since: at("11:50:00") },
      { value: 5, since: at("11:59:40") },
    ],
  };
  const decide = (time: string, currentReplicas: number, history: History): DecisionOutcome => {
    const now = at(time);
    const { size } = tally.size(now, "Trimtab-1");
    const behavior = proportionalBehavior({}, "Trimtab-1");
    return decideProportional({
      ...{ now, size, parameters, profile: "Trimtab-1", behavior },
      ...{ currentReplicas, history },
    });
  };
  const first = decide("12:00:00", 7, before);

  it("measures 8 cores and 4 nodes", () => {
    expect(tally.size(0, "Trimtab-1").size).toMatchObject({
      schedulableCores: 8,
      schedulableNodes: 4,
    });
  });

  it("votes 4 and 4, and goes 7, 4, 7, 6", () => {
    const { votes, steps, to } = first.decision;
    expect(votes.map(vote => vote.message)).toEqual([
      "8 cores / 2 per replica = 4",
      "4 nodes / 1 per replica = 4",
    ]);
    expect(steps).toMatchObject([
      { step: "combine", before: 7, after: 4 },
      { step: "stabilize", before: 4, after: 7 },
      { step: "bound", before: 7, after: 6 },
    ]);
    expect(to).toBe(6);
  });

  it("leaves a history and the time of the next decision", () => {
    expect(first.history.recommendations).toEqual([
      ...before.recommendations,
      { value: 4, since: at("12:00:00") },
    ]);
    expect(first.due).toBe(at("12:04:40"));
  });

  it("writes 5 and 4 at those times", () => {
    const second = decide("12:04:40", 6, first.history);
    expect(second).toMatchObject({ decision: { to: 5 }, due: at("12:05:00") });
    const third = decide("12:05:00", 5, second.history);
    expect(third).toMatchObject({ decision: { to: 4 }, due: null });
  });
});
