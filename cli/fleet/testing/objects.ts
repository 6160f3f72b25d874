import type { Fields } from "../../../engine/model/values/json-values.ts";
import { Collector } from "../inventory/collector.ts";
import { ignoreAnnotation, lint } from "../lint/lint.ts";
import type { Finding } from "../model/finding.ts";
import type { Inventory } from "../model/inventory.ts";

/** The present of all tests. */
const now = Date.parse("2026-03-01T12:00:00Z");
export const ago = (minutes: number): string => new Date(now - minutes * 60_000).toISOString();

type Part = Readonly<Record<string, unknown>>;

const metadata = (name: string, more: Part = {}) => ({ name, namespace: "shop", ...more });

export const cpu = (target: Part = { type: "Utilization", averageUtilization: 70 }): Part => ({
  ...{ type: "Resource", resource: { name: "cpu", target } },
});
export const memory = (averageUtilization = 80): Part => ({
  type: "Resource",
  resource: { name: "memory", target: { type: "Utilization", averageUtilization } },
});
export const usage = (name: string, averageUtilization: number): Part => ({
  type: "Resource",
  resource: { name, current: { averageUtilization, averageValue: "100m" } },
});

export const condition = (type: string, status: string, reason: string, minutes = 120): Part => ({
  ...{ type, status, reason, message: `about ${reason}`, lastTransitionTime: ago(minutes) },
});
export const active = condition("ScalingActive", "True", "ValidMetricFound");

/** A right one, of the Deployment web. */
export const hpa = (spec: Part = {}, status: Part = {}, meta: Part = {}): Fields => ({
  ...{ apiVersion: "autoscaling/v2", kind: "HorizontalPodAutoscaler" },
  metadata: metadata("web", meta),
  spec: {
    scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
    ...{ minReplicas: 2, maxReplicas: 10, metrics: [cpu()] },
    ...spec,
  },
  status: {
    ...{ currentReplicas: 3, desiredReplicas: 3 },
    ...{ currentMetrics: [usage("cpu", 60)], conditions: [active] },
    ...status,
  },
});

export const ignoring = (names: string): Part => ({ annotations: { [ignoreAnnotation]: names } });

export const container = (resources: Part = {}, name = "main"): Part => ({
  ...{ name, image: "example.invalid/main:1" },
  resources: { requests: { cpu: "500m", memory: "1Gi" }, ...resources },
});

/** A right one, with the label app. */
export const deployment = (
  containers: readonly Part[] = [container()],
  meta: Part = {},
  { replicas = 3, pod = {} }: { readonly replicas?: number; readonly pod?: Part } = {},
): Fields => ({
  ...{ apiVersion: "apps/v1", kind: "Deployment", metadata: metadata("web", meta) },
  spec: {
    replicas,
    template: { metadata: { labels: { app: "web" } }, spec: { containers, ...pod } },
  },
});

/** A right one of the Deployment web, without the HPA that KEDA makes. */
export const scaledObject = (spec: Part = {}, status: Part = {}, meta: Part = {}): Fields => ({
  ...{ apiVersion: "keda.sh/v1alpha1", kind: "ScaledObject", metadata: metadata("web", meta) },
  spec: {
    scaleTargetRef: { name: "web" },
    minReplicaCount: 1,
    maxReplicaCount: 9,
    triggers: [],
    ...spec,
  },
  status,
});

export const other = (apiVersion: string, kind: string, spec: Part, name = "web"): Fields => ({
  ...{ apiVersion, kind, metadata: metadata(name), spec },
});

/** Each workload that is not among the objects does not exist. */
function inventoryOf(objects: readonly Fields[]): Inventory {
  const collector = new Collector("test");
  for (const object of objects) collector.add(object);
  return collector.finish((namespace, target) => collector.has(namespace, target), []);
}

export const findingsIn = (objects: readonly Fields[]): Finding[] =>
  lint(inventoryOf(objects), now);

/** `error TargetMissing`, of all objects. */
export const found = (objects: readonly Fields[]): string[] =>
  findingsIn(objects).map(({ severity, rule }) => `${severity} ${rule}`);
