import type { ScaleTargetRef } from "../../../crds/generated/shared.ts";
import { pausedForever } from "../../../hack/cluster/operator/workloads.ts";

const template = (name: string): object => ({
  metadata: { labels: { app: name } },
  spec: {
    containers: [{ name: "main", image: "example.invalid/main:1" }],
    // No scheduler has this name: pods stay pending, and no scheduler tries the nodes that other tests add.
    schedulerName: "none",
  },
});

/** Paused before its first rollout, a Deployment has a count but no pods. */
export const deployment = (name: string, replicas: number): object => ({
  metadata: { name },
  spec: {
    ...{ replicas, ...pausedForever },
    selector: { matchLabels: { app: name } },
    template: template(name),
  },
});

export const statefulSet = (name: string, replicas: number): object => ({
  metadata: { name },
  spec: {
    ...{ replicas, serviceName: name },
    selector: { matchLabels: { app: name } },
    template: template(name),
  },
});

export const replicaSet = (name: string, replicas: number): object => ({
  metadata: { name },
  spec: { replicas, selector: { matchLabels: { app: name } }, template: template(name) },
});

export const replicationController = (name: string, replicas: number): object => ({
  metadata: { name },
  spec: { replicas, selector: { app: name }, template: template(name) },
});

const versions: Readonly<Record<string, string>> = { ReplicationController: "v1" };

export const scaleTarget = (
  kind: string,
  name: string,
  apiVersion = versions[kind] ?? "apps/v1",
): ScaleTargetRef => ({ apiVersion, kind, name });
