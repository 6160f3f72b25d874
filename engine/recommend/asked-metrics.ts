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
