// test/browser/screenshots/: the picture of `trimtab ui` in docs/images/: `npm run screenshots`

/** When the picture is taken. */
export const now = Date.parse("2026-03-05T14:20:00Z");

const iso = (minutesAgo: number): string => new Date(now - minutesAgo * 60_000).toISOString();
const apiVersion = "autoscaling.trimtab.dev/v1alpha1";
const uid = "0b4ecb8e-6f0c-4d7e-9d5a-0f3d4d1a6c11";

interface Shown {
  readonly name: string;
  readonly namespace: string;
  readonly bounds: readonly [min: number, max: number];
  /** Of the cpu, in percent of the requests, and the target of it. */
  readonly cpu: readonly [used: number, target: number];
  readonly wants: number;
  /** Minutes ago and the size since then, from the oldest to the newest. */
  readonly sizes: readonly (readonly [minutesAgo: number, size: number])[];
  readonly step?: { readonly step: string; readonly reason: string; readonly message: string };
  readonly spec?: object;
  readonly condition?: readonly [type: string, status: string, reason: string, message: string];
}

const held = (most: number) => ({
  ...{ step: "stabilize", reason: "ScaleDownStabilized" },
  message: `${most} was recommended within the last 300 s`,
});
const noMetrics = "unable to get metrics for resource cpu: no metrics returned";

// prettier-ignore
const autoscalers: readonly Shown[] = [
  { name: "checkout",  namespace: "shop",     bounds: [3, 40], cpu: [71, 70],   wants: 18, sizes: [[58, 9], [41, 12], [22, 15], [6, 18]] },
  { name: "search",    namespace: "shop",     bounds: [2, 20], cpu: [38, 60],   wants: 7,  sizes: [[55, 6], [37, 9], [12, 11]], step: held(11) },
  { name: "web",       namespace: "shop",     bounds: [4, 12], cpu: [94, 65],   wants: 17, sizes: [[50, 5], [31, 8], [9, 12]], step: { step: "bound", reason: "TooManyReplicas", message: "17 is more than the maximum 12" } },
  { name: "cart",      namespace: "shop",     bounds: [2, 10], cpu: [52, 60],   wants: 4,  sizes: [[200, 4]] },
  { name: "invoices",  namespace: "billing",  bounds: [1, 8],  cpu: [0, 70],    wants: 3,  sizes: [[44, 2], [27, 3]], condition: ["ScalingActive", "False", "FailedGetResourceMetric", noMetrics] },
  { name: "ledger",    namespace: "billing",  bounds: [2, 6],  cpu: [64, 70],   wants: 3,  sizes: [[310, 3]] },
  { name: "encoder",   namespace: "media",    bounds: [0, 30], cpu: [118, 80],  wants: 16, sizes: [[40, 0], [33, 2], [20, 6], [3, 10]], step: { step: "limit", reason: "ScaleUpLimit", message: "the policies allow 10 at most" } },
  { name: "thumbnails", namespace: "media",   bounds: [1, 12], cpu: [57, 75],   wants: 5,  sizes: [[57, 8], [35, 6], [14, 5]], spec: { mode: "DryRun" } },
];

function autoscaler({ name, namespace, bounds, spec, ...shown }: Shown): object {
  const [minReplicas, maxReplicas] = bounds;
  const target = { type: "Utilization", averageUtilization: shown.cpu[1] };
  return {
    ...{ apiVersion, kind: "Autoscaler" },
    metadata: { name, namespace, uid: `${namespace}-${name}`, generation: 1, resourceVersion: "1" },
    spec: {
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name },
      ...{ minReplicas, maxReplicas },
      metrics: [{ type: "Resource", resource: { name: "cpu", target } }],
      ...spec,
    },
    status: statusOf(shown),
  };
}

