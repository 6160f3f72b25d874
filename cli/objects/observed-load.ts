import type { MetricSpec } from "../../crds/generated/autoscaler.ts";
import type {
  ClusterProportionalAutoscalerSpec,
  ClusterProportionalAutoscalerStatus,
} from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { sourceKey } from "../../engine/spec/metric.ts";
import { countOf, type Fields, fieldsOf, quantityOf, textOf } from "./untrusted-fields.ts";

/** The input of the size: metrics with their targets, or the counted nodes and cores. */
export type Load =
  | { readonly kind: "Metrics"; readonly metrics: readonly MeasuredMetric[] }
  | { readonly kind: "Cluster"; readonly nodes: number | null; readonly cores: number | null };

/** current  null: not measured. Both are a percentage ("70%") or a quantity ("512Mi"). */
export interface MeasuredMetric {
  readonly name: string;
  readonly current: string | null;
  readonly target: string;
}

const cpuAt80Percent = {
  type: "Resource",
  resource: { name: "cpu", target: { averageUtilization: 80 } },
};

/** Each metric of the spec with its value, which the status lists at the same index. */
export function metricLoad(
  specs: readonly unknown[],
  values: readonly unknown[],
  { hasThresholds = false } = {},
): Load {
  const asked = specs.length > 0 || hasThresholds ? specs : [cpuAt80Percent];
  return {
    kind: "Metrics",
    metrics: asked.map((spec, index) => {
      const { name, container, metric, target } = sourceOf(spec);
      const { current } = sourceOf(values[index]);
      const called = textOf(name) || textOf(fieldsOf<{ name: string }>(metric).name);
      return {
        name: container === undefined ? called : `${called}(${textOf(container)})`,
        current: amountOf(current) || null,
        target: amountOf(target),
      };
    }),
  };
}

interface MetricSource {
  readonly name: string;
  readonly container: string;
  readonly metric: object;
  readonly target: object;
  readonly current: object;
}

/** The field named after the metric type: `resource` for type Resource. */
function sourceOf(metric: unknown): Fields<MetricSource> {
  const type = textOf(fieldsOf<MetricSpec>(metric).type);
  return fieldsOf<MetricSource>(fieldsOf<Record<string, unknown>>(metric)[sourceKey(type)]);
}

interface Amount {
  readonly averageUtilization: number;
  readonly averageValue: string;
  readonly value: string;
}

function amountOf(raw: unknown): string {
  const { averageUtilization, averageValue, value } = fieldsOf<Amount>(raw);
  const percent = countOf(averageUtilization);
  return percent === null ? quantityOf(averageValue ?? value) : `${percent}%`;
}

/** The nodes and cores that count, according to the parameters in force. */
export function clusterLoad(
  spec: Fields<ClusterProportionalAutoscalerSpec>,
  status: Fields<ClusterProportionalAutoscalerStatus>,
): Load {
  const inForce = fieldsOf<{ includeUnschedulableNodes: boolean }>(status.parameters);
  const all = inForce.includeUnschedulableNodes ?? spec.includeUnschedulableNodes;
  return {
    kind: "Cluster",
    nodes: countOf(all === true ? status.nodes : status.schedulableNodes),
    cores: countOf(all === true ? status.cores : status.schedulableCores),
  };
}
