import type { Metric } from "../metric.ts";
import type { DefaultedSpec } from "../defaults.ts";
import { intendedMetric } from "./intention.ts";

type Asking = Pick<DefaultedSpec, "metrics" | "thresholds">;

/** All that a spec wants to know of metrics APIs: its metrics, then its thresholds', in their order. */
export const askedMetrics = ({ metrics, thresholds }: Asking): readonly Metric[] => [
  ...metrics,
  ...thresholds.map(threshold =>
    threshold.type === "Value" ? threshold.value.metric : intendedMetric(threshold.intention),
  ),
];

/** How often an object may ask for a metric of pods in a period: once for each metric and workload. */
export const mostQuestions = 128;

/** Whether these metrics of so many workloads are more than that. */
export const areTooMany = (metrics: readonly Metric[], workloads: number): boolean =>
  metrics.filter(({ type }) => type === "Pods").length * workloads > mostQuestions;
