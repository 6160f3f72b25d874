import type { Metric } from "../spec/metric.ts";
import type { DefaultedSpec } from "../spec/defaults.ts";
import { asksEachWorkload } from "../sources/registry.ts";
import { intendedMetric } from "./intention.ts";

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
