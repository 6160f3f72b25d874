import { describe, expect, it } from "vitest";

import {
  argoRollout,
  deploymentRollout,
  type RawRollout,
  rolloutAmong,
  type RolloutState,
  statefulSetRollout,
} from "./rollout.ts";

interface Row {
  readonly when: string;
  readonly object: RawRollout;
  readonly state: RolloutState | null;
}

const annotated = (value: string) => ({
  annotations: { "autoscaling.trimtab.dev/rollout": value },
});
const progressing = (reason: string, status = "True") => [{ type: "Progressing", status, reason }];
const available = progressing("NewReplicaSetAvailable");
const whole = { replicas: 4, updatedReplicas: 4, conditions: available };

// prettier-ignore
const deployments: readonly Row[] = [
  { when: "nothing has happened yet",                      object: { metadata: {} },                                                                         state: null },
  { when: "it has been created with a count of 0",         object: { metadata: { generation: 1 }, spec: { replicas: 0 } },                                  state: null },
  { when: "all pods are new",                              object: { metadata: { generation: 2 }, spec: { replicas: 4 }, status: { observedGeneration: 2, ...whole } }, state: null },
  { when: "its template has just been edited",             object: { metadata: { generation: 3 }, spec: { replicas: 4 }, status: { observedGeneration: 2, ...whole } }, state: "Rolling" },
  { when: "its count has just been edited",                object: { metadata: { generation: 3 }, spec: { replicas: 7 }, status: { observedGeneration: 2, ...whole } }, state: null },
  { when: "more pods of the new template are starting",    object: { metadata: {}, spec: { replicas: 7 }, status: { ...whole, replicas: 7, updatedReplicas: 7 } }, state: null },
  { when: "old pods remain",                               object: { metadata: {}, status: { ...whole, replicas: 5, updatedReplicas: 2 } },                  state: "Rolling" },
  { when: "old pods remain, without a deadline",           object: { metadata: {}, status: { replicas: 5, updatedReplicas: 2 } },                            state: "Rolling" },
  { when: "all pods are new, without a deadline",          object: { metadata: {}, status: { replicas: 5, updatedReplicas: 5 } },                            state: null },
  { when: "there is a new ReplicaSet",                     object: { metadata: {}, status: { ...whole, conditions: progressing("NewReplicaSetCreated") } },  state: "Rolling" },
  { when: "all pods are new, but not all are ready",       object: { metadata: {}, status: { ...whole, conditions: progressing("ReplicaSetUpdated") } },     state: "Rolling" },
  { when: "it is paused, and all pods are new",            object: { metadata: {}, status: { ...whole, conditions: progressing("DeploymentPaused", "Unknown") } }, state: null },
  { when: "it is paused during a rollout",                 object: { metadata: {}, status: { ...whole, updatedReplicas: 1, conditions: progressing("DeploymentPaused", "Unknown") } }, state: "Rolling" },
  { when: "it has missed its deadline",                    object: { metadata: {}, status: { replicas: 5, updatedReplicas: 2, conditions: progressing("ProgressDeadlineExceeded", "False") } }, state: null },
  { when: "it has been edited after a missed deadline",    object: { metadata: { generation: 3 }, spec: { replicas: 5 }, status: { observedGeneration: 2, replicas: 5, updatedReplicas: 2, conditions: progressing("ProgressDeadlineExceeded", "False") } }, state: "Rolling" },
  { when: "it is announced",                               object: { metadata: annotated("InProgress"), status: whole },                                     state: "Announced" },
  { when: "it is announced after a missed deadline",       object: { metadata: annotated("InProgress"), status: { conditions: progressing("ProgressDeadlineExceeded", "False") } }, state: "Announced" },
  { when: "it rolls out during an announcement",           object: { metadata: annotated("InProgress"), status: { ...whole, conditions: progressing("ReplicaSetUpdated") } }, state: "Rolling" },
  { when: "it is announced as done",                       object: { metadata: annotated("Done"), status: whole },                                           state: null },
];

const revisions = { currentRevision: "a", updateRevision: "b" };
const partition = (count: number) => ({
  updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: count } },
});