function statusOf(shown: Pick<Shown, "cpu" | "wants" | "sizes" | "step" | "condition">): object {
  const { cpu, sizes, condition } = shown;
  const [since, size] = sizes.at(-1) ?? [0, 0];
  const current = { averageUtilization: cpu[0], averageValue: `${cpu[0] * 5}m` };
  const changes = sizes.slice(1).map(([minutesAgo, each], index) => ({
    ...{ time: iso(minutesAgo), change: each - (sizes[index]?.[1] ?? 0) },
  }));
  return {
    ...{ observedGeneration: 1, currentReplicas: size, desiredReplicas: size },
    lastScaleTime: iso(since),
    currentMetrics: condition
      ? [{ type: "" }]
      : [{ type: "Resource", resource: { name: "cpu", current } }],
    conditions: [
      conditionOf("Ready", "True", "Ready", "the target is being sized"),
      ...(condition ? [conditionOf(...condition)] : []),
    ],
    decision: {
      ...{ time: iso(since), from: sizes.at(-2)?.[1] ?? size, to: size },
      ...(condition ? failedDecision(size, condition[2]) : decisionOf(size, shown)),
    },
    history: { version: 1, targetUID: uid, scaleEvents: changes },
  };
}

const failedDecision = (size: number, reason: string) => ({
  votes: [{ source: "cpu", type: "Failed", reason, message: noMetrics }],
  steps: [stepOf("combine", [size, size], "ScaleDownBlocked", "no answer from cpu")],
});

function decisionOf(size: number, { cpu, wants, step }: Pick<Shown, "cpu" | "wants" | "step">) {
  const message = `${cpu[0]}% of requests, target ${cpu[1]}%: ${wants}`;
  return {
    votes: [{ source: "cpu", type: "Count", replicas: wants, message }],
    steps: [
      stepOf("combine", [size, wants], "LargestVote", `cpu: ${message}`),
      ...(step ? [stepOf(step.step, [wants, size], step.reason, step.message)] : []),
    ],
  };
}

const conditionOf = (type: string, status: string, reason: string, message: string) => ({
  ...{ type, status, reason, message, observedGeneration: 1, lastTransitionTime: iso(60) },
});

function stepOf(
  step: string,
  [before, after]: readonly [number, number],
  reason: string,
  message: string,
) {
  return { step, before, after, reason, message };
}

const coredns = {
  ...{ apiVersion, kind: "ClusterProportionalAutoscaler" },
  metadata: {
    ...{ name: "coredns", namespace: "kube-system", uid: "coredns" },
    ...{ generation: 1, resourceVersion: "1" },
  },
  spec: {
    scaleTargetRefs: [{ apiVersion: "apps/v1", kind: "Deployment", name: "coredns" }],
    linear: { nodesPerReplica: 8, coresPerReplica: 64, minReplicas: 2 },
  },
  status: {
    ...{
      observedGeneration: 1,
      nodes: 40,
      schedulableNodes: 39,
      cores: 320,
      schedulableCores: 312,
    },
    conditions: [conditionOf("Ready", "True", "Ready", "all targets are being sized")],
    targets: [
      {
        ref: { apiVersion: "apps/v1", kind: "Deployment", name: "coredns" },
        ...{ currentReplicas: 5, desiredReplicas: 5, lastScaleTime: iso(26) },
        conditions: [],
        decision: {
          ...{ time: iso(26), from: 4, to: 5 },
          votes: [
            {
              ...{ source: "nodes", type: "Count", replicas: 5 },
              message: "39 nodes / 8 per replica = 5",
            },
          ],
          steps: [stepOf("combine", [4, 5], "LargestVote", "nodes: 39 nodes / 8 per replica = 5")],
        },
        history: {
          ...{ version: 1, targetUID: uid },
          scaleEvents: [
            { time: iso(52), change: 1 },
            { time: iso(26), change: 1 },
          ],
        },
      },
    ],
  },
};

/** What the API server of the picture lists, by resource. */
export const lists: Readonly<Record<string, readonly object[]>> = {
  autoscalers: autoscalers.map(autoscaler),
  clusterproportionalautoscalers: [coredns],
};
