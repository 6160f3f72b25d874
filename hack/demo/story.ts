import type { Cluster } from "../cluster/cluster.ts";
import { createNodes, deleteNodes } from "../cluster/nodes.ts";
import type { Load } from "../cluster/operator/load.ts";
import { replicasOf } from "../cluster/operator/workloads.ts";

/** One event in the cluster and its time, as a share of the demo's length. */
export interface Scene {
  readonly at: number;
  readonly told: string;
  /** May return a remark about the result. */
  readonly play: (cluster: Cluster, load: Load) => unknown;
}

/** Measures how soon the operator reverts a count that a user wrote. */
async function editByHand(cluster: Cluster): Promise<string> {
  const before = await replicasOf(cluster, "kube-system", "coredns");
  const edited = before + 1;
  const args = ["-n", "kube-system", "scale", "deployment/coredns", `--replicas=${edited}`];
  const { stderr, code } = await cluster.kubectl(args);
  if (code !== 0) throw new Error(`kubectl scale: ${stderr}`);
  const started = performance.now();
  while ((await replicasOf(cluster, "kube-system", "coredns")) !== before) {
    if (performance.now() - started > 5_000) return `still ${edited} after five seconds`;
  }
  const milliseconds = Math.round(performance.now() - started);
  return `edited to ${edited}; ${milliseconds} ms after the edit it is ${before} again`;
}

/** metrics-server reports new pods after about 45 s, and a change after up to 30 s. */
export const scenes: readonly Scene[] = [
  {
    at: 0.05,
    told: "three nodes join",
    play: cluster => createNodes(cluster, { prefix: "first-", count: 3 }),
  },
  {
    at: 0.18,
    told: "six big nodes join, 16 cores each",
    play: cluster => createNodes(cluster, { prefix: "big-", count: 6, cpu: "16" }),
  },
  {
    at: 0.32,
    told: "someone edits the size of coredns by hand",
    play: editByHand,
  },
  {
    at: 0.4,
    told: "the big nodes leave: down only after 30 s of agreement, so that a hiccup costs nothing",
    play: cluster =>
      deleteNodes(
        cluster,
        Array.from({ length: 6 }, (_, index) => `big-${index}`),
      ),
  },
  {
    at: 0.42,
    // A doubled load would wait for the new pods' samples: until then they count as idle.
    told: "the load on the shop grows fourfold",
    play: (_, load) => (load.total = 800),
  },
  {
    at: 0.6,
    told: "the load on the shop falls to a twentieth",
    play: (_, load) => (load.total = 40),
  },
];

const group = "autoscaling.trimtab.dev/v1alpha1";
const kind = "ClusterProportionalAutoscaler";
const refOf = (name: string, targetKind = "Deployment") => ({
  apiVersion: "apps/v1",
  kind: targetKind,
  name,
});

/** Objects with a mistake: one that the CRD's own rules reject, one for the webhook. */
export const mistakes: readonly {
  readonly told: string;
  /** The remedy in the rejection. */
  readonly remedy: string;
  readonly object: object;
}[] = [
  {
    told: "an object that contradicts itself",
    remedy: "write maxReplicas: 2 or more, or preventSinglePointFailure: false",
    object: {
      apiVersion: group,
      kind,
      metadata: { name: "contradiction", namespace: "kube-system" },
      spec: {
        scaleTargetRefs: [refOf("coredns")],
        linear: { nodesPerReplica: 4, maxReplicas: 1, preventSinglePointFailure: true },
      },
    },
  },
  {
    told: "an object with a typo in its target's kind",
    remedy:
      "correct apiVersion and kind, install that kind first, or write mode: Paused until then",
    object: {
      apiVersion: group,
      kind,
      metadata: { name: "typo", namespace: "kube-system" },
      spec: { scaleTargetRefs: [refOf("coredns", "Deploymnt")], linear: { nodesPerReplica: 4 } },
    },
  },
];

/** The default of five minutes is longer than the demo. */
const soon = { scaleDown: { stabilizationWindowSeconds: 30 } } as const;

/** The services of the demo. */
export const services = [
  {
    namespace: "kube-system",
    name: "coredns",
    spec: {
      linear: { nodesPerReplica: 2, coresPerReplica: 16, preventSinglePointFailure: true },
      behavior: soon,
    },
  },
  {
    namespace: "default",
    name: "node-agent-hub",
    spec: {
      ladder: {
        nodesToReplicas: [
          { nodes: 1, replicas: 1 },
          { nodes: 4, replicas: 3 },
          { nodes: 8, replicas: 5 },
        ],
      },
      behavior: soon,
    },
  },
] as const;

/** The shop that the demo scales by load, which the pods share; the target is half of their requests. */
export const shop = {
  namespace: "default",
  name: "shop",
  // On a permanent node: pods that move are new pods, without samples for most of a minute.
  busy: { requests: { cpu: "100m" }, usage: { cpu: "100m" }, node: "node-0" },
  milli: 200,
  replicas: 2,
  spec: {
    minReplicas: 1,
    maxReplicas: 10,
    syncPeriodSeconds: 5,
    metrics: [
      {
        type: "Resource",
        resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } },
      },
    ],
    behavior: { scaleDown: { stabilizationWindowSeconds: 15 } },
  },
} as const;
