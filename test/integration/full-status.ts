import type { AutoscalerStatus } from "../../crds/generated/autoscaler.ts";
import type { Condition } from "../../crds/generated/shared.ts";
import type { ClusterProportionalAutoscalerStatus } from "../../crds/generated/cluster-proportional-autoscaler.ts";

const time = "2026-01-02T03:04:05.678Z";
const targetUID = "0b4ecb8e-6f0c-4d7e-9d5a-0f3d4d1a6c11";
const bound = { step: "bound", atLeast: 1, atMost: 9, reason: "DesiredWithinRange", message: "" };
const rate = { name: "requests_per_second", selector: { matchLabels: { verb: "GET" } } };
const ready: Condition = {
  ...{ type: "Ready", status: "True", observedGeneration: 1 },
  ...{ lastTransitionTime: time, reason: "Ready", message: "" },
};
const ref = { apiVersion: "apps/v1", kind: "Deployment", name: "coredns" };

/** A status with every field of the CRD, for two targets. */
export const fullProportionalStatus = {
  observedGeneration: 1,
  summary: "nodes asked for 3",
  message: "3: 40 nodes at 16 a replica",
  targetSummary: "Deployment/coredns +1",
  nodes: 40,
  schedulableNodes: 39,
  cores: 320,
  schedulableCores: 312,
  conditions: [ready],
  parameters: {
    source: "Spec",
    includeUnschedulableNodes: false,
    linear: { nodesPerReplica: 16, minReplicas: 1, preventSinglePointFailure: false },
  },
  targets: [
    {
      ref,
      currentReplicas: 2,
      desiredReplicas: 3,
      lastScaleTime: time,
      conditions: [{ ...ready, type: "AbleToScale" }],
      decision: {
        time,
        from: 2,
        to: 3,
        votes: [{ source: "nodes", type: "Count", replicas: 3, message: "ceil(40 / 16)" }],
        steps: [{ ...bound, before: 3, after: 3 }],
      },
      history: {
        version: 1,
        targetUID,
        recommendations: [{ value: 3, since: time }],
        lowestRecommendations: [{ value: 2, since: time }],
        scaleEvents: [{ time, change: 1 }],
        pending: { from: 2, to: 3, time, targetUID },
      },
    },
    { ref: { ...ref, name: "other" }, currentReplicas: 3, desiredReplicas: 3 },
  ],
} satisfies ClusterProportionalAutoscalerStatus;

/** A status with every field of the CRD. */
export const fullAutoscalerStatus = {
  observedGeneration: 1,
  summary: "cpu asked for 6",
  message: "6: cpu at 105% of 70%",
  schedule: { active: "office", until: time, next: "night", nextAt: time },
  currentReplicas: 4,
  desiredReplicas: 6,
  lastScaleTime: time,
  currentMetrics: [
    {
      type: "Resource",
      resource: { name: "cpu", current: { averageUtilization: 105, averageValue: "525m" } },
    },
    { type: "" },
    {
      type: "ContainerResource",
      containerResource: { name: "cpu", container: "main", current: { averageValue: "500m" } },
    },
    { type: "Pods", pods: { metric: rate, current: { averageValue: "120" } } },
    {
      type: "Object",
      object: {
        describedObject: { apiVersion: "networking.k8s.io/v1", kind: "Ingress", name: "web" },
        metric: rate,
        current: { value: "1k" },
      },
    },
    { type: "External", external: { metric: { name: "queue" }, current: { averageValue: "30" } } },
    {
      type: "Prometheus",
      prometheus: { source: "platform", query: "sum(queue_length)", current: { value: "30" } },
    },
  ],
  conditions: [ready],
  decision: {
    time,
    from: 4,
    to: 6,
    votes: [
      { source: "cpu", type: "Count", replicas: 6, input: "cpu", message: "ceil(4 * 105 / 70)" },
      { source: "expression", type: "Count", replicas: 6, message: "cpu with cpu 6: 6" },
    ],
    steps: [{ ...bound, before: 6, after: 6 }],
  },
  history: {
    version: 1,
    targetUID,
    recommendations: [{ value: 6, since: time }],
    lowestRecommendations: [{ value: 6, since: time }],
    scaleEvents: [{ time, change: 2 }],
    rollout: { since: time, kind: "Rolling", announced: time },
    thresholds: [
      {
        ...{ name: "busy", condition: "rps > 50", since: time, last: time },
        ...{ replicas: 6, notBefore: time, gapSeconds: [60] },
      },
    ],
    pending: { from: 4, to: 6, time, targetUID },
  },
} satisfies AutoscalerStatus;
