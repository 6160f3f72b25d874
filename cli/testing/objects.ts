import type { Autoscaler } from "../../crds/generated/autoscaler.ts";
import type { Condition } from "../../crds/generated/shared.ts";
import type { ClusterProportionalAutoscaler } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { scalingObjectOf, type ScalingObject } from "../objects/scaling-object.ts";

/** The current time for the objects below. */
export const now = Date.parse("2026-01-02T10:05:00Z");

const apiVersion = "autoscaling.trimtab.dev/v1alpha1";
const targetUID = "0b4ecb8e-6f0c-4d7e-9d5a-0f3d4d1a6c11";
const ready: Condition = {
  type: "Ready",
  status: "True",
  observedGeneration: 1,
  lastTransitionTime: "2026-01-02T09:00:00Z",
  reason: "Ready",
  message: "the target is being sized",
};

/** The metrics request more than the maximum. */
export const web = {
  apiVersion,
  kind: "Autoscaler",
  metadata: { name: "web", namespace: "shop", generation: 1 },
  spec: {
    scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
    minReplicas: 2,
    maxReplicas: 10,
    metrics: [
      {
        type: "Resource",
        resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 70 } },
      },
      {
        type: "Resource",
        resource: { name: "memory", target: { type: "AverageValue", averageValue: "512Mi" } },
      },
    ],
  },
  status: {
    observedGeneration: 1,
    currentReplicas: 10,
    desiredReplicas: 10,
    lastScaleTime: "2026-01-02T10:00:00Z",
    currentMetrics: [
      {
        type: "Resource",
        resource: { name: "cpu", current: { averageUtilization: 140, averageValue: "700m" } },
      },
      { type: "Resource", resource: { name: "memory", current: { averageValue: "314572800" } } },
    ],
    conditions: [
      ready,
      {
        type: "ScalingLimited",
        status: "True",
        reason: "TooManyReplicas",
        message: "12 is more than the maximum 10",
        lastTransitionTime: "2026-01-02T10:00:00Z",
      },
    ],
    decision: {
      time: "2026-01-02T10:00:00Z",
      from: 6,
      to: 10,
      votes: [
        { source: "cpu", type: "Count", replicas: 12, message: "140% of requests, target 70%: 12" },
        {
          source: "memory",
          type: "Count",
          replicas: 4,
          message: "300Mi of 512Mi per pod: 4",
        },
      ],
      steps: [
        {
          step: "combine",
          before: 6,
          after: 12,
          reason: "LargestVote",
          message: "cpu: 140% of requests, target 70%: 12",
        },
        {
          step: "stabilize",
          before: 12,
          after: 12,
          atLeast: 6,
          atMost: 12,
          reason: "ReadyForNewScale",
          message: "no other recommendation to wait for",
        },
        {
          step: "limit",
          before: 12,
          after: 12,
          atMost: 12,
          reason: "DesiredWithinRange",
          message: "no faster than the policies allow",
        },
        {
          step: "bound",
          before: 12,
          after: 10,
          atLeast: 2,
          atMost: 10,
          reason: "TooManyReplicas",
          message: "12 is more than the maximum 10",
        },
      ],
    },
  },
} satisfies Autoscaler;

/** Would scale down, but more replicas were requested four minutes ago. */
export const held = {
  ...web,
  status: {
    ...web.status,
    currentReplicas: 8,
    desiredReplicas: 8,
    lastScaleTime: "2026-01-02T08:00:00Z",
    currentMetrics: [
      {
        type: "Resource",
        resource: { name: "cpu", current: { averageUtilization: 26, averageValue: "130m" } },
      },
      { type: "Resource", resource: { name: "memory", current: { averageValue: "104857600" } } },
    ],
    conditions: [ready],
    decision: {
      time: "2026-01-02T10:01:00Z",
      from: 8,
      to: 8,
      votes: [
        { source: "cpu", type: "Count", replicas: 3, message: "26% of requests, target 70%: 3" },
        {
          source: "memory",
          type: "Count",
          replicas: 2,
          message: "100Mi of 512Mi per pod: 2",
        },
      ],
      steps: [
        {
          step: "combine",
          before: 8,
          after: 3,
          reason: "LargestVote",
          message: "cpu: 26% of requests, target 70%: 3",
        },
        {
          step: "stabilize",
          before: 3,
          after: 8,
          atLeast: 8,
          atMost: 8,
          until: "2026-01-02T10:06:00Z",
          reason: "ScaleDownStabilized",
          message: "8 was recommended within the last 300 s",
        },
        {
          step: "bound",
          before: 8,
          after: 8,
          atLeast: 2,
          atMost: 10,
          reason: "DesiredWithinRange",
          message: "within the bounds",
        },
      ],
    },
    history: {
      version: 1,
      targetUID,
      recommendations: [
        { value: 8, since: "2026-01-02T09:30:00Z" },
        { value: 3, since: "2026-01-02T10:01:00Z" },
      ],
    },
  },
} satisfies Autoscaler;

