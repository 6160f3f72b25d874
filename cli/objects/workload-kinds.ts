/** The kinds of workloads that Kubernetes itself scales; `short` as in kubectl. */
export const workloadKinds = [
  { apiVersion: "apps/v1", kind: "Deployment", plural: "deployments", short: "deploy" },
  { apiVersion: "apps/v1", kind: "ReplicaSet", plural: "replicasets", short: "rs" },
  { apiVersion: "apps/v1", kind: "StatefulSet", plural: "statefulsets", short: "sts" },
  {
    ...{ apiVersion: "v1", kind: "ReplicationController" },
    ...{ plural: "replicationcontrollers", short: "rc" },
  },
];
