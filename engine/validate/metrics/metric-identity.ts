import type { LabelSelector } from "../../../crds/generated/autoscaler.ts";
import { selectorProblem, toLabelSelector } from "../../observation/selectors/metric-selector.ts";
import type { FieldReader } from "../field-reader.ts";
import { metricName, readName } from "../names/names.ts";

export function checkIdentifier(source: FieldReader, example: string): void {
  const metric = source.objectOrEmpty("metric");
  if (metric === undefined) return;
  metric.require("name", example);
  checkMetricName(metric);
}

export function checkMetricName(metric: FieldReader): void {
  readName(metric, "name", metricName);
  checkSelector(metric);
}

/** An error only if it is no selector at all; a malformed one is a warning, because it fails later. */
function checkSelector(metric: FieldReader): void {
  if (!metric.has("selector") || !metric.isIntact("selector")) return;
  const problem = selectorProblem(toLabelSelector(metric.raw("selector") as LabelSelector));
  if (problem === null) return;
  metric.warn("selector", {
    code: "SelectorMalformed",
    message: `${problem}, so the metric will fail whenever it is read`,
    remedy: "correct it, or remove it to read the metric as a whole",
  });
}

export function warnOfUnmeasured(source: FieldReader, resource: string | undefined): void {
  if (resource === undefined || resource === "cpu" || resource === "memory") return;
  source.warn("name", {
    code: "ResourceUnmeasured",
    message: `metrics-server measures cpu and memory only, not ${resource}`,
    remedy: "write cpu or memory, unless something else here measures it",
  });
}
