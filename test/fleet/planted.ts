// test/fleet/: `trimtab fleet` with a real Prometheus: its tests, and `make fleet-demo`.

import type { Fields } from "../../engine/model/values/json-values.ts";
import {
  condition,
  container,
  cpu,
  deployment,
  hpa,
  memory,
  usage,
} from "../../cli/fleet/testing/objects.ts";

/** A List, as `kubectl get -o json` prints it. */
export const listOf = (items: readonly object[]): object => ({
  apiVersion: "v1",
  kind: "List",
  items,
});

interface Planted {
  readonly spec?: object;
  readonly status?: object;
  readonly containers?: Parameters<typeof deployment>[0];
  readonly hasTarget?: boolean;
}

const failing = condition("ScalingActive", "False", "FailedGetResourceMetric");
const atMaximum = condition("ScalingLimited", "True", "TooManyReplicas", 60 * 24 * 9);

/** By the rule that finds it. */
const planted: Readonly<Record<string, Planted>> = {
  AtMaximum: {
    spec: { maxReplicas: 3 },
    status: { conditions: [condition("ScalingActive", "True", "ValidMetricFound"), atMaximum] },
  },
  MinimumEqualsMaximum: { spec: { minReplicas: 3, maxReplicas: 3 } },
  UnreachableTarget: {
    spec: { metrics: [cpu({ type: "Utilization", averageUtilization: 120 })] },
    containers: [container({ limits: { cpu: "500m" } })],
  },
  NoRequests: { containers: [container({ requests: {} })] },
  MetricFailing: { status: { conditions: [failing], currentMetrics: [] } },
  MemoryTarget: {
    spec: { metrics: [memory()] },
    status: { currentMetrics: [usage("memory", 60)] },
  },
  TargetMissing: { hasTarget: false },
};

/** So many are right, for each that is wrong. */
const rightOnes = 4;

/** Autoscalers with one mistake each, and right ones, in a namespace for each rule. */
export const plantedObjects = (): readonly Fields[] =>
  Object.entries(planted).flatMap(([rule, mistake]) => {
    const namespace = rule.toLowerCase();
    const right = Array.from({ length: rightOnes }, (_, index) =>
      objectsOf(namespace, `right-${index}`, {}),
    );
    return [...objectsOf(namespace, "wrong", mistake), ...right.flat()];
  });

function objectsOf(
  namespace: string,
  name: string,
  { spec, status, containers, hasTarget = true }: Planted,
) {
  const metadata = { namespace, name };
  const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name };
  const own = hpa({ scaleTargetRef, ...spec }, { ...status }, metadata);
  return hasTarget ? [own, deployment(containers, metadata)] : [own];
}
