import { mustRequest, type ApiTarget } from "../../../hack/cluster/api.ts";

export const strategies = ["canary", "routed canary", "full canary", "blue/green"] as const;
export type Strategy = (typeof strategies)[number];

/** Whether a router sends the canary a share of the traffic, and all pods of the stable version stay. */
export const isRouted = (strategy: Strategy): boolean => strategy.endsWith(" canary");

/** Percent of its request, which is 100m, so also millicores. */
export const targetPercent = 50;
const maxReplicas = 40;

const pause = { pause: { duration: "12s" } };

/**
 * The traffic of a canary without a router follows its pods. With one, it follows the weight, next to all pods of the
 * stable version. A full canary has as many pods as that from its first step on.
 */
function strategyOf(name: string, strategy: Strategy): object {
  if (strategy === "blue/green") {
    return {
      blueGreen: {
        ...{ activeService: `${name}-one`, previewService: `${name}-two` },
        ...{ autoPromotionSeconds: 30, scaleDownDelaySeconds: 15 },
      },
    };
  }
  const steps = [25, 50, 100].flatMap(setWeight => [{ setWeight }, pause]);
  if (strategy === "canary") return { canary: { steps } };
  const scaled = strategy === "full canary" ? [{ setCanaryScale: { weight: 100 } }] : [];
  const services = { stableService: `${name}-one`, canaryService: `${name}-two` };
  const trafficRouting = { nginx: { stableIngress: name } };
  return {
    canary: {
      steps: [...scaled, ...steps],
      ...services,
      trafficRouting,
      scaleDownDelaySeconds: 15,
    },
  };
}

const service = (name: string, app: string): object => ({
  metadata: { name },
  spec: { selector: { app }, ports: [{ port: 80 }] },
});

const ingress = (name: string): object => ({
  metadata: { name },
  spec: {
    ingressClassName: "nginx",
    rules: [
      {
        host: `${name}.example.invalid`,
        http: {
          paths: [
            {
              ...{ path: "/", pathType: "Prefix" },
              backend: { service: { name: `${name}-one`, port: { number: 80 } } },
            },
          ],
        },
      },
    ],
  },
});

export const rolloutsPath = (namespace: string): string =>
  `/apis/argoproj.io/v1alpha1/namespaces/${namespace}/rollouts`;

export const autoscalersPath = (namespace: string): string =>
  `/apis/autoscaling.trimtab.dev/v1alpha1/namespaces/${namespace}/autoscalers`;

const template = (name: string, version: number): object => ({
  metadata: { labels: { app: name }, annotations: { "example.invalid/version": `${version}` } },
  spec: {
    containers: [
      { name: "main", image: "example.invalid/main:1", resources: { requests: { cpu: "100m" } } },
    ],
  },
});

/** A Rollout with its Services and, for a router, its Ingress. */
export async function createRollout(
  cluster: ApiTarget,
  namespace: string,
  ...[name, strategy, replicas]: [name: string, strategy: Strategy, replicas: number]
): Promise<void> {
  for (const each of [`${name}-one`, `${name}-two`]) {
    await mustRequest(
      cluster,
      "POST",
      `/api/v1/namespaces/${namespace}/services`,
      service(each, name),
    );
  }
  const ingresses = `/apis/networking.k8s.io/v1/namespaces/${namespace}/ingresses`;
  if (isRouted(strategy)) await mustRequest(cluster, "POST", ingresses, ingress(name));
  await mustRequest(cluster, "POST", rolloutsPath(namespace), {
    ...{ apiVersion: "argoproj.io/v1alpha1", kind: "Rollout", metadata: { name } },
    spec: {
      replicas,
      selector: { matchLabels: { app: name } },
      template: template(name, 1),
      strategy: strategyOf(name, strategy),
    },
  });
}

export const changeVersion = (cluster: ApiTarget, namespace: string, name: string) =>
  mustRequest(cluster, "PATCH", `${rolloutsPath(namespace)}/${name}`, {
    spec: { template: template(name, 2) },
  });

/** What both kinds of autoscalers have in common. */
const scalerSpec = (name: string): object => ({
  scaleTargetRef: { apiVersion: "argoproj.io/v1alpha1", kind: "Rollout", name },
  ...{ minReplicas: 2, maxReplicas },
  metrics: [
    {
      type: "Resource",
      resource: { name: "cpu", target: { type: "Utilization", averageUtilization: targetPercent } },
    },
  ],
  behavior: { scaleDown: { stabilizationWindowSeconds: 10 } },
});

export const createHpa = (cluster: ApiTarget, namespace: string, name: string) =>
  mustRequest(
    cluster,
    "POST",
    `/apis/autoscaling/v2/namespaces/${namespace}/horizontalpodautoscalers`,
    { metadata: { name }, spec: scalerSpec(name) },
  );

export const createAutoscaler = (
  cluster: ApiTarget,
  namespace: string,
  ...[name, fields]: [name: string, fields: object]
) =>
  mustRequest(cluster, "POST", autoscalersPath(namespace), {
    ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "Autoscaler", metadata: { name } },
    spec: { ...scalerSpec(name), syncPeriodSeconds: 5, ...fields },
  });