// prettier-ignore
const sets: readonly Row[] = [
  { when: "nothing has happened yet",                      object: { metadata: {} },                                                                         state: null },
  { when: "it has been created with a count of 0",         object: { metadata: { generation: 1 }, spec: { replicas: 0 } },                                  state: null },
  { when: "all pods are of one revision",                  object: { metadata: {}, spec: { replicas: 3 }, status: { currentRevision: "a", updateRevision: "a", replicas: 3, updatedReplicas: 3 } }, state: null },
  { when: "more pods are starting",                        object: { metadata: {}, spec: { replicas: 6 }, status: { currentRevision: "a", updateRevision: "a", replicas: 4, updatedReplicas: 4 } }, state: null },
  { when: "its template has just been edited",             object: { metadata: { generation: 3 }, spec: { replicas: 3 }, status: { observedGeneration: 2, currentRevision: "a", updateRevision: "a", replicas: 3 } }, state: "Rolling" },
  { when: "its count has just been edited",                object: { metadata: { generation: 3 }, spec: { replicas: 6 }, status: { observedGeneration: 2, currentRevision: "a", updateRevision: "a", replicas: 3 } }, state: null },
  { when: "more pods are starting, next to a finished partition", object: { metadata: {}, spec: { replicas: 15, ...partition(8) }, status: { ...revisions, replicas: 10, updatedReplicas: 2 } }, state: null },
  { when: "more pods are starting during a rollout",       object: { metadata: {}, spec: { replicas: 15, ...partition(8) }, status: { ...revisions, replicas: 10, updatedReplicas: 1 } }, state: "Rolling" },
  { when: "one of three is new",                           object: { metadata: {}, spec: { replicas: 3 }, status: { ...revisions, updatedReplicas: 1 } },    state: "Rolling" },
  { when: "all pods are new",                              object: { metadata: {}, spec: { replicas: 3 }, status: { ...revisions, updatedReplicas: 3 } },    state: null },
  { when: "all pods above its partition are new",          object: { metadata: {}, spec: { replicas: 3, ...partition(2) }, status: { ...revisions, updatedReplicas: 1 } }, state: null },
  { when: "a pod above its partition is old",              object: { metadata: {}, spec: { replicas: 3, ...partition(1) }, status: { ...revisions, updatedReplicas: 1 } }, state: "Rolling" },
  { when: "its strategy is OnDelete",                      object: { metadata: {}, spec: { replicas: 3, updateStrategy: { type: "OnDelete" } }, status: { ...revisions, updatedReplicas: 1 } }, state: null },
  { when: "it rolls out during an announcement",           object: { metadata: annotated("InProgress"), spec: { replicas: 3 }, status: { ...revisions, updatedReplicas: 1 } }, state: "Rolling" },
  { when: "all pods are new and it is announced",          object: { metadata: annotated("InProgress"), spec: { replicas: 3 }, status: { ...revisions, updatedReplicas: 3 } }, state: "Announced" },
  { when: "its strategy is OnDelete and it is announced",  object: { metadata: annotated("InProgress"), spec: { updateStrategy: { type: "OnDelete" } } },    state: "Announced" },
];

const versions = { currentPodHash: "b", stableRS: "a" };

// prettier-ignore
const argoRollouts: readonly Row[] = [
  { when: "nothing has happened yet",                      object: { metadata: {} },                                                                         state: null },
  { when: "its first version starts",                      object: { metadata: {}, status: { currentPodHash: "a", stableRS: "", phase: "Progressing" } },    state: null },
  { when: "its only version is the stable one",            object: { metadata: {}, status: { currentPodHash: "a", stableRS: "a", phase: "Healthy" } },       state: null },
  { when: "more pods of its only version are starting",    object: { metadata: {}, status: { currentPodHash: "a", stableRS: "a", phase: "Progressing" } },   state: null },
  { when: "a new version replaces the stable one",         object: { metadata: {}, status: { ...versions, phase: "Progressing" } },                          state: "Rolling" },
  { when: "it pauses between two steps",                   object: { metadata: {}, status: { ...versions, phase: "Paused" } },                               state: "Rolling" },
  { when: "it has been aborted or has missed its deadline", object: { metadata: {}, status: { ...versions, phase: "Degraded" } },                            state: null },
  { when: "it is announced",                               object: { metadata: annotated("InProgress"), status: { currentPodHash: "a", stableRS: "a" } },    state: "Announced" },
  { when: "it rolls out during an announcement",           object: { metadata: annotated("InProgress"), status: versions },                                  state: "Rolling" },
];

describe("argoRollout", () => {
  it.each(argoRollouts)("is $state when $when", ({ object, state }) => {
    expect(argoRollout(object)).toBe(state);
  });
});

describe("deploymentRollout", () => {
  it.each(deployments)("is $state when $when", ({ object, state }) => {
    expect(deploymentRollout(object)).toBe(state);
  });
});

describe("statefulSetRollout", () => {
  it.each(sets)("is $state when $when", ({ object, state }) => {
    expect(statefulSetRollout(object)).toBe(state);
  });
});

describe("rolloutAmong", () => {
  it.each<{ states: (RolloutState | null | undefined)[]; state: RolloutState | null }>([
    { states: [], state: null },
    { states: [null, undefined], state: null },
    { states: [null, "Announced"], state: "Announced" },
    { states: [null, "Announced", "Rolling"], state: "Rolling" },
  ])("of $states is $state", ({ states, state }) => {
    expect(rolloutAmong(states)).toBe(state);
  });
});
