import type {
  Autoscaler,
  ContainerResourceMetricSource,
  MetricSpec,
  MetricStatus,
  MetricTarget,
  PodsMetricStatus,
  PrometheusMetricStatus,
} from "../../crds/generated/autoscaler.ts";
import type { ClusterProportionalAutoscaler } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { readableText } from "../../engine/observation/values/quantity-text.ts";
import { amount } from "../../engine/recommend/amount.ts";
import { isMetricType } from "../../engine/sources/registry.ts";
import { cpuAt80Percent } from "../../engine/spec/defaults.ts";
import { namedSource } from "../../engine/spec/metric.ts";
import type { WellTyped } from "./well-typed.ts";

/** The input of the size: metrics with their targets, or what is counted of the cluster. */
export type Load =
  | { readonly kind: "Metrics"; readonly metrics: readonly MeasuredMetric[] }
  | {
      readonly kind: "Cluster";
      readonly nodes: number | null;
      readonly cores: number | null;
      /** Such as "1200 pods" or "475.2Gi memory". */
      readonly others: readonly string[];
    };

/** current  null: not measured. Both are a percentage ("70%") or a quantity ("512Mi"). */
export interface MeasuredMetric {
  readonly name: string;
  readonly current: string | null;
  readonly target: string;
}

/** Each metric of the spec with its value, which the status lists at the same index. */
export function metricLoad({ spec = {}, status }: WellTyped<Autoscaler>): Load {
  const { metrics = [], thresholds = [], schedules = [] } = spec;
  const isDefault = metrics.length + thresholds.length + schedules.length === 0;
  const asked: WellTyped<MetricSpec[]> = isDefault ? [cpuAt80Percent] : metrics;
  return {
    kind: "Metrics",
    metrics: asked.map((each, index) => {
      const { name, container, metric, source, target } = sourceOf(each);
      const { current } = sourceOf(status?.currentMetrics?.[index]);
      const called = name ?? metric?.name ?? source ?? each?.type ?? "";
      return {
        name: container === undefined ? called : `${called}(${container})`,
        current: amountOf(current) || null,
        target: amountOf(target),
      };
    }),
  };
}

/** Every field that the source of a metric may have, in the spec or in the status. */
type Source = WellTyped<
  ContainerResourceMetricSource & PodsMetricStatus & Pick<PrometheusMetricStatus, "source">
>;

/** The source that the type of a metric names; empty if there is none, or the type is a newer one. */
function sourceOf(metric: WellTyped<MetricSpec | MetricStatus> = {}): Source {
  const { type = "" } = metric;
  return isMetricType(type) ? namedSource<Source>({ ...metric, type }, {}) : {};
}

function amountOf(amount: WellTyped<MetricTarget> = {}): string {
  const { averageUtilization: percent, averageValue, value } = amount;
  return percent === undefined ? String(averageValue ?? value ?? "") : `${percent}%`;
}

/** The nodes, cores and whatever else counts, according to the parameters in force. */
export function clusterLoad(object: WellTyped<ClusterProportionalAutoscaler>): Load {
  const { spec, status = {} } = object;
  const inSpec = spec?.nodes?.unschedulable === "Count";
  const all = status.parameters?.includeUnschedulableNodes ?? inSpec;
  return {
    kind: "Cluster",
    nodes: (all ? status.nodes : status.schedulableNodes) ?? null,
    cores: (all ? status.cores : status.schedulableCores) ?? null,
    others: othersIn(status, all),
  };
}

function othersIn(
  {
    pods,
    namespaces,
    resources = [],
  }: NonNullable<WellTyped<ClusterProportionalAutoscaler>["status"]>,
  all: boolean,
): string[] {
  return [
    ...(pods === undefined ? [] : [amount(pods, "pods")]),
    ...(namespaces === undefined ? [] : [amount(namespaces, "namespaces")]),
    ...resources.map(counted => {
      const { name = "", total = "", schedulable = "" } = counted ?? {};
      return `${readableText(all ? total : schedulable, name)} ${name}`.trim();
    }),
  ];
}
