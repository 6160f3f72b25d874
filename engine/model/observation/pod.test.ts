import { describe, expect, it } from "vitest";

import { isSameJson } from "../values/json-values.ts";
import { type RawPod, trimPod } from "./pod.ts";

const started = "2026-01-01T00:00:00Z";
const later = "2026-01-01T00:00:01Z";
const ready = { type: "Ready", status: "True", lastTransitionTime: started };
const container = { name: "main", resources: { requests: { cpu: "100m" } } };

const raw = {
  metadata: { name: "web-1", labels: { app: "web", tier: "front" } },
  spec: { containers: [container] },
  status: { phase: "Running", startTime: started, conditions: [ready] },
} satisfies RawPod;

const withMetadata = (fields: RawPod["metadata"]): RawPod => ({
  ...raw,
  metadata: { ...raw.metadata, ...fields },
});
const withSpec = (fields: RawPod["spec"]): RawPod => ({ ...raw, spec: { ...raw.spec, ...fields } });
const withStatus = (fields: RawPod["status"]): RawPod => ({
  ...raw,
  status: { ...raw.status, ...fields },
});
const replicaSet = { apiVersion: "apps/v1", kind: "ReplicaSet", uid: "rs", controller: true };
const backingOff = { state: { waiting: { reason: "CrashLoopBackOff" } } };
const requesting = (requests: Record<string, string>) => ({
  ...container,
  resources: { requests },
});

describe("trimPod", () => {
  it("keeps the fields of a pod that decisions need", () => {
    expect(trimPod(raw)).toEqual({
      name: "web-1",
      labels: { app: "web", tier: "front" },
      phase: "Running",
      isDeleting: false,
      startTime: Date.parse(started),
      hasNode: true,
      ready: { status: "True", since: Date.parse(started) },
      owner: null,
      failure: null,
      requests: {
        podLevel: null,
        containers: [{ name: "main", requests: new Map([["cpu", 100n]]) }],
      },
    });
  });

  // prettier-ignore
  it.each<{ shows: string; pod: RawPod; want: object }>([
    { shows: "a pod that is being deleted",       pod: withMetadata({ deletionTimestamp: started }),    want: { isDeleting: true } },
    { shows: "a pod that is not scheduled yet",   pod: { ...raw, status: { phase: "Pending" } },        want: { phase: "Pending", startTime: null, ready: null } },
    { shows: "an empty pod",                      pod: {},                                              want: { name: "", labels: {}, phase: "", isDeleting: false } },
    { shows: "null conditions",                   pod: withStatus({ conditions: null }),                want: { ready: null } },
    { shows: "its controller",                    pod: withMetadata({ ownerReferences: [replicaSet] }),  want: { owner: { uid: "rs", intermediate: "ReplicaSet" } } },
    { shows: "a container that cannot run",       pod: withStatus({ containerStatuses: [backingOff] }),   want: { failure: { at: Infinity, ranMs: 0 } } },
    { shows: "a pod without a node",              pod: { status: { phase: "Pending", conditions: [{ ...ready, type: "PodScheduled", status: "False" }] } }, want: { hasNode: false } },
    { shows: "a pod whose node has not started it", pod: { spec: { nodeName: "n1" }, status: { phase: "Pending" } }, want: { hasNode: true } },
    { shows: "a scheduled pod without the node's name", pod: { status: { conditions: [{ ...ready, type: "PodScheduled" }] } }, want: { hasNode: true } },
    { shows: "other conditions",                  pod: withStatus({ conditions: [{ ...ready, type: "PodScheduled" }] }), want: { ready: null } },
  ])("reads $shows", ({ pod, want }) => {
    expect(trimPod(pod)).toMatchObject(want);
  });
});

describe("whether a pod is the same", () => {
  // prettier-ignore
  it.each<{ what: string; pod: RawPod }>([
    { what: "nothing",                       pod: raw },
    { what: "the order of labels",           pod: withMetadata({ labels: { tier: "front", app: "web" } }) },
    { what: "other conditions",              pod: withStatus({ conditions: [{ ...ready, type: "PodScheduled" }, ready] }) },
    { what: "the notation of a request",     pod: withSpec({ containers: [requesting({ cpu: "0.1" })] }) },
    { what: "a plain init container",        pod: withSpec({ initContainers: [{ name: "init" }] }) },
    { what: "an owner that is no controller", pod: withMetadata({ ownerReferences: [{ ...replicaSet, controller: false }] }) },
    { what: "the start of a container",      pod: withStatus({ containerStatuses: [{ state: { waiting: { reason: "ContainerCreating" } } }] }) },
    { what: "a null deletion timestamp",     pod: withMetadata({ deletionTimestamp: null }) },
  ])("is true for a change of $what", ({ pod }) => {
    expect(isSameJson(trimPod(raw), trimPod(pod))).toBe(true);
  });

  // prettier-ignore
  it.each<{ what: string; pod: RawPod }>([
    { what: "the name",                      pod: withMetadata({ name: "web-2" }) },
    { what: "a label's value",               pod: withMetadata({ labels: { app: "web", tier: "back" } }) },
    { what: "a label's name",                pod: withMetadata({ labels: { app: "web", level: "front" } }) },
    { what: "an additional label",           pod: withMetadata({ labels: { ...raw.metadata.labels, constructor: "x" } }) },
    { what: "a removed label",               pod: withMetadata({ labels: { app: "web" } }) },
    { what: "the start of its deletion",     pod: withMetadata({ deletionTimestamp: started }) },
    { what: "the phase",                     pod: withStatus({ phase: "Failed" }) },
    { what: "the start time",                pod: withStatus({ startTime: later }) },
    { what: "a missing start time",          pod: withStatus({ startTime: null }) },
    { what: "readiness",                     pod: withStatus({ conditions: [{ ...ready, status: "False" }] }) },
    { what: "the time of readiness",         pod: withStatus({ conditions: [{ ...ready, lastTransitionTime: later }] }) },
    { what: "missing readiness",             pod: withStatus({ conditions: [] }) },
    { what: "the controller",                pod: withMetadata({ ownerReferences: [replicaSet] }) },
    { what: "a failure of a container",      pod: withStatus({ containerStatuses: [backingOff] }) },
    { what: "a request, resized in place",   pod: withSpec({ containers: [requesting({ cpu: "200m" })] }) },
    { what: "a request in effect",           pod: withStatus({ containerStatuses: [{ name: "main", resources: { requests: { cpu: "50m" } } }] }) },
    { what: "an additional request",         pod: withSpec({ containers: [requesting({ cpu: "100m", memory: "1Gi" })] }) },
    { what: "another resource",              pod: withSpec({ containers: [requesting({ memory: "100m" })] }) },
    { what: "a container's name",            pod: withSpec({ containers: [{ ...container, name: "other" }] }) },
    { what: "an additional container",       pod: withSpec({ containers: [container, requesting({})] }) },
    { what: "a sidecar",                     pod: withSpec({ initContainers: [{ ...container, restartPolicy: "Always" }] }) },
    { what: "a request of the whole pod",    pod: withSpec({ resources: { requests: { cpu: "100m" } } }) },
  ])("is false for a change of $what, either way", ({ pod }) => {
    expect(isSameJson(trimPod(raw), trimPod(pod))).toBe(false);
    expect(isSameJson(trimPod(pod), trimPod(raw))).toBe(false);
  });
});
