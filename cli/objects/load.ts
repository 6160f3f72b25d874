import { amount, inUnitOf, readableText } from "../../engine/model/values/quantity-text.ts";
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
import { isMetricType } from "../../engine/sources/registry.ts";
import { cpuAt80Percent } from "../../engine/spec/defaults.ts";
import { namedSource } from "../../engine/model/spec/metric.ts";
import { valueAt } from "../../engine/schema/structure.ts";
import { cleanText } from "../terminal/printable.ts";
import { rfc3339 } from "../terminal/times.ts";

/** "cpu 105% of 70%", "40 nodes, 320 cores": for a sentence. */
export function describeLoad(load: Load): string {
  if (load.kind === "Cluster") return countsOf(load, ", ") ?? "nothing yet";
  const metrics = load.metrics.map(metric => {
    const { current, target } = inOneUnit(metric);
    return `${metric.name} ${current ?? "unknown"} of ${target}`;
  });
  return metrics.join(", ");
}

/** "cpu 105%/70%", "40 nodes 320 cores": for a column. */
export function loadCell(load: Load): string {
  if (load.kind === "Cluster") return countsOf(load, " ") ?? "-";
  return load.metrics.map(metric => `${metric.name} ${ratio(metric)}`).join(" ");
}

/** "105%/70%", "40n 320c": for a narrow column. Of several metrics, the one that won. */
export function shortLoadCell(load: Load, winner: string | null): string {
  if (load.kind === "Cluster") {
    const { nodes, cores } = load;
    return nodes === null || cores === null ? "-" : `${nodes}n ${cores}c`;
  }
  const metric = load.metrics.find(({ name }) => name === winner) ?? load.metrics[0];
  return metric ? ratio(metric) : "-";
}

/** Null: not counted yet. */
function countsOf({ nodes, cores, others }: Extract<Load, { kind: "Cluster" }>, separator: string) {
  if (nodes === null || cores === null) return null;
  return [amount(nodes, "nodes"), amount(cores, "cores"), ...others].join(separator);
}

function ratio(metric: MeasuredMetric): string {
  const { current, target } = inOneUnit(metric);
  return `${current ?? "?"}/${target}`;
}

/** Both amounts in the unit of the target. */
function inOneUnit({ name, current, target }: MeasuredMetric) {
  const inUnit = inUnitOf(target, name);
  return { current: current === null ? null : inUnit(current), target: inUnit(target) };
}

/** The input of the size: metrics with their targets, or what is counted of the cluster. */
export type Load =
  | {
      readonly kind: "Metrics";
      readonly metrics: readonly MeasuredMetric[];
      /** RFC 3339; absent: it is not known, as the object comes without managedFields. */
      readonly writtenAt?: string;
    }
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
export function metricLoad({ metadata, spec, status }: Autoscaler): Load {
  const { metrics = [], thresholds = [], schedules = [] } = spec;
  const isDefault = metrics.length + thresholds.length + schedules.length === 0;
  const asked: MetricSpec[] = isDefault ? [cpuAt80Percent] : metrics;
  const writtenAt = statusWrittenAt(metadata);
  return {
    kind: "Metrics",
    ...(writtenAt === null ? {} : { writtenAt }),
    metrics: asked.map((each, index) => {
      const { name, container, metric, source, target } = sourceOf(each);
      const { current } = sourceOf(status?.currentMetrics?.[index]);
      // A required name that is missing is empty.
      const called = [name, metric?.name, source].find(text => (text ?? "") !== "") ?? each.type;
      return {
        name: container === undefined ? called : `${called}(${container})`,
        current: amountOf(current) || null,
        target: amountOf(target),
      };
    }),
  };
}

/** Every field that the source of a metric may have, in the spec or in the status. */
type Source = Partial<
  ContainerResourceMetricSource & PodsMetricStatus & Pick<PrometheusMetricStatus, "source">
>;

/** When the status got its measurements, by the managedFields; null: not known. */
function statusWrittenAt(metadata: unknown): string | null {
  const entries = valueAt(metadata, ["managedFields"]);
  const owners = (Array.isArray(entries) ? entries : []).filter(
    entry => valueAt(entry, ["fieldsV1", "f:status", "f:currentMetrics"]) !== undefined,
  );
  const times = owners.flatMap(entry => rfc3339(cleanText(valueAt(entry, ["time"]))) ?? []);
  return times.sort().at(-1) ?? null;
}

/** The source that the type of a metric names; empty if there is none, or the type is a newer one. */
function sourceOf(metric: Partial<MetricSpec | MetricStatus> = {}): Source {
  const { type = "" } = metric;
  return isMetricType(type) ? namedSource<Source>({ ...metric, type }, {}) : {};
}

function amountOf(amount: Partial<MetricTarget> = {}): string {
  const { averageUtilization: percent, averageValue, value } = amount;
  return percent === undefined ? String(averageValue ?? value ?? "") : `${percent}%`;
}

/** The nodes, cores and whatever else counts, according to the parameters in force. */
export function clusterLoad(object: ClusterProportionalAutoscaler): Load {
  const { spec, status = {} } = object;
  const { pods, namespaces, resources = [] } = status;
  const inSpec = spec.nodes?.unschedulable === "Count";
  const all = status.parameters?.includeUnschedulableNodes ?? inSpec;
  return {
    kind: "Cluster",
    nodes: (all ? status.nodes : status.schedulableNodes) ?? null,
    cores: (all ? status.cores : status.schedulableCores) ?? null,
    others: [
      ...(pods === undefined ? [] : [amount(pods, "pods")]),
      ...(namespaces === undefined ? [] : [amount(namespaces, "namespaces")]),
      ...resources.map(({ name, total, schedulable }) =>
        `${readableText(all ? total : schedulable, name)} ${name}`.trim(),
      ),
    ],
  };
}
