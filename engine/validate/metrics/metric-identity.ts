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

/** Warns about a resource that metrics-server does not measure. Returns the resource. */
export function warnOfUnmeasured(
  source: FieldReader,
  resource: string | undefined,
): string | undefined {
  if (resource !== undefined && resource !== "cpu" && resource !== "memory") {
    source.warn("name", {
      code: "ResourceUnmeasured",
      message: `metrics-server measures cpu and memory only, not ${resource}`,
      remedy: "write cpu or memory, unless something else here measures it",
    });
  }
  return resource;
}

/** Warns about a percentage of memory that a pod cannot reach. */
export function warnOfUnreachable(source: FieldReader, resource: string | undefined): void {
  const averageUtilization = source.object("target")?.number("averageUtilization") ?? 0;
  if (resource !== "memory" || averageUtilization <= 100) return;
  source.warn("target.averageUtilization", {
    code: "MemoryAboveRequest",
    message: `${averageUtilization}% of the requested memory is never reached by a pod whose limit is its request`,
    remedy: "write 100 or less, unless the limits of the pods exceed their requests",
  });
}
