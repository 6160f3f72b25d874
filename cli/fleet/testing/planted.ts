import type { Fields } from "../../../engine/model/values/json-values.ts";
import { condition, container, cpu, deployment, hpa, memory, usage } from "./objects.ts";

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
export const planted: Readonly<Record<string, Planted>> = {
  AtMaximum: {
    spec: { maxReplicas: 3 },
    status: { conditions: [condition("ScalingActive", "True", "ValidMetricFound"), atMaximum] },
  },
  MinimumEqualsMaximum: { spec: { minReplicas: 3, maxReplicas: 3 } },
  UnreachableTarget: {
    spec: { metrics: [cpu({ type: "Utilization", averageUtilization: 120 })] },
    containers: [container({ limits: { cpu: "500m" } })],
  },
  NoRequests: { containers: [container({ requests: {} })], status: { currentMetrics: [] } },
  MetricFailing: { status: { conditions: [failing], currentMetrics: [] } },
  MemoryTarget: {
    spec: { metrics: [memory()] },
    status: { currentMetrics: [usage("memory", 60)] },
  },
  TargetMissing: { hasTarget: false },
};

/** A wrong one for each rule in a namespace of its own, and right ones, so that there are this many in all. */
export function plantedObjects(count: number): readonly Fields[] {
  const rules = Object.entries(planted);
  const right = Array.from({ length: Math.max(0, count - rules.length) }, (_, index) => {
    const namespace = rules[index % rules.length]?.[0].toLowerCase() ?? "";
    return objectsOf(namespace, `right-${index}`, {});
  });
  const wrong = rules.map(([rule, mistake]) => objectsOf(rule.toLowerCase(), "wrong", mistake));
  return [...wrong, ...right].flat();
}

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
