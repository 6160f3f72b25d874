import { err, ok } from "../../../engine/model/values/result.ts";
import type { ClusterStory } from "../cluster-story.ts";

const onePerTwoNodes = { linear: { nodesPerReplica: 2 } };
const onePerTwoReadyNodes = { ...onePerTwoNodes, nodes: { unschedulable: "Ignore" as const } };

/** As managed clusters of one provider scale cluster DNS. */
const peakOfTenMinutes = {
  scaleDown: {
    stabilizationWindowSeconds: 600,
    policies: [{ type: "Percent" as const, value: 33, periodSeconds: 180 }],
  },
};

/** By the name of the golden. */
export const clusterStories: Readonly<Record<string, ClusterStory>> = {
  "cluster-runtime-restart": {
    told: "A new container runtime restarts on all of 100 nodes, which are not ready for 40 s: cluster DNS keeps its size.",
    spec: onePerTwoNodes,
    nodes: 100,
    replicas: 50,
    minutes: 15,
    events: [
      { at: 60, told: "the runtimes restart", happens: nodes => { nodes.setReady("False"); } }, // prettier-ignore
      { at: 100, told: "they are back", happens: nodes => { nodes.setReady("True"); } }, // prettier-ignore
    ],
  },
  "cluster-nodes-break": {
    told: "30 of 100 nodes break for good and others replace them: those that were ready count for five more minutes, those that never were do not count.",
    spec: onePerTwoReadyNodes,
    nodes: 100,
    replicas: 50,
    minutes: 15,
    events: [
      { at: 60, told: "30 kubelets report an error", happens: nodes => { nodes.setReady("False", 30); } }, // prettier-ignore
      { at: 100, told: "they stop reporting", happens: nodes => { nodes.setReady("Unknown", 30); } }, // prettier-ignore
      { at: 120, told: "20 nodes register and are not ready yet", happens: nodes => { nodes.add(20, "False"); } }, // prettier-ignore
    ],
  },
  "cluster-partition": {
    told: "36 of 40 nodes are unreachable for ten minutes: so many are rather a fault of the observer, and cluster DNS keeps its size. Ten minutes later 30 of them are deleted, and it shrinks.",
    spec: onePerTwoReadyNodes,
    nodes: 40,
    replicas: 20,
    minutes: 40,
    events: [
      { at: 300, told: "36 nodes are unreachable", happens: nodes => { nodes.setReady("Unknown", 36); } }, // prettier-ignore
      { at: 900, told: "they are back", happens: nodes => { nodes.setReady("True", 36); } }, // prettier-ignore
      { at: 1200, told: "30 nodes lose their power", happens: nodes => { nodes.setReady("Unknown", 30); } }, // prettier-ignore
      { at: 1800, told: "they are deleted", happens: nodes => { nodes.remove(30); } }, // prettier-ignore
    ],
  },
  "cluster-upgrade": {
    told: "36 of 40 nodes are cordoned for an upgrade: their pods still ask cluster DNS, which keeps its size until they are deleted.",
    spec: onePerTwoNodes,
    nodes: 40,
    replicas: 20,
    minutes: 20,
    events: [
      { at: 60, told: "36 nodes are cordoned", happens: nodes => { nodes.cordon(36); } }, // prettier-ignore
      { at: 600, told: "they are deleted", happens: nodes => { nodes.remove(36); } }, // prettier-ignore
    ],
  },
  "cluster-nodes-leave": {
    told: "Half of 100 nodes leave for two minutes, then 40 for good: cluster DNS shrinks after five minutes without a larger size, and grows at once.",
    spec: onePerTwoNodes,
    nodes: 100,
    replicas: 50,
    minutes: 20,
    events: [
      { at: 60, told: "50 nodes leave", happens: nodes => { nodes.remove(50); } }, // prettier-ignore
      { at: 180, told: "50 nodes join", happens: nodes => { nodes.add(50); } }, // prettier-ignore
      { at: 600, told: "40 nodes leave", happens: nodes => { nodes.remove(40); } }, // prettier-ignore
      { at: 1080, told: "20 nodes join", happens: nodes => { nodes.add(20); } }, // prettier-ignore
    ],
  },
  "cluster-eks": {
    told: "As on EKS: a replica for every 16 nodes or 256 cores, up at once; down by at most a third in any three minutes, from the largest size of ten.",
    spec: {
      linear: { nodesPerReplica: 16, coresPerReplica: 256, minReplicas: 2 },
      behavior: peakOfTenMinutes,
    },
    nodes: 160,
    replicas: 10,
    minutes: 40,
    events: [
      { at: 60, told: "160 nodes join", happens: nodes => { nodes.add(160); } }, // prettier-ignore
      { at: 300, told: "280 nodes leave", happens: nodes => { nodes.remove(280); } }, // prettier-ignore
      { at: 420, told: "40 nodes join for two minutes", happens: nodes => { nodes.add(40); } }, // prettier-ignore
      { at: 540, told: "they leave again", happens: nodes => { nodes.remove(40); } }, // prettier-ignore
    ],
  },
  "cluster-dimensions": {
    told: "A replica for every 400Gi of memory and one for every 300 pods: the larger count wins, and pods that cannot be counted block the way down.",
    spec: {
      linear: {
        podsPerReplica: 300,
        resourcesPerReplica: [{ name: "memory", perReplica: "400Gi" }],
      },
      behavior: { scaleDown: { stabilizationWindowSeconds: 60 } },
    },
    nodes: 50,
    pods: 600,
    replicas: 2,
    minutes: 15,
    events: [
      { at: 60, told: "900 pods more", happens: nodes => { nodes.pods = ok(1500); } }, // prettier-ignore
      { at: 120, told: "150 nodes of 16Gi join", happens: nodes => { nodes.add(150); } }, // prettier-ignore
      { at: 300, told: "the right to list pods is gone after a restart", happens: nodes => { nodes.pods = err("the pods cannot be counted: forbidden"); } }, // prettier-ignore
      { at: 360, told: "150 nodes leave", happens: nodes => { nodes.remove(150); } }, // prettier-ignore
      { at: 600, told: "the pods are counted again: 100", happens: nodes => { nodes.pods = ok(100); } }, // prettier-ignore
    ],
  },
  "cluster-behavior": {
    told: "With behavior: a window of one minute, then at most a fifth of the replicas in any two minutes; up by 10 replicas a minute.",
    spec: {
      ...onePerTwoNodes,
      behavior: {
        scaleUp: { policies: [{ type: "Pods", value: 10, periodSeconds: 60 }] },
        scaleDown: {
          stabilizationWindowSeconds: 60,
          policies: [{ type: "Percent", value: 20, periodSeconds: 120 }],
        },
      },
    },
    nodes: 100,
    replicas: 50,
    minutes: 15,
    events: [
      { at: 60, told: "60 nodes leave", happens: nodes => { nodes.remove(60); } }, // prettier-ignore
      { at: 600, told: "60 nodes join", happens: nodes => { nodes.add(60); } }, // prettier-ignore
    ],
  },
};
