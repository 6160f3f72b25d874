import type { FieldReader } from "../field-reader.ts";
import { metricName, readName } from "../names/names.ts";
import { checkMetricSelector } from "./metric-selector.ts";

export function checkIdentifier(source: FieldReader, example: string): void {
  const metric = source.objectOrEmpty("metric");
  if (metric === undefined) return;
  metric.require("name", example);
  checkMetricName(metric);
}

export function checkMetricName(metric: FieldReader): void {
  readName(metric, "name", metricName);
  checkMetricSelector(metric);
}

export function warnOfUnmeasured(source: FieldReader, resource: string | undefined): void {
  if (resource === undefined || resource === "cpu" || resource === "memory") return;
  source.warn("name", {
    code: "ResourceUnmeasured",
    message: `metrics-server measures cpu and memory only, not ${resource}`,
    remedy: "write cpu or memory, unless something else here measures it",
  });
}
