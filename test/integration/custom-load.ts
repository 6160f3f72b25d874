import { CustomMetrics, type MetricsGroup } from "../../hack/cluster/metrics/custom-metrics.ts";
import { mustRequest } from "../../hack/cluster/api.ts";
import { scaleTarget } from "./cluster/objects.ts";
import type { Workloads } from "./cluster/workloads.ts";

const metric = { name: "requests" };

/** A metric of the Deployment `web`, of one of the types that an adapter serves. */
interface CustomLoad {
  readonly type: "Pods" | "Object" | "External";
  readonly group: MetricsGroup;
  /** The part of a metric that is named after its type, without a target. */
  readonly source: object;
  /** Sets the load of all pods together; each gets an equal share. */
  readonly set: (workloads: Workloads, total: number) => Promise<void>;
}

export const customLoads: readonly CustomLoad[] = [
  {
    ...{ type: "Pods", group: "custom.metrics.k8s.io", source: { metric } },
    set: async ({ cluster, namespace }, total) => {
      const path = `/api/v1/namespaces/${namespace}/pods?labelSelector=app%3Dweb`;
      const { items = [] } = await mustRequest(cluster, "GET", path);
      const values = items.map(pod => ({
        ...{ resource: "pods", namespace, name: pod.metadata?.name ?? "" },
        ...{ metric: metric.name, value: String(total / items.length) },
      }));
      await new CustomMetrics(cluster).setCustom(...values);
    },
  },
  {
    ...{ type: "Object", group: "custom.metrics.k8s.io" },
    source: { metric, describedObject: scaleTarget("Deployment", "web") },
    set: ({ cluster, namespace }, total) =>
      new CustomMetrics(cluster).setCustom({
        ...{ resource: "deployments.apps", namespace, name: "web" },
        ...{ metric: metric.name, value: String(total) },
      }),
  },
  {
    ...{ type: "External", group: "external.metrics.k8s.io", source: { metric } },
    set: ({ cluster, namespace }, total) =>
      new CustomMetrics(cluster).setExternal({
        ...{ namespace, metric: metric.name, value: String(total) },
      }),
  },
];

/** The metric of that type, optionally with a target: `{type: "Pods", pods: {...}}`. */
export const metricOf = ({ type, source }: CustomLoad, target?: object): object => ({
  type,
  [type.toLowerCase()]: { ...source, ...(target && { target }) },
});
