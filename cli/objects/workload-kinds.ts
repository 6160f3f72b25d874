/** A kind of workload that Kubernetes itself scales. */
export interface WorkloadKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  /** As in kubectl. */
  readonly short: string;
}

export const workloadKinds: readonly WorkloadKind[] = [
  { apiVersion: "apps/v1", kind: "Deployment", plural: "deployments", short: "deploy" },
  { apiVersion: "apps/v1", kind: "ReplicaSet", plural: "replicasets", short: "rs" },
  { apiVersion: "apps/v1", kind: "StatefulSet", plural: "statefulsets", short: "sts" },
  {
    ...{ apiVersion: "v1", kind: "ReplicationController" },
    ...{ plural: "replicationcontrollers", short: "rc" },
  },
];
