import type { LabelSelector } from "../../../crds/generated/autoscaler.ts";
import { selectorProblem, toLabelSelector } from "../../observation/selectors/metric-selector.ts";
import type { FieldReader } from "../field-reader.ts";

/** An error only if it is no selector at all; a malformed one is a warning, because it fails later. */
export function checkMetricSelector(metric: FieldReader): void {
  if (!metric.has("selector") || !metric.isIntact("selector")) return;
  const problem = selectorProblem(toLabelSelector(metric.raw("selector") as LabelSelector));
  if (problem === null) return;
  metric.warn("selector", {
    code: "SelectorMalformed",
    message: `${problem}, so the metric will fail whenever it is read`,
    remedy: "correct it, or remove it to read the metric as a whole",
  });
}