const noAnswer = "unable to get metrics for resource cpu: no metrics returned";

/** The metrics API does not answer for its only metric. */
export const blocked = {
  ...web,
  metadata: { name: "checkout", namespace: "shop", generation: 3 },
  spec: {
    scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "checkout" },
    maxReplicas: 100,
  },
  status: {
    observedGeneration: 2,
    currentReplicas: 4,
    desiredReplicas: 4,
    currentMetrics: [{ type: "" }],
    conditions: [
      ready,
      {
        type: "ScalingActive",
        status: "False",
        lastTransitionTime: "2026-01-02T10:04:15Z",
        reason: "FailedGetResourceMetric",
        message: noAnswer,
      },
    ],
    decision: {
      time: "2026-01-02T10:04:15Z",
      from: 4,
      to: 4,
      votes: [
        { source: "cpu", type: "Failed", reason: "FailedGetResourceMetric", message: noAnswer },
      ],
      steps: [
        {
          step: "combine",
          before: 4,
          after: 4,
          reason: "ScaleDownBlocked",
          message: "no answer from cpu",
        },
      ],
    },
  },
} satisfies Autoscaler;

const missing = "there is no StatefulSet ingress/ingress-cache; create it, or correct the name";
const missingConditions = ["AbleToScale", "ScalingActive"].map((type): Condition => ({
  type,
  status: "False",
  lastTransitionTime: "2026-01-02T09:55:00Z",
  reason: "TargetNotFound",
  message: missing,
}));

/** Two workloads, one of which does not exist. */
export const ingress = {
  apiVersion,
  kind: "ClusterProportionalAutoscaler",
  metadata: { name: "ingress", namespace: "ingress", generation: 1 },
  spec: {
    scaleTargetRefs: [
      { apiVersion: "apps/v1", kind: "Deployment", name: "ingress-controller" },
      { apiVersion: "apps/v1", kind: "StatefulSet", name: "ingress-cache" },
    ],
    mode: "DryRun",
    linear: { nodesPerReplica: 8, coresPerReplica: 64, minReplicas: 2 },
  },
  status: {
    observedGeneration: 1,
    nodes: 40,
    schedulableNodes: 39,
    cores: 320,
    schedulableCores: 312,
    conditions: [
      {
        type: "Ready",
        status: "False",
        lastTransitionTime: "2026-01-02T09:55:00Z",
        reason: "TargetNotFound",
        message: missing,
      },
      { ...ready, type: "ParametersCurrent", reason: "InSpec", message: "in the spec" },
    ],
    targets: [
      {
        ref: { apiVersion: "apps/v1", kind: "Deployment", name: "ingress-controller" },
        currentReplicas: 4,
        desiredReplicas: 5,
        conditions: [{ ...ready, type: "AbleToScale", reason: "ReadyForNewScale" }],
        decision: {
          time: "2026-01-02T10:04:59Z",
          from: 4,
          to: 5,
          votes: [
            {
              source: "cores",
              type: "Count",
              replicas: 5,
              message: "312 cores / 64 per replica = 5",
            },
            {
              source: "nodes",
              type: "Count",
              replicas: 5,
              message: "39 nodes / 8 per replica = 5",
            },
          ],
          steps: [
            {
              step: "combine",
              before: 4,
              after: 5,
              reason: "LargestVote",
              message: "cores: 312 cores / 64 per replica = 5",
            },
            {
              step: "stabilize",
              before: 5,
              after: 5,
              atLeast: 4,
              atMost: 5,
              reason: "ReadyForNewScale",
              message: "no other recommendation to wait for",
            },
            {
              step: "bound",
              before: 5,
              after: 5,
              atLeast: 2,
              reason: "DesiredWithinRange",
              message: "within the bounds",
            },
          ],
        },
      },
      {
        ref: { apiVersion: "apps/v1", kind: "StatefulSet", name: "ingress-cache" },
        conditions: missingConditions,
      },
    ],
  },
} satisfies ClusterProportionalAutoscaler;

/** Immediately after its creation. */
export const fresh = {
  apiVersion,
  kind: "ClusterProportionalAutoscaler",
  metadata: { name: "coredns", namespace: "kube-system", generation: 1 },
  spec: {
    scaleTargetRefs: [{ apiVersion: "apps/v1", kind: "Deployment", name: "coredns" }],
    ladder: { nodesToReplicas: [{ nodes: 1, replicas: 1 }] },
  },
} satisfies ClusterProportionalAutoscaler;

export function objectOf(raw: unknown): ScalingObject {
  const object = scalingObjectOf(raw);
  if (object === null) throw new Error("not an object of the two kinds");
  return object;
}
