import type { Metric } from "../model/spec/metric.ts";
import type { DefaultedSpec } from "../spec/defaults.ts";
import { asksEachWorkload } from "../sources/registry.ts";
import type { MetricSpec, Intention } from "../model/spec/autoscaler-spec.ts";

type Asking = Pick<DefaultedSpec, "metrics" | "thresholds">;

/** All metrics that a spec queries: its metrics, then those of its thresholds, in order. */
export const askedMetrics = ({ metrics, thresholds }: Asking): readonly Metric[] => [
  ...metrics,
  ...thresholds.map(threshold =>
    threshold.type === "Value" ? threshold.value.metric : intendedMetric(threshold.intention),
  ),
];

/** Whether nothing but schedules gives the size, so no pods are measured. */
export const followsMinimum = ({ metrics, thresholds }: Asking): boolean =>
  metrics.length + thresholds.length === 0;

/** How many queries for pod metrics an object may make in a period: one for each metric and workload. */
export const mostQuestions = 128;

/** Whether these metrics need more queries for that many workloads. */
export const areTooMany = (metrics: readonly Metric[], workloads: number): boolean =>
  metrics.filter(({ type }) => asksEachWorkload(type)).length * workloads > mostQuestions;

/** The default metric name for a web server's requests. */
const DEFAULT_RATE_METRIC = "http_requests_per_second";

export function intendedMetric({ intent, metric, value }: Intention): MetricSpec {
  switch (intent) {
    case "CPUUtilization":
      return utilization("cpu", value);
    case "MemoryUtilization":
      return utilization("memory", value);
    case "RequestsPerSecondPerPod":
    case "PodsMetric": {
      const target = { type: "AverageValue", averageValue: value };
      return { type: "Pods", pods: { metric: metric ?? { name: DEFAULT_RATE_METRIC }, target } };
    }
  }
}

const utilization = (name: string, percent: string): MetricSpec => ({
  type: "Resource",
  resource: { name, target: { type: "Utilization", averageUtilization: Number(percent) } },
});
