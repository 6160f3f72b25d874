/** JSON is valid YAML. */
const yaml = (objects: readonly object[]): string =>
  objects.map(object => JSON.stringify(object, undefined, 2)).join("\n---\n");

const reference = (name: string) => ({ apiVersion: "apps/v1", kind: "Deployment", name });

/** One unit of load for each pod, so the load of a workload is the count that it should have. */
const metricsOf = (name: string) => [
  {
    type: "External",
    external: {
      metric: { name: `load-${name}` },
      target: { type: "AverageValue", averageValue: "1" },
    },
  },
];

const atOnce = [{ type: "Pods", value: 100, periodSeconds: 15 }];

interface Workload {
  readonly name: string;
  readonly namespace: string;
  /** Default: none in the manifest. */
  readonly replicas?: number;
  readonly image?: string;
  /** Of the Autoscaler; default: none in the manifest. */
  readonly mode?: string;
}

export function deploymentFile({ name, namespace, replicas, image = "web:1" }: Workload): string {
  const labels = { app: name };
  const containers = [{ name: "main", image: `registry.example.com/${image}` }];
  const spec = {
    ...(replicas === undefined ? {} : { replicas }),
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers } },
  };
  return yaml([{ apiVersion: "apps/v1", kind: "Deployment", metadata: { name, namespace }, spec }]);
}

export function autoscalerFile({ name, namespace, mode }: Workload): string {
  const spec = {
    ...(mode === undefined ? {} : { mode }),
    ...{ scaleTargetRef: reference(name), minReplicas: 1, maxReplicas: 10, syncPeriodSeconds: 3 },
    metrics: metricsOf(name),
    behavior: {
      scaleUp: { policies: atOnce },
      scaleDown: { stabilizationWindowSeconds: 0, policies: atOnce },
    },
  };
  const apiVersion = "autoscaling.trimtab.dev/v1alpha1";
  return yaml([{ apiVersion, kind: "Autoscaler", metadata: { name, namespace }, spec }]);
}

/** HPAs in one file, as `trimtab convert` reads them. */
export function hpaFile(workloads: readonly Workload[]): string {
  return yaml(
    workloads.map(({ name, namespace }) => ({
      ...{ apiVersion: "autoscaling/v2", kind: "HorizontalPodAutoscaler" },
      metadata: { name, namespace },
      spec: {
        ...{ scaleTargetRef: reference(name), minReplicas: 1, maxReplicas: 10 },
        metrics: metricsOf(name),
        behavior: { scaleUp: { policies: atOnce } },
      },
    })),
  );
}

/** Several files in one. */
export const joined = (files: readonly string[]): string => files.join("\n---\n");
